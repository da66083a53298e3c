// Is there one best turn? A search for puzzles, and for the test that asks again whether each of them is one.
import type { RulesClient } from "../rules/client";
import type { Action, Game } from "../rules/types";
import { CLOSE } from "./puzzle";

export const AHEAD = 40; // thousandths by which the best turn is better than all that are not as good
const ALIKE = 12; // so many orders may come to the same: a house on one tile or another
const SLACK = 30; // that a second order may add to it
const ORDERS_MAX = 600; // more are not looked through

/** The best turn, where one is best by far: an order, and nothing that is worth much more with another. Null: there is none. */
export async function searched(rules: Pick<RulesClient, "searchTurn" | "turnValue">, game: Game, state: Uint8Array, seat: number): Promise<Action[] | null> {
  const all = await rules.searchTurn(game.id, state, seat, [], ORDERS_MAX);
  const [best] = all, idle = await rules.turnValue(game.id, state, seat, []);
  if (!best || best.value - idle < AHEAD) return null;
  const alike = all.filter((one) => one.value >= best.value - CLOSE), next = all[alike.length];
  if (!next || alike.length > ALIKE || best.value - next.value < AHEAD) return null;
  const more = await rules.searchTurn(game.id, state, seat, [best.action], ORDERS_MAX);
  if (more.length > 0 && more[0]!.value - best.value > SLACK) return null;
  return [best.action];
}
