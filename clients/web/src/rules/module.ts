// rules.wasm as an object: memory, structs and calls. bindings/wasm/README.md describes the module.
import { keyOf, type GameRecord } from "./record";
import { readGames } from "./tables";
import type { Action, Counter, Game, GameEvent, Outcome, Scene, Verdict } from "./types";

type Call = (...values: (number | bigint)[]) => number;
export type Exports = Record<string, Call> & { memory: WebAssembly.Memory };

enum Sized { Setup, Luck, Action, Verdict, Event, Log, Outcome, Turns, Scene, Cell, Token, Counter, Mark }
enum ScenePart { Cells, Tokens, Counters, MarkCount, Marks }
const EVENT_ARGS_AT = 8;
const LUCK_DRAWN_AT = 16;

/** Bytes within the module's memory. */
export interface Room { at: number; size: number }

export class Rules {
  readonly games: Game[];
  private readonly w: Exports;
  private readonly sizes: Record<"event" | "cell" | "token" | "counter" | "mark", number>;
  private readonly parts: number[];
  private readonly scratch: Record<"setup" | "luck" | "action" | "verdict" | "log" | "outcome" | "turns" | "scene" |
    "guess" | "view" | "legal" | "events" | "text", number>;

  constructor(instance: WebAssembly.Instance) {
    this.w = instance.exports as unknown as Exports;
    this.games = readGames(this.w);
    const sizeOf = (what: Sized) => this.call("size_of", what);
    this.sizes = {
      event: sizeOf(Sized.Event), cell: sizeOf(Sized.Cell), token: sizeOf(Sized.Token),
      counter: sizeOf(Sized.Counter), mark: sizeOf(Sized.Mark),
    };
    this.parts = [ScenePart.Cells, ScenePart.Tokens, ScenePart.Counters, ScenePart.MarkCount, ScenePart.Marks]
      .map((part) => this.call("scene_part", part));
    const most = (of: (game: Game) => number) => Math.max(...this.games.map(of));
    const size = (what: Sized) => this.room(sizeOf(what)).at;
    this.scratch = {
      setup: size(Sized.Setup), luck: size(Sized.Luck), action: size(Sized.Action),
      verdict: size(Sized.Verdict), log: size(Sized.Log), outcome: size(Sized.Outcome),
      turns: size(Sized.Turns), scene: size(Sized.Scene),
      guess: this.room(most((g) => g.stateSize)).at,
      view: this.room(most((g) => g.viewSize)).at,
      legal: this.room(8 * most((g) => g.legalMax)).at,
      events: this.room(this.sizes.event * most((g) => g.eventsMax)).at,
      text: this.room(256).at,
    };
  }

  static async load(bytes: BufferSource): Promise<Rules> {
    const module = await WebAssembly.compile(bytes);
    return new Rules(await WebAssembly.instantiate(module, {}));
  }

  // ---- memory -------------------------------------------------------------------------------

  call(name: string, ...values: (number | bigint)[]): number {
    const f = this.w[name];
    if (!f) throw new Error(`rules.wasm lacks ${name}`);
    return f(...values);
  }

  /** Memory of this size from the module's heap. */
  room(size: number): Room {
    const at = this.call("alloc", size);
    if (at === 0) throw new Error("there is no more memory");
    return { at, size };
  }

  /** Memory with these bytes. */
  filled(bytes: Uint8Array): Room {
    const room = this.room(bytes.length);
    this.copyIn(room.at, bytes);
    return room;
  }

  giveBack(...rooms: Room[]): void { rooms.forEach((room) => this.call("release", room.at)); }

  get data(): DataView { return new DataView(this.w.memory.buffer); }
  copyOut(at: number, size: number): Uint8Array { return new Uint8Array(this.w.memory.buffer, at, size).slice(); }
  copyIn(at: number, bytes: Uint8Array): void { new Uint8Array(this.w.memory.buffer, at, bytes.length).set(bytes); }

