// How a game looks: names of terrain, tokens and counters become drawings and words. A skin knows no
// rule; the default one works for any game.
import { isBuilt, type Look, type Worn } from "../art/figures";
import type { Names } from "../generated/names";
import type { Counter, Game, Piece, Token } from "../rules/types";
import { called, ofWord, said, type Whose } from "../rules/language";
import { nameWords } from "../rules/words";
import { t, type Word } from "../ui/strings";

/** Kinds of ground: src/art/ground paints them. */
export type Land = "meadow" | "wood" | "rock" | "hill" | "water" | "river" | "lane" | "plot" | "stone" | "home" | "unknown";
/** A map with paint and ink, lanes between fields, or a board of stone. */
export type Layout = "map" | "lanes" | "stone";

export interface Side { shape: "round" | "square" | "diamond" | "hexagon" | "horned"; letter: string; tone: string }

/** Lines: move, way (what comes after this turn), attack, ranged. flow: which way a lane leads. reach: shown where its cell is pointed at. */
export type MarkLook = "move" | "way" | "attack" | "ranged" | "flow" | "reach";

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
  /** The counter that is spent; events tell its new value in the role of money. */
  money: string;
  /** A counter that says what will be left: below 0 the word warns, with the rule of the event that comes of it. */
  shortage: { counter: string; event: string; word: Word } | null;
  /** Counters of a seat for the top bar; empty: all but prices. */
  purse: string[];
  /** Those of the other seats; empty: the same. */
  rivals: string[];
  /** Shorter names of counters for the top bar. */
  short: Record<string, string>;
  /** The counter that tells how far the game has come ("round"); "": its turns. */
  clock: string;
  /** The number over time that tells best how a game went; "": the first one. */
  story: string;
  /** Where a kind of token stands on a tile that it shares: x, y and scale. */
  slots: Record<string, [x: number, y: number, scale: number]>;
  /** Numbers up to this one are not shown on a token: a stack of one is no stack. */
  badgeAbove: number;
  /** What a number on a token means, in words. */
  badge(token: string, value: number): string;
  /** What follows from the cards of the game's pieces: lists of tokens that are drawn alike. */
  fromPieces(pieces: Piece[]): Partial<Skin>;
  /** A glyph in a box of 24 x 24, or none: then letters are shown. */
  glyph(token: string): string | null;
  /** The figure of a token, where it isn't called like it: src/art/figures. */
  figures: Record<string, string>;
  /** How large figures are; 1 where nothing is said. */
  sizes: Record<string, number>;
  /** What a number on a token looks like: how many there are, when something comes, or plain. */
  badgeLook(token: string): "count" | "timer" | "plain";
  /** What a dragon guards, by its mood. */
  gift(mood: string): string | undefined;
  /** What stands on a terrain itself: mines, camps. */
  places: Record<string, string>;
  /** Tokens that are lines over their cells and join their neighbours. */
  tracks: Record<string, "road" | "rail">;
  /** What the ground is made of, by terrain, and how it is laid out. */
  land: Record<string, Land>;
  layout: Layout;
  grid: "ticks" | "whole" | "none";
  margin: number; // cells that the view of a live board shows beyond its edge
  /** How a mark of the scene is drawn. */
  mark(name: string): MarkLook;
  /** What is written on the cell of a sign of this name; "": nothing. */
  sign(name: string): string;
  /** Events that only those read who want to read all. */
  quiet: string[];
  /** Lines for a newcomer's first turns, by turn or by the clock. */
  coach(): Record<number, string>;
}

const MARKS: Record<string, MarkLook> = { shot: "ranged", strike: "attack", reach: "reach" };

export const defaultSkin: Skin = {
  units: {}, blank: ["void"], ribbons: [], neutral: [], flat: [], seat: "", money: "", shortage: null, purse: [],
  rivals: [], short: {}, clock: "", story: "", slots: {}, badgeAbove: 0, quiet: [],
  badge: (_, value) => String(value),
  fromPieces: () => ({}),
  glyph: () => null,
  figures: {}, sizes: {}, places: {}, tracks: {}, land: {}, layout: "map", grid: "ticks", margin: 0.6,
  badgeLook: () => "count",
  gift: () => undefined,
  mark: (name) => (name.startsWith("lane") ? "flow" : MARKS[name] ?? "move"),
  sign: () => "",
  coach: () => ({}),
};

/** Tokens of the cards that have a trait. */
export const titlesWith = (pieces: Piece[], trait: string): string[] =>
  pieces.filter((piece) => piece.traits.includes(trait)).map((piece) => piece.title);
/** The same place on a tile for all of them. */
export const slotFor = (titles: string[], slot: [x: number, y: number, scale: number]): Skin["slots"] =>
  Object.fromEntries(titles.map((title) => [title, slot]));

