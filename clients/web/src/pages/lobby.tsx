// Matches on the server that wait for somebody, and my own. Without a server there is nothing to show.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { ListedMatch } from "../net/server";
import { t } from "../ui/strings";

const POLL_MS = 10000;

export function OpenGames({ app }: { app: App }) {
  const [matches, setMatches] = useState<ListedMatch[] | null>(null);
  useEffect(() => {
    if (!app.server.available) return undefined;
    const ask = () => void app.server.list().then(setMatches, () => undefined);
    ask();
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  if (!app.server.available || matches === null) return null;
  const shown = matches.filter((match) => match.state !== "over");
  const action = (match: ListedMatch) => (match.mine.length > 0 ? { to: "m", word: t("resume") }
    : match.state === "open" ? { to: "m", word: t("join") } : { to: "watch", word: t("watch") });
  return (
    <section class="lobby">
      <h2>{t("openGames")}</h2>
      {shown.length === 0 ? <p class="help">{t("noOpenGames")}</p> : null}
      <ul>{shown.slice(0, 20).map((match) => (
        <li key={match.match}>
          <span>{app.games.find((game) => game.id === match.game)?.title ?? match.game}</span>
          <span>{match.seats.map((seat) => seat.name ?? t("free")).join(` ${t("against")} `)}</span>
          <a class="button" href={`#/${action(match).to}/${match.match}`}>{action(match).word}</a>
        </li>
      ))}</ul>
    </section>
  );
}
