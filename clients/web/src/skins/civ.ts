// civ: land in the fog, cities, workers and armies.
import { makeSkin, slotFor, titlesWith } from "../board/skin";
import { lines } from "../ui/strings";

/** A glyph for each row of games/civ/products.def. */
const GLYPHS: Record<string, string> = {
  city: "M2 21.500V11h5V6l3-3 3 3v3h3V6.500h6v15h-5v-4h-3v4H10v-4H7v4zM4.500 13v2h2v-2zM9 8v2h2V8zM17.500 9v2h2V9zM17.500 13v2h2v-2zM11.500 12.500v2h2v-2z",
  worker: "M3 6.500C7 2.500 14 1.500 19.500 4.500l-3.300 2.200 1.300 1.600L6.700 22 3 19 13.800 6.400C10 5.400 6.500 5.500 3 6.500zM19 9.500c1.600 2 2.200 4.500 2 7.500-.9-2.200-2-3.900-3.700-5.500z",
  army: "M12 1.500l8.500 3v7c0 5.200-3.200 9-8.500 11-5.300-2-8.500-5.800-8.500-11v-7zM11 5v6H7v2h4v6h2v-6h4v-2h-4V5z",
};

/** For each row of games/civ/terrains.def small strokes that tell the land apart without its colour; a
 *  tile reaches from -20 to 20. Its colour is in css/board.css. */
const TEXTURES: Record<string, string> = {
  ocean: "M-15-9q3.500-4 7 0t7 0M1 2q3.500-4 7 0t7 0M-15 13q3.500-4 7 0t7 0",
  grassland: "M-11-8v-5m3 5 2-4m-8 4-2-4M10 11V6m3 5 2-4m-8 4-2-4",
  hills: "M-17 1q6-11 13 0M3 13q6-11 13 0M2-6q5-9 11 0",
  forest: "M-11-14l5 9h-10zM-11-5v3M11-13l5 9H6zM11-4v3M-10 6l5 9h-10zM-10 15v3M11 5l5 9H6zM11 14v3",
  mountains: "M-17 9l10-21 6 11M-2 12l9-19L17 12M-10-6l3 2 2-3M4-1l3 2 3-3",
};

export const civ = makeSkin<"civ">({
  fromPieces: (pieces) => {
    const cities = titlesWith(pieces, "stands");
    return { flat: cities, slots: { ...slotFor(cities, [0, -6, 0.72]), ...slotFor(titlesWith(pieces, "harvests"), [-10, 10, 0.5]),
      ...slotFor(titlesWith(pieces, "fights"), [10, 10, 0.5]) } };
  },
  clock: "round",
  story: "cities in sight",
  shortage: { counter: "food after the next meals", event: "starved", word: "famine" },
  purse: ["food", "production", "trade", "offense researched", "defense researched"],
  rivals: ["cities in sight"],
  short: { "offense researched": "offense", "defense researched": "defense", "cities in sight": "cities seen" },
  badgeAbove: 1,
  badge: (_, value) => (value > 1 ? `${value} of them` : ""),
  glyph: (token) => GLYPHS[token] ?? null,
  texture: (terrain) => TEXTURES[terrain] ?? null,
  quiet: ["turn", "fed", "stayed", "arrived", "left"],
  coach: () => lines("civ"),
});
