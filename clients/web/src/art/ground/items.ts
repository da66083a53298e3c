// What stands on the ground: trees, peaks, hills, tufts of grass; sorted by foot, so they overlap into woods and ranges.
import type { Box } from "../../board/geometry";
import type { Land } from "./land";
import { chance, noise } from "./noise";

type Pen = OffscreenCanvasRenderingContext2D;
type Item = [foot: number, draw: (to: Pen) => void];
type Next = () => number;

function shape(to: Pen, points: readonly (readonly [number, number])[], fill: string): void {
  to.fillStyle = fill;
  to.beginPath();
  points.forEach(([x, y], i) => (i ? to.lineTo(x, y) : to.moveTo(x, y)));
  to.closePath();
  to.fill();
}

function disc(to: Pen, x: number, y: number, r: number): void {
  to.beginPath();
  to.arc(x, y, r, 0, 7);
}

function pointedTree(to: Pen, x: number, y: number, k: number): void {
  for (let i = 0; i < 2; i++) {
    const w = k * (0.92 - i * 0.25), base = y - k * (0.25 + i * 0.8), h = k * 1.25;
    to.fillStyle = "#4f7247";
    to.beginPath();
    to.moveTo(x - w, base);
    to.quadraticCurveTo(x, base + k * 0.3, x + w, base);
    to.lineTo(x, base - h);
    to.closePath();
    to.fill();
    to.stroke();
    shape(to, [[x - w * 0.8, base - 0.6], [x - w * 0.1, base], [x - k * 0.02, base - h * 0.92]], "#7fa266");
  }
}

function roundTree(to: Pen, x: number, y: number, k: number, z: number): void {
  const [shade, lit] = z > 0.5 ? ["#5f7f45", "#93ad5f"] : ["#56794a", "#84a65f"];
  to.fillStyle = shade!;
  to.beginPath();
  to.arc(x - k * 0.45, y - k * 0.5, k * 0.55, 0, 7);
  to.arc(x + k * 0.45, y - k * 0.5, k * 0.55, 0, 7);
  to.arc(x, y - k * 0.95, k * 0.66, 0, 7);
  to.stroke();
  to.fill();
  to.fillStyle = lit!;
  disc(to, x - k * 0.2, y - k * 1.08, k * 0.4);
  to.fill();
  disc(to, x - k * 0.55, y - k * 0.65, k * 0.27);
  to.fill();
}

function tree(to: Pen, x: number, y: number, k: number, pointed: boolean, z: number): void {
  to.fillStyle = "rgb(40 50 24 / .28)";
  to.beginPath();
  to.ellipse(x + k * 0.35, y + k * 0.1, k * 1.05, k * 0.42, 0, 0, 7);
  to.fill();
  to.lineWidth = 0.8;
  to.strokeStyle = "#29351d";
  if (pointed) pointedTree(to, x, y, k);
  else roundTree(to, x, y, k, z);
}

function line(to: Pen, points: readonly (readonly [number, number])[]): void {
  to.beginPath();
  points.forEach(([x, y], i) => (i ? to.lineTo(x, y) : to.moveTo(x, y)));
  to.stroke();
}

function peak(to: Pen, x: number, y: number, k: number, next: Next): void {
  const w = k * 0.82, h = k * 1.25, tx = x + (next() - 0.5) * k * 0.25, ty = y - h;
  shape(to, [[x, y], [x + w * 1.5, y + k * 0.06], [tx + w * 0.5, y - h * 0.3]], "rgb(50 38 24 / .25)");
  const edge = [[x + k * 0.06, y - h * 0.55], [x - k * 0.08, y - h * 0.22], [x + k * 0.05, y + k * 0.06]] as const;
  const left = [[x - w, y], [x - w * 0.55, y - h * 0.5], [tx, ty]] as const, right = [[x + w * 0.5, y - h * 0.52], [x + w, y]] as const;
  shape(to, [...left, ...edge], "#dccfb3");
  shape(to, [[tx, ty], ...right, edge[2], edge[1], edge[0]], "#8d8074");
  shape(to, [[tx, ty], [tx - w * 0.3, y - h * 0.7], [tx - w * 0.12, y - h * 0.66], [tx + w * 0.02, y - h * 0.58], [tx + w * 0.14, y - h * 0.68], [tx + w * 0.28, y - h * 0.72]], "#fbf6e8");
  to.lineWidth = 0.95;
  to.strokeStyle = "#35281b";
  line(to, [...left, ...right]);
  to.lineWidth = 0.62;
  to.strokeStyle = "rgb(53 40 27 / .75)";
  for (let i = 0; i < 5; i++) {
    const t = 0.18 + i * 0.17, a = tx + (x + w - tx) * t, b = ty + (y - ty) * t;
    line(to, [[a - 0.7, b + 0.7], [a - k * 0.16 - next() * 2, b + h * 0.2]]);
  }
  line(to, [[tx, ty], edge[0], edge[1]]);
}

function hill(to: Pen, x: number, y: number, k: number): void {
  to.fillStyle = "#cdbb83";
  to.strokeStyle = "#5b4a2a";
  to.lineWidth = 0.85;
  to.beginPath();
  to.moveTo(x - k, y);
  to.quadraticCurveTo(x - k * 0.2, y - k * 1.2, x + k, y);
  to.fill();
  to.stroke();
  to.fillStyle = "rgb(110 90 50 / .4)";
  to.beginPath();
  to.moveTo(x + k, y);
  to.quadraticCurveTo(x + k * 0.2, y - k * 0.7, x, y - k * 0.6);
  to.quadraticCurveTo(x + k * 0.3, y - k * 0.2, x + k * 0.1, y);
  to.fill();
}

const TREES = 7;

