// What a player may ask the rules about a view: everything is answered from guess(view), so that a
// remote seat gets the same answers as one whose state lies in this very worker.
import { appendLog, type LoggedEvent, type Room, type Rules, seenBy } from "./module";
import { viewsBefore } from "./patch";
import { type Action, type Frame, type Game, type GameEvent, type Look, NO_UNIT, Role, type Scene, type Verdict, VERB_ENDS_TURN } from "./types";
import { fact } from "./words";

const TURN_ENDERS_MAX = 16;

export function look(rules: Rules, game: Game, seat: number, view: Uint8Array, acts: boolean, frames: Frame[] = []): Look {
  const legal = acts ? rules.legal(game, rules.guess(game, view), seat) : [];
  const scene = rules.scene(game, view), steps: Scene[] = [];
  viewsBefore(view, frames).reduceRight((after, before) => { // most of them have the same ground: it is sent once
    const shown = rules.scene(game, before);
    if (sameCells(shown, after)) shown.cells = after.cells;
    steps.unshift(shown);
    return shown;
  }, scene);
  return { scene, legal, steps };
}

const sameCells = (a: Scene, b: Scene) => a.cells.length === b.cells.length && a.cells.every((cell, i) => {
  const other = b.cells[i]!;
  return cell.x === other.x && cell.y === other.y && cell.terrain === other.terrain && cell.owner === other.owner && cell.light === other.light;
});

export function judgeAll(rules: Rules, game: Game, seat: number, view: Uint8Array, actions: Action[]): Verdict[] {
  const state = rules.guess(game, view);
  return actions.map((action) => rules.judge(game, state, seat, action));
}

/**
 * What would happen if everybody ended the turn now with no more orders: what a player may know of
 * the outcome. Only where ending the turn needs no decision and no other seat has one before.
 */
export function forecast(rules: Rules, game: Game, seat: number, view: Uint8Array): GameEvent[] {
  const state = rules.guess(game, view);
  return rules.toAct(game, state) & (1 << seat) ? seenBy(restOfTurn(rules, game, state, seat), seat) : [];
}

/** What happens from here to the end of the turn if nobody orders anything more; nothing where that can't be foreseen. */
export function restOfTurn(rules: Rules, game: Game, state: Room, seat: number, luck: Room = rules.idleLuck): LoggedEvent[] {
  const before = rules.turns(game, state)[0];
  const log: LoggedEvent[] = [];
  for (let i = 0; i < TURN_ENDERS_MAX && rules.turns(game, state)[0] === before; i++) {
    const acting = rules.toAct(game, state);
    const who = acting & (1 << seat) ? seat : 31 - Math.clz32(acting);
    const end = plainTurnEnd(rules, game, state, who);
    if (!end) return [];
    appendLog(log, rules.apply(game, state, who, end, luck));
  }
  return log;
}

/** Asked verb by verb: a list of all that is legal can be thousands long. */
function plainTurnEnd(rules: Rules, game: Game, state: Room, seat: number): Action | undefined {
  return game.verbs.flatMap((verb, index): Action[] => (verb.flags & VERB_ENDS_TURN && verb.args.length === 0 ? [{ verb: index, args: [0, 0, 0] }] : []))
    .find((action) => rules.judge(game, state, seat, action).code === 0);
}

/** Where a unit of mine will be after so many turns, as a cell of the scene. */
export interface Stop { unit: number; cell: number; turn: number }

/** The way of units that go on by themselves for more than this turn, if nobody orders anything more. */
export function stopsAhead(rules: Rules, game: Game, seat: number, view: Uint8Array, turns: number): Stop[] {
  const state = rules.guess(game, view);
  const placesNow = () => new Map(rules.scene(game, rules.observe(game, state, seat)).tokens
    .flatMap((token) => (token.owner === seat + 1 && token.unit !== NO_UNIT ? [[token.unit, token.cell] as const] : [])));
  const stops: Stop[] = [];
  let before = placesNow();
  for (let turn = 1; turn <= turns && rules.toAct(game, state) & (1 << seat); turn++) {
    if (restOfTurn(rules, game, state, seat).length === 0) break;
    const now = placesNow();
    for (const [unit, cell] of now) if (before.has(unit) && before.get(unit) !== cell) stops.push({ unit, cell, turn });
    before = now;
  }
  const onward = new Set(stops.filter((stop) => stop.turn > 1).map((stop) => stop.unit));
  return stops.filter((stop) => onward.has(stop.unit));
}

