// Painted pictures of the first page: a piece of land as letters, what stands on it, and the roads across it. One for the page itself,
// wide and narrow, and one for each game.
import type { LandName } from "../art/ground/land";
import { Topology } from "../rules/types";

/** Who stands where: the column and row may lie between cells; `high` is in units of the board. */
export interface Standing { figure: string; owner: number; at: readonly [column: number, row: number]; high: number; gift?: string }
export interface Scenery {
  topology: Topology;
  layout: "map" | "lanes" | "stone";
  grid: "ticks" | "whole" | "none";
  rows: readonly string[]; // letters of LETTERS
  light?: readonly string[]; // 2: painted, 1: inked, 0: cloud; painted where nothing is said
  owners?: readonly string[];
  wide: number; high: number; // of the picture, in cells
  standing: readonly Standing[];
  road?: readonly (readonly [column: number, row: number])[];
  dice?: readonly (readonly [column: number, row: number, owner: number, pips: number])[];
}

export const LETTERS: Record<string, LandName> = {
  ".": "meadow", f: "wood", m: "rock", h: "hill", w: "water", r: "river", l: "lane", p: "plot", s: "stone", o: "home",
};

const one = (figure: string, owner: number, column: number, row: number, high = 46, gift?: string): Standing =>
  ({ figure, owner, at: [column, row], high, ...(gift ? { gift } : {}) });

const WIDE: Scenery = {
  topology: Topology.Hexes, layout: "map", grid: "ticks", wide: 19.4, high: 5.7,
  rows: [
    "ffff.ff.....mmmm......",
    "fffff.f.f..rmmm.......",
    "ff.fffff...r..........",
    "ffff.ff....r.....f....",
    "fff..f......r...ff....",
    "ffffff..ff..ww...f....",
    "fff.fff.fff..ww.......",
    "ffffffffff...r........",
  ],
  light: [
    "2222222222222221110000", "2222222222222221111000", "2222222222222221110000", "2222222222222221111000",
    "2222222222222221110000", "2222222222222211111000", "2222222222222211110000", "2222222222222211111000",
  ],
  standing: [
    one("base", 1, 8.2, 2.1, 62), one("cavalry", 1, 9.7, 1.5, 48), one("phalanx", 1, 10.2, 2.7), one("wizard", 1, 8.3, 4, 47),
    one("archer", 1, 9.7, 4.1, 45), one("soldier", 2, 12.2, 3.3), one("berserker", 2, 13.7, 4.5, 47), one("cavalry", 2, 13.1, 1.7, 48),
    one("dragon", 0, 15.3, 2.5, 82, "melee"), one("tower", 2, 15, 5, 52),
  ],
  road: [[7, 2], [8, 2], [9, 2], [10, 2], [11, 2], [12, 1], [13, 1]],
};

const NARROW: Scenery = {
  topology: Topology.Hexes, layout: "map", grid: "ticks", wide: 5.8, high: 4.75,
  rows: ["ff.r.mmm", "ff.r..mm", "f..r....", "...r....", "ff.r...f", "fffr.ff."],
  standing: [
    one("base", 1, 0.7, 1.7, 68), one("archer", 1, 0.8, 3.4, 50), one("soldier", 1, 2.2, 3.3, 50), one("cavalry", 2, 4, 3.4, 54), one("dragon", 0, 4.1, 2, 84, "melee"),
  ],
  road: [[1, 2], [2, 2], [3, 2], [4, 2]],
};

export const heroScenery = (narrow: boolean): Scenery => (narrow ? NARROW : WIDE);

/** For a game without a picture of its own. */
export const ANY: Scenery = {
  topology: Topology.Squares, layout: "map", grid: "whole", wide: 4.8, high: 2.88, rows: ["ff...", "f....", "....f", "...ff"],
  standing: [one("pawn", 1, 1, 1.3, 60), one("pawn", 2, 3.2, 1.3, 60)],
};

/** By the name of a game. */
export const SCENERY: Record<string, Scenery> = {
  apoca: {
    topology: Topology.Squares, layout: "lanes", grid: "none", wide: 4.8, high: 2.88,
    rows: [".fff.ff.", "llllllll", "pppp..f.", "pppp...."],
    owners: ["00000000", "00000000", "22220000", "22220000"],
    standing: [
      one("base", 2, 0.3, 1.25, 76), one("merc", 2, 1.75, 1.1, 52), one("demon", 0, 3, 1.1, 54), one("rift", 0, 4.2, 1.2, 62),
      one("cannon", 2, 1.1, 2.3, 50), one("crossbow", 2, 2.6, 2.3, 50),
    ],
  },
  civ: {
    topology: Topology.Squares, layout: "map", grid: "ticks", wide: 4.8, high: 2.88,
    rows: ["f.h..ww", "h....ww", "...h...", "ff...m.", "f...mm."],
    light: ["2222210", "2222221", "2222221", "2222211", "2222110"],
    standing: [one("city", 1, 1.3, 1.1, 76), one("worker", 1, 0.4, 2.2, 54), one("army", 1, 2.3, 2.2, 56), one("city", 3, 3.8, 1.7, 58)],
  },
  classic: {
    topology: Topology.Hexes, layout: "map", grid: "whole", wide: 4.8, high: 3.2,
    rows: ["........", "........", "........", "........", "........"],
    standing: [
      one("base", 1, 0.6, 1.4, 78), one("mine", 0, 2.3, 0.8, 56), one("soldier", 1, 1.8, 2.3, 54), one("archer", 2, 3.5, 1.1, 54), one("scout", 2, 3.6, 2.4, 52),
    ],
  },
  fate: {
    topology: Topology.Squares, layout: "stone", grid: "none", wide: 4.8, high: 2.88,
    rows: ["ssssssss", "ssssssss", "ssssssss", "ssssssss", "ssssssss"],
    standing: [one("knight", 1, 0.9, 1.3, 74), one("assassin", 2, 3.6, 1.1, 70)],
    dice: [[1.7, 2, 1, 5], [2.9, 2.1, 2, 4]],
  },
  fortress: {
    topology: Topology.Hexes, layout: "map", grid: "ticks", wide: 4.8, high: 3.2,
    rows: ["f..mmmm", "ff...mm", "f...r..", "fff.r..", "ffff.r."],
    light: ["2222222", "2222221", "2222221", "2222211", "2222111"],
    standing: [one("dragon", 0, 3, 1.9, 90, "mana"), one("tower", 1, 0.7, 1, 64), one("wizard", 1, 1.5, 2.4, 56)],
  },
};
