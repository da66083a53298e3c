// Which orders to offer: the legal ones, grouped by what still has to be chosen.
import { ArgType, NO_UNIT, Role, type Action, type Arg, type Game, type Scene, type Token, VERB_ENDS_TURN, VERB_TAKES_BACK } from "../rules/types";
import { neighbours } from "../board/geometry";
import { argWords, cellAt, cellName, nameWords, placeOf, verbWords } from "../rules/words";
import { choiceWords } from "./orderwords";

/** An order in the making: null where an argument is still open. */
export interface Draft { verb: number; args: (number | null)[] }

export interface Entry {
  key: string;
  verb: number;
  label: string;
  choices: string[]; // names of chosen values as the tables have them: for pictures, prices and cards
  choice: number | null; // the first chosen value among those of its verb: its key
  draft: Draft;
  action: Action | null; // null: a cell must still be chosen
  legal: boolean;
  tries: Action[]; // where it is impossible: what to ask the rules about
}

const SURE_TRIES_MAX = 12; // where something else can be built
const TRIES_MAX = 80; // tiles for which the rules are asked why something can't be built

export const gameCell = (game: Game, scene: Scene, cell: number) =>
  cellAt(game.cells, scene.cells[cell]?.x ?? 0, scene.cells[cell]?.y ?? 0);

const indices = new WeakMap<Scene, Map<number, number>>(); // of a scene's cells by their numbers in the game

/** The cell of the scene that a number of the game means; -1: none. */
export function sceneCell(game: Game, scene: Scene, cell: number): number {
  let index = indices.get(scene);
  if (!index) {
    index = new Map(scene.cells.map((one, i) => [cellAt(game.cells, one.x, one.y), i]));
    indices.set(scene, index);
  }
  return index.get(cell) ?? -1;
}

const isPlace = (arg: Arg) => arg.type === ArgType.Cell || arg.type === ArgType.Step;

const REFUSED_MAX = 8; // more impossible choices than these say nothing

const isUnit = (arg: Arg) => arg.type === ArgType.Choice && arg.role !== Role.None;

/** Units that a game calls by name, by their numbers: "P1-rider" is unit 0. */
function unitNames(game: Game): string[] {
  return game.verbs.flatMap((verb) => verb.args).find(isUnit)?.choices ?? [];
}

/** The cell of the scene that a value means: a cell, its name, or the unit that stands there; -1: none. */
function spotOf(game: Game, scene: Scene, args: Arg[], values: (number | null)[], index: number): number {
  const arg = args[index]!;
  if (isPlace(arg)) return sceneCell(game, scene, placeOf(game, args, values, index));
  if (arg.type !== ArgType.Choice) return -1;
  const name = arg.choices[values[index] ?? 0] ?? "";
  const unit = unitNames(game).indexOf(name);
  if (unit >= 0) return scene.tokens.find((token) => token.unit === unit)?.cell ?? -1;
  return game.cells.letters && /^[A-Z]+\d+$/.test(name)
    ? scene.cells.findIndex((cell) => cellName(game.cells, cell.x, cell.y) === name) : -1;
}

const sorted = new WeakMap<Action[], Map<number, Action[]>>(); // of a list of legal orders: those of each verb

/** The legal orders of one verb: of the thousands that a big army has only those are looked at. */
function ofVerb(legal: Action[], verb: number): Action[] {
  let lists = sorted.get(legal);
  if (!lists) {
    lists = new Map();
    for (const action of legal) {
      const list = lists.get(action.verb);
      if (list) list.push(action);
      else lists.set(action.verb, [action]);
    }
    sorted.set(legal, lists);
  }
  return lists.get(verb) ?? [];
}

/** Whether an order may be made of a draft. */
export const fits = (draft: Draft, action: Action) =>
  draft.verb === action.verb && draft.args.every((value, i) => value === null || action.args[i] === value);

const asAction = (draft: Draft): Action =>
  ({ verb: draft.verb, args: [draft.args[0] ?? 0, draft.args[1] ?? 0, draft.args[2] ?? 0] });

/** The order that ends the turn and needs nothing else. */
export function turnEnd(game: Game, legal: Action[]): Action | undefined {
  return legal.find((action) => {
    const verb = game.verbs[action.verb];
    return verb && verb.flags & VERB_ENDS_TURN && verb.args.length === 0;
  });
}

export const keyOf = (draft: Draft) => `${draft.verb}:${draft.args.join()}`;

