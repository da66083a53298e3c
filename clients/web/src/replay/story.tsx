// How a game went, in one plot: for the end of it, and fetched only then.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { GameRecord } from "../rules/record";
import type { ReplayInfo } from "../rules/replayed";
import type { Game } from "../rules/types";
import { skinOf } from "../skins";
import { capital, nameWords } from "../rules/words";
import { tl } from "../ui/later";
import { t } from "../ui/strings";
import { Chart } from "./chart";
import { findReplay } from "./source";

/** The numbers of a finished game, from beside the one that may be played already. */
async function numbersOf(app: App, record: GameRecord): Promise<ReplayInfo> {
  const rules = record.rules === undefined ? app.aside : app.rulesOf(await app.gameOf(record.game, record.rules));
  const replay = await rules.replayOpen(record);
  await rules.replayClose(replay.id);
  return replay.info;
}

const MOMENTS = 3;

/** A turn that changed what bots thought of a side's chances; of 100. */
export interface Moment { stop: number; turn: number; was: number; is: number }

/** The turns that changed most, in the order in which they came. The last one ends the game: what led to it says more. */
export function momentsOf({ estimates, turns }: ReplayInfo, seat: number): Moment[] {
  const values = estimates[seat] ?? [], share = (thousandths: number) => Math.round(thousandths / 10);
  const all = values.slice(1, -1).map((value, i) => ({ stop: i + 1, change: Math.abs(value - values[i]!), told: share(value) !== share(values[i]!) })).filter((one) => one.told);
  return all.sort((a, b) => b.change - a.change).slice(0, MOMENTS).sort((a, b) => a.stop - b.stop)
    .map(({ stop }) => ({ stop, turn: turns[stop]!, was: share(values[stop - 1]!), is: share(values[stop]!) }));
}

/** The number of which this side had too little for longest, with what both had at the end of the first half. */
export function lackOf({ series, turns }: ReplayInfo, seat: number): { name: string; mine: number; theirs: number; turn: number } | null {
  const half = Math.floor(turns.length / 2);
  const lacks = [...new Set(series.map((one) => one.name))].flatMap((name) => {
    const [mine, ...theirs] = [series.find((one) => one.name === name && one.owner === seat + 1), ...series.filter((one) => one.name === name && one.owner !== seat + 1 && one.owner > 0)];
    const here = mine?.values[half], there = Math.max(...theirs.map((one) => one.values[half] ?? 0));
    return here == null || here < 0 || !(there > here) ? [] : [{ name, mine: here, theirs: there, turn: turns[half]! }];
  });
  return lacks.sort((a, b) => (b.theirs - b.mine) / (b.theirs + 1) - (a.theirs - a.mine) / (a.theirs + 1))[0] ?? null;
}

function Moments({ game, info, seat, source }: { game: Game; info: ReplayInfo; seat: number; source: string }) {
  const moments = momentsOf(info, seat), lack = lackOf(info, seat);
  return (
    <>
      {moments.length > 0 ? (
        <section class="moments">
          <h3>{tl("moments")}</h3>
          <ol>{moments.map((one) => (
            <li key={one.stop}>{tl(one.is > one.was ? "momentUp" : "momentDown").replace("{turn}", String(one.turn)).replace("{was}", String(one.was)).replace("{is}", String(one.is))}{" "}
              <a href={`#/replay/${source}/${one.stop}`}>{tl("momentSee")}</a></li>
          ))}</ol>
        </section>
      ) : null}
      <p class="try-next"><b>{tl("tryNext")}:</b> {lack
        ? tl("tryMore").replace("{what}", capital(nameWords(lack.name))).replace("{turn}", String(lack.turn)).replace("{mine}", String(lack.mine)).replace("{theirs}", String(lack.theirs))
        : <a href={`#/puzzle/${game.id}`}>{t("puzzleToday")}</a>}</p>
    </>
  );
}

/** Nothing where the replay can't be had: the end of a game is no place for complaints. */
export function Story({ app, game, seat, source, played }: {
  app: App; game: Game;
  seat: number; // of whoever reads it
  source: string; // of the replay
  played: (() => Promise<GameRecord>) | null; // the game itself, where it is known here
}) {
  const [info, setInfo] = useState<ReplayInfo | null>(null);
  const [counter, setCounter] = useState(skinOf(game).story);
  useEffect(() => {
    let wanted = true;
    (played ? played() : findReplay(app, source)).then((record) => numbersOf(app, record)).then((numbers) => { if (wanted) setInfo(numbers); }, () => undefined);
    return () => { wanted = false; };
  }, [source]);
  const names = [...new Set(info?.series.map((one) => one.name))];
  const name = names.includes(counter) ? counter : names[0];
  if (!info || name === undefined || info.turns.length < 2) return null;
  const last = info.turns.length - 1;
  return (
    <section class="story" aria-label={t("story")}>
      {seat < (info.estimates.length || 0) ? <Moments game={game} info={info} seat={seat} source={source} /> : null}
      <label class="eyes">{t("story")}{" "}
        <select value={name} onChange={(event) => setCounter(event.currentTarget.value)}>{names.map((one) => <option key={one} value={one}>{nameWords(one)}</option>)}</select>
      </label>
      <Chart game={game} name={name} series={info.series} stops={info.turns} stop={last}
        onSeek={(stop) => { location.hash = `#/replay/${source}/${Math.max(0, Math.min(last, stop))}`; }} />
    </section>
  );
}
