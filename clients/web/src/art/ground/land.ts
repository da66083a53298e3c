// A map as the painter of the ground gets it: kinds of ground by column and row, with a rim beyond the edge of the board.
import { CELL, centre, neighbours, type Box, type Point } from "../../board/geometry";
import { Topology } from "../../generated/numbers";

/** By number: what lies in `LandMap.land`. */
export const LANDS = ["meadow", "wood", "rock", "hill", "water", "river", "lane", "plot", "stone", "home", "unknown"] as const;
export type LandName = (typeof LANDS)[number];
export const RIM = 5; // cells beyond the edge

export interface LandMap {
  topology: number;
  layout: "map" | "lanes" | "stone";
  x0: number; y0: number; columns: number; rows: number; // with the rim
  land: Uint8Array; light: Uint8Array; owner: Uint8Array; // by column and row
  dark: boolean; // the dark theme
  grid: "ticks" | "whole" | "none";
}

export const RADIUS = { [Topology.Hexes]: CELL / Math.sqrt(3), [Topology.Squares]: CELL * 0.58, [Topology.None]: CELL } as Record<number, number>;

const CODES = Object.fromEntries(LANDS.map((name, i) => [name, i])) as Record<LandName, number>;
export const codeOf = (name: LandName): number => CODES[name];

export class Land {
  readonly radius: number;
  readonly hex: boolean;
  constructor(readonly map: LandMap) {
    this.hex = map.topology === Topology.Hexes;
    this.radius = RADIUS[map.topology] ?? CELL;
  }

  index(x: number, y: number): number {
    const { x0, y0, columns, rows } = this.map;
    const column = Math.max(0, Math.min(columns - 1, x - x0)), row = Math.max(0, Math.min(rows - 1, y - y0));
    return row * columns + column;
  }

  land(x: number, y: number): LandName { return LANDS[this.map.land[this.index(x, y)]!]!; }
  light(x: number, y: number): number { return this.map.light[this.index(x, y)]!; }
  owner(x: number, y: number): number { return this.map.owner[this.index(x, y)]!; }
  centre(x: number, y: number): Point { return centre(this.map.topology, x, y); }
  beside(x: number, y: number): Point[] { return neighbours(this.map.topology, x, y); }

  /** The index of the cell in which a point lies. */
  indexAt(px: number, py: number): number {
    if (!this.hex) return this.index(Math.floor(px / CELL), Math.floor(py / CELL));
    const step = (CELL * Math.sqrt(3)) / 2, guess = Math.round((py - this.radius) / step);
    let best = 0, least = Infinity;
    for (let y = guess - 1; y <= guess + 1; y++) {
      const shove = y & 1 ? 1 : 0.5, x = Math.round(px / CELL - shove);
      const dx = CELL * (x + shove) - px, dy = y * step + this.radius - py, far = dx * dx + dy * dy;
      if (far < least) {
        least = far;
        best = this.index(x, y);
      }
    }
    return best;
  }

  /** The corners of a cell, or of a smaller one in it. */
  corners(x: number, y: number, part = 1): Point[] {
    const at = this.centre(x, y);
    if (!this.hex) {
      const h = (CELL / 2) * part;
      return [[h, -h], [h, h], [-h, h], [-h, -h]].map(([dx, dy]) => ({ x: at.x + dx!, y: at.y + dy! }));
    }
    return [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = (Math.PI / 3) * i - Math.PI / 6;
      return { x: at.x + this.radius * part * Math.cos(angle), y: at.y + this.radius * part * Math.sin(angle) };
    });
  }

  /** All cells whose middle lies in a box. */
  cellsIn(box: Box): Point[] {
    const { x0, y0, columns, rows } = this.map, cells: Point[] = [];
    const first = this.hex ? Math.floor(box.y / (CELL * 0.866)) - 1 : Math.floor(box.y / CELL);
    const last = this.hex ? Math.ceil((box.y + box.height) / (CELL * 0.866)) : Math.ceil((box.y + box.height) / CELL);
    for (let y = Math.max(y0, first); y <= Math.min(y0 + rows - 1, last); y++) {
      const left = Math.max(x0, Math.floor(box.x / CELL) - 1), right = Math.min(x0 + columns - 1, Math.ceil((box.x + box.width) / CELL));
      for (let x = left; x <= right; x++) {
        const at = this.centre(x, y);
        if (at.x >= box.x && at.x <= box.x + box.width && at.y >= box.y && at.y <= box.y + box.height) cells.push({ x, y });
      }
    }
    return cells;
  }

  /** A generator for what stands on a cell. */
  seed(x: number, y: number): number { return Math.imul(x + 1000, 73856093) ^ Math.imul(y + 1000, 19349663); }
}
