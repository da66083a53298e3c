// A board of limestone and slate in a carved frame: cracks and moss by chance, home rows with the signs of their sides, a circle of runes.
import { CELL, type Point } from "../../board/geometry";
import { SIDES } from "../sides";
import { device } from "../strokes";
import type { Land } from "./land";
import { chance } from "./noise";

type Pen = OffscreenCanvasRenderingContext2D;
const LIME = ["#dccdaa", "#d6c6a0", "#e0d3b2"], SLATE = ["#a3a78f", "#9b9f88", "#a9ac97"];
const FRAME = CELL * 0.42;

function lines(to: Pen, points: number[][], colour: string, wide: number): void {
  to.strokeStyle = colour;
  to.lineWidth = wide;
  to.beginPath();
  points.forEach(([x, y], i) => (i ? to.lineTo(x!, y!) : to.moveTo(x!, y!)));
  to.stroke();
}

function square(to: Pen, land: Land, { x, y }: Point): void {
  const next = chance(land.seed(x, y) ^ 4), v = next(), left = x * CELL, top = y * CELL, right = left + CELL, foot = top + CELL;
  to.fillStyle = ((x + y) % 2 ? LIME : SLATE)[Math.floor(v * 3)]!;
  to.fillRect(left, top, CELL, CELL);
  lines(to, [[left, foot], [left, top], [right, top]], "rgb(239 230 204 / .5)", 0.8);
  lines(to, [[right, top], [right, foot], [left, foot]], "rgb(91 74 48 / .55)", 0.8);
  if (v > 0.72) {
    const a = left + 5 + next() * 20, b = top + 6 + next() * 24;
    lines(to, [[a, b], [a + 4 + next() * 5, b + 2.5 - next() * 6], [a + 10, b + next() * 6]], "rgb(106 88 58 / .55)", 0.6);
  }
  if (v < 0.1) {
    to.fillStyle = "rgb(111 138 79 / .7)";
    to.beginPath();
    to.ellipse(left + 9, foot - 2, 7, 2.6, 0, 0, 7);
    to.fill();
  }
}

function home(to: Pen, land: Land, { x, y }: Point, rows: number, dim: boolean): void {
  const owner = land.owner(x, y) || (y < rows / 2 ? 1 : 2), side = SIDES[owner]!, left = x * CELL, top = y * CELL;
  to.fillStyle = side.side;
  to.globalAlpha = dim ? 0.26 : 0.16;
  to.fillRect(left + 2.4, top + 2.4, CELL - 4.8, CELL - 4.8);
  to.globalAlpha = 0.5;
  to.strokeStyle = side.dark;
  to.lineWidth = 0.8;
  to.setLineDash(owner % 2 ? [1, 2.4] : [5, 2]);
  to.strokeRect(left + 4, top + 4, CELL - 8, CELL - 8);
  to.setLineDash([]);
  to.globalAlpha = 0.28;
  const sign = device(owner, left + CELL / 2, top + CELL / 2, 5.4, side.dark), path = new Path2D(sign.d);
  if (sign.fill) {
    to.fillStyle = sign.fill;
    to.fill(path);
  } else {
    to.lineWidth = sign.width;
    to.stroke(path);
  }
  to.globalAlpha = 1;
}

function runes(to: Pen, middle: Point): void {
  to.strokeStyle = "rgb(109 90 56 / .5)";
  to.lineWidth = 1;
  for (const r of [58, 52]) {
    to.beginPath();
    to.arc(middle.x, middle.y, r, 0, 7);
    to.stroke();
  }
  lines(to, [[0, -52], [45, 26], [-45, 26], [0, -52]].map(([x, y]) => [middle.x + x!, middle.y + y!]), "rgb(109 90 56 / .5)", 1);
}

function frame(to: Pen, wide: number, high: number): void {
  to.fillStyle = "#6b4a2b";
  to.fillRect(-FRAME, -FRAME, wide + 2 * FRAME, high + 2 * FRAME);
  to.strokeStyle = "#17100a";
  to.lineWidth = 1;
  to.strokeRect(-FRAME, -FRAME, wide + 2 * FRAME, high + 2 * FRAME);
  to.strokeStyle = "rgb(217 168 51 / .8)";
  to.lineWidth = 0.7;
  to.strokeRect(-FRAME + 2.4, -FRAME + 2.4, wide + 2 * FRAME - 4.8, high + 2 * FRAME - 4.8);
}

export function drawStone(to: Pen, land: Land): void {
  const { x0, y0, columns, rows, dark } = land.map, cells: Point[] = [];
  for (let y = y0; y < y0 + rows; y++) for (let x = x0; x < x0 + columns; x++) if (["stone", "home"].includes(land.land(x, y))) cells.push({ x, y });
  if (cells.length === 0) return;
  const high = Math.max(...cells.map(({ y }) => y)) + 1, wide = Math.max(...cells.map(({ x }) => x)) + 1;
  frame(to, wide * CELL, high * CELL);
  cells.forEach((cell) => square(to, land, cell));
  cells.filter(({ x, y }) => land.land(x, y) === "home").forEach((cell) => home(to, land, cell, high, dark));
  runes(to, { x: (wide * CELL) / 2, y: (high * CELL) / 2 });
  if (!dark) return;
  to.fillStyle = "rgb(20 14 8 / .3)";
  to.fillRect(0, 0, wide * CELL, high * CELL);
}
