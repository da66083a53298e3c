// What a position and a turn are worth to whoever judges for bots: thousandths, 0 surely lost, 1000 surely won.
import type { Room, Rules } from "./module";
import { restOfTurn } from "./questions";
import { VERB_ENDS_TURN, type Action, type Game } from "./types";

const WORLDS = 6; // in which the dice fall otherwise

/** So many turns later it shows what an order was worth: towers have to shoot first, and armies to arrive. */
const LATER: Record<string, number> = { apoca: 12, civ: 2, fortress: 2 };

/** Orders that lead on for many turns: there are thousands of them, and their first step is an order of its own. */
const FAR = ["move_to", "road_to", "rail_to"];

/** Gives these orders, as far as they are possible, and ends the turn; after it nobody does anything. */
function play(rules: Rules, game: Game, state: Room, seat: number, orders: Action[], luck: Room): void {
  for (const order of orders) if (rules.judge(game, state, seat, order).code === 0) rules.apply(game, state, seat, order, luck);
  for (let turn = LATER[game.id] ?? 0; turn >= 0 && rules.toAct(game, state) !== 0; turn--) restOfTurn(rules, game, state, seat, luck);
}

/** The worth of a position after a turn of one seat, over several falls of the dice. */
export function turnValue(rules: Rules, game: Game, begin: Uint8Array, seat: number, orders: Action[]): number {
  let sum = 0;
  for (let world = 1; world <= WORLDS; world++) {
    const state = rules.filled(begin), luck = rules.luckRoom(BigInt(world), 77n);
    play(rules, game, state, seat, orders, luck);
    sum += rules.estimate(game, state, seat);
    rules.giveBack(state, luck);
  }
  return Math.round(sum / WORLDS);
}

export interface Valued { action: Action; value: number }

/** All turns of one order after `before`, the best first; nothing where there are more than `most`. */
export function searchTurn(rules: Rules, game: Game, begin: Uint8Array, seat: number, before: Action[], most: number): Valued[] {
  const state = rules.filled(begin), luck = rules.luckRoom(1n, 77n);
  for (const order of before) if (rules.judge(game, state, seat, order).code === 0) rules.apply(game, state, seat, order, luck);
  const legal = (rules.toAct(game, state) & (1 << seat) ? rules.legal(game, state, seat) : []).filter((action) => !FAR.includes(game.verbs[action.verb]?.name ?? ""));
  rules.giveBack(state, luck);
  if (legal.length > most) return [];
  return legal.filter((action) => !((game.verbs[action.verb]?.flags ?? 0) & VERB_ENDS_TURN && game.verbs[action.verb]!.args.length === 0))
    .map((action) => ({ action, value: turnValue(rules, game, begin, seat, [...before, action]) }))
    .sort((a, b) => b.value - a.value);
}
