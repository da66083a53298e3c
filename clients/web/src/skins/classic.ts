// Fortress Frontiers Classic: open ground, mines, three kinds of troops and a base.
import { makeSkin, slotFor, titlesWith } from "../board/skin";
import { lines } from "../ui/strings";
import { arms } from "./glyphs";

const GLYPHS: Record<string, string> = {
  scout: arms.scout!, soldier: arms.soldier!, archer: arms.archer!, base: arms.castle!,
};

export const classic = makeSkin<"classic">({
  fromPieces: (pieces) => {
    const buildings = titlesWith(pieces, "building");
    return { flat: buildings, slots: { ...slotFor(buildings, [-4, -4, 0.9]), ...slotFor(titlesWith(pieces, "unit"), [9, 5, 0.84]) } };
  },
  land: { plain: "meadow", mine: "meadow" },
  grid: "whole",
  places: { mine: "mine" },
  sizes: { base: 1.25 },
  seat: "base",
  clock: "turn",
  story: "units",
  money: "gold",
  purse: ["gold", "mines", "base health"],
  short: { "base health": "base" },
  glyph: (token) => GLYPHS[token] ?? null,
  coach: () => lines("classic"),
});
