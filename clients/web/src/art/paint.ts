// Figures painted on a canvas and kept as pictures, by look and size.
import { figureOf, type Look } from "./figures";
import { CUT, INK } from "./sides";
import type { Stroke } from "./strokes";

type Canvas2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The box of a whole picture, with room for plumes and bases, in the units of figures. */
export const BOX = { x: -6, y: -12, width: 76, height: 84, feet: 56 };
const CUT_WIDTH = 6.4;
const DRAGON = 1.4;

function stroke(to: Canvas2D, { d, fill, line, width, alpha }: Stroke): void {
  const path = new Path2D(d);
  to.globalAlpha = alpha;
  if (fill) {
    to.fillStyle = fill;
    to.fill(path);
  }
  if (line) {
    to.strokeStyle = line;
    to.lineWidth = width;
    to.stroke(path);
  }
  to.globalAlpha = 1;
}

/** Shades and smoke are no part of what was cut out. */
export const hasEdge = ({ alpha }: Stroke): boolean => alpha === 1;

/** The pale edge along which the figure was cut out. */
function cut(to: Canvas2D, strokes: Stroke[]): void {
  to.fillStyle = to.strokeStyle = CUT;
  to.lineWidth = CUT_WIDTH;
  for (const { d, fill } of strokes.filter(hasEdge)) {
    const path = new Path2D(d);
    to.stroke(path);
    if (fill) to.fill(path);
  }
}

function shadow(to: Canvas2D): void {
  to.fillStyle = "rgb(29 20 11 / .32)";
  to.beginPath();
  to.ellipse(36, 60, 24, 7, 0, 0, 7);
  to.fill();
}

/** Draws into the box of figures: the caller scales. */
export function paintFigure(to: Canvas2D, look: Look): void {
  const { base, body, mirrored, box: [x, y, scale] } = figureOf(look);
  to.lineJoin = to.lineCap = "round";
  to.strokeStyle = INK;
  shadow(to);
  base.forEach((one) => stroke(to, one));
  to.save();
  if (mirrored) to.transform(-1, 0, 0, 1, 64, 0);
  to.transform(scale, 0, 0, scale, x, y);
  cut(to, body);
  body.forEach((one) => stroke(to, one));
  to.restore();
}

/** How much larger than a box a figure is: a dragon looks over its edge. */
export const growth = (figure: string): number => (figure === "dragon" ? DRAGON : 1);

function painted(look: Look, pixels: number): HTMLCanvasElement {
  const sprite = document.createElement("canvas");
  const pad = growth(look.figure) > 1 ? 0.22 : 0, wide = BOX.width * (1 + 2 * pad), scale = pixels / wide;
  sprite.width = pixels;
  sprite.height = Math.ceil(BOX.height * (1 + 2 * pad) * scale);
  const to = sprite.getContext("2d")!;
  to.scale(scale, scale);
  to.translate(-BOX.x + BOX.width * pad, -BOX.y + BOX.height * pad);
  paintFigure(to, look);
  return sprite;
}

/** The address of a canvas's picture, made beside this thread. */
const addressOf = (canvas: HTMLCanvasElement): Promise<string> => new Promise((resolve) => {
  canvas.toBlob((blob) => {
    if (!blob) return resolve("");
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(blob);
  });
});

const kept = new Map<string, string | Promise<string>>();
const KEPT_MAX = 400;

/** The picture of a look, so many pixels wide, as an address for an <img>: at once where it was wanted before. */
export function pictureOf(look: Look, pixels: number): string | Promise<string> {
  const key = [look.figure, look.owner, look.gift ?? "", look.bare ? "bare" : "", look.left ?? "", look.worn ?? "", look.far ? "far" : "", pixels].join();
  const found = kept.get(key);
  if (found !== undefined) return found;
  if (kept.size >= KEPT_MAX) kept.clear();
  const made = addressOf(painted(look, pixels)).then((url) => {
    kept.set(key, url);
    return url;
  });
  kept.set(key, made);
  return made;
}
