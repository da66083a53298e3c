// The games of this browser, finished or not: each is kept under a name of its own, so that a new one takes nothing from another.
import { packRecord, unpackRecord, type GameRecord } from "../rules/record";
import type { Game, Outcome, SeatInfo } from "../rules/types";

/** What a list of games says of one. */
export interface Kept {
  id: string;
  game: string;
  seats: SeatInfo[];
  seat: number; // the person who began it
  turn: number;
  played: number; // when, in milliseconds
  over: boolean;
  rank: number[] | null; // of each seat, where somebody won
}

/** How things stand when a game is put on the shelf. */
export interface Standing { seat: number; turn: number; outcome: Outcome | null; over: boolean }

const LIST = "redoubt.games";
const FINISHED_MAX = 60; // the oldest finished ones make room; unfinished ones never go by themselves
const nameOf = (id: string) => `redoubt.game.${id}`;

/** Newest first. A browser that keeps nothing has an empty list. */
export function keptGames(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(LIST) ?? "[]") as Kept[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export const unfinished = (): Kept[] => keptGames().filter((one) => !one.over);

const write = (list: Kept[]) => localStorage.setItem(LIST, JSON.stringify(list));

export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((text, part) => text + part.toString(36), "");
}

/** The list with this game in front, and without what there is no room for. */
function withFirst(one: Kept): Kept[] {
  const list = [one, ...keptGames().filter((other) => other.id !== one.id)];
  const finished = list.filter((other) => other.over).slice(FINISHED_MAX);
  finished.forEach((old) => localStorage.removeItem(nameOf(old.id)));
  return list.filter((other) => !finished.includes(other));
}

/** Keeps the game as it stands. */
export function keep(id: string, game: Game, record: GameRecord, { seat, turn, outcome, over }: Standing): void {
  try {
    localStorage.setItem(nameOf(id), packRecord(game, record));
    write(withFirst({ id, game: game.id, seats: record.seats, seat, turn, played: Date.now(), over, rank: outcome?.rank ?? null }));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** One of them, or the latest; null: it is not there, or was played by other rules. */
export function keptRecord(games: Game[], id?: string): GameRecord | null {
  const wanted = id ?? keptGames()[0]?.id;
  try {
    return wanted === undefined ? null : unpackRecord(games, localStorage.getItem(nameOf(wanted)) ?? "");
  } catch {
    return null;
  }
}

export function forget(id: string): void {
  localStorage.removeItem(nameOf(id));
  write(keptGames().filter((one) => one.id !== id));
}
