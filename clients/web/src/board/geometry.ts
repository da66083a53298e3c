// Where cells lie: squares, and pointy hexes whose odd rows are shoved right (odd-r). A cell is
// CELL units wide; y grows downwards.
import { Topology, type Scene } from "../rules/types";

export interface Point { x: number; y: number }
export interface Box extends Point { width: number; height: number }

export const CELL = 40;
const HEX_STEP = CELL * Math.sqrt(3) / 2; // between rows
const HEX_RADIUS = CELL / Math.sqrt(3);

export function centre(topology: Topology, x: number, y: number): Point {
  if (topology === Topology.Hexes) return { x: CELL * (x + (y & 1 ? 1 : 0.5)), y: y * HEX_STEP + HEX_RADIUS };
  return { x: CELL * (x + 0.5), y: CELL * (y + 0.5) };
}

/** The part of the board that these cells take up. */
export function bounds(scene: Scene, places: number[]): Box {
  const hex = scene.topology === Topology.Hexes;
  const cells = places.length > 0 ? places.map((i) => scene.cells[i]!) : scene.cells;
  const xs = cells.map((cell) => cell.x), ys = cells.map((cell) => cell.y);
  const x0 = Math.min(...xs), y0 = Math.min(...ys);
  const columns = Math.max(...xs) - x0 + 1, rows = Math.max(...ys) - y0 + 1;
  return {
    x: CELL * x0, y: y0 * (hex ? HEX_STEP : CELL),
    width: CELL * (columns + (hex && rows > 1 ? 0.5 : 0)),
    height: hex ? (rows - 1) * HEX_STEP + 2 * HEX_RADIUS : CELL * rows,
  };
}

const hexCorner = (i: number, r: number): Point => {
  const angle = (Math.PI / 180) * (60 * i - 30);
  return { x: r * Math.cos(angle), y: r * Math.sin(angle) };
};
const pair = (at: Point, by: Point) => `${(at.x + by.x).toFixed(1)} ${(at.y + by.y).toFixed(1)}`;

/** Corners of a cell around its centre, clockwise; `inset`: so far within. */
function corners(topology: Topology, inset = 0): Point[] {
  if (topology === Topology.Hexes) return [0, 1, 2, 3, 4, 5].map((i) => hexCorner(i, HEX_RADIUS - inset));
  const h = CELL / 2 - inset;
  return [{ x: h, y: -h }, { x: h, y: h }, { x: -h, y: h }, { x: -h, y: -h }];
}

/** The whole outline of a cell that lies there, as an SVG path. */
export const outlineAt = (topology: Topology, at: Point, inset = 0): string => `M${corners(topology, inset).map((corner) => pair(at, corner)).join("L")}Z`;

/** By neighbour, in the order of neighbours(): the corner where the side towards it begins. */
const SQUARE_SIDES = [3, 1, 2, 0], HEX_SIDES = [3, 0, 4, 5, 2, 1];

/** The side of a cell that it shares with the neighbour of this number. */
export function sideOfCell(topology: Topology, at: Point, neighbour: number): string {
  const all = corners(topology), first = (topology === Topology.Hexes ? HEX_SIDES : SQUARE_SIDES)[neighbour]!;
  return `M${pair(at, all[first]!)}L${pair(at, all[(first + 1) % all.length]!)}`;
}

const SQUARE_STEPS = [[0, -1], [0, 1], [-1, 0], [1, 0]] as const;
const HEX_STEPS = [
  [[-1, 0], [1, 0], [-1, -1], [0, -1], [-1, 1], [0, 1]], // even rows
  [[-1, 0], [1, 0], [0, -1], [1, -1], [0, 1], [1, 1]],
] as const;

export function neighbours(topology: Topology, x: number, y: number): Point[] {
  const steps = topology === Topology.Hexes ? HEX_STEPS[y & 1 ? 1 : 0]! : SQUARE_STEPS;
  return steps.map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
}

/**
 * The cell that a key leads to: among `places` the nearest one in that direction, those straight
 * ahead first. Gaps in the board are jumped over.
 */
export function towards(places: Point[], from: Point, dx: number, dy: number): number {
  let best = -1, bestCost = Infinity;
  places.forEach((place, i) => {
    const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy - (place.y - from.y) * dx);
    if (along < 0.3 * CELL || aside > along * 1.2) return;
    const cost = along + 2.5 * aside;
    if (cost < bestCost) {
      best = i;
      bestCost = cost;
    }
  });
  return best;
}
