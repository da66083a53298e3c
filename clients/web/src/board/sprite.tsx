// One figure as a picture on the board: a copy, drawn anew only when another size is wanted.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Look } from "../art/figures";
import { BOX, growth, spriteOf } from "../art/paint";
import { CELL } from "./geometry";

const UNIT = 0.54; // of a figure's box, in units of the board
export const FEET = CELL * 0.27; // below the middle of a cell
const DRAGON_SIZE = 1.3;
const FAR = 28, DOTS_MAX = 2; // pixels of a cell: in fewer a figure is not to be told from another
const dots = () => Math.min(DOTS_MAX, devicePixelRatio);

/** Is a cell too small for figures, with so many pixels to a unit of the board? */
export const isFar = (pixels: number): boolean => pixels > 0 && CELL * pixels * dots() < FAR;

/** How wide a sprite is on the board, and how far its left and upper edges lie from the feet. */
export function sizeOf(figure: string, size: number) {
  const grown = growth(figure) > 1, pad = grown ? 0.22 : 0, unit = UNIT * size * (grown ? DRAGON_SIZE : 1);
  const wide = BOX.width * (1 + 2 * pad) * unit, high = BOX.height * (1 + 2 * pad) * unit;
  return { wide, high, left: (BOX.x - BOX.width * pad - 32) * unit, top: (BOX.y - BOX.height * pad - BOX.feet) * unit, unit };
}

/** The figure, drawn anew when so many pixels are wanted. */
export function Sprite({ look, size, pixels }: { look: Look; size: number; pixels: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { wide, high, left, top } = sizeOf(look.figure, size);
  const sharp = Math.max(16, Math.min(320, Math.ceil(wide * pixels * dots())));
  useLayoutEffect(() => {
    const sprite = spriteOf(look, sharp), to = canvas.current!;
    to.width = sprite.width;
    to.height = sprite.height;
    to.getContext("2d")!.drawImage(sprite, 0, 0);
  }, [look.figure, look.owner, look.gift, look.bare, look.left, look.worn, look.far, sharp]);
  return <canvas ref={canvas} class="figure" style={{ width: `${wide}px`, height: `${high}px`, left: `${left}px`, top: `${top}px` }} />;
}
