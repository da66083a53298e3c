// The first page needs only a few words about each game; the rest of its tables comes with its rules.
import type { RulesClient } from "./client";
import { callProperly, said } from "./language";
import type { Game } from "./types";

/** Sides that rules only number are called by the colours in which they are drawn. */
const COLOURS: Record<string, string> = { P1: "Blue", P2: "Red", P3: "Green", P4: "Purple" };
const coloured = (game: Game, text: string) => text.replace(/\bP[1-4]\b(?!-)/g, (side) => said(game, COLOURS[side]!));

const sideNames = (game: Game): string[] => game.seats.map((seat) => said(game, COLOURS[seat] ?? seat));

/** Sides have their names on the first page already, where a game is not known any further. */
export const nameSides = (game: Game): void => { game.seats = sideNames(game); };

/** The sentences of the tables in the language of the visitor; names stay what orders and files call them. */
export function inWords(game: Game): Game {
  const say = <T extends { text: string }>(list: T[]): T[] => list.map((one) => ({ ...one, text: coloured(game, said(game, one.text)) }));
  callProperly(game.pieces.filter((one) => one.traits.includes("hero")).map((one) => one.name));
  return {
    ...game, refusals: say(game.refusals), endings: say(game.endings), pieces: say(game.pieces),
    verbs: game.verbs.map((verb) => ({ ...verb, help: said(game, verb.help) })),
    seats: sideNames(game),
  };
}

/** The game by the rules of an earlier version. */
export const gameKept = async (rules: RulesClient, id: string): Promise<Game> => inWords(await rules.tables(id));

/** Fills the game with all of its tables, once. */
export async function know(rules: RulesClient, game: Game): Promise<void> {
  if (game.verbs.length === 0) Object.assign(game, inWords(await rules.tables(game.id)));
}