/** The number of what is chosen from a short list: a kind, or an amount, of which the first is one. */
function choiceOf(arg: Arg, value: number | null): number | null {
  if (value === null) return null;
  if (arg.type === ArgType.Amount) return value - 1;
  return arg.type === ArgType.Choice && !isUnit(arg) ? value : null;
}

function entry(game: Game, draft: Draft, legal: boolean): Entry {
  const verb = game.verbs[draft.verb]!;
  const open = draft.args.includes(null);
  const named = verb.args.flatMap((arg, i) => {
    const value = draft.args[i];
    if (value == null || isPlace(arg) || arg.type === ArgType.Unit) return [];
    return [arg.type === ArgType.Choice ? choiceWords(arg.choices[value] ?? "") : argWords(game, arg, value)];
  });
  return {
    key: keyOf(draft), verb: draft.verb, label: named.join(" ") || verbWords(verb),
    choices: verb.args.flatMap((arg, i) => {
      const value = draft.args[i];
      return arg.type === ArgType.Choice && value != null ? [(arg.choices[value] ?? "").replace(/_/g, " ")] : [];
    }),
    choice: verb.args.map((arg, i) => choiceOf(arg, draft.args[i] ?? null)).find((value) => value !== null) ?? null,
    draft, action: open ? null : asAction(draft), legal, tries: legal || open ? [] : [asAction(draft)],
  };
}

/** My units on a cell that this verb can order about; where it can none, the one on top: so that a refusal can say why. */
function unitsAt(scene: Scene, legal: Action[], draft: Draft, unit: number, cell: number, seat: number): Draft[] {
  const mine = scene.tokens.filter((one) => one.cell === cell && one.unit !== NO_UNIT && one.owner === seat + 1);
  const drafts = [...new Set(mine.map((one) => one.unit))]
    .map((number) => ({ verb: draft.verb, args: draft.args.map((old, i) => (i === unit ? number : old)) }));
  const able = drafts.filter((one) => ofVerb(legal, draft.verb).some((action) => fits(one, action)));
  return able.length > 0 ? able : drafts.slice(-1);
}

/** Fills what the chosen cell decides: its own number, or a unit that stands on it; several units, several orders. */
function startAt(game: Game, scene: Scene, legal: Action[], verb: number, cell: number, seat: number): Draft[] {
  const args = game.verbs[verb]!.args;
  const draft: Draft = { verb, args: args.map(() => null) };
  const unit = args.findIndex((arg) => arg.type === ArgType.Unit);
  if (unit >= 0) return unitsAt(scene, legal, draft, unit, cell, seat);
  const at = args.findIndex((arg) => arg.type === ArgType.Cell);
  if (at >= 0) {
    draft.args[at] = gameCell(game, scene, cell);
    return [draft];
  }
  for (const action of ofVerb(legal, verb)) {
    const named = args.findIndex((_, i) => spotOf(game, scene, args, action.args, i) === cell);
    if (named < 0) continue;
    draft.args[named] = action.args[named]!;
    return [draft];
  }
  return [];
}

/** One entry for each way to fill all but the open cells. */
function grouped(game: Game, scene: Scene, draft: Draft, legal: Action[]): Entry[] {
  const args = game.verbs[draft.verb]!.args;
  const seen = new Map<string, Entry>();
  for (const action of ofVerb(legal, draft.verb)) {
    if (!fits(draft, action)) continue;
    const filled: Draft = {
      verb: draft.verb,
      args: args.map((_, i) => (draft.args[i] ?? (spotOf(game, scene, args, action.args, i) >= 0 ? null : action.args[i]!))),
    };
    const one = entry(game, filled, true);
    if (!seen.has(one.key)) seen.set(one.key, one);
  }
  return [...seen.values()];
}

/** Every way to fill the choices, possible or not: so that a refusal can say why. */
function refusable(game: Game, draft: Draft): Entry[] {
  const args = game.verbs[draft.verb]!.args;
  if (args.some((arg, i) => draft.args[i] === null && (arg.type !== ArgType.Choice || arg.choices.length > REFUSED_MAX))) return [];
  let drafts = [draft];
  args.forEach((arg, i) => {
    if (draft.args[i] !== null) return;
    drafts = drafts.flatMap((one) => arg.choices.map((_, value) => (
      { verb: one.verb, args: one.args.map((old, a) => (a === i ? value : old)) })));
  });
  return drafts.map((one) => entry(game, one, false));
}