/** The parts of a skin that name something of its game's tables: a name that they don't have fails to compile. */
interface Named<N extends Names[keyof Names]> {
  units: Record<string, N["token"][]>; blank: N["terrain"][]; ribbons: N["terrain"][]; neutral: N["token"][]; flat: N["token"][];
  seat: N["token"]; money: N["counter"]; shortage: { counter: N["counter"]; event: N["event"]; word: Word };
  purse: N["counter"][]; rivals: N["counter"][]; short: Partial<Record<N["counter"], string>>; clock: N["counter"]; story: N["counter"];
  slots: Partial<Record<N["token"], [x: number, y: number, scale: number]>>; quiet: N["event"][];
  figures: Partial<Record<N["token"], string>>; sizes: Partial<Record<N["token"], number>>;
  places: Partial<Record<N["terrain"], string>>; tracks: Partial<Record<N["token"], "road" | "rail">>; land: Partial<Record<N["terrain"], Land>>;
}

/** A skin that says how it differs from the default one. */
export const makeSkin = <G extends keyof Names>(own: Partial<Omit<Skin, keyof Named<Names[G]>> & Named<Names[G]>>): Skin =>
  ({ ...defaultSkin, ...own } as Skin);

const SHAPES = ["round", "square", "diamond", "hexagon"] as const;

/** The first letter; where seats share it, also the first one that tells them apart: NW, NE. */
function initials(name: string, names: string[]): string {
  const alike = names.filter((one) => one !== name && one[0] === name[0]);
  const at = alike.map((one) => [...name].findIndex((letter, i) => letter !== one[i]));
  const more = at.length > 0 ? name[Math.max(...at)] ?? "" : "";
  return (name.slice(0, 1) + more).toUpperCase();
}

export function sideOf(game: Game, owner: number): Side {
  if (owner === 0) return { shape: "horned", letter: "", tone: "side-0" };
  return {
    shape: SHAPES[(paintOf(game, owner) - 1) % SHAPES.length]!,
    letter: initials(game.seats[owner - 1] ?? String(owner), game.seats),
    tone: `side-${owner}`,
  };
}

/** A name of the tables as a part of a class's name. */
export const cssName = (name: string) => name.replace(/[^a-z]+/gi, "-").toLowerCase();

export const tokenName = (game: Game, token: Token) => game.tokens[token.kind] ?? "token";
/** Seats that the rules call by a colour look it: the number of that side. */
const NAMED: [name: string, paint: number][] = [["Red", 2], ["Blue", 1]];
export const paintOf = (game: Game, owner: number): number => NAMED.find(([name]) => said(game, name) === game.seats[owner - 1])?.[1] ?? owner;

const CRACKED = 0.6, BURNING = 0.25; // of the health of a building

/** What is to be seen of the damage of a building; of others their health says it. */
function wornOf(figure: string, { health, healthMax }: Token): Worn | undefined {
  if (healthMax <= 0 || !isBuilt(figure) || health > healthMax * CRACKED) return undefined;
  return health <= 0 ? "fallen" : health > healthMax * BURNING ? "cracked" : "burning";
}

/** What a token looks like. */
export function lookOf(game: Game, skin: Skin, token: Token): Look {
  const name = tokenName(game, token), figure = skin.figures[name] ?? name;
  return {
    figure, worn: wornOf(figure, token), owner: skin.neutral.includes(name) ? 0 : paintOf(game, token.owner),
    left: token.owner % 2 === 0,
    gift: skin.gift(game.moods[token.mood] ?? ""),
  };
}
export const counterName = (game: Game, counter: Counter) => game.counters[counter.name] ?? "";

/** The name under which this token keeps its identity from one scene to the next. */
export function tokenId(game: Game, skin: Skin, token: Token): string {
  const name = tokenName(game, token);
  if (token.unit === 0xffff) return `${name}@${token.cell}/${token.owner}`;
  const prefix = Object.keys(skin.units).find((key) => skin.units[key]!.includes(name));
  return `${prefix ?? `${name} `}${token.unit}`;
}

/** Whose a piece is, for this seat: of two sides one is mine and one the enemy's, of more each has its name. */
export function whoseOf(game: Game, owner: number, me: number): { whose: Whose; side: string } {
  if (owner === me + 1) return { whose: "mine", side: "" };
  const playing = me >= 0 && me < game.seatsMax;
  return game.seatsMax === 2 && playing ? { whose: "enemy", side: "" } : { whose: "plain", side: game.seats[owner - 1] ?? "" };
}

function ownerWords(game: Game, skin: Skin, token: Token, me: number): string {
  const name = tokenName(game, token), { whose, side } = whoseOf(game, token.owner, me);
  if (token.owner === 0) return nameWords(name);
  if (skin.neutral.includes(name)) return t("tokenAgainst").replace("{what}", nameWords(name)).replace("{who}", whose === "mine" ? t("you") : game.seats[token.owner - 1] ?? "");
  return `${called(name, whose)}${side ? ` ${ofWord()} ${side}` : ""}`;
}

/** "your cannon, 70 of 100 health, ready in 2": what is said of a token. */
export function tokenWords(game: Game, skin: Skin, token: Token, me: number): string {
  const words = [ownerWords(game, skin, token, me)];
  if (token.healthMax > 0) words.push(t("tokenHealth").replace("{health}", String(token.health)).replace("{most}", String(token.healthMax)));
  if (token.badge >= 0) words.push(skin.badge(tokenName(game, token), token.badge));
  if (token.mood > 0) words.push(said(game, game.moods[token.mood] ?? ""));
  return words.filter(Boolean).join(", ");
}
