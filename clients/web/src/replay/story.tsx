// How a game went, in one plot: for the end of it, and fetched only then.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { GameRecord } from "../rules/record";
import type { ReplayInfo } from "../rules/replayed";
import type { Game } from "../rules/types";
import { skinOf } from "../skins";
import { t } from "../ui/strings";
import { Chart } from "./chart";
import { findReplay } from "./source";

/** The numbers of a finished game, from beside the one that may be played already. */
async function numbersOf(app: App, record: GameRecord): Promise<ReplayInfo> {
  const replay = await app.aside.replayOpen(record);
  await app.aside.replayClose(replay.id);
  return replay.info;
}

/** Nothing where the replay can't be had: the end of a game is no place for complaints. */
export function Story({ app, game, source, played }: {
  app: App; game: Game;
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
      <label class="eyes">{t("story")}{" "}
        <select value={name} onChange={(event) => setCounter(event.currentTarget.value)}>{names.map((one) => <option key={one}>{one}</option>)}</select>
      </label>
      <Chart game={game} name={name} series={info.series} stops={info.turns} stop={last}
        onSeek={(stop) => { location.hash = `#/replay/${source}/${Math.max(0, Math.min(last, stop))}`; }} />
    </section>
  );
}