export interface Preview { events: GameEvent[]; varies: boolean }

const SAMPLES = 3n;
const sameEvent = (event: GameEvent) => `${event.kind}/${event.args.join()}`;

/** What the order changes in one world that the seat can't tell from the true one. */
function effects(rules: Rules, game: Game, seat: number, view: Uint8Array, action: Action, key: bigint): GameEvent[] {
  const idle = rules.guess(game, view, key);
  const without = new Map<string, number>();
  for (const event of seenBy(restOfTurn(rules, game, idle, seat), seat)) without.set(sameEvent(event), (without.get(sameEvent(event)) ?? 0) + 1);
  const state = rules.guess(game, view, key);
  const log = rules.apply(game, state, seat, action, rules.idleLuck);
  if (rules.toAct(game, state) !== 0) appendLog(log, restOfTurn(rules, game, state, seat));
  return seenBy(log, seat).filter((event) => {
    const left = without.get(sameEvent(event)) ?? 0;
    without.set(sameEvent(event), left - 1);
    return left <= 0;
  });
}

/** What the rules allow one to know of an order's outcome: that which comes about in every such world. */
export function preview(rules: Rules, game: Game, seat: number, view: Uint8Array, action: Action): Preview {
  if (rules.judge(game, rules.guess(game, view), seat, action).code !== 0) return { events: [], varies: false };
  const samples = Array.from({ length: Number(SAMPLES) }, (_, i) => effects(rules, game, seat, view, action, BigInt(i + 1)));
  const sure = samples[0]!.filter((event) => samples.every((sample) => sample.some((other) => sameEvent(other) === sameEvent(event))));
  return { events: sure.map((event) => ({ ...event, cause: 0 })), varies: samples.some((sample) => sample.length !== sure.length) };
}

/** Which of these orders still count: those without which the view would be another. */
export function standing(
  rules: Rules, game: Game, seat: number, begin: Uint8Array, orders: Action[], now: Uint8Array,
): boolean[] {
  return orders.map((_, left) => {
    const state = rules.guess(game, begin);
    for (const [i, order] of orders.entries()) {
      if (i === left) continue;
      if (rules.judge(game, state, seat, order).code !== 0) return true;
      rules.apply(game, state, seat, order, rules.idleLuck);
    }
    const view = rules.observe(game, state, seat);
    return view.some((byte, i) => byte !== now[i]);
  });
}

/** In how many of a hundred cases an order strikes each unit that it may strike, and in how many somebody else is asked first. */
export interface Odds { hits: number; asked: number }

const TRIES = 1500;

/** How the dice may fall, tried out by the rules themselves in as many worlds. Null: it strikes nobody, or there is nothing to doubt. */
export function oddsOf(rules: Rules, game: Game, seat: number, view: Uint8Array, action: Action): Odds | null {
  if (rules.judge(game, rules.guess(game, view), seat, action).code !== 0) return null;
  let hits = 0, asked = 0, blows = 0;
  for (let i = 0; i < TRIES; i++) {
    const state = rules.guess(game, view, BigInt(i + 1));
    const log = rules.apply(game, state, seat, action, rules.idleLuck);
    const struck = log.filter((event) => fact(game, event, Role.Whom) !== undefined);
    if (struck.some((event) => (fact(game, event, Role.Damage) ?? 0) > 0)) hits++;
    else if (rules.toAct(game, state) !== 1 << seat) asked++;
    if (struck.length > 0) blows++;
    if (i === 40 && (blows === 0 || hits === i + 1 || (hits === 0 && asked === 0))) return null; // no dice, or no blow
  }
  return { hits: Math.round((100 * hits) / TRIES), asked: Math.round((100 * asked) / TRIES) };
}
