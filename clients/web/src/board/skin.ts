// How a game looks: names of terrain, tokens and counters become drawings and words. A skin knows no
// rule; the default one works for any game.
import type { Counter, Game, Token } from "../rules/types";

export interface Side { shape: "round" | "square" | "diamond" | "hexagon" | "horned"; letter: string; tone: string }

export interface Skin {
  /** The first part of a unit's name in events ("m" of "m3"), and the tokens that it may be. */
  units: Record<string, string[]>;
  /** Terrain that is no place at all: neither drawn nor a control. */
  blank: string[];
  /** Terrain drawn as a ribbon that joins its neighbours of the same kind. */
  ribbons: string[];
  /** Tokens that belong to nobody, though the scene says whom they are after. */
  neutral: string[];
  /** Tokens drawn flat on the ground, under those that stand on it. */
  flat: string[];
  /** The token that stands for a whole side: where a blow against a seat lands. */
  seat: string;
  /** The counter that is spent; events tell its new value in a fact of the same name. */
  money: string;
  /** Counters for the top bar; empty: all. */
  purse: string[];
  /** What a number on a token means, in words. */
  badge(token: string, value: number): string;
  /** A glyph in a box of 24 x 24, or none: then letters are shown. */
  glyph(token: string): string | null;
  /** Lines for a newcomer's first turns. */
  coach: string[];
}

export const defaultSkin: Skin = {
  units: {}, blank: ["void"], ribbons: [], neutral: [], flat: [], seat: "", money: "", purse: [],
  badge: (_, value) => String(value),
  glyph: () => null,
  coach: [],
};

const SHAPES = ["round", "square", "diamond", "hexagon"] as const;

export function sideOf(game: Game, owner: number): Side {
  if (owner === 0) return { shape: "horned", letter: "", tone: "side-0" };
  return {
    shape: SHAPES[(owner - 1) % SHAPES.length]!,
    letter: (game.seats[owner - 1] ?? String(owner)).slice(0, 1).toUpperCase(),
    tone: `side-${owner}`,
  };
}

export const tokenName = (game: Game, token: Token) => game.tokens[token.kind] ?? "token";
export const counterName = (game: Game, counter: Counter) => game.counters[counter.name] ?? "";

/** The name under which this token keeps its identity from one scene to the next. */
export function tokenId(game: Game, skin: Skin, token: Token): string {
  const name = tokenName(game, token);
  if (token.unit === 0xffff) return `${name}@${token.cell}/${token.owner}`;
  const prefix = Object.keys(skin.units).find((key) => skin.units[key]!.includes(name));
  return `${prefix ?? `${name} `}${token.unit}`;
}

/** "Your cannon, ready in 2": what a screen reader says of a token. */
export function tokenWords(game: Game, skin: Skin, token: Token, me: number): string {
  const name = tokenName(game, token);
  const owner = token.owner === 0 ? "" : token.owner === me + 1 ? "your " : `${game.seats[token.owner - 1] ?? "their"}'s `;
  const side = game.seats[token.owner - 1] ?? "";
  const words = [skin.neutral.includes(name) ? `${name} against ${token.owner === me + 1 ? "you" : side}` : owner + name];
  if (token.healthMax > 0) words.push(`${token.health} of ${token.healthMax} health`);
  if (token.badge >= 0) words.push(skin.badge(name, token.badge));
  if (token.mood > 0) words.push(game.moods[token.mood] ?? "");
  return words.join(", ");
}
