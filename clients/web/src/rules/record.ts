// A game as it was played: options, seats, luck and every order. Saved games, replay files, forks and
// links all have this form; docs/replay-format.md describes the file.
import type { Action, Game, Option, SeatInfo } from "./types";

export type Json = Record<string, unknown>;

/** A beginning that the options don't tell: a position, or a map of one's own. */
export interface Begun { state: Uint8Array; drawn: bigint; options: Json; position?: unknown }

export interface GameRecord {
  game: string;
  rules?: number; // an earlier version of the rules, by which it was played
  options: number[];
  seats: SeatInfo[];
  seed: string; // a decimal number, or 32 hexadecimal digits
  begun?: Begun;
  rolls?: number[]; // values of the first draws after the beginning
  open?: boolean; // one person plays several seats and may see them all
  orders: [seat: number, action: Action][];
  hash?: string; // of the state at the end, where a file tells it
}

/** The two halves of the luck's key. */
export function keyOf(seed: string): [bigint, bigint] {
  if (/^[0-9a-f]{32}$/i.test(seed)) return [BigInt(`0x${seed.slice(0, 16)}`), BigInt(`0x${seed.slice(16)}`)];
  if (/^\d{1,20}$/.test(seed)) return [BigInt.asUintN(64, BigInt(seed)), 0n];
  throw new Error(`the seed ${seed.slice(0, 40)} is neither a number nor 32 hexadecimal digits`);
}

const optionJson = (option: Option, value: number): unknown =>
  (option.choices.length > 0 ? option.choices[value - option.min] : value);

/** Options as scenarios, replays and the server write them. */
export function optionsJson(game: Game, values: number[], seats: number): Json {
  const json: Json = {};
  game.options.forEach((option, i) => { json[option.key] = optionJson(option, values[i] ?? option.preset); });
  if (game.seatsMin < game.seatsMax) json["seats"] = seats;
  return json;
}

/** Back to numbers; null where an option has a value that only the host's reader understands. */
export function optionValues(game: Game, json: Json): number[] | null {
  const values = game.options.map((option) => {
    const given = json[option.key];
    if (given === undefined) return option.preset;
    if (typeof given === "number") return given;
    const at = option.choices.indexOf(String(given));
    return typeof given === "string" && at >= 0 ? option.min + at : Number.NaN;
  });
  return values.some(Number.isNaN) || (json["map"] !== undefined && !game.options.some((option) => option.key === "map")) ? null : values;
}

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** As text, small: for this browser's memory and for links. */
export function packRecord(game: Game, record: GameRecord): string {
  const { begun, orders, seats, ...rest } = record;
  return JSON.stringify({
    ...rest, rules: game.rulesVersion, seats: seats.map(({ who, name }) => [who, name]),
    ...(begun ? { begun: { ...begun, state: toBase64(begun.state), drawn: String(begun.drawn) } } : {}),
    orders: orders.flatMap(([seat, action]) => [seat, action.verb, ...action.args]),
  });
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const ORDER_NUMBERS = 5;

/** Throws what is wrong; the rules check the rest when it is played. */
export function unpackRecord(games: Game[], text: string): GameRecord {
  const json = JSON.parse(text) as Json;
  const game = games.find((one) => one.id === json["game"]);
  const { options, seats, orders, begun, seed } = json;
  if (!game || json["rules"] !== game.rulesVersion) throw new Error("this game was played by other rules");
  if (!isList(options) || !isList(seats) || !isList(orders) || typeof seed !== "string") throw new Error("this is no game");
  const numbers = orders.map(Number);
  const list: [number, Action][] = [];
  for (let i = 0; i + ORDER_NUMBERS <= numbers.length; i += ORDER_NUMBERS) {
    const [seat = 0, verb = 0, a = 0, b = 0, c = 0] = numbers.slice(i, i + ORDER_NUMBERS);
    list.push([seat, { verb, args: [a, b, c] }]);
  }
  const record: GameRecord = {
    game: game.id, options: options.map(Number), seed, orders: list,
    ...(isList(json["rolls"]) ? { rolls: json["rolls"].map(Number) } : {}), ...(json["open"] === true ? { open: true } : {}),
    seats: (seats as [string, string][]).map(([who, name]): SeatInfo => ({ who: who === "bot" ? "bot" : "person", name: String(name) })),
  };
  if (begun) {
    const { state, drawn, ...more } = begun as { state: string; drawn: string; options: Json; position?: unknown };
    record.begun = { ...more, state: fromBase64(state), drawn: BigInt(drawn) };
  }
  return record;
}

const RECORD = 16, ORDER = 1;

/** The orders among the records of a replay. */
export function ordersOf(records: Uint8Array): [seat: number, action: Action][] {
  const data = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const orders: [number, Action][] = [];
  for (let at = 0; at + RECORD <= records.length; at += RECORD) {
    if (records[at] !== ORDER) continue;
    const arg = (i: number) => data.getUint16(at + 4 + 2 * i, true);
    orders.push([records[at + 1]!, { verb: data.getUint16(at + 2, true), args: [arg(0), arg(1), arg(2)] }]);
  }
  return orders;
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (text: string) => Uint8Array.from({ length: text.length / 2 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
