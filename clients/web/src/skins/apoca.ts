// ApocaWarlords: roads, castles, towers, mercenaries and demons.
import { makeSkin, titlesWith } from "../board/skin";
import { lines, t } from "../ui/strings";

/** A glyph for each row of towers.def and units.def in games/apoca. */
const GLYPHS: Record<string, string> = {
  house: "M12 3.5 2.5 12H5v8.5h5.300V15h3.400v5.5H19V12h2.5z",
  crossbow: "M12 1.5l4 5.200h-2.800v3.400c4.200.2 7.300 2.5 8.300 6.900-2.300-2.300-5-3.400-8.300-3.5v9h-2.400v-9c-3.300.1-6 1.200-8.300 3.5 1-4.400 4.100-6.700 8.300-6.900V6.700H8z",
  cannon: "M2.5 11.5 17 4.5l4.5 5.300-9.300 4.700a5 5 0 1 1-7.900-.6zM8.300 15.300a2 2 0 1 0 .01 0z",
  minigun: "M2 5h7v14H2zM10 5.5h12v3H10zM10 10.5h12v3H10zM10 15.5h12v3H10z",
  church: "M10.900 1.5h2.200v2.700h2.700v2.200h-2.700v2.800l6.400 5v7.300h-5.300v-4.700h-4.400v4.700H4.5v-7.300l6.400-5V6.400H8.200V4.200h2.700z",
  mercenary: "M10 3.200a4.200 4.200 0 0 1 4.200 4.200v1.100H5.800V7.400A4.200 4.200 0 0 1 10 3.200zM6.600 9.700h6.800a3.400 3.400 0 0 1-6.800 0zM2.5 21c.2-4.700 2.800-7 7.5-7 3 0 5.200 1 6.400 3v4zM18.300 2.5h1.900v10.300h1.800v1.900h-1.800v3.800h-1.900v-3.800h-1.800v-1.900h1.800z",
  demon: "M3.5 2.5c1.5 3.600 3.300 4.700 5.700 4.700h5.600c2.400 0 4.200-1.100 5.700-4.700.9 4.300.2 7.300-2 8.800v2.700c0 4.200-3 7.5-6.5 7.5S5.5 18.200 5.5 14v-2.700c-2.200-1.5-2.900-4.5-2-8.800zM8 11.800l.6 2.600 2.700.5zM16 11.800l-.6 2.600-2.700.5zM9 17.5h6l-1 1.300h-4z",
  base: "M3 21V7h3v2h3V7h2v2h2V7h2v2h3V7h3v14h-6.5v-5a2.5 2.5 0 0 0-5 0v5z",
  spawner: "M12 3a9 9 0 1 0 .01 0zM12 6a6 6 0 1 1-.01 0zM12 9a3 3 0 1 0 .01 0z",
};

function readyIn(token: string, turns: number): string {
  const word = token === "spawner" ? "badgeDemon" : turns === 0 ? "badgeReady" : "badgeReadyIn";
  return t(word).replace("{count}", String(turns));
}

export const apoca = makeSkin<"apoca">({
  fromPieces: (pieces) => {
    const hired = titlesWith(pieces, "hired"), wild = titlesWith(pieces, "wild");
    return {
      units: { m: hired, d: wild, t: titlesWith(pieces, "tower") },
      neutral: [...wild, "spawner"],
      badge: (token, value) => ([...hired, ...wild].includes(token) ? t("badgeDamage").replace("{count}", String(value)) : readyIn(token, value)),
    };
  },
  blank: ["void"],
  ribbons: ["path"],
  flat: ["spawner", "base"],
  figures: { spawner: "rift", mercenary: "merc" },
  sizes: { base: 1.9, spawner: 1.1 },
  badgeLook: (token) => (token === "mercenary" || token === "demon" ? "plain" : "timer"),
  land: { void: "meadow", path: "lane", "red land": "plot", "blue land": "plot" },
  layout: "lanes",
  grid: "none",
  seat: "base",
  money: "money",
  purse: ["money", "health"],
  story: "health",
  glyph: (token) => GLYPHS[token] ?? null,
  coach: () => lines("apoca"),
});
