// One figure as a picture on the board, drawn anew only when another size is wanted. It is an <img> and no canvas: five hundred canvases
// are as many layers for the browser to sort at every frame, five hundred pictures are none.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Look } from "../art/figures";
import { BOX, growth, pictureOf } from "../art/paint";
import { CELL } from "./geometry";

const UNIT = 0.54; // of a figure's box, in units of the board
export const FEET = CELL * 0.27; // below the middle of a cell
const DRAGON_SIZE = 1.3;
const FAR = 28, DOTS_MAX = 2; // pixels of a cell: in fewer a figure is not to be told from another
const STEPS = [24, 32, 43, 57, 76, 101, 135, 180, 240, 320]; // pixels of a picture: between them the browser scales it
const dots = () => Math.min(DOTS_MAX, devicePixelRatio);

/** Is a cell too small for figures, with so many pixels to a unit of the board? */
export const isFar = (pixels: number): boolean => pixels > 0 && CELL * pixels * dots() < FAR;

/** How wide a sprite is on the board, and how far its left and upper edges lie from the feet. */
export function sizeOf(figure: string, size: number) {
  const grown = growth(figure) > 1, pad = grown ? 0.22 : 0, unit = UNIT * size * (grown ? DRAGON_SIZE : 1);
  const wide = BOX.width * (1 + 2 * pad) * unit, high = BOX.height * (1 + 2 * pad) * unit;
  return { wide, high, left: (BOX.x - BOX.width * pad - 32) * unit, top: (BOX.y - BOX.height * pad - BOX.feet) * unit, unit };
}

/** The figure, as sharp as so many pixels to a unit want it. */
export function Sprite({ look, size, pixels }: { look: Look; size: number; pixels: number }) {
  const [source, setSource] = useState("");
  const { wide, high, left, top } = sizeOf(look.figure, size);
  const wanted = wide * pixels * dots() * 0.95, sharp = STEPS.find((step) => step >= wanted) ?? STEPS[STEPS.length - 1]!;
  useLayoutEffect(() => {
    if (pixels === 0) return undefined; // the board has no size yet
    let here = true;
    const found = pictureOf(look, sharp);
    if (typeof found === "string") setSource(found);
    else void found.then((url) => { if (here) setSource(url); });
    return () => { here = false; };
  }, [look.figure, look.owner, look.gift, look.bare, look.left, look.worn, look.far, sharp, pixels === 0]);
  const style = { width: `${wide}px`, height: `${high}px`, left: `${left}px`, top: `${top}px` };
  return <img class="figure" alt="" src={source || undefined} decoding="sync" draggable={false} style={style} />;
}
