// What moves on the board: each act begins with its beat and takes its own time. The board's layers act it out (stage.ts there);
// without motion the beat's tokens, numbers and marks say the same.
import type { Names } from "../../generated/names";

export type Shape = "arrow" | "bolt" | "splash" | "fire" | "flame" | "lightning" | "heal" | "work" | "flag" | "spark" | "crash" | "coin" | "dice" | "hide" | "reveal" | "dust";

export type Act =
  | { what: "walk"; id: string; path: number[]; ms: number } // cells, where it comes from included
  | { what: "march"; from: number; to: number; ms: number } // somebody without a name
  | { what: "swing"; id: string; to: number; ms: number }
  | { what: "aim"; id: string; to: number; ms: number } // before a shot or a spell
  | { what: "shot"; from: number; to: number; shape: Shape; ms: number }
  | { what: "hit"; id: string; cell: number; ms: number }
  | { what: "heal"; id: string; cell: number; ms: number }
  | { what: "fall"; id: string; cell: number; ms: number }
  | { what: "crumble"; id: string; cell: number; ms: number } // walls that come down
  | { what: "rise"; id: string; cell: number; ms: number }
  | { what: "effect"; cell: number; shape: Shape; ms: number }
  | { what: "dice"; id: string | undefined; cell: number; owner: number; dice: number[]; why: string; ms: number }
  | { what: "verdict"; cell: number; text: string; ms: number };

type Shapes = { [G in keyof Names]?: { [E in Names[G]["event"]]?: Shape } };

/** Events that look like more than a blow, a step or a number. */
const SHAPES: Shapes = {
  fortress: {
    fireball_hit: "fire", lightning_hit: "lightning", lightning_leapt: "lightning", burnt: "flame", shot: "arrow", spell_healed: "heal",
    spell_buffed: "heal", built: "work", finished: "work", sabotaged: "work", repaired: "work", mended: "work", mine_taken: "flag",
    base_fell: "crash", trapped: "spark", camp_gold: "coin", dragon_gift: "coin", ward_sees: "spark",
  },
  classic: { shot: "arrow", shot_back: "arrow", mine_taken: "flag", base_fell: "crash" },
  apoca: { shot: "bolt", splash: "splash", blessed: "heal", built: "work", destroyed: "dust", vanished: "dust", base_fell: "crash" },
  civ: { built: "work", city_given: "work", captured: "flag", razed: "crash", converted: "flag", battle: "spark", starved: "dust" },
  fate: { rolled: "dice", die_rolled: "dice", tie_rolled: "dice", search_rolled: "dice", hid: "hide", revealed: "reveal", ability_used: "spark" },
};

export const shapeOf = (game: string, event: string): Shape | undefined =>
  (SHAPES as Record<string, Record<string, Shape | undefined> | undefined>)[game]?.[event];
