// Orders in the JSON of scenarios, by name: for files, which must last longer than the numbers of the tables.
import type { Json } from "./record";
import { ArgType, RESIGN, type Action, type Arg, type Game } from "./types";
import { argText, cellName, cellX, cellY, placeOf } from "./words";

function cellJson(game: Game, cell: number): unknown {
  const x = cellX(game.cells, cell), y = cellY(game.cells, cell);
  return game.cells.letters ? cellName(game.cells, x, y) : [x, y];
}

function valueJson(game: Game, arg: Arg, value: number): unknown {
  if (arg.type === ArgType.Unit && arg.choices.length > 0) return `${arg.choices[0]}${value}`;
  if (arg.type === ArgType.Choice) return argText(game, arg, value);
  return arg.type === ArgType.Cell ? cellJson(game, value) : value;
}

export function orderJson(game: Game, action: Action): Json {
  if (action.verb === RESIGN) return { verb: "resign" };
  const verb = game.verbs[action.verb];
  if (!verb) throw new Error(`there is no verb ${action.verb}`);
  const order: Json = { verb: verb.name };
  verb.args.forEach((arg, i) => {
    order[arg.name] = arg.type === ArgType.Step
      ? cellJson(game, placeOf(game, verb.args, action.args, i)) : valueJson(game, arg, action.args[i] ?? 0);
  });
  return order;
}
