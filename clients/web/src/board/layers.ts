// What lies on the board, from the ground up, and what playback may do with it. Everything is measured in units of the board
// (a cell is CELL wide): the camera moves and scales all layers as one.
import type { Token } from "../rules/types";
import type { Box, Point } from "./geometry";

/** A token with its name and, while something happens to it, what. */
export interface ShownToken { id: string; token: Token; state?: "new" | "gone" | "hit" | "blessed" | undefined }
/** `way`: what comes after this turn; `ends`: a way that goes no further has a tip, as everything else does; `faint`: of nobody at whom one looks. */
export interface Arrow { from: number; to: number; look: "move" | "way" | "attack" | "ranged"; ends?: boolean; faint?: boolean }
export interface Float { id: string; cell: number; text: string; tone: "loss" | "gain" }
/** A few letters on a cell: below whoever stands there, large where nobody does. */
export interface Sign { cell: number; text: string; owner: number }
export interface Ghost { cell: number; token: Token }
/** One step of a lane, and whether it is meant just now. */
export interface Flow { from: number; to: number; owner: number; meant: boolean }

/**
 * The layers of a live board, for whoever shows what happens. A piece has two elements: `.piece` says where it stands (the board
 * sets its left and top when it is drawn again), `.body` inside it is free: animations of it (`body.animate(...)`) never meet the board's own.
 */
export interface Layers {
  /** The middle of a cell. */
  place(cell: number): Point;
  /** A piece by the id of its token, or none: it isn't drawn. */
  piece(id: string): { piece: HTMLElement; body: HTMLElement } | null;
  /** Above all pieces: shots, dust, numbers, dice. Put elements here with `left` and `top` in units of the board, and take them away again. */
  readonly effects: HTMLElement;
  /** The same as an <svg>, for paths. */
  readonly paths: SVGSVGElement;
  /** What is in view, and moving it: `reveal` brings points into sight, `restore` goes back to a view of before. */
  readonly camera: { readonly view: Box; reveal(points: Point[], margin: number): boolean; restore(view: Box): void };
}
