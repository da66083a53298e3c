// Fields of numbers over a part of the map, with two pixels to a number. Borders wander: each number looks its cell up at
// a place that noise shifts, so no outline of a cell shows.
import type { Box } from "../../board/geometry";
import { codeOf, type Land } from "./land";
import { noise, rough } from "./noise";

export interface Fields {
  wide: number; high: number; box: Box; step: number; // units between two numbers
  wood: Float32Array; rock: Float32Array; hill: Float32Array; water: Float32Array; plot: Float32Array;
  seen: Float32Array; unknown: Float32Array; // light
  wet: boolean; dim: boolean; dark: boolean; // there is water, something out of sight, something unknown
}

const WANDER_HEX = 0.34, WANDER_SQUARE = 0.6;

/** A box blur, twice; `work` is as large as the field. */
export function blur(field: Float32Array, wide: number, high: number, r: number, work: Float32Array): void {
  const n = 2 * r + 1;
  for (let round = 0; round < 2; round++) {
    for (let y = 0; y < high; y++) {
      const row = y * wide;
      let sum = 0;
      for (let i = -r; i <= r; i++) sum += field[row + Math.min(wide - 1, Math.max(0, i))]!;
      for (let x = 0; x < wide; x++) {
        work[row + x] = sum / n;
        sum += field[row + Math.min(wide - 1, x + r + 1)]! - field[row + Math.max(0, x - r)]!;
      }
    }
    for (let x = 0; x < wide; x++) {
      let sum = 0;
      for (let i = -r; i <= r; i++) sum += work[x + wide * Math.min(high - 1, Math.max(0, i))]!;
      for (let y = 0; y < high; y++) {
        field[y * wide + x] = sum / n;
        sum += work[x + wide * Math.min(high - 1, y + r + 1)]! - work[x + wide * Math.max(0, y - r)]!;
      }
    }
  }
}

const WOOD = codeOf("wood"), ROCK = codeOf("rock"), HILL = codeOf("hill"), WATER = codeOf("water"), PLOT = codeOf("plot");

function lookUp(land: Land, f: Fields): void {
  const { wide, high, box, step } = f, { map, radius: R } = land;
  const wander = (land.hex ? WANDER_HEX : WANDER_SQUARE) * R, far = 1 / (R * 0.8);
  const masks: Record<number, Float32Array> = { [WOOD]: f.wood, [ROCK]: f.rock, [HILL]: f.hill, [WATER]: f.water, [PLOT]: f.plot };
  for (let b = 0; b < high; b++) for (let a = 0; a < wide; a++) {
    const x = box.x + a * step, y = box.y + b * step, u = x * far, v = y * far, i = b * wide + a;
    const dx = (noise(u, v) - 0.5) * wander * 2 + (noise(u * 3, v * 3) - 0.5) * wander * 0.6;
    const dy = (noise(u + 50, v + 20) - 0.5) * wander * 2 + (noise(u * 3 + 9, v * 3) - 0.5) * wander * 0.6;
    const cell = land.indexAt(x + dx, y + dy), mask = masks[map.land[cell]!], light = map.light[cell]!;
    if (mask) mask[i] = 1;
    if (light === 2) f.seen[i] = 1;
    else if (light === 0) f.unknown[i] = 1;
  }
}

/** Empty where nothing is to be looked up. */
export function makeFields(land: Land, box: Box, step: number): Fields {
  const wide = Math.ceil(box.width / step) + 2, high = Math.ceil(box.height / step) + 2;
  const make = () => new Float32Array(wide * high);
  const f: Fields = {
    wide, high, box, step, wood: make(), rock: make(), hill: make(), water: make(), plot: make(), seen: make(), unknown: make(),
    wet: false, dim: false, dark: false,
  };
  lookUp(land, f);
  const work = make(), R = land.radius / step, round = (part: number) => Math.max(1, Math.round((R * part) / 1));
  f.wet = f.water.includes(1);
  f.dim = f.seen.includes(0);
  f.dark = f.unknown.includes(1);
  const soften = (field: Float32Array, part: number) => { if (field.includes(1)) blur(field, wide, high, round(part), work); };
  soften(f.wood, 0.16);
  soften(f.rock, 0.3);
  soften(f.hill, 0.2);
  soften(f.water, 0.06);
  if (f.dim) soften(f.seen, 0.22);
  if (f.dark) soften(f.unknown, 0.3);
  return f;
}

/** Slow noises over the same numbers: which grass grows, and how the ground rises. */
export function makeSlopes(land: Land, f: Fields): { grass: Float32Array; dry: Float32Array; height: Float32Array } {
  const { wide, high, box, step } = f, far = 1 / (land.radius * 0.8), size = wide * high;
  const grass = new Float32Array(size), dry = new Float32Array(size), height = new Float32Array(size);
  for (let b = 0; b < high; b++) for (let a = 0; a < wide; a++) {
    const u = (box.x + a * step) * far, v = (box.y + b * step) * far, i = b * wide + a, rock = f.rock[i]!, hill = f.hill[i]!;
    height[i] = rough(u * 0.9, v * 0.9) * (0.35 + rock * 1.3 + hill * 0.25) + rock * 1.1 + hill * 0.5;
    grass[i] = rough(u * 0.22 + 3, v * 0.22);
    dry[i] = rough(u * 1.4, v * 1.4);
  }
  return { grass, dry, height };
}

/** Between the numbers of a field. */
export function sample(field: Float32Array, wide: number, x: number, y: number): number {
  const a = Math.floor(x), b = Math.floor(y), fx = x - a, fy = y - b, i = b * wide + a;
  const top = field[i]! + (field[i + 1]! - field[i]!) * fx, foot = field[i + wide]! + (field[i + wide + 1]! - field[i + wide]!) * fx;
  return top + (foot - top) * fy;
}
