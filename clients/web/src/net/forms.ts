// Orders and events in the JSON of the protocol, from and to the numbers of the rules.
import {
  ArgType, type Action, type Arg, type Game, type GameEvent, type Outcome, type SeatInfo, type Update,
} from "../rules/types";
import { fromBase64, type Json } from "../rules/record";
import { argText, cellAt, cellName, cellX, cellY, placeOf } from "../rules/words";
import type { Message } from "./socket";

function cellJson(game: Game, cell: number): unknown {
  const x = cellX(game.cells, cell), y = cellY(game.cells, cell);
  return game.cells.letters ? cellName(game.cells, x, y) : [x, y];
}

function orderValue(game: Game, arg: Arg, value: number): unknown {
  const named = arg.type === ArgType.Choice || (arg.type === ArgType.Unit && arg.choices.length > 0);
  if (arg.type === ArgType.Unit && named) return `${arg.choices[0]}${value}`;
  if (named) return argText(game, arg, value);
  return arg.type === ArgType.Cell ? cellJson(game, value) : value;
}

export function orderJson(game: Game, action: Action): Json {
  const verb = game.verbs[action.verb];
  if (!verb) return { verb: "resign" };
  const order: Json = { verb: verb.name };
  verb.args.forEach((arg, i) => {
    order[arg.name] = arg.type === ArgType.Step
      ? cellJson(game, placeOf(game, verb.args, action.args, i)) : orderValue(game, arg, action.args[i] ?? 0);
  });
  return order;
}

function letterCell(game: Game, text: string): number {
  const [, letters, row] = /^([A-Za-z]+)(-?\d+)$/.exec(text) ?? [];
  if (!letters || !row) return -1;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return cellAt(game.cells, column + game.cells.x0, Number(row));
}

function factValue(game: Game, arg: Arg, json: unknown): number {
  if (typeof json === "number") return json;
  if (typeof json === "boolean") return Number(json);
  if (Array.isArray(json)) return cellAt(game.cells, Number(json[0]), Number(json[1]));
  if (typeof json !== "string") return 0;
  switch (arg.type) {
    case ArgType.Unit: {
      const prefix = arg.choices.findIndex((one) => json.startsWith(one) && /^\d+$/.test(json.slice(one.length)));
      return prefix < 0 ? 0 : prefix * 65536 + Number(json.slice(arg.choices[prefix]!.length));
    }
    case ArgType.Choice: return Math.max(0, arg.choices.indexOf(json));
    case ArgType.Refusal: return Math.max(0, game.refusals.findIndex((one) => one.text === json));
    case ArgType.Seat: return game.seats.indexOf(json);
    case ArgType.Cell: return letterCell(game, json);
    default: return Number(json) || 0;
  }
}

function eventFrom(game: Game, json: Json): GameEvent | null {
  const kind = game.events.findIndex((one) => one.name === json["kind"]);
  const args = game.events[kind]?.args;
  if (!args) return null;
  const cause = typeof json["cause"] === "number" ? json["cause"] + 1 : 0;
  return { kind, cause, args: args.map((arg) => factValue(game, arg, json[arg.name])) };
}

function outcomeFrom(game: Game, json: Json | null): Outcome | null {
  if (!json) return null;
  const numbers = (value: unknown) => (Array.isArray(value) ? value.map(Number) : []);
  const ending = game.endings.findIndex((one) => one.text === json["reason"]);
  return { ending: Math.max(0, ending), rank: numbers(json["rank"]), score: numbers(json["score"]) };
}

export function seatsFrom(json: unknown): SeatInfo[] | null {
  if (!Array.isArray(json)) return null;
  return (json as Json[]).map((seat) => ({ who: seat["who"] as SeatInfo["who"], name: String(seat["name"] ?? "") }));
}

export function updateFrom(game: Game, message: Message): Update {
  const list = Array.isArray(message["events"]) ? (message["events"] as Json[]) : [];
  return {
    n: Number(message["n"]), seat: message.seat === "spectator" ? 7 : message.seat,
    state: message["state"] as Update["state"], turn: message["turn"] as [number, number],
    act: message["act"] === true, undone: message["undone"] === true,
    events: list.flatMap((json) => eventFrom(game, json) ?? []),
    view: fromBase64(String(message["view"] ?? "")),
    outcome: outcomeFrom(game, message["outcome"] as Json | null),
    seats: seatsFrom(message["seats"]),
  };
}
