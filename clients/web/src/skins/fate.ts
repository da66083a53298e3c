// FATE: seven classes; a hero has the silhouette of its class with a star above it.
import { makeSkin } from "../board/skin";
import { lines, t } from "../ui/strings";
import { arms } from "./glyphs";

const STAR = "M20 0l1.100 2.600 2.900.3-2.200 1.900.7 2.800L20 6.100l-2.500 1.500.7-2.800L16 2.900l2.900-.3z";

/** Base class: its silhouette, and its heroes. */
const CLASSES: Record<string, [glyph: string, ...heroes: string[]]> = {
  rider: [arms.horse!, "tamsin", "kesh"],
  spearman: [arms.spear!, "brannoch", "ilse"],
  trickster: [arms.mask!, "pell", "sedge"],
  assassin: [arms.dagger!, "vesper", "quill"],
  berserker: [arms.axe!, "hroka", "grum"],
  archer: [arms.archer!, "nettle", "gauge"],
  knight: [arms.helmet!, "odwin", "ruska"],
};

const GLYPHS: Record<string, string> = {
  turret: arms.turret!,
  image: arms.mask!,
  mire: "M2 13c2.500-3 5-3 7.500 0s5 3 7.500 0 3.500-2.500 5-1.500c-1 5.500-5 8-10 8s-9-2-10-6.500z",
  rain: "M7 2l2 7a2 2 0 1 1-4 0zM17 2l2 7a2 2 0 1 1-4 0zM12 11l2 7a2 2 0 1 1-4 0z",
  caltrop: "M12 2l2.500 8.200L22 16l-9 .5L6 22l1.500-7.500L2 9l7.500.5z",
};
for (const [name, [glyph, ...heroes]] of Object.entries(CLASSES)) {
  GLYPHS[name] = glyph;
  for (const hero of heroes) GLYPHS[hero] = glyph + STAR;
}

/** Where an enemy was last seen, and what the unit whose turn it is has left: R6.1 calls its slots so. */
const SIGNS: Record<string, string> = { "last seen": "?", "move left": "M", "attack left": "A", "action left": "C", "stealth left": "S" };

export const fate = makeSkin<"fate">({
  flat: ["mire", "caltrop"],
  slots: { mire: [-6, 4, 0.9], caltrop: [9, 6, 0.7] },
  figures: { image: "pell" },
  land: { plain: "stone", home: "home" },
  layout: "stone",
  badge: (_, value) => `${t("charges")}: ${value}`,
  badgeLook: () => "plain",
  sizes: { mire: 1.1, caltrop: 0.7 },
  clock: "round",
  story: "HP",
  purse: ["units", "HP"],
  sign: (name) => SIGNS[name] ?? "",
  glyph: (token) => GLYPHS[token] ?? null,
  quiet: ["turn_started", "charged"],
  coach: () => lines("fate"),
});