const withRefused = (possible: Entry[], all: Entry[]) => {
  const list = all.map((one) => possible.find((other) => other.key === one.key) ?? one);
  return list.length > 0 ? list : possible;
};

/** "move (Builder)": where several on a cell can be ordered the same, whom an order is for. */
const forUnit = (game: Game, scene: Scene, one: Entry): Entry => {
  const unit = one.draft.args[game.verbs[one.verb]!.args.findIndex((arg) => arg.type === ArgType.Unit)];
  const token = scene.tokens.find((other) => other.unit === unit);
  return token ? { ...one, label: `${one.label} (${nameWords(game.tokens[token.kind] ?? "")})` } : one;
};

/** Orders for the chosen cell. */
export function menuHere(game: Game, scene: Scene, legal: Action[], cell: number, seat: number): Entry[] {
  return game.verbs.flatMap((_, verb) => {
    const drafts = startAt(game, scene, legal, verb, cell, seat);
    const entries = drafts.flatMap((draft) => withRefused(grouped(game, scene, draft, legal), refusable(game, draft)));
    return drafts.length > 1 ? entries.map((one) => forUnit(game, scene, one)) : entries;
  });
}

/** Cells of the game where I am and those beside, taken or not: where more is built, or would be. */
function cellsNearMe(game: Game, scene: Scene, seat: number): number[] {
  const at = new Map(scene.cells.map((cell) => [`${cell.x},${cell.y}`, cellAt(game.cells, cell.x, cell.y)]));
  const mine = scene.tokens.filter((token) => token.owner === seat + 1).map((token) => scene.cells[token.cell]!);
  const owned = scene.cells.filter((cell) => cell.owner === seat + 1);
  const beside = mine.flatMap((cell) => neighbours(scene.topology, cell.x, cell.y).flatMap(({ x, y }) => at.get(`${x},${y}`) ?? []));
  return [...new Set([...beside, ...[...mine, ...owned].map((cell) => cellAt(game.cells, cell.x, cell.y))])].slice(0, TRIES_MAX);
}

/** A build menu with what is impossible now: asked where something else of it is possible, or else near me. */
function blocked(game: Game, scene: Scene, legal: Action[], index: number, seat: number): Entry[] {
  const args = game.verbs[index]!.args;
  const place = args.findIndex((arg) => arg.type === ArgType.Cell), choice = args.findIndex((arg) => arg.type === ArgType.Choice);
  if (args.length !== 2 || place < 0 || choice < 0 || isUnit(args[choice]!)) return []; // that others can't be ordered about is plain
  const possible = [...new Set(ofVerb(legal, index).map((action) => action.args[place]!))].slice(0, SURE_TRIES_MAX);
  const cells = possible.length > 0 ? possible : cellsNearMe(game, scene, seat);
  return args[choice]!.choices.map((_, value) => {
    const draft: Draft = { verb: index, args: args.map((_arg, i) => (i === choice ? value : null)) };
    const tries = cells.map((cell) => asAction({ ...draft, args: draft.args.map((old) => old ?? cell) }));
    return { ...entry(game, draft, false), tries };
  });
}

/** Orders that need no chosen cell: those without one, and those that will ask for one. */
export function menuAnywhere(game: Game, scene: Scene, legal: Action[], seat: number, withCells: boolean): Entry[] {
  return game.verbs.flatMap((verb, index) => {
    const asks = verb.args.some((arg) => arg.type === ArgType.Cell || arg.type === ArgType.Unit);
    if ((verb.flags & VERB_ENDS_TURN && verb.args.length === 0) || (asks && !withCells)) return [];
    if (verb.args.some((arg) => arg.type === ArgType.Unit)) return []; // choose the unit on the board
    const draft: Draft = { verb: index, args: verb.args.map(() => null) };
    const possible = grouped(game, scene, draft, legal);
    if (possible.some((one) => !one.action) && !withCells) return possible.filter((one) => one.action);
    if (asks) return withRefused(possible, blocked(game, scene, legal, index, seat));
    return withRefused(possible, refusable(game, draft));
  });
}

/** What is offered while this cell is chosen (null: none): its orders, and those that need none. */
export function menus(game: Game, scene: Scene, legal: Action[], cell: number | null, seat: number): { here: Entry[]; anywhere: Entry[] } {
  const here = cell === null ? [] : menuHere(game, scene, legal, cell, seat);
  const nothingHere = here.every((one) => !one.legal); // then orders that ask for another tile are wanted too
  return { here, anywhere: menuAnywhere(game, scene, legal, seat, nothingHere) };
}

