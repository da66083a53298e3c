/** The rules of Redoubt's games. No state is shared between two of them; a worker has its own. */
export interface Option { key: string; help: string; min: number; max: number; preset: number; choices: string[] | null }
export interface Verb { name: string; help: string; args: string[] }
export interface Game {
  index: number;
  id: string;
  title: string;
  summary: string;
  /** Goes up when a recorded game would play differently. */
  rulesVersion: number;
  seatsMin: number;
  seatsMax: number;
  options: Option[];
  verbs: Verb[];
  seats: string[];
  bots: string[];
}
/** An order: a verb and the numbers of its arguments. */
export interface Action { verb: string; args?: number[] }
export interface Refusal { code: string; rule: string | null; why: string }
/** rank: 1 is best, ties share. */
export interface Outcome { rule: string; reason: string; rank: number[] }
/** options: a number, or the name of a choice. seed: the same seed gives the same game as `--seed`. */
export interface Wish { seats?: number; options?: Record<string, number | string>; seed?: number | bigint }

export class Match {
  readonly game: Game;
  readonly seats: number;
  toAct(): number[];
  legal(seat: number): Required<Action>[];
  /** null: it may be done. */
  judge(seat: number, action: Action): Refusal | null;
  /** Throws what judge says. */
  apply(seat: number, action: Action): void;
  resign(seat: number): void;
  ask(bot: string, seat: number): Required<Action>;
  view(seat?: number): Uint8Array;
  /** null while the game goes on. */
  outcome(): Outcome | null;
  turn(): number;
  hash(): string;
}

export class Rules {
  readonly games: Game[];
  game(id: string): Game;
  begin(id: string, wish?: Wish): Match;
}

/** source: the bytes of rules.wasm, or where they are. Left out: the file of this package. */
export function load(source?: URL | string | BufferSource): Promise<Rules>;
