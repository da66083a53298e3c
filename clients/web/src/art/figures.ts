// Every figure by its name: strokes from back to front, in a box of 64 x 64 with the feet at y = 56.
import { people } from "./figures/people";
import { signs } from "./figures/signs";
import { wild } from "./figures/wild";
import { works } from "./figures/works";
import { DRAGONS, sideOfOwner } from "./sides";
import { counter, plinth, strokesOf, type Stroke } from "./strokes";

/** What has become of a building. */
export type Worn = "cracked" | "burning" | "fallen";
/** What a figure looks like: `gift` is what a dragon guards; `left`: it looks there, else where its side does; `far`: too small for more than its side. */
export interface Look { figure: string; owner: number; gift?: string | undefined; bare?: boolean | undefined; left?: boolean | undefined; worn?: Worn | undefined; far?: boolean | undefined }
export interface Figure {
  base: Stroke[]; // the plinth: never mirrored
  body: Stroke[];
  mirrored: boolean; // it faces left
  box: [x: number, y: number, scale: number]; // where the body lies in the box
}

/** A hero is the figure of a class, and one own thing. */
export interface Hero { class: string; own: string }

/** Only pages with a whole game need heroes: importing art/figures/heroes brings them. */
const heroes: Record<string, Hero> = {};
export const meetHeroes = (table: Record<string, Hero>): void => void Object.assign(heroes, table);

const BARE = new Set(["rift", "camp", "mine", "trap", "dragon", "lair", "mire", "rain", "caltrop", "unknown", "flames"]);
const STRAIGHT: readonly Record<string, string>[] = [works, signs];
const MAN = 21, HOUSE = 27;
const DRAGON_BOX: [number, number, number] = [-15, -21, 0.98];

const builds = (name: string) => STRAIGHT.some((table) => name in table) || ["camp", "rift", "dragon"].includes(name);
const tableOf = (name: string) => people[name] ?? works[name] ?? wild[name] ?? signs[name] ?? "";

/** Walls that can crack and burn. */
export const isBuilt = (name: string): boolean => name in works;
export const isPerson = (name: string): boolean => name in people || name in heroes;

const WORN: Record<Worn, string[]> = { cracked: ["cracks"], burning: ["cracks", "fire"], fallen: ["cracks", "smoke", "flames"] };

export const hasFigure = (name: string): boolean => name in heroes || tableOf(name) !== "";

export function figureOf({ figure, owner, gift, bare = false, left, worn, far = false }: Look): Figure {
  const hero = heroes[figure];
  if (far && !BARE.has(figure) && !(figure in signs)) return { base: [], body: counter(owner, builds(figure)), mirrored: false, box: [0, 0, 1] };
  const name = hero?.class ?? figure, [scale, wing, belly] = DRAGONS[gift ?? "melee"] ?? DRAGONS["melee"]!;
  const own = { scale, wing, belly };
  return {
    base: bare || BARE.has(name) ? [] : plinth(owner, builds(name) ? HOUSE : MAN, hero !== undefined),
    body: [
      ...strokesOf(tableOf(name), owner, own), ...(hero ? strokesOf(hero.own, owner, own) : []),
      ...(worn ? WORN[worn].flatMap((one) => strokesOf(signs[one]!, owner)) : []),
    ],
    mirrored: (left ?? sideOfOwner(owner).facing < 0) && !builds(name),
    box: name === "dragon" ? DRAGON_BOX : [0, 0, 1],
  };
}