  // ---- setup and luck --------------------------------------------------------------------------

  luckRoom(key0: bigint, key1: bigint): Room {
    const room = this.room(this.luckSize);
    this.call("luck_from_key", room.at, key0, key1);
    return room;
  }

  /** Lays the setup down; null when the rules accept it. */
  setup(game: Game, options: number[], seats: number): Verdict | null {
    const at = this.scratch.setup;
    this.call("setup_presets", game.index, at);
    this.call("setup_seats", at, seats);
    options.forEach((value, i) => this.call("setup_option", at, i, value));
    this.call("check_setup", game.index, at, this.scratch.verdict);
    const verdict = this.verdict();
    return verdict.code === 0 ? null : verdict;
  }

  /** Begins the game of the last setup(). */
  begin(game: Game, state: Room, luck: Room): void {
    this.call("init", game.index, state.at, this.scratch.setup, luck.at);
  }

  /** State and luck as they were before the first order of a record; they are the caller's. */
  beginRecord(game: Game, record: GameRecord): [state: Room, luck: Room] {
    const state = this.room(game.stateSize), luck = this.luckRoom(...keyOf(record.seed));
    if (record.begun) {
      if (record.begun.state.length !== game.stateSize) throw new Error("this beginning is of other rules");
      this.copyIn(state.at, record.begun.state);
      this.data.setBigUint64(luck.at + LUCK_DRAWN_AT, record.begun.drawn, true);
      const trouble = this.audit(game, state);
      if (trouble) throw new Error(trouble);
    } else {
      if (this.setup(game, record.options, record.seats.length)) throw new Error("these options don't fit the game");
      this.begin(game, state, luck);
    }
    if (record.rolls?.length) this.script(luck, record.rolls);
    return [state, luck];
  }

  /** How much of a luck is used up. */
  drawn(luck: Room): bigint { return this.data.getBigUint64(luck.at + LUCK_DRAWN_AT, true); }

  private script(luck: Room, rolls: number[]): void {
    const room = this.room(4 * rolls.length); // for as long as the page lives: scripts are short
    const data = this.data;
    rolls.forEach((value, i) => data.setInt32(room.at + 4 * i, value, true));
    this.call("luck_script", luck.at, room.at, rolls.length);
  }

