// Lakes and rivers are one mask. The distance to the shore gives the depth, an ink shore, three fading lines, and sand outside.
import { GROUND } from "./colour";
import { blur, sample, type Fields } from "./fields";
import type { Land } from "./land";

const FAR = 999, SLANT = 1.414;
const RIVER_WIDE = 0.46; // of a radius
const UNIT_LINES: readonly [at: number, half: number, ink: number][] = [[0, 1.1, 0.85], [3.1, 0.5, 0.42], [5.8, 0.42, 0.28], [9, 0.42, 0.18]];
const SAND = 3.6; // units

/** How far it is to the nearest number that is on the other side of the shore. */
function distance(mask: Float32Array, wide: number, high: number, inside: boolean): Float32Array {
  const d = new Float32Array(wide * high);
  for (let i = 0; i < d.length; i++) d[i] = mask[i]! > 0.5 === inside ? FAR : 0;
  const near = (i: number, other: number, cost: number) => { if (d[other]! + cost < d[i]!) d[i] = d[other]! + cost; };
  for (let y = 1; y < high; y++) for (let x = 1; x < wide - 1; x++) {
    const i = y * wide + x;
    if (d[i] === 0) continue;
    near(i, i - 1, 1);
    near(i, i - wide, 1);
    near(i, i - wide - 1, SLANT);
    near(i, i - wide + 1, SLANT);
  }
  for (let y = high - 2; y >= 0; y--) for (let x = wide - 2; x > 0; x--) {
    const i = y * wide + x;
    if (d[i] === 0) continue;
    near(i, i + 1, 1);
    near(i, i + wide, 1);
    near(i, i + wide + 1, SLANT);
    near(i, i + wide - 1, SLANT);
  }
  return d;
}

/** A river is a stroke from the middle of each of its cells to those of its neighbours that have water. */
function strokeRivers(land: Land, f: Fields): boolean {
  const cells = land.cellsIn({ x: f.box.x - 60, y: f.box.y - 60, width: f.box.width + 120, height: f.box.height + 120 })
    .filter(({ x, y }) => land.land(x, y) === "river");
  if (cells.length === 0) return false;
  const canvas = new OffscreenCanvas(f.wide, f.high), to = canvas.getContext("2d", { willReadFrequently: true })!;
  to.scale(1 / f.step, 1 / f.step);
  to.translate(-f.box.x, -f.box.y);
  to.lineWidth = land.radius * RIVER_WIDE;
  to.lineCap = to.lineJoin = "round";
  const bend = (x: number, y: number) => {
    const at = land.centre(x, y), k = land.radius * 0.2;
    return { x: at.x + k * Math.sin(x * 7 + y * 3), y: at.y + k * Math.cos(x * 5 + y) };
  };
  for (const { x, y } of cells) {
    const from = bend(x, y), wet = land.beside(x, y).filter((next) => ["river", "water"].includes(land.land(next.x, next.y)));
    to.beginPath();
    if (wet.length === 0) { // by itself it is a brook that comes out of the ground and goes into it again
      const reach = land.radius * 0.55, rise = land.radius * 0.4;
      to.moveTo(from.x - reach, from.y - rise * 0.6);
      to.bezierCurveTo(from.x - reach * 0.1, from.y - rise, from.x + reach * 0.1, from.y + rise, from.x + reach, from.y + rise * 0.6);
    }
    for (const next of wet) {
      const end = bend(next.x, next.y), mid = { x: (from.x + end.x) / 2, y: (from.y + end.y) / 2 };
      const other = wet.find((one) => one !== next) ?? next, before = bend(other.x, other.y);
      to.moveTo((from.x + before.x) / 2, (from.y + before.y) / 2);
      to.quadraticCurveTo(from.x, from.y, mid.x, mid.y);
    }
    to.stroke();
  }
  const drawn = to.getImageData(0, 0, f.wide, f.high).data;
  for (let i = 0; i < f.water.length; i++) f.water[i] = Math.max(f.water[i]!, drawn[i * 4 + 3]! / 255);
  return true;
}

interface Shore { depth: Float32Array; beach: Float32Array }

function shoreOf(f: Fields): Shore {
  const work = new Float32Array(f.wide * f.high);
  const depth = distance(f.water, f.wide, f.high, true), beach = distance(f.water, f.wide, f.high, false);
  blur(depth, f.wide, f.high, 1, work);
  blur(beach, f.wide, f.high, 1, work);
  return { depth, beach };
}

function inkAt(depth: number): number {
  let ink = 0;
  for (const [at, half, most] of UNIT_LINES) if (Math.abs(depth - at) < half) ink = Math.max(ink, most);
  return ink;
}

/** A picture of the water in full size, clear on dry land; none where all is dry. */
export function paintWater(land: Land, f: Fields, wide: number, high: number): ImageData | null {
  const river = strokeRivers(land, f);
  if (!f.wet && !river) return null;
  const { depth, beach } = shoreOf(f), image = new ImageData(wide, high), out = image.data, { step } = f;
  const most = land.radius * 0.75, { shallow, deep, shore, sand } = GROUND;
  for (let i = 0, y = 0; y < high; y++) for (let x = 0; x < wide; x++, i += 4) {
    const u = x / 2, v = y / 2, inside = sample(f.water, f.wide, u, v);
    const d = sample(depth, f.wide, u, v) * step;
    if (inside > 0.5) {
      const t = Math.min(1, d / most), ink = inkAt(Math.max(0, d - 0.4 * step));
      for (let k = 0; k < 3; k++) {
        const c = shallow[k]! + (deep[k]! - shallow[k]!) * t;
        out[i + k] = c + (shore[k]! - c) * ink;
      }
      out[i + 3] = 255;
      continue;
    }
    const o = sample(beach, f.wide, u, v) * step;
    if (o < SAND) {
      for (let k = 0; k < 3; k++) out[i + k] = sand[k]!;
      out[i + 3] = (1 - o / SAND) * 0.7 * 255;
    }
  }
  return image;
}
