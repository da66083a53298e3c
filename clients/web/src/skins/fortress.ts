// Fortress Frontiers: wild country under fog, troops, engineers' works and neutrals.
import { makeSkin, slotFor, titlesWith, type MarkLook } from "../board/skin";
import { lines, t } from "../ui/strings";
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

const MARKS: Record<string, MarkLook> = { ranged: "ranged", melee: "attack", spell: "ranged", queue: "way", repair: "move" };

const GIFTS = ["gold", "melee", "ranged", "mana"];

export const fortress = makeSkin<"fortress">({
  fromPieces: (pieces) => {
    const works = titlesWith(pieces, "work"), neutral = titlesWith(pieces, "neutral");
    const buildings = [...titlesWith(pieces, "building"), "spawn tower"];
    return {
      neutral,
      badge: (token, value) => t(neutral.includes(token) ? "badgeBack" : "badgeSteps").replace("{count}", String(value)),
      flat: [...works, ...buildings],
      slots: { ...slotFor(works, [-5, -2, 0.8]), ...slotFor(buildings, [-4, -4, 0.92]),
        ...slotFor([...titlesWith(pieces, "unit"), ...neutral], [9, 5, 0.84]) },
    };
  },
  figures: {
    "crystal miner": "crystal", "camp archer": "raider", fortification: "fort", "spawn tower": "tower", "mana pool": "pool", "mana pump": "pump",
  },
  sizes: { base: 1.25, ward: 0.8, trap: 0.7 },
  badgeLook: (token) => (token === "dragon" || token === "camp archer" ? "timer" : "plain"),
  gift: (mood) => GIFTS.find((gift) => mood.endsWith(`guards ${gift}`) || mood.endsWith(`guards ${gift} strength`)),
  places: { mine: "mine", camp: "camp", lair: "lair" },
  tracks: { road: "road", rail: "rail" },
  land: { plain: "meadow", forest: "wood", mountain: "rock", river: "river", lake: "water", mine: "hill", camp: "meadow", lair: "hill", unknown: "unknown" },
  seat: "base",
  clock: "turn",
  story: "units",
  money: "gold",
  purse: ["gold", "mana", "mines", "base health"],
  rivals: ["base health"],
  short: { "base health": "base" },
  mark: (name) => MARKS[name] ?? "move",
  glyph: (token) => GLYPHS[token] ?? null,
  coach: () => lines("fortress"),
});