/** The cells that may come next for an order in the making. */
export function nextCells(game: Game, scene: Scene, legal: Action[], draft: Draft): Map<number, Draft> {
  const args = game.verbs[draft.verb]?.args ?? [];
  const open = draft.args.indexOf(null);
  const found = new Map<number, Draft>();
  if (open < 0) return found;
  for (const action of ofVerb(legal, draft.verb)) {
    if (!fits(draft, action)) continue;
    const value = action.args[open]!;
    const cell = spotOf(game, scene, args, action.args, open);
    if (cell >= 0) found.set(cell, { verb: draft.verb, args: draft.args.map((old, i) => (i === open ? value : old)) });
  }
  return found;
}

/** Cells of others, each with the first of these orders that goes there and to others only: a click there strikes. */
export function strikesOf(game: Game, scene: Scene, legal: Action[], open: Entry[], seat: number): Map<number, Draft> {
  const enemies = new Set(scene.tokens.map((token) => token.cell));
  for (const token of scene.tokens) if (token.owner === seat + 1) enemies.delete(token.cell);
  const strikes = new Map<number, Draft>();
  for (const { draft } of open) {
    const cells = nextCells(game, scene, legal, draft);
    if ([...cells.keys()].some((cell) => !enemies.has(cell))) continue;
    cells.forEach((next, cell) => { if (!strikes.has(cell)) strikes.set(cell, next); });
  }
  return strikes;
}

export const completed = (draft: Draft): Action | null => (draft.args.includes(null) ? null : asAction(draft));

/** Where all that can be decided is one choice on the board: a question that somebody has to answer. */
export function onlyQuestion(game: Game, scene: Scene, legal: Action[], seat: number): Draft | null {
  const verbs = new Set(legal.map((action) => action.verb));
  if (verbs.size !== 1) return null;
  const open = menuAnywhere(game, scene, legal, seat, true).filter((one) => one.legal && !one.action);
  return open.length === 1 ? open[0]!.draft : null;
}

/** Verbs that order somebody about: by number, or from one place to another. */
const ordersSomebody = (args: Arg[]) => args.some((arg) => arg.type === ArgType.Unit) || args.filter(isPlace).length > 1;

/** Is this an order for somebody of mine, and not one to build? */
export const forUnits = (game: Game, entry: Entry): boolean => ordersSomebody(game.verbs[entry.verb]?.args ?? []);

/** Whom an action orders about: the number of a unit, or the cell that it begins from. */
function ordered(game: Game, action: Action): { unit: number | null; cell: number | null } {
  const args = game.verbs[action.verb]?.args ?? [];
  const unit = args.findIndex((arg) => arg.type === ArgType.Unit), cell = args.findIndex((arg) => arg.type === ArgType.Cell);
  return { unit: unit < 0 ? null : action.args[unit] ?? null, cell: unit >= 0 || cell < 0 ? null : action.args[cell] ?? null };
}

/** The numbers of units, and the cells, that something can order about. */
function orderable(game: Game, legal: Action[]): { units: Set<number>; cells: Set<number> } {
  const units = new Set<number>(), cells = new Set<number>();
  for (const action of legal) {
    const verb = game.verbs[action.verb];
    if (!verb || verb.flags & VERB_TAKES_BACK || !ordersSomebody(verb.args)) continue;
    const { unit, cell } = ordered(game, action);
    if (unit !== null) units.add(unit);
    if (cell !== null) cells.add(cell);
  }
  return { units, cells };
}

/** Cells of the scene with somebody of mine who can be ordered something. */
export function ableCells(game: Game, scene: Scene, legal: Action[], seat: number): Set<number> {
  const { units, cells } = orderable(game, legal);
  return new Set(scene.tokens.filter((token) => token.owner === seat + 1 && (units.has(token.unit) || cells.has(gameCell(game, scene, token.cell))))
    .map((token) => token.cell));
}

/** My units with something to do and nothing ordered. */
export function idleUnits(game: Game, scene: Scene, legal: Action[], seat: number, given: Action[]): Token[] {
  const { units, cells } = orderable(game, legal);
  for (const action of given) units.delete(ordered(game, action).unit ?? -1);
  const seen = new Set<number>();
  return scene.tokens.filter((token) => {
    const can = units.has(token.unit) || cells.has(gameCell(game, scene, token.cell));
    const idle = token.owner === seat + 1 && token.mood === 0 && can && !seen.has(token.cell);
    if (idle) seen.add(token.cell);
    return idle;
  });
}
