// Matches on the server: my own, and the public ones as they come and go. Without a server there is nothing to show.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Filter, ListedMatch } from "../net/server";
import { t } from "../ui/strings";

const POLL_MS = 15000;
const SPEEDS = ["live", "days", "none"] as const;

function Line({ app, match }: { app: App; match: ListedMatch }) {
  const mine = (match.mine ?? []).length > 0;
  const join = match.state === "open" && (match.free ?? 1) > 0;
  const word = mine ? t("resume") : join ? t("join") : t("watch");
  const about = [match.rated ? t("rated") : "", match.speed && match.speed !== "none" ? t(match.speed === "live" ? "speedLive" : "speedDays") : ""]
    .filter(Boolean).join(", ");
  return (
    <li>
      <span>{app.game(match.game)?.title ?? match.game}{about ? <small class="help"> {about}</small> : null}</span>
      <span>{match.seats.map((seat) => seat.name ?? t("free")).join(` ${t("against")} `)}</span>
      <a class="button" href={`#/${mine || join ? "m" : "watch"}/${match.match}`}>{word}</a>
    </li>
  );
}

function Filters({ app, filter, onChange }: { app: App; filter: Filter; onChange: (filter: Filter) => void }) {
  const set = (key: keyof Filter, value: string | boolean) => {
    const { [key]: _old, ...rest } = filter;
    onChange(value === "" || value === false ? rest : { ...rest, [key]: value });
  };
  return (
    <div class="row filters">
      <select aria-label={t("games")} value={filter.game ?? ""} onChange={(event) => set("game", event.currentTarget.value)}>
        <option value="">{t("allGames")}</option>
        {app.shown.map((game) => <option key={game.id} value={game.id}>{game.title}</option>)}
      </select>
      <select aria-label={t("speedOf")} value={filter.speed ?? ""} onChange={(event) => set("speed", event.currentTarget.value)}>
        <option value="">{t("allSpeeds")}</option>
        {SPEEDS.map((speed) => <option key={speed} value={speed}>{t(speed === "live" ? "speedLive" : speed === "days" ? "speedDays" : "speedNone")}</option>)}
      </select>
      <label><input type="checkbox" checked={filter.free === true} onChange={(event) => set("free", event.currentTarget.checked)} /> {t("onlyFree")}</label>
      <label><input type="checkbox" checked={filter.rated === true} onChange={(event) => set("rated", event.currentTarget.checked)} /> {t("rated")}</label>
    </div>
  );
}

export function OpenGames({ app }: { app: App }) {
  const [filter, setFilter] = useState<Filter>({});
  const [open, setOpen] = useState<ListedMatch[] | null>(null);
  const [mine, setMine] = useState<ListedMatch[]>([]);
  useEffect(() => {
    if (!app.server.available) return undefined;
    const ask = () => void app.server.list().then((all) => setMine(all.filter((one) => (one.mine ?? []).length > 0 && one.state !== "over")), () => undefined);
    ask();
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => (app.server.available ? app.server.lobby(filter, setOpen) : undefined), [JSON.stringify(filter)]);
  if (!app.server.available || open === null) return null;
  const others = open.filter((match) => !mine.some((one) => one.match === match.match));
  return (
    <section class="lobby">
      <h2>{t("openGames")}</h2>
      {mine.length > 0 ? <ul>{mine.slice(0, 20).map((match) => <Line key={match.match} app={app} match={match} />)}</ul> : null}
      <Filters app={app} filter={filter} onChange={setFilter} />
      {others.length === 0 ? <p class="help">{t("noOpenGames")}</p> : null}
      <ul aria-live="polite">{others.slice(0, 40).map((match) => <Line key={match.match} app={app} match={match} />)}</ul>
    </section>
  );
}
