// civ: land in the fog, cities, workers and armies.
import { makeSkin, slotFor, titlesWith, type Land } from "../board/skin";
import { lines, t } from "../ui/strings";

/** A glyph for each row of games/civ/products.def. */
const GLYPHS: Record<string, string> = {
  city: "M2 21.500V11h5V6l3-3 3 3v3h3V6.500h6v15h-5v-4h-3v4H10v-4H7v4zM4.500 13v2h2v-2zM9 8v2h2V8zM17.500 9v2h2V9zM17.500 13v2h2v-2zM11.500 12.500v2h2v-2z",
  worker: "M3 6.500C7 2.500 14 1.500 19.500 4.500l-3.300 2.200 1.300 1.600L6.700 22 3 19 13.800 6.400C10 5.400 6.500 5.500 3 6.500zM19 9.500c1.600 2 2.200 4.500 2 7.500-.9-2.200-2-3.900-3.700-5.500z",
  army: "M12 1.500l8.500 3v7c0 5.200-3.200 9-8.500 11-5.300-2-8.500-5.800-8.500-11v-7zM11 5v6H7v2h4v6h2v-6h4v-2h-4V5z",
};

/** For each row of games/civ/terrains.def what its ground is painted as. */
const LAND: Record<string, Land> = {
  ocean: "water",
  grassland: "meadow",
  hills: "hill",
  forest: "wood",
  mountains: "rock",
  hidden: "unknown",
};

export const civ = makeSkin<"civ">({
  fromPieces: (pieces) => {
    const cities = titlesWith(pieces, "stands");
    return { flat: cities, slots: { ...slotFor(cities, [0, -7, 0.86]), ...slotFor(titlesWith(pieces, "harvests"), [-9, 6, 0.72]),
      ...slotFor(titlesWith(pieces, "fights"), [9, 6, 0.72]) } };
  },
  land: LAND,
  sizes: { city: 0.98, worker: 0.92 },
  clock: "round",
  story: "cities in sight",
  shortage: { counter: "food after the next meals", event: "starved", word: "famine" },
  purse: ["food", "production", "trade", "offense researched", "defense researched"],
  rivals: ["cities in sight"],
  short: { "offense researched": "offense", "defense researched": "defense", "cities in sight": "cities seen" },
  badgeAbove: 1,
  badge: (_, value) => (value > 1 ? t("badgeMany").replace("{count}", String(value)) : ""),
  glyph: (token) => GLYPHS[token] ?? null,
  quiet: ["turn", "fed", "stayed", "arrived", "left"],
  coach: () => lines("civ"),
});