function woods(land: Land, x: number, y: number, next: Next): Item[] {
  const R = land.radius, { x: a, y: b } = land.centre(x, y), feet: [number, number][] = [], stray = land.hex ? 3 : 13; // of squares the edges would show
  for (let i = 0; i < TREES; i++) {
    const angle = i * 2.4 + x + y * 0.7, far = R * 0.72 * Math.sqrt((i + 0.5) / TREES);
    feet.push([a + far * Math.cos(angle) + (next() - 0.5) * stray, b + far * Math.sin(angle) * 0.9 + (next() - 0.5) * stray]);
  }
  for (const side of land.beside(x, y)) {
    if (land.land(side.x, side.y) !== "wood") continue;
    const other = land.centre(side.x, side.y);
    feet.push([(a + other.x) / 2 + (next() - 0.5) * R * 0.4, (b + other.y) / 2 + (next() - 0.5) * R * 0.3]);
  }
  return feet.map(([u, v]): Item => {
    const k = R * (0.27 + next() * 0.1), pointed = noise(u * 0.03, v * 0.03) > 0.52, z = next();
    return [v, (to) => tree(to, u, v, k, pointed, z)];
  });
}

function range(land: Land, x: number, y: number, next: Next): Item[] {
  const R = land.radius, { x: a, y: b } = land.centre(x, y), items: Item[] = [];
  const add = (u: number, v: number, k: number) => {
    const mine = chance(Math.round(next() * 1e9));
    items.push([v - R * 0.05, (to) => peak(to, u, v, k, mine)]);
  };
  add(a + (next() - 0.5) * R * 0.4, b + R * 0.5 + (next() - 0.5) * R * 0.3, R * (0.72 + next() * 0.5));
  for (const side of land.beside(x, y)) {
    if (land.land(side.x, side.y) !== "rock" || (side.x <= x && side.y <= y) || next() >= 0.7) continue;
    const other = land.centre(side.x, side.y);
    add((a + other.x) / 2 + (next() - 0.5) * R * 0.4, (b + other.y) / 2 + R * 0.36, R * (0.42 + next() * 0.45));
  }
  if (next() < 0.75) add(a - R * (0.3 + next() * 0.25), b + R * 0.66, R * (0.3 + next() * 0.24));
  if (next() < 0.75) add(a + R * (0.3 + next() * 0.25), b + R * 0.64, R * (0.28 + next() * 0.22));
  return items;
}

const DOMES = [[-0.5, 0.3], [0, -0.1], [0.5, 0.3]] as const;

function domes(land: Land, x: number, y: number, next: Next): Item[] {
  const R = land.radius, { x: a, y: b } = land.centre(x, y);
  return DOMES.map(([dx, dy]): Item => {
    const u = a + (dx + (next() - 0.5) * 0.36) * R, v = b + (dy + (next() - 0.5) * 0.34) * R, k = R * (0.32 + next() * 0.18);
    return [v, (to) => hill(to, u, v, k)];
  });
}

function tuft(to: Pen, x: number, y: number): void {
  to.strokeStyle = "rgb(70 84 40 / .5)";
  to.lineWidth = 0.7;
  to.beginPath();
  for (const lean of [-1.7, 0, 1.7]) {
    to.moveTo(x + lean * 0.5, y);
    to.lineTo(x + lean, y - 2.8);
  }
  to.stroke();
}

function tufts(land: Land, x: number, y: number, next: Next): Item[] {
  const R = land.radius, { x: a, y: b } = land.centre(x, y), items: Item[] = [];
  for (let i = 0; i < 2; i++) {
    const u = a + (next() - 0.5) * R * 1.2, v = b + (next() - 0.5) * R;
    if (next() > 0.45) items.push([-1e6, (to) => tuft(to, u, v)]);
  }
  return items;
}

function itemsOf(land: Land, x: number, y: number): Item[] {
  const next = chance(land.seed(x, y)), kind = land.land(x, y);
  if (kind === "wood") return woods(land, x, y, next);
  if (kind === "rock") return range(land, x, y, next);
  if (kind === "hill") return domes(land, x, y, next);
  return kind === "meadow" && !land.beside(x, y).some((side) => ["water", "river"].includes(land.land(side.x, side.y))) ? tufts(land, x, y, next) : [];
}

/** Draws all that stands in a box, or reaches into it. */
export function drawItems(to: Pen, land: Land, box: Box): void {
  const wide = land.radius * 2.2, around = { x: box.x - wide, y: box.y - wide, width: box.width + 2 * wide, height: box.height + 2 * wide };
  const items = land.cellsIn(around).filter(({ x, y }) => land.light(x, y) > 0).flatMap(({ x, y }) => itemsOf(land, x, y));
  items.sort((a, b) => a[0] - b[0]).forEach(([, draw]) => draw(to));
}

const TICK = 0.17;

/** Only the corners of cells are ticked, unless the whole grid is wanted. */
export function drawGrid(to: Pen, land: Land, box: Box): void {
  if (land.map.grid === "none") return;
  const part = land.map.grid === "whole" ? 0.5 : TICK;
  to.strokeStyle = "rgb(58 42 26 / .34)";
  to.lineWidth = 0.7;
  to.beginPath();
  for (const { x, y } of land.cellsIn({ x: box.x - 40, y: box.y - 40, width: box.width + 80, height: box.height + 80 })) {
    if (land.light(x, y) === 0) continue;
    const corners = land.corners(x, y);
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length]!;
      to.moveTo(a.x, a.y);
      to.lineTo(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
      to.moveTo(b.x, b.y);
      to.lineTo(b.x + (a.x - b.x) * part, b.y + (a.y - b.y) * part);
    });
  }
  to.stroke();
}
