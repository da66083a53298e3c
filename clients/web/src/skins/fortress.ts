// Fortress Frontiers: wild country under fog, troops, engineers' works and neutrals.
import { makeSkin, slotFor, titlesWith, type MarkLook } from "../board/skin";
import { lines } from "../ui/strings";
import { arms } from "./glyphs";

const GLYPHS: Record<string, string> = {
  archer: arms.archer!, soldier: arms.soldier!, scout: arms.scout!, miner: arms.miner!, "crystal miner": arms.crystal!,
  builder: arms.builder!, phalanx: arms.shield!, cavalry: arms.horse!, wizard: arms.wizard!, tower: arms.tower!,
  "spawn tower": arms.tower!, base: arms.castle!, "camp archer": arms.archer!, dragon: arms.dragon!,
  fortification: "M2 20V9h4v3h4V9h4v3h4V9h4v11zM6 15v2h4v-2zM14 15v2h4v-2z",
  road: "M9 2h2v4H9zM13 2h2v4h-2zM7 9h2v5H7zM15 9h2v5h-2zM5 17h2v5H5zM17 17h2v5h-2z",
  rail: "M7 2h2v20H7zM15 2h2v20h-2zM4 5h16v2H4zM4 11h16v2H4zM4 17h16v2H4z",
  trap: "M3 7h18v3l-2 5-2-5-2 5-3-5-3 5-2-5-2 5-2-5zM3 18h18v3H3z",
  ward: "M12 2a7 7 0 0 1 4 12.700V18H8v-3.300A7 7 0 0 1 12 2zM9 19.500h6V22H9zM12 5.500a3.500 3.500 0 1 0 .01 0z",
  "mana pool": "M12 2c4 5.500 6.500 9 6.500 12.500a6.500 6.500 0 0 1-13 0C5.500 11 8 7.500 12 2z",
  "mana pump": "M5 21v-9h4V6h6v6h4v9zM11 2h2v4h-2zM8 15v3h8v-3z",
};

/** A tile reaches from -20 to 20. */
const TEXTURES: Record<string, string> = {
  forest: "M-10-12l5 9h-10zM-10-3v3M9-12l5 9H4zM9-3v3M-1 1l5 9H-6zM-1 10v3M12 4l4 7H8z",
  mountain: "M-16 10l9-20 6 11M-3 12l9-19 10 19M-10-5l3 2 2-3M3-1l3 2 3-3",
  river: "M-16-8q4-4 8 0t8 0 8 0 8 0M-16 1q4-4 8 0t8 0 8 0 8 0M-16 10q4-4 8 0t8 0 8 0 8 0",
  lake: "M-12-2q4-5 8 0t8 0 8 0M-8 7q4-5 8 0t8 0",
  mine: "M-10 9l7-7 3 3 6-8 5 12zM-13 12h26",
  camp: "M-9 10L0-9 9 10zM0-9v-4M-3 10L0 3l3 7",
  lair: "M-13 11q2-20 13-20t13 20zM-6 11q1-10 6-10t6 10",
};

const MARKS: Record<string, MarkLook> = { ranged: "ranged", melee: "attack", spell: "ranged", queue: "flow", repair: "move" };

export const fortress = makeSkin<"fortress">({
  fromPieces: (pieces) => {
    const works = titlesWith(pieces, "work"), neutral = titlesWith(pieces, "neutral");
    const buildings = [...titlesWith(pieces, "building"), "spawn tower"];
    return {
      neutral,
      badge: (token, value) => (neutral.includes(token) ? `in ${value} ${value === 1 ? "turn" : "turns"}` : value === 1 ? "1 step left" : `${value} steps left`),
      flat: [...works, ...buildings],
      slots: { ...slotFor(works, [-9, 10, 0.5]), ...slotFor(buildings, [-7, -6, 0.66]),
        ...slotFor([...titlesWith(pieces, "unit"), ...neutral], [6, 5, 0.74]) },
    };
  },
  seat: "base",
  clock: "turn",
  story: "units",
  money: "gold",
  purse: ["gold", "mana", "mines", "base health"],
  rivals: ["base health"],
  short: { "base health": "base" },
  mark: (name) => MARKS[name] ?? "move",
  glyph: (token) => GLYPHS[token] ?? null,
  texture: (terrain) => TEXTURES[terrain] ?? null,
  coach: () => lines("fortress"),
});
