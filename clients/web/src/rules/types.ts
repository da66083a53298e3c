// The words of include/redoubt/game.h as TypeScript sees them. Facts only: no rule lives here.

import { ArgType, Role, Topology } from "../generated/numbers";

export { ArgType, Role, Topology };
export { Code, NO_UNIT, RESIGN, SPECTATOR, VERB_ANY_TIME, VERB_ENDS_TURN, VERB_HOST, VERB_TAKES_BACK } from "../generated/numbers";

export interface Arg { name: string; type: ArgType; limit: number; choices: string[]; role: Role }
export interface Option {
  key: string; title: string; help: string;
  min: number; max: number; preset: number;
  choices: string[]; // empty: a plain number
}
export interface Verb { name: string; help: string; flags: number; args: Arg[] }
export interface EventKind { name: string; text: string; rule: string; args: Arg[] }
export interface Cited { rule: string; text: string }
export interface Bot { name: string; summary: string }
/** What the rules say about a kind of token or terrain; title is its name there. */
export interface Piece { name: string; title: string; text: string; rule: string; traits: string[]; numbers: Record<string, number> }
export interface Cells { stride: number; rows: number; x0: number; y0: number; letters: boolean }

export interface Game {
  index: number;
  id: string; title: string; summary: string;
  rulesVersion: number;
  tables: string; // their hash: a server that speaks in numbers must have the same
  seatsMin: number; seatsMax: number; seatsPreset: number;
  topology: Topology;
  stateSize: number; viewSize: number; legalMax: number; eventsMax: number;
  cells: Cells;
  options: Option[]; verbs: Verb[]; events: EventKind[];
  refusals: Cited[]; endings: Cited[]; // from index 1
  seats: string[]; terrain: string[]; tokens: string[]; moods: string[]; counters: string[]; marks: string[];
  steps: string[]; // from index 1: what a turn is carried out in
  pieces: Piece[];
  bots: Bot[];
}

export interface Action { verb: number; args: [number, number, number] }
export interface Verdict { code: number; why: number; detail: number }
export interface GameEvent { kind: number; cause: number; args: number[] }
/** ending: a number of the table; null: not by the rules, the players agreed on it. */
export interface Outcome { ending: number | null; rank: number[]; score: number[] }

export interface SceneCell { x: number; y: number; terrain: number; owner: number; light: number }
export interface Token {
  cell: number; // index into Scene.cells
  unit: number; kind: number; owner: number; mood: number;
  health: number; healthMax: number; badge: number;
}
export interface Counter { name: number; owner: number; value: number }
/** A line from cell to cell, or a sign where both are the same. */
export interface Mark { from: number; to: number; name: number; owner: number }
export interface Scene {
  topology: Topology; columns: number; rows: number;
  cells: SceneCell[]; tokens: Token[]; counters: Counter[]; marks: Mark[];
}

/** How it was at the end of a step of the turn. The patch makes its view of that of the next frame; the last one has none. */
export interface Frame { step: number; events: number; patch: Uint8Array }

/** What somebody is told about a match: from the host in the worker or from a server alike. */
export interface Update {
  n: number;
  seat: number;
  state: "open" | "running" | "over";
  turn: [done: number, limit: number];
  act: boolean;
  undone: boolean;
  undoable?: boolean; // an order can be taken back; a server is asked instead
  events: GameEvent[];
  frames: Frame[]; // empty: the update is the only one. Their events are those of the update, in sequence
  view: Uint8Array;
  outcome: Outcome | null;
  seats: SeatInfo[] | null; // null: as before
}
export interface SeatInfo { who: "person" | "bot" | "open"; name: string }

/** All that a player can ask about one view. */
export interface Look { scene: Scene; legal: Action[]; steps: Scene[] /* at the end of each frame but the last */ }
