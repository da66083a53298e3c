// What the page asks the painter of the ground for, and what it gets.
import type { Box } from "../../board/geometry";
import type { LandMap } from "./land";

export interface Asked {
  board: number; key: string; version: number; // whose, which part, of which state of the map
  map: LandMap; part: Box; scale: number; inked: boolean;
  rank: number; // the lowest is baked first
}
export interface Baked { board: number; key: string; version: number; bitmap: ImageBitmap; ms: number }
