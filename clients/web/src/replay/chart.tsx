// A number of each side over time, as one plot.
import { sideOf } from "../board/skin";
import type { Series } from "../rules/replayed";
import type { Game } from "../rules/types";
import { nameWords } from "../rules/words";
import { t } from "../ui/strings";

const WIDTH = 320, HEIGHT = 130, LEFT = 34, RIGHT = 22, TOP = 8, BOTTOM = 18, LETTER = 9;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"]; // sides differ without their colours too

const range = (series: Series[]): [number, number] => {
  const values = series.flatMap((one) => one.values.filter((value): value is number => value !== null));
  const lo = Math.min(0, ...values), hi = Math.max(1, ...values);
  return [lo, hi];
};

/** The path over all known values; gaps stay gaps. */
function pathOf(values: (number | null)[], x: (i: number) => number, y: (value: number) => number): string {
  let pen = "M";
  return values.map((value, i) => {
    if (value === null) {
      pen = "M";
      return "";
    }
    const step = `${pen}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = "L";
    return step;
  }).join("");
}

/** Where the letters at the ends of the lines stand: near them, but not on each other. */
function apart(wanted: number[]): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  const places = [...wanted];
  let free = -Infinity;
  for (const i of order) {
    places[i] = Math.max(wanted[i]!, free);
    free = places[i]! + LETTER;
  }
  return places;
}

export function Chart({ game, name, series, stops, stop, onSeek }: {
  game: Game; name: string; series: Series[]; stops: number[]; stop: number; onSeek: (stop: number) => void;
}) {
  const shown = series.filter((one) => one.name === name);
  const [lo, hi] = range(shown);
  const last = Math.max(1, stops.length - 1);
  const x = (i: number) => LEFT + (i / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - lo) / (hi - lo)) * (HEIGHT - TOP - BOTTOM);
  const ends = apart(shown.map((one) => y(one.values[one.values.length - 1] ?? 0) + 3));
  const words = shown.map((one) => `${game.seats[one.owner - 1] ?? ""} ${one.values[stop] ?? "?"}`).join(", ");
  const seek = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    onSeek(Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * last));
  };
  return (
    <figure class={`chart game-${game.id}`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${nameWords(name)}: ${words}`} onClick={seek}>
        <path class="axis" d={`M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}`} />
        <text class="tick" x={LEFT - 4} y={TOP + 6} text-anchor="end">{hi}</text>
        <text class="tick" x={LEFT - 4} y={HEIGHT - BOTTOM} text-anchor="end">{lo}</text>
        <text class="tick" x={WIDTH - RIGHT} y={HEIGHT - 4} text-anchor="end">{t("turn")} {stops[stops.length - 1]}</text>
        {shown.map((one, i) => (
          <g key={one.owner} class={`side-${one.owner}`}>
            <path class="line" d={pathOf(one.values, x, y)} stroke-dasharray={DASHES[(one.owner - 1) % DASHES.length]} />
            <text class="end" x={WIDTH - RIGHT + 3} y={ends[i]}>{sideOf(game, one.owner).letter}</text>
          </g>
        ))}
        <path class="now" d={`M${x(stop)} ${TOP}V${HEIGHT - BOTTOM}`} />
      </svg>
      <figcaption>{shown.map((one) => (
        <span key={one.owner} class={`side-${one.owner}`}><i class="swatch" aria-hidden="true" /> {game.seats[one.owner - 1]} <b>{one.values[stop] ?? "?"}</b></span>
      ))}</figcaption>
    </figure>
  );
}
