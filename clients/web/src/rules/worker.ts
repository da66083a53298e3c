// The worker that has rules.wasm: it answers one question at a time.
import { Host } from "./host";
import { LocalMatch } from "./local";
import { Rules } from "./module";
import type { GameRecord, Json } from "./record";
import { searchTurn, turnValue } from "./judge";
import { Replayed } from "./replayed";
import { forecast, judgeAll, look, oddsOf, preview, standing, stopsAhead } from "./questions";
import type { Action, Frame, Game, Scene, Update } from "./types";

/** A file that came with the page. */
const fetched = async (name: string): Promise<Response> => {
  const response = await fetch(new URL(name, self.location.href));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

/** Which rules are asked: those of now, or with worker.js#1 those of version 1, for matches that began with them. */
const version = self.location.hash.slice(1);

let rules: Rules; // those of the game that is asked about just now
let hosted: Promise<Host> | null = null; // fetched when somebody asks it
const loaded = new Map<string, Promise<Rules>>(); // by game, likewise
/** The games in short; rules/known.ts fills them up. */
const tables: Promise<Game[]> = fetched("games.json").then((response) => response.json() as Promise<Game[]>);
const matches = new Map<number, LocalMatch>();
const replayed = new Map<number, Replayed>();
let next = 1;

async function rulesOf(id: string): Promise<Rules> {
  if (!(await tables).some((one) => one.id === id)) throw new Error(`there is no game ${id}`);
  let found = loaded.get(id);
  if (!found) {
    found = fetched(`rules-${id}${version}.wasm`).then((response) => response.arrayBuffer()).then((buffer) => Rules.load(buffer));
    found.catch(() => loaded.delete(id)); // perhaps the next time
    loaded.set(id, found);
  }
  return found;
}

const host = (): Promise<Host> => {
  hosted ??= fetched("host.wasm").then((response) => response.arrayBuffer()).then((buffer) => Host.load(buffer));
  return hosted;
};
const game = (id: string): Game => {
  const found = rules.games.find((g) => g.id === id);
  if (!found) throw new Error(`there is no game ${id}`);
  return found;
};
const match = (id: number): LocalMatch => {
  const found = matches.get(id);
  if (!found) throw new Error("this match is gone");
  return found;
};
const replay = (id: number): Replayed => {
  const found = replayed.get(id);
  if (!found) throw new Error("this replay is gone");
  return found;
};
const keep = <T>(shelf: Map<number, T>, one: T): number => {
  shelf.set(next, one);
  return next++;
};

const api = {
  games: () => tables,
  tables: (id: string): Game => game(id),
  hash: (data: Uint8Array) => rules.hash(data),
  host: async (question: Json): Promise<Json> => (await host()).ask(question),
  sceneOf: (id: string, state: Uint8Array, seat: number): Scene => rules.sceneOf(game(id), state, seat),

  look: (id: string, seat: number, view: Uint8Array, acts: boolean, frames: Frame[] = []) => look(rules, game(id), seat, view, acts, frames),
  judge: (id: string, seat: number, view: Uint8Array, actions: Action[]) => judgeAll(rules, game(id), seat, view, actions),
  forecast: (id: string, seat: number, view: Uint8Array) => forecast(rules, game(id), seat, view),
  preview: (id: string, seat: number, view: Uint8Array, action: Action) => preview(rules, game(id), seat, view, action),
  odds: (id: string, seat: number, view: Uint8Array, action: Action) => oddsOf(rules, game(id), seat, view, action),
  stopsAhead: (id: string, seat: number, view: Uint8Array, turns: number) => stopsAhead(rules, game(id), seat, view, turns),
  standing: (id: string, seat: number, begin: Uint8Array, orders: Action[], now: Uint8Array) =>
    standing(rules, game(id), seat, begin, orders, now),
  turnValue: (id: string, begin: Uint8Array, seat: number, orders: Action[]) => turnValue(rules, game(id), begin, seat, orders),
  searchTurn: (id: string, begin: Uint8Array, seat: number, before: Action[], most: number) => searchTurn(rules, game(id), begin, seat, before, most),
  checkSetup: (id: string, options: number[], seats: number) => rules.setup(game(id), options, seats),

  begin: (record: GameRecord) => keep(matches, new LocalMatch(rules, game(record.game), record)),
  update: (id: number, seat: number): Update => match(id).update(seat),
  order: (id: number, seat: number, action: Action) => match(id).order(seat, action),
  undo: (id: number, seat: number) => match(id).undo(seat),
  stage: (id: number) => match(id).stage(),
  people: (id: number) => match(id).acting(),
  record: (id: number) => match(id).record(),
  drafts: (id: number, seat: number) => match(id).drafts(seat),
  end: (id: number) => { // whoever sits at the table may close it
    matches.get(id)?.close();
    matches.delete(id);
  },

  siphash: (key: [bigint, bigint], data: Uint8Array) => rules.siphash(key, data),
  replayOpen: (record: GameRecord) => {
    const id = keep(replayed, new Replayed(rules, game(record.game), record));
    return { id, info: replay(id).info() };
  },
  replayAt: (id: number, stop: number, seat: number, withEvents: boolean): Update => replay(id).at(stop, seat, withEvents),
  replaySheet: (id: number) => replay(id).sheet(),
  replayUntil: (id: number, stop: number): GameRecord => replay(id).until(stop),
  replayTurn: (id: number, stop: number) => replay(id).turnBefore(stop),
  replayClose: (id: number) => { replayed.delete(id); },

  /** So many turns more of a match between bots; false: it is over. The tests of words and clicks read such games. */
  advance: (id: number, turns: number): boolean => {
    const one = match(id);
    for (let i = 0; i < turns; i++) if (!one.advance()) return false;
    return true;
  },
};

export type WorkerApi = typeof api;

/** The game that a question is about, by its first argument: a name, something with one, or a match or replay. */
async function gameAsked(op: keyof WorkerApi, first: unknown): Promise<string | null> {
  if (op === "games" || op === "host") return null;
  if (typeof first === "string") return first;
  if (typeof first === "number") return matches.get(first)?.game.id ?? replayed.get(first)?.game.id ?? null;
  const named = (first as { game?: unknown } | null)?.game;
  return typeof named === "string" ? named : (await tables)[0]!.id; // anybody's will do
}

async function answer(op: keyof WorkerApi, args: unknown[]): Promise<unknown> {
  const id = await gameAsked(op, args[0]);
  const asked = id === null ? null : await rulesOf(id);
  if (asked) rules = asked; // and nothing waits between here and the answer
  return (api[op] as (...values: unknown[]) => unknown)(...args);
}

self.addEventListener("message", (message: MessageEvent<{ id: number; op: keyof WorkerApi; args: unknown[] }>) => {
  const { id, op, args } = message.data;
  answer(op, args).then((value) => {
    self.postMessage({ id, value });
  }).catch((error: unknown) => {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  });
});
