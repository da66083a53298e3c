// Names of columns and rows along the edges of the view: always the same size, however near the board is.
import type { Game, Scene } from "../rules/types";
import { cellName } from "../rules/words";
import { CELL, centre, type Box } from "./geometry";

const HIGH = 20, WIDE = 26, GAP = 30; // pixels: of the strips, and between two names
const INK = "#f6ecd3", CASE = "rgb(29 20 11 / .72)";

interface Names { columns: [at: number, name: string][]; rows: [at: number, name: string][] }

/** "C4" or "3,4": what stands for the column, and what for the row. */
function halves(name: string): [string, string] {
  const found = /^([A-Za-z]+|-?\d+),?(-?\d+)$/.exec(name);
  return found ? [found[1]!, found[2]!] : ["", ""];
}

export function edgeNames(game: Game, scene: Scene): Names {
  const columns = new Map<number, [number, string]>(), rows = new Map<number, [number, string]>();
  for (const { x, y } of scene.cells) {
    const [column, row] = halves(cellName(game.cells, x, y)), at = centre(scene.topology, x, y);
    if (!columns.has(x)) columns.set(x, [centre(scene.topology, x, 0).x, column]);
    if (!rows.has(y)) rows.set(y, [at.y, row]);
  }
  return { columns: [...columns.values()], rows: [...rows.values()] };
}

const sharpness = () => Math.min(2, devicePixelRatio);

function fit(canvas: HTMLCanvasElement, wide: number, high: number): CanvasRenderingContext2D {
  const sharp = sharpness();
  if (canvas.width !== Math.round(wide * sharp) || canvas.height !== Math.round(high * sharp)) {
    canvas.width = Math.round(wide * sharp);
    canvas.height = Math.round(high * sharp);
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
  }
  const to = canvas.getContext("2d")!;
  to.setTransform(sharp, 0, 0, sharp, 0, 0);
  to.clearRect(0, 0, wide, high);
  return to;
}

const FONT = '800 12.5px "Alegreya Sans"';
const written = new Map<string, HTMLCanvasElement>();

/** When the letters have come: names that were written before were written in others. */
export const lettersCome = (): Promise<unknown> => document.fonts.load(FONT).then(() => written.clear());

/** A name with an outline, written once. */
function picture(name: string): HTMLCanvasElement {
  let canvas = written.get(name);
  if (!canvas) {
    canvas = document.createElement("canvas");
    const to = fit(canvas, WIDE, HIGH);
    Object.assign(to, { font: `${FONT}, system-ui, sans-serif`, textAlign: "center", textBaseline: "middle", lineWidth: 3.5, lineJoin: "round", strokeStyle: CASE, fillStyle: INK });
    to.strokeText(name, WIDE / 2, HIGH / 2 + 1);
    to.fillText(name, WIDE / 2, HIGH / 2 + 1);
    written.set(name, canvas);
  }
  return canvas;
}

/** Every name that has room, or every second, fifth or tenth. */
const every = (pixels: number): number => [1, 2, 5, 10].find((step) => step * pixels >= GAP) ?? 20;

const moveTo = (strip: HTMLCanvasElement, place: string) => {
  if (strip.style.transform !== place) strip.style.transform = place;
};

/** Draws both strips for a view that is so many pixels wide. */
export function drawEdges(strips: { columns: HTMLCanvasElement; rows: HTMLCanvasElement }, names: Names, view: Box, wide: number, high: number): void {
  if (names.columns.length === 0) return;
  const scale = wide / view.width, across = fit(strips.columns, wide, HIGH), down = fit(strips.rows, WIDE, high);
  const put = (to: CanvasRenderingContext2D, x: number, y: number, name: string) => to.drawImage(picture(name), x - WIDE / 2, y - HIGH / 2, WIDE, HIGH);
  const left = Math.max(0, (names.columns[0]![0] - CELL / 2 - view.x) * scale - WIDE), top = Math.max(0, (names.rows[0]![0] - CELL / 2 - view.y) * scale - HIGH);
  moveTo(strips.columns, `translateY(${top}px)`);
  moveTo(strips.rows, `translateX(${left}px)`);
  names.columns.forEach(([at, name], i) => {
    const x = (at - view.x) * scale;
    if (i % every(CELL * scale) === 0 && x > left + WIDE - 6 && x < wide - 6) put(across, x, HIGH / 2, name);
  });
  names.rows.forEach(([at, name], i) => {
    const y = (at - view.y) * scale;
    if (i % every(CELL * scale * 0.9) === 0 && y > top + HIGH - 6 && y < high - 6) put(down, WIDE / 2, y, name);
  });
}
