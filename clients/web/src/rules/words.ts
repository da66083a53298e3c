// Cells, orders, events and refusals as people read them, out of the tables: host/notation.c in small.
import { ArgType, Code, RESIGN, Role, type Action, type Arg, type Cells, type Cited, type Game, type GameEvent, type Outcome, type Verb, type Verdict } from "./types";
import { pieceName, said, sentence, withArticles, type Case } from "./language";

const LETTERS = 26;

export const cellX = (cells: Cells, cell: number) => (cell % cells.stride) + cells.x0;
export const cellY = (cells: Cells, cell: number) => Math.floor(cell / cells.stride) + cells.y0;
export const cellAt = (cells: Cells, x: number, y: number) => (y - cells.y0) * cells.stride + (x - cells.x0);

function columnLetters(column: number): string {
  const letter = (n: number) => String.fromCharCode(65 + n);
  return (column >= LETTERS ? letter(Math.floor(column / LETTERS) - 1) : "") + letter(column % LETTERS);
}

export function cellName(cells: Cells, x: number, y: number): string {
  return cells.letters ? `${columnLetters(x - cells.x0)}${y}` : `${x},${y}`;
}

const STEPS = [[0, 0], [1, 0], [0, -1], [-1, 0], [0, 1]] as const; // none, east, north, west, south

/** The cell that an argument means; a step goes from the cell of the argument before it. */
export function placeOf(game: Game, args: Arg[], values: (number | null)[], index: number): number {
  const value = values[index] ?? 0;
  if (args[index]?.type !== ArgType.Step) return value;
  const from = values[index - 1] ?? 0;
  const [dx, dy] = STEPS[value] ?? STEPS[0];
  return cellAt(game.cells, cellX(game.cells, from) + dx, cellY(game.cells, from) + dy);
}

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "crystal miner": a name of the tables as words. */
export const nameWords = (name: string): string => {
  const plain = name.replace(/_/g, " "), piece = pieceName(plain); // a trait may have the name of a piece, and mean something else
  return piece === plain ? pieceName(said(ANYWHERE, plain)) : piece;
};
const ANYWHERE = { id: "*" }; // names are the same in all games

/** "move worker": the name of a verb as a word. */
export const verbWords = (verb: Verb) => nameWords(verb.name);

export const seatName = (game: Game, seat: number) => game.seats[seat] ?? `seat ${seat}`;

/** "m3": the name under which events speak of a unit. */
export function unitName(arg: Arg, value: number): string {
  return arg.choices.length > 0 ? `${arg.choices[value >> 16] ?? ""}${value & 0xffff}` : String(value);
}

/** What the tables have at a number; anything else is a mistake of ours, and no word of theirs may stand for it. */
function known<T>(entry: T | undefined, what: string, index: number): T {
  if (entry === undefined) throw new Error(`the tables have no ${what} ${index}`);
  return entry;
}

export function argText(game: Game, arg: Arg, value: number): string {
  switch (arg.type) {
    case ArgType.Cell: return cellName(game.cells, cellX(game.cells, value), cellY(game.cells, value));
    case ArgType.Seat: return seatName(game, value);
    case ArgType.Choice: return known(arg.choices[value], arg.name, value);
    case ArgType.Unit: return unitName(arg, value);
    case ArgType.Refusal: return value === 0 ? sentence("no reason") : known(game.refusals[value], "refusal", value).text;
    default: return String(value);
  }
}

/** The same for people: argText() is what the rules' own notation and JSON say. */
export function argWords(game: Game, arg: Arg, value: number): string {
  const text = argText(game, arg, value);
  return arg.type === ArgType.Choice ? nameWords(text) : text;
}

export function actionText(game: Game, action: Action): string {
  if (action.verb === RESIGN) return "resign";
  const verb = known(game.verbs[action.verb], "verb", action.verb);
  const words = verb.args.map((arg, i) => (arg.type === ArgType.Step
    ? argText(game, { ...arg, type: ArgType.Cell }, placeOf(game, verb.args, action.args, i))
    : argWords(game, arg, action.args[i] ?? 0)));
  return [verbWords(verb), ...words].join(" ");
}

/** The value of the event's fact that has this role; undefined where none has it. */
export function fact(game: Game, event: GameEvent, role: Role): number | undefined {
  const index = game.events[event.kind]?.args.findIndex((arg) => arg.role === role) ?? -1;
  return index < 0 ? undefined : event.args[index];
}

/** An amount in parts of one, as a whole number: nobody counts in thousandths. */
const partsText = (arg: Arg, value: number) =>
  (arg.name === "luck" ? `${Math.round((value * 100) / arg.limit)} %` : String(Math.round(value / arg.limit))); // luck is about one

/** A fact of an event in words. */
export function factText(game: Game, arg: Arg, value: number): string {
  return arg.type === ArgType.Amount && arg.limit > 1 ? partsText(arg, value) : argWords(game, arg, value);
}

/** As people read it: who is more than dead has no health left. */
export const readValue = (arg: Arg, value: number) => (arg.role === Role.Health ? Math.max(0, value) : value);

/** What a placeholder wants: the name of a fact, and in some languages the case of it: "{whom.a}". */
const PLACE = /\{(\w+)(?:\.([nad]))?\}/g;

/** A kind in brackets and a side behind a name that says both already. */
const TOLD_TWICE = /(\{(?:who|tower)\}) \(\{type\}\)(?: of \{seat\})?/;

/** "for the north side": the tables have one letter. */
const WINDS: Record<string, string> = { N: "north", E: "east", S: "south", W: "west" };

/** A sentence; `name` may put a friendlier word in place of a fact. */
export function eventText(game: Game, event: GameEvent, name?: (arg: Arg, value: number, kase: Case) => string | null): string {
  const kind = known(game.events[event.kind], "event", event.kind);
  const text = name ? kind.text.replace(TOLD_TWICE, "$1") : kind.text;
  const filled = (name ? said(game, text) : text).replace(PLACE, (whole, key: string, kase?: Case) => {
    const index = kind.args.findIndex((arg) => arg.name === key);
    const arg = kind.args[index];
    if (!arg) return whole;
    const value = event.args[index] ?? 0;
    if (!name) return factText(game, arg, value);
    const told = name(arg, value, kase ?? "n") ?? factText(game, arg, readValue(arg, value));
    return WINDS[told] ?? told;
  });
  return name ? withArticles(filled) : filled;
}

const CODES: Record<Code, string> = {
  [Code.Ok]: "", [Code.BadSetup]: "the setup doesn't fit", [Code.BadMap]: "the map can't be played",
  [Code.NotYourTurn]: "you have nothing to decide now", [Code.NoSuchVerb]: "there is no such order",
  [Code.BadArg]: "that is out of range", [Code.AgainstRules]: "the rules don't allow that now", [Code.GameOver]: "the game is over",
};

export interface Reason { rule: string; text: string }

/** How a game ended by its rules; null: they have no ending for it, the players agreed. */
export const endingOf = (game: Game, outcome: Outcome): Cited | null =>
  (outcome.ending === null ? null : known(outcome.ending === 0 ? undefined : game.endings[outcome.ending], "ending", outcome.ending));

export function verdictReason(game: Game, verdict: Verdict): Reason | null {
  if (verdict.code === Code.Ok) return null;
  if (verdict.why !== 0) {
    const { rule, text } = known(game.refusals[verdict.why], "refusal", verdict.why);
    return { rule, text: said(game, text) };
  }
  return { rule: "", text: sentence(known(CODES[verdict.code as Code], "code", verdict.code)) };
}
