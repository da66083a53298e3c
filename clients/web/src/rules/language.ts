// What the games' tables say, in the language of the visitor. A language is a file of pairs: the English text of the tables, and
// what it is there; another language needs no code. Names of pieces have a gender and up to three cases.
import type { Game } from "./types";

/** m, f, n: how "your" and "the" go with a name; forms: nominative, accusative, dative, the first for all that are missing. */
export interface Noun { gender: "m" | "f" | "n"; forms: string[] }
export type Case = "n" | "a" | "d";
export interface Tables {
  texts: Record<string, Record<string, string>>; // by game; "*": of all
  nouns: Record<string, string>; // "archer": "m Bogenschütze/Bogenschützen"
  /** "your", "the enemy", "the", "a" by gender and case: three genders of three cases. */
  mine: string[][]; enemy: string[][]; plain: string[][]; some: string[][];
  compass: Record<string, string>;
  words: { yourSide: string[]; otherSide: string[]; at: string; somebody: string; of: string };
}

const GENDERS = "mfn", CASES = "nad";
let spoken: Tables | null = null; // null: English

export function speak(tables: Tables | null): void { spoken = tables; }

/** A text of the tables as it is read. */
export function said(game: Pick<Game, "id">, text: string): string {
  return spoken?.texts[game.id]?.[text] ?? spoken?.texts["*"]?.[text] ?? text;
}

const PAGE = { id: "page" }, SERVER = { id: "server" };

/** A sentence that stands in the page's own code, as those of errors do. */
export const sentence = (text: string): string => said(PAGE, text);

/** What a server refused: by its code, where the language has a sentence for it, or as the server says it. */
export function refusedText(code: string | undefined, why: string | undefined): string {
  const text = said(SERVER, code ?? "");
  return text === (code ?? "") ? why ?? text : text;
}

export const isSaid = (game: Pick<Game, "id">, text: string): boolean =>
  spoken === null || text === "" || spoken.texts[game.id]?.[text] !== undefined || spoken.texts["*"]?.[text] !== undefined || spoken.nouns[text] !== undefined;

function noun(name: string): Noun | null {
  const entry = spoken?.nouns[name];
  if (!entry) return null;
  const [gender, forms] = [entry.slice(0, 1), entry.slice(2)];
  return { gender: gender as Noun["gender"], forms: forms.split("/") };
}

const form = (one: Noun, kase: Case) => one.forms[CASES.indexOf(kase)] ?? one.forms[one.forms.length - 1]!;

const proper = new Set<string>(); // names of somebody, not of a kind: they begin with a capital

/** These pieces are called by names of their own. */
export function callProperly(names: string[]): void { names.forEach((name) => proper.add(name)); }

const inEnglish = (name: string): string => (proper.has(name) ? name.slice(0, 1).toUpperCase() + name.slice(1) : name);

/** The name of a kind of piece by itself. */
export const pieceName = (name: string): string => {
  const one = noun(name);
  return one ? form(one, "n") : inEnglish(name);
};

export type Whose = "mine" | "enemy" | "plain" | "some";
const ENGLISH: Record<Whose, string> = { mine: "your", enemy: "the enemy", plain: "the", some: "a" };
const vowel = (name: string) => /^[aeiou]/.test(name);

/** "your northern archer" */
export function called(name: string, whose: Whose, kase: Case = "n", compass = ""): string {
  const one = noun(name);
  if (!spoken || !one) {
    const article = whose === "some" && vowel(compass || name) ? "an" : ENGLISH[whose];
    return [article, compass, inEnglish(name)].filter(Boolean).join(" ");
  }
  const [article = "", ...rest] = (spoken[whose][GENDERS.indexOf(one.gender)]?.[CASES.indexOf(kase)] ?? "").split(" ");
  const where = compass ? spoken.compass[compass] ?? compass : "";
  const ending = kase === "n" ? { m: whose === "plain" || whose === "enemy" ? "e" : "er", f: "e", n: whose === "plain" || whose === "enemy" ? "e" : "es" }[one.gender]
    : kase === "a" && one.gender !== "m" ? (one.gender === "f" || whose === "plain" || whose === "enemy" ? "e" : "es") : "en";
  return [article, where && where + ending, ...rest, form(one, kase)].filter(Boolean).join(" ");
}

/** "a army" is no English: names come after the sentence was written. */
export const withArticles = (text: string): string => (spoken ? text : text.replace(/\b([Aa]) (?=[aeio])/g, "$1n "));

export const yourSide = (kase: Case = "n"): string => (spoken ? spoken.words.yourSide[CASES.indexOf(kase)]! : "your side");
export const otherSide = (kase: Case = "n"): string => (spoken ? spoken.words.otherSide[CASES.indexOf(kase)]! : "the other side");
export const somebody = (): string => spoken?.words.somebody ?? "somebody";
export const atWord = (): string => spoken?.words.at ?? "at";
export const ofWord = (): string => spoken?.words.of ?? "of";
