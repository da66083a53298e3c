// rules.wasm as an object: memory, structs and calls. bindings/wasm/README.md describes the module.
import {
  ActionLayout, CellLayout, CounterLayout, EventLayout, EventLog, Luck, MarkLayout, OutcomeLayout, SceneLayout, Setup,
  TokenLayout, TurnsLayout, VerdictLayout,
} from "../generated/layout";
import { keyOf, type GameRecord } from "./record";
import { readGames } from "./tables";
import { Code, type Action, type Counter, type Game, type GameEvent, type Outcome, type Scene, type Verdict } from "./types";

type Call = (...values: (number | bigint)[]) => number;
export type Exports = Record<string, Call> & { memory: WebAssembly.Memory };


/** Bytes within the module's memory. */
export interface Room { at: number; size: number }

export class Rules {
  readonly games: Game[];
  private readonly w: Exports;
  private readonly scratch: Record<"setup" | "luck" | "action" | "verdict" | "log" | "outcome" | "turns" | "scene" |
    "guess" | "view" | "legal" | "events" | "text", number>;

  constructor(instance: WebAssembly.Instance) {
    this.w = instance.exports as unknown as Exports;
    this.games = readGames(this.w);
    const most = (of: (game: Game) => number) => Math.max(...this.games.map(of));
    const size = (layout: { size: number }) => this.room(layout.size).at;
    this.scratch = {
      setup: size(Setup), luck: size(Luck), action: size(ActionLayout), verdict: size(VerdictLayout), log: size(EventLog),
      outcome: size(OutcomeLayout), turns: size(TurnsLayout), scene: size(SceneLayout),
      guess: this.room(most((g) => g.stateSize)).at,
      view: this.room(most((g) => g.viewSize)).at,
      legal: this.room(ActionLayout.size * most((g) => g.legalMax)).at,
      events: this.room(EventLayout.size * most((g) => g.eventsMax)).at,
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
    const room = this.room(Luck.size);
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
    return verdict.code === Code.Ok ? null : verdict;
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
      Luck.drawn.set(this.data, luck.at, record.begun.drawn);
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
  drawn(luck: Room): bigint { return Luck.drawn.get(this.data, luck.at); }

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
    return Array.from({ length: count }, (_, i) => this.action(this.scratch.legal + ActionLayout.size * i));
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
    const each = (read: (i: number) => number) => Array.from({ length: OutcomeLayout.seats.get(data, at) }, (_, i) => read(i));
    return {
      ending: OutcomeLayout.ending.get(data, at),
      rank: each((i) => OutcomeLayout.rank.get(data, at, i)), score: each((i) => OutcomeLayout.score.get(data, at, i)),
    };
  }

  /** What whoever judges for bots makes of it: 0 surely lost, 500 even, 1000 surely won. */
  estimate(game: Game, state: Room, seat: number): number { return this.call("estimate", game.index, state.at, seat); }

  turns(game: Game, state: Room): [number, number] {
    this.call("turns", game.index, state.at, this.scratch.turns);
    return [TurnsLayout.done.get(this.data, this.scratch.turns), TurnsLayout.limit.get(this.data, this.scratch.turns)];
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
    const data = this.data, at = this.scratch.scene;
    const owners = Array.from({ length: SceneLayout.tokenCount.get(data, at) }, (_, i) => TokenLayout.owner.get(data, SceneLayout.token.at(at, i)));
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
  get luckSize(): number { return Luck.size; }

  verdict(): Verdict {
    const at = this.scratch.verdict;
    const data = this.data;
    return { code: VerdictLayout.code.get(data, at), why: VerdictLayout.why.get(data, at), detail: VerdictLayout.detail.get(data, at) };
  }

  private action(at: number): Action {
    const data = this.data;
    const arg = (i: number) => ActionLayout.arg.get(data, at, i);
    return { verb: ActionLayout.verb.get(data, at), args: [arg(0), arg(1), arg(2)] };
  }

  layAction(action: Action): number {
    const data = this.data, at = this.scratch.action;
    ActionLayout.verb.set(data, at, action.verb);
    action.args.forEach((value, i) => ActionLayout.arg.set(data, at, i, value));
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
    return Array.from({ length: count }, (_, i) => {
      const at = first + EventLayout.size * i;
      return {
        kind: EventLayout.kind.get(data, at), seenBy: EventLayout.seenBy.get(data, at), cause: EventLayout.cause.get(data, at),
        args: Array.from({ length: EventLayout.arg.count }, (_unused, a) => EventLayout.arg.get(data, at, a)),
      };
    });
  }

  private readCounters(): Counter[] {
    const data = this.data, at = this.scratch.scene;
    return Array.from({ length: SceneLayout.counterCount.get(data, at) }, (_, i) => {
      const c = SceneLayout.counter.at(at, i);
      return { value: CounterLayout.value.get(data, c), name: CounterLayout.name.get(data, c), owner: CounterLayout.owner.get(data, c) };
    });
  }

  private readScene(): Scene {
    const data = this.data, at = this.scratch.scene;
    const list = <T>(count: number, part: { at: (base: number, i: number) => number }, read: (place: number) => T) =>
      Array.from({ length: count }, (_, i) => read(part.at(at, i)));
    return {
      topology: SceneLayout.topology.get(data, at), columns: SceneLayout.columns.get(data, at), rows: SceneLayout.rows.get(data, at),
      cells: list(SceneLayout.cellCount.get(data, at), SceneLayout.cell, (c) => ({
        x: CellLayout.x.get(data, c), y: CellLayout.y.get(data, c), terrain: CellLayout.terrain.get(data, c),
        owner: CellLayout.owner.get(data, c), light: CellLayout.light.get(data, c),
      })),
      tokens: list(SceneLayout.tokenCount.get(data, at), SceneLayout.token, (t) => ({
        cell: TokenLayout.cell.get(data, t), unit: TokenLayout.unit.get(data, t), kind: TokenLayout.kind.get(data, t),
        owner: TokenLayout.owner.get(data, t), mood: TokenLayout.mood.get(data, t), health: TokenLayout.health.get(data, t),
        healthMax: TokenLayout.healthMax.get(data, t), badge: TokenLayout.badge.get(data, t),
      })),
      counters: this.readCounters(),
      marks: list(SceneLayout.markCount.get(data, at), SceneLayout.mark, (m) => ({
        from: MarkLayout.from.get(data, m), to: MarkLayout.to.get(data, m), name: MarkLayout.name.get(data, m), owner: MarkLayout.owner.get(data, m),
      })),
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
