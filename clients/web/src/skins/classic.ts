// Fortress Frontiers Classic: open ground, mines, three kinds of troops and a base.
import { makeSkin, slotFor, titlesWith } from "../board/skin";
import { lines } from "../ui/strings";
import { arms } from "./glyphs";

const GLYPHS: Record<string, string> = {
  scout: arms.scout!, soldier: arms.soldier!, archer: arms.archer!, base: arms.castle!,
};

/** A tile reaches from -20 to 20. */
const TEXTURES: Record<string, string> = {
  mine: "M-10 9l7-7 3 3 6-8 5 12zM-13 12h26M-6-6l-3 4h6zM4-12l-3 4h6z",
};

export const classic = makeSkin<"classic">({
  fromPieces: (pieces) => {
    const buildings = titlesWith(pieces, "building");
    return { flat: buildings, slots: { ...slotFor(buildings, [0, -5, 0.85]), ...slotFor(titlesWith(pieces, "unit"), [8, 8, 0.62]) } };
  },
  seat: "base",
  clock: "turn",
  story: "units",
  money: "gold",
  purse: ["gold", "mines", "base health"],
  short: { "base health": "base" },
  glyph: (token) => GLYPHS[token] ?? null,
  texture: (terrain) => TEXTURES[terrain] ?? null,
  coach: () => lines("classic"),
});
