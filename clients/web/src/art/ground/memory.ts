// What is out of sight loses its paint and keeps its ink; what was never seen lies under a bank of engraved cloud.
import type { Box, Point } from "../../board/geometry";
import { sample, type Fields } from "./fields";
import type { Land } from "./land";
import { chance } from "./noise";

type Pen = OffscreenCanvasRenderingContext2D;

const INKED = { light: { paper: [233, 220, 185], ink: [112, 92, 66] }, dark: { paper: [84, 78, 68], ink: [22, 19, 18] } } as const;
const NIGHT = [0.74, 0.71, 0.66] as const;
const HATCH = 4.6, HATCH_LINE = 0.75; // units

/** Mixes paint and ink by what is in sight, and dims the paint of the dark theme. */
export function forget(land: Land, f: Fields, image: ImageData, scale: number, all: boolean): void {
  const { width, height, data } = image, { dark } = land.map, { paper, ink } = dark ? INKED.dark : INKED.light;
  const period = Math.max(3, Math.round(HATCH * scale)), line = Math.max(0.8, HATCH_LINE * scale);
  for (let i = 0, y = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) {
    const seen = all ? 0 : Math.min(1, Math.max(0, (sample(f.seen, f.wide, x / 2, y / 2) - 0.3) * 2.5));
    if (seen === 1 && !dark) continue;
    const bright = (data[i]! * 0.3 + data[i + 1]! * 0.59 + data[i + 2]! * 0.11) / 255;
    const tone = Math.pow(Math.min(1, Math.max(0, (bright - 0.08) * 1.36)), 0.8);
    const hatch = (x + y + Math.round(f.box.x * scale) + Math.round(f.box.y * scale) + 1e5 * period) % period < line ? 0.93 : 1;
    for (let k = 0; k < 3; k++) {
      const kept = (ink[k]! + (paper[k]! - ink[k]!) * tone) * hatch, paint = dark ? data[i + k]! * NIGHT[k]! : data[i + k]!;
      data[i + k] = kept + (paint - kept) * seen;
    }
  }
}

interface Puff { x: number; y: number; r: number; edge: boolean }

function puffsOf(land: Land, { x, y }: Point, edge: boolean): Puff[] {
  const next = chance(land.seed(x, y) ^ 9), R = land.radius, at = land.centre(x, y);
  const around = (spread: number, r: number): Puff => ({ x: at.x + (next() - 0.5) * R * spread, y: at.y + (next() - 0.5) * R * spread, r: R * r, edge });
  if (!edge) return [around(1.2, 0.5 + next() * 0.4)];
  const corners = land.corners(x, y, 0.86), puffs: Puff[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    for (const t of [0, 0.5]) {
      const z = next();
      puffs.push({ x: a.x + (b.x - a.x) * t + (next() - 0.5) * R * 0.4, y: a.y + (b.y - a.y) * t + (next() - 0.5) * R * 0.34, r: R * (0.24 + z * z * 0.5), edge });
    }
  });
  return [...puffs, around(0.3, 0.75 + next() * 0.2)];
}

const SKY = { light: { top: "#cfbf96", low: "#b7a476", ink: "#6e5a3a", shadow: 0.42 }, dark: { top: "#3a4048", low: "#23272d", ink: "#7d858d", shadow: 0.7 } } as const;

function shadowOf(f: Fields, strength: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(f.wide, f.high), to = canvas.getContext("2d")!, image = new ImageData(f.wide, f.high);
  for (let i = 0; i < f.unknown.length; i++) image.data[i * 4 + 3] = 255 * strength * Math.min(1, f.unknown[i]! * 1.2);
  to.putImageData(image, 0, 0);
  return canvas;
}

function drawPuff(to: Pen, { x, y, r, edge }: Puff, sky: { top: string; low: string; ink: string }): void {
  const tone = to.createLinearGradient(0, y - r, 0, y + r);
  tone.addColorStop(0, sky.top);
  tone.addColorStop(0.75, sky.low);
  const arc = (part: number, from: number, end: number, alpha: number) => {
    to.globalAlpha = alpha;
    to.beginPath();
    to.arc(x, y, r * part, from, end);
    to.stroke();
  };
  to.fillStyle = tone;
  to.globalAlpha = edge ? 1 : 0.5;
  to.beginPath();
  to.arc(x, y, r, 0, 7);
  to.fill();
  to.strokeStyle = sky.ink;
  to.lineWidth = edge ? 0.9 : 0.7;
  arc(1, Math.PI * 1.02, Math.PI * 1.9, edge ? 0.75 : 0.22);
  if (edge) {
    arc(1, 0, 7, 0.22);
    arc(0.78, Math.PI * 1.1, Math.PI * 1.55, 0.3);
  }
  to.globalAlpha = 1;
}

/** The cloud over all that is unknown in a box, and its shadow on the map. */
export function drawClouds(to: Pen, land: Land, f: Fields | null, box: Box): void {
  const sky = land.map.dark ? SKY.dark : SKY.light, R = land.radius, wide = 2 * R;
  const unknown = land.cellsIn({ x: box.x - wide, y: box.y - wide, width: box.width + 2 * wide, height: box.height + 2 * wide })
    .filter(({ x, y }) => land.light(x, y) === 0)
    .map((cell) => ({ cell, edge: land.beside(cell.x, cell.y).some((next) => land.light(next.x, next.y) > 0) }));
  if (f) to.drawImage(shadowOf(f, sky.shadow), f.box.x + 4, f.box.y + R * 0.34, f.wide * f.step, f.high * f.step);
  to.fillStyle = sky.low;
  to.beginPath();
  for (const { cell, edge } of unknown) {
    land.corners(cell.x, cell.y, edge ? 0.9 : 1.06).forEach((p, i) => (i ? to.lineTo(p.x, p.y) : to.moveTo(p.x, p.y)));
    to.closePath();
  }
  to.fill();
  unknown.flatMap(({ cell, edge }) => puffsOf(land, cell, edge)).sort((a, b) => a.y - b.y).forEach((puff) => drawPuff(to, puff, sky));
}
