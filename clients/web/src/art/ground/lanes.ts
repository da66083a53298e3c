// Lanes of beaten earth between fields, and the fields of the two sides: ruled like farmland, edged with their stitches.
import { CELL, type Box, type Point } from "../../board/geometry";
import { SIDES } from "../sides";
import type { Land } from "./land";
import { chance } from "./noise";

type Pen = OffscreenCanvasRenderingContext2D;

const isLane = (land: Land, { x, y }: Point) => land.land(x, y) === "lane";

/** From the middle of a lane's cell to those beside it; where it turns, in a bow. */
function lanePath(land: Land, cells: Point[]): Path2D {
  const path = new Path2D();
  for (const cell of cells) {
    const at = land.centre(cell.x, cell.y), near = land.beside(cell.x, cell.y).filter((next) => isLane(land, next)).map((next) => land.centre(next.x, next.y));
    const mids = near.map((to) => ({ x: (at.x + to.x) / 2, y: (at.y + to.y) / 2 }));
    const turns = mids.length === 2 && mids[0]!.x !== mids[1]!.x && mids[0]!.y !== mids[1]!.y;
    if (turns) {
      path.moveTo(mids[0]!.x, mids[0]!.y);
      path.quadraticCurveTo(at.x, at.y, mids[1]!.x, mids[1]!.y);
    } else for (const mid of mids) {
      path.moveTo(at.x, at.y);
      path.lineTo(mid.x, mid.y);
    }
  }
  return path;
}

const COATS: readonly [wide: number, colour: string, dash: number[]][] = [
  [0.97, "rgb(50 36 20 / .35)", []], [0.87, "#5b4328", []], [0.79, "#dcc794", []], [0.57, "#e6d4a6", []], [0.025, "#b3975f", [9, 12]],
];

function pebbles(to: Pen, land: Land, cells: Point[]): void {
  for (const cell of cells) {
    const next = chance(land.seed(cell.x, cell.y)), at = land.centre(cell.x, cell.y);
    for (let i = 0; i < 6; i++) {
      to.fillStyle = next() > 0.5 ? "rgb(120 95 55 / .35)" : "rgb(255 245 215 / .6)";
      to.beginPath();
      to.ellipse(at.x + (next() - 0.5) * CELL * 0.7, at.y + (next() - 0.5) * CELL * 0.6, 1.2 + next() * 2, 1 + next() * 1.2, 0, 0, 7);
      to.fill();
    }
  }
}

function plots(to: Pen, land: Land, cells: Point[], owner: number): void {
  const side = SIDES[owner]!, mine = cells.filter(({ x, y }) => land.land(x, y) === "plot" && land.owner(x, y) === owner);
  to.fillStyle = side.light;
  to.globalAlpha = 0.5;
  for (const { x, y } of mine) to.fillRect(x * CELL - 0.2, y * CELL - 0.2, CELL + 0.4, CELL + 0.4);
  to.globalAlpha = 0.14;
  to.strokeStyle = side.dark;
  to.lineWidth = 1.3;
  to.beginPath();
  for (const { x, y } of mine) for (const dy of [-6, 0, 6]) {
    const at = land.centre(x, y);
    to.moveTo(at.x - 11, at.y + dy);
    to.lineTo(at.x + 11, at.y + dy);
  }
  to.stroke();
  to.globalAlpha = 1;
  stitch(to, land, mine, owner);
}

const SIDES_OF_CELL = [[0, -1, 0, 0, 1, 0], [0, 1, 0, 1, 1, 1], [-1, 0, 0, 0, 0, 1], [1, 0, 1, 0, 1, 1]] as const;

function stitch(to: Pen, land: Land, mine: Point[], owner: number): void {
  const path = new Path2D();
  for (const { x, y } of mine) for (const [dx, dy, ax, ay, bx, by] of SIDES_OF_CELL) {
    if (land.land(x + dx, y + dy) === "plot" && land.owner(x + dx, y + dy) === owner) continue;
    path.moveTo((x + ax) * CELL, (y + ay) * CELL);
    path.lineTo((x + bx) * CELL, (y + by) * CELL);
  }
  to.lineCap = "butt";
  to.strokeStyle = "rgb(255 246 216 / .7)";
  to.lineWidth = 3;
  to.stroke(path);
  to.strokeStyle = SIDES[owner]!.dark;
  to.lineWidth = 1.6;
  to.setLineDash(owner % 2 ? [1.6, 3.4] : [7, 3.4]);
  to.stroke(path);
  to.setLineDash([]);
  to.lineCap = "round";
}

export function drawLanes(to: Pen, land: Land, box: Box): void {
  const cells = land.cellsIn({ x: box.x - 80, y: box.y - 80, width: box.width + 160, height: box.height + 160 });
  const lane = cells.filter((cell) => isLane(land, cell)), path = lanePath(land, lane);
  for (const owner of [1, 2, 3, 4]) if (cells.some(({ x, y }) => land.land(x, y) === "plot" && land.owner(x, y) === owner)) plots(to, land, cells, owner);
  for (const [wide, colour, dash] of COATS) {
    to.lineWidth = wide * CELL;
    to.strokeStyle = colour;
    to.setLineDash(dash);
    to.stroke(path);
  }
  to.setLineDash([]);
  pebbles(to, land, lane);
}
