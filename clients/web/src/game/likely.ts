// Which orders of a game are given most, and the keys that give them. A key never changes: it belongs to the verb, not to its
// place in a list.
import type { Game } from "../rules/types";

/** The most likely first: their keys are 1 to 9. */
const LIKELY: Record<string, readonly string[]> = {
  fortress: ["move", "move_to", "ranged", "melee", "defend", "heal", "build", "road_to", "buy"],
  classic: ["move", "ranged", "melee", "defend", "heal", "extend", "buy"],
  apoca: ["build", "hire", "destroy", "provoke"],
  civ: ["move_army", "move_worker", "produce", "research"],
  fate: ["attack", "move", "roll_move", "search", "stealth", "choose", "place", "pick", "ban"],
};

const CHOICE_KEYS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = 9;
const keys = new WeakMap<Game["verbs"], string[]>();

/** A capital letter of its name that no other verb has; where all are taken, Z and another key. */
function letterFor(name: string, taken: ReadonlySet<string>): string {
  const letters = [...`${name.toUpperCase()}ABCDEFGHIJKLMOPQRSTUVWXY`].filter((letter) => /[A-Y]/.test(letter));
  return [...letters, ...[...CHOICE_KEYS].map((key) => `Z ${key}`)].find((key) => !taken.has(key)) ?? "";
}

/** The keys of all verbs, by number. A capital means Shift. */
function keysOf(game: Game): string[] {
  let list = keys.get(game.verbs);
  if (!list) {
    const likely = LIKELY[game.id] ?? [];
    const taken = new Set(["N"]); // Shift N goes back to the unit before
    list = game.verbs.map(({ name }) => {
      const rank = likely.indexOf(name);
      const key = rank >= 0 && rank < DIGITS ? String(rank + 1) : letterFor(name, taken);
      taken.add(key);
      return key;
    });
    keys.set(game.verbs, list);
  }
  return list;
}

/** Where all there is to choose is one verb, its choices have the keys. */
const single = (game: Game) => game.verbs.filter((verb) => verb.args.length > 0).length === 1;

export const keyOfVerb = (game: Game, verb: number): string => (single(game) ? "" : keysOf(game)[verb] ?? "");

/** The key of a choice of a verb, by its number. */
export const keyOfChoice = (choice: number): string => CHOICE_KEYS[choice] ?? "";

/** Whether a verb lays a road on its way. */
export const isRoad = (game: Game, verb: number): boolean => game.verbs[verb]?.name === "road_to";

/** Smaller is more likely. */
export function rankOf(game: Game, verb: number): number {
  const rank = (LIKELY[game.id] ?? []).indexOf(game.verbs[verb]?.name ?? "");
  return rank < 0 ? DIGITS + verb : rank;
}

/** Whether a click on a tile may mean it without its name. */
export const isLikely = (game: Game, verb: number): boolean => rankOf(game, verb) < DIGITS;
