// Matches on the server as lines: when, who against whom, how it ended, and the way there. For pages that are fetched when they are opened.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import { botWord } from "../game/levels";
import type { ListedMatch } from "../net/server";
import { tl } from "../ui/later";
import { languageCode, t } from "../ui/strings";

const day = (at: number) => new Date(at).toLocaleDateString(languageCode(), { dateStyle: "medium" });

const nameOf = (seat: ListedMatch["seats"][number] | undefined): string =>
  (seat?.who === "bot" && seat.name ? `${t("theComputer")} (${botWord(seat.name)})` : seat?.name ?? t("free"));

/** `mine`: the reader plays in it. */
function resultOf({ state, seats, outcome, ended }: ListedMatch, mine: number[]): string {
  if (state !== "over") return state === "open" ? t("needed") : t("unfinished");
  if (!outcome) return tl(ended === "aborted" ? "calledOff" : "isOver");
  const best = outcome.rank.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (best.length !== 1) return t("tied");
  return mine.length === 0 ? tl("hasWon").replace("{who}", nameOf(seats[best[0]!])) : t(mine.includes(best[0]!) ? "won" : "lost");
}

export function MatchLine({ app, match, mine = [] }: { app: App; match: ListedMatch; mine?: number[] }) {
  const title = app.game(match.game)?.title ?? match.game, over = match.state === "over";
  const [where, word] = over ? ["replay", t("replay")] : mine.length > 0 ? ["m", t("resumeShort")] : ["watch", t("watch")];
  return (
    <li class={over ? "over" : "running"}>
      <span>{title} {match.at ? <small class="help">{day(match.at)}</small> : null}</span>
      <span>{match.seats.map(nameOf).join(` ${t("against")} `)}</span>
      <span>{resultOf(match, mine)}</span>
      <a class="button" href={`#/${where}/${match.match}`} aria-label={`${word}: ${title}, ${match.seats.map(nameOf).join(` ${t("against")} `)}`}>{word}</a>
    </li>
  );
}

/** The reader's own; nothing without a server, or where there are none. */
export function MineOnServer({ app }: { app: App }) {
  const [all, setAll] = useState<ListedMatch[]>([]);
  useEffect(() => {
    if (app.server.available) void app.server.list().then(setAll, () => undefined);
  }, []);
  const own = all.filter((one) => (one.mine ?? []).length > 0);
  if (own.length === 0) return null;
  return <><h2>{tl("playedThere")}</h2><ul>{own.map((one) => <MatchLine key={one.match} app={app} match={one} mine={one.mine ?? []} />)}</ul></>;
}