  /** What is wrong with a state; null: nothing. */
  audit(game: Game, state: Room): string | null {
    const at = this.call("audit", game.index, state.at);
    if (at === 0) return null;
    const bytes = new Uint8Array(this.w.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  // ---- playing ---------------------------------------------------------------------------------

  toAct(game: Game, state: Room): number { return this.call("to_act", game.index, state.at); }

  legal(game: Game, state: Room, seat: number): Action[] {
    const count = this.call("legal", game.index, state.at, seat, this.scratch.legal, game.legalMax);
    return Array.from({ length: count }, (_, i) => this.action(this.scratch.legal + 8 * i));
  }

  judge(game: Game, state: Room, seat: number, action: Action): Verdict {
    this.layAction(action);
    this.call("judge", game.index, state.at, seat, this.scratch.action, this.scratch.verdict);
    return this.verdict();
  }

  apply(game: Game, state: Room, seat: number, action: Action, luck: Room): LoggedEvent[] {
    this.layAction(action);
    this.openLog(game);
    this.call("apply", game.index, state.at, seat, this.scratch.action, luck.at, this.scratch.log);
    return this.events(game);
  }

  outcome(game: Game, state: Room): Outcome | null {
    const at = this.scratch.outcome;
    if (!this.call("outcome", game.index, state.at, at)) return null;
    const data = this.data;
    const seats = data.getUint8(at + 1);
    const each = (read: (i: number) => number) => Array.from({ length: seats }, (_, i) => read(i));
    return {
      ending: data.getUint16(at + 2, true),
      rank: each((i) => data.getUint8(at + 4 + i)),
      score: each((i) => data.getInt32(at + 12 + 4 * i, true)),
    };
  }

  turns(game: Game, state: Room): [number, number] {
    this.call("turns", game.index, state.at, this.scratch.turns);
    return [this.data.getUint32(this.scratch.turns, true), this.data.getUint32(this.scratch.turns + 4, true)];
  }

  /** The fingerprint of a state. */
  hash(bytes: Uint8Array): string {
    return this.over(bytes, (at) => this.call("hash", at, bytes.length) as unknown as bigint).toString(16).padStart(16, "0");
  }

  /** SipHash-2-4 under a key of two halves. */
  siphash(key: [bigint, bigint], bytes: Uint8Array): bigint {
    return this.over(bytes, (at) => this.call("siphash", ...key, at, bytes.length) as unknown as bigint);
  }

  private over(bytes: Uint8Array, compute: (at: number) => bigint): bigint {
    const room = this.filled(bytes);
    const value = BigInt.asUintN(64, compute(room.at));
    this.giveBack(room);
    return value;
  }

  // ---- seeing -----------------------------------------------------------------------------------

  observe(game: Game, state: Room, seat: number): Uint8Array {
    this.call("observe", game.index, state.at, seat, this.scratch.view);
    return this.copyOut(this.scratch.view, game.viewSize);
  }

  scene(game: Game, view: Uint8Array): Scene {
    this.copyIn(this.scratch.view, view);
    this.call("scene", game.index, this.scratch.view, this.scratch.scene);
    return this.readScene();
  }

  /** A state as a seat sees it. */
  sceneOf(game: Game, state: Uint8Array, seat: number): Scene {
    const room = this.filled(state);
    const view = this.observe(game, room, seat);
    this.giveBack(room);
    return this.scene(game, view);
  }

  /** The counters of a view, and whose its tokens are: cheaper than the whole scene. */
  numbers(game: Game, view: Uint8Array): { counters: Counter[]; tokens: number[] } {
    this.copyIn(this.scratch.view, view);
    this.call("scene", game.index, this.scratch.view, this.scratch.scene);
    const data = this.data, at = this.scratch.scene, tokens = at + this.parts[ScenePart.Tokens]!;
    const owners = Array.from({ length: data.getUint16(at + 8, true) }, (_, i) => data.getUint8(tokens + this.sizes.token * i + 5));
    return { counters: this.readCounters(), tokens: owners };
  }

  /** A possible state behind a view. It stays there until the next guess. */
  guess(game: Game, view: Uint8Array, key = 0n): Room {
    this.copyIn(this.scratch.view, view);
    this.call("luck_from_key", this.scratch.luck, key, 0n);
    this.call("guess", game.index, this.scratch.view, this.scratch.luck, this.scratch.guess);
    return { at: this.scratch.guess, size: game.stateSize };
  }

  /** The luck of guesses and forecasts: anybody's, never the match's. */
  get idleLuck(): Room { return { at: this.scratch.luck, size: 0 }; }

  // ---- bots ----------------------------------------------------------------------------------------

  bot(game: Game, name: string): number {
    this.copyIn(this.scratch.text, new TextEncoder().encode(`${name.slice(0, 60)}\0`));
    return this.call("bot_find", game.index, this.scratch.text);
  }

  // ---- structs ---------------------------------------------------------------------------------------

  /** Where verdicts are written, and room for all legal actions. */
  get verdictAt(): number { return this.scratch.verdict; }
  get legalAt(): number { return this.scratch.legal; }
  get luckSize(): number { return this.call("size_of", Sized.Luck); }

  verdict(): Verdict {
    const at = this.scratch.verdict;
    const data = this.data;
    return { code: data.getUint16(at, true), why: data.getUint16(at + 2, true), detail: data.getUint16(at + 4, true) };
  }

  private action(at: number): Action {
    const data = this.data;
    const arg = (i: number) => data.getUint16(at + 2 + 2 * i, true);
    return { verb: data.getUint16(at, true), args: [arg(0), arg(1), arg(2)] };
  }

  layAction(action: Action): number {
    const data = this.data, at = this.scratch.action;
    data.setUint16(at, action.verb, true);
    action.args.forEach((value, i) => data.setUint16(at + 2 + 2 * i, value, true));
    return at;
  }

  private openLog(game: Game): void {
    this.call("log_open", this.scratch.log, this.scratch.events, game.eventsMax);
  }

  private events(game: Game): LoggedEvent[] {
    return this.eventsAt(this.scratch.events, Math.min(this.call("log_count", this.scratch.log), game.eventsMax));
  }

  eventsAt(first: number, count: number): LoggedEvent[] {
    const data = this.data;
    const facts = (this.sizes.event - EVENT_ARGS_AT) / 4;
    return Array.from({ length: count }, (_, i) => {
      const at = first + this.sizes.event * i;
      return {
        kind: data.getUint16(at, true),
        seenBy: data.getUint8(at + 2),
        cause: data.getUint32(at + 4, true),
        args: Array.from({ length: facts }, (_unused, a) => data.getInt32(at + EVENT_ARGS_AT + 4 * a, true)),
      };
    });
  }

  private readCounters(): Counter[] {
    const data = this.data, at = this.scratch.scene;
    return Array.from({ length: data.getUint16(at + 10, true) }, (_, i) => {
      const c = at + this.parts[ScenePart.Counters]! + this.sizes.counter * i;
      return { value: data.getInt32(c, true), name: data.getUint8(c + 4), owner: data.getUint8(c + 5) };
    });
  }

  private readScene(): Scene {
    const data = this.data;
    const at = this.scratch.scene;
    const half = (i: number) => data.getUint16(at + 2 * i, true);
    const list = <T>(count: number, part: ScenePart, size: number, read: (place: number) => T) =>
      Array.from({ length: count }, (_, i) => read(at + this.parts[part]! + size * i));
    return {
      topology: half(0), columns: half(1), rows: half(2),
      cells: list(half(3), ScenePart.Cells, this.sizes.cell, (c) => ({
        x: data.getInt16(c, true), y: data.getInt16(c + 2, true),
        terrain: data.getUint8(c + 4), owner: data.getUint8(c + 5), light: data.getUint8(c + 6),
      })),
      tokens: list(half(4), ScenePart.Tokens, this.sizes.token, (t) => ({
        cell: data.getUint16(t, true), unit: data.getUint16(t + 2, true), kind: data.getUint8(t + 4),
        owner: data.getUint8(t + 5), mood: data.getUint8(t + 6),
        health: data.getInt32(t + 8, true), healthMax: data.getInt32(t + 12, true), badge: data.getInt32(t + 16, true),
      })),
      counters: this.readCounters(),
      marks: list(data.getUint32(at + this.parts[ScenePart.MarkCount]!, true), ScenePart.Marks, this.sizes.mark, (m) => (
        { from: data.getUint16(m, true), to: data.getUint16(m + 2, true), name: data.getUint8(m + 4), owner: data.getUint8(m + 5) })),
    };
  }
}

export interface LoggedEvent extends GameEvent { seenBy: number }

/** A log behind another: causes are places in their own log. */
export function appendLog(all: LoggedEvent[], more: LoggedEvent[]): void {
  const offset = all.length;
  for (const event of more) all.push(event.cause === 0 ? event : { ...event, cause: event.cause + offset });
}

/** The part of a log that a seat sees; causes point within it, 0 where the cause is unseen. */
export function seenBy(events: LoggedEvent[], seat: number): GameEvent[] {
  const place = new Map<number, number>();
  const seen: GameEvent[] = [];
  events.forEach((event, i) => {
    if (event.seenBy & (1 << seat)) {
      seen.push({ kind: event.kind, cause: place.get(event.cause) ?? 0, args: event.args });
      place.set(i + 1, seen.length);
    }
  });
  return seen;
}
