// Orders, events and outcomes as the numbers of the tables, which the server has too: see docs/protocol.md.
// Nothing is guessed: a number that the tables don't have is an error.
import { fromBase64, type Json } from "../rules/record";
import {
  ArgType, Code, SPECTATOR, type Action, type Arg, type Frame, type Game, type GameEvent, type Outcome, type SeatInfo, type Update, type Verdict,
} from "../rules/types";
import type { Message } from "./socket";

/** The server said something that this page's tables have no words for. */
export class Unknown extends Error {
  constructor(what: string, value: unknown) { super(`the server sent ${what} that this page doesn't know: ${JSON.stringify(value)}`); }
}

const isNumbers = (json: unknown): json is number[] => Array.isArray(json) && json.every((one) => Number.isInteger(one));

/** A list of whole numbers, of this length where one is given. */
function numbers(json: unknown, what: string, length?: number): number[] {
  if (!isNumbers(json) || (length !== undefined && json.length !== length)) throw new Unknown(what, json);
  return json;
}

/** A verb of the table and three arguments, within their limits. */
export function orderNumbers(game: Game, action: Action): number[] {
  const args = game.verbs[action.verb]?.args;
  if (!args || !action.args.every((value, i) => value >= 0 && value < (args[i]?.limit ?? 1))) {
    throw new Error(`there is no such order: ${action.verb} ${action.args.join(" ")}`);
  }
  return [action.verb, ...action.args];
}

/** Whether the tables have a word for this fact. */
function fits(game: Game, arg: Arg, value: number): boolean {
  switch (arg.type) {
    case ArgType.Choice: return arg.choices[value] !== undefined;
    case ArgType.Unit: return arg.choices.length === 0 || arg.choices[value >> 16] !== undefined;
    case ArgType.Refusal: return value > 0 && game.refusals[value] !== undefined;
    case ArgType.Seat: return game.seats[value] !== undefined;
    case ArgType.Cell: return value >= 0 && value < game.cells.stride * game.cells.rows;
    default: return true;
  }
}

export function eventFrom(game: Game, json: unknown): GameEvent {
  const [kind, cause, ...args] = numbers(json, "an event");
  const known = kind === undefined ? undefined : game.events[kind]?.args;
  if (kind === undefined || cause === undefined || !known || args.length !== known.length ||
    !known.every((arg, i) => fits(game, arg, args[i]!))) throw new Unknown("an event", json);
  return { kind, cause, args };
}

export function outcomeFrom(game: Game, json: unknown): Outcome | null {
  if (json === null || json === undefined) return null;
  const { ending, rank, score } = json as Json;
  const known = ending === null || (typeof ending === "number" && ending > 0 && game.endings[ending] !== undefined);
  if (!known) throw new Unknown("an ending", json);
  return { ending: ending as number | null, rank: numbers(rank, "ranks"), score: numbers(score, "scores") };
}

/** Why the rules refused an order; null: it wasn't the rules. */
export function verdictFrom(game: Game, json: unknown): Verdict | null {
  if (json === undefined) return null;
  const [code, why, detail] = numbers(json, "a verdict", 3) as [number, number, number];
  if (Code[code] === undefined || (why !== 0 && game.refusals[why] === undefined)) throw new Unknown("a refusal", json);
  return { code, why, detail };
}

export function seatsFrom(json: unknown): SeatInfo[] | null {
  if (!Array.isArray(json)) return null;
  return (json as Json[]).map((seat) => ({ who: seat["who"] as SeatInfo["who"], name: String(seat["name"] ?? "") }));
}

/** Each of them has the next few of so many events. */
export function framesFrom(game: Game, json: unknown, events: number): Frame[] {
  const frames = (Array.isArray(json) ? json as Json[] : []).map((one): Frame => {
    const { step = 0, events: heard, patch = "" } = one;
    const known = Number.isInteger(step) && (step === 0 || game.steps[step as number] !== undefined);
    if (!known || !Number.isInteger(heard) || (heard as number) < 0) throw new Unknown("a frame", one);
    return { step: step as number, events: heard as number, patch: fromBase64(String(patch)) };
  });
  if (frames.length > 0 && frames.reduce((sum, one) => sum + one.events, 0) !== events) throw new Unknown("frames of other events", json);
  return frames;
}

export function updateFrom(game: Game, message: Message): Update {
  const list = Array.isArray(message["events"]) ? (message["events"] as unknown[]) : [];
  return {
    n: Number(message["n"]), seat: message.seat === "spectator" ? SPECTATOR : message.seat,
    state: message["state"] as Update["state"], turn: message["turn"] as [number, number],
    act: message["act"] === true, undone: message["undone"] === true,
    events: list.map((json) => eventFrom(game, json)), frames: framesFrom(game, message["frames"], list.length),
    view: fromBase64(String(message["view"] ?? "")),
    outcome: outcomeFrom(game, message["outcome"]),
    seats: seatsFrom(message["seats"]),
  };
}
