// A match that the host plays, in C within the game's module: host/local_match.h says what each call does.
import { FrameLayout } from "../generated/layout";
import { SEATS_MAX } from "../generated/numbers";
import type { Room, Rules } from "./module";
import type { GameRecord } from "./record";
import type { Action, Frame, Game, GameEvent, Outcome, Verdict } from "./types";

const RECORD_SIZE = 16; // bytes of a record of a replay

/** State and luck between two orders. */
export interface Snapshot { state: Uint8Array; luck: Uint8Array }

/** `bots`: their numbers by seat, -1 for a person; who isn't named is one. `listeners`: seats that are told events. */
export interface Players { bots?: number[]; listeners?: number[] }

export class HostMatch {
  private readonly at: number;

  /** Both rooms are given back: the match has copies. */
  private constructor(private readonly rules: Rules, readonly game: Game, [state, luck]: [Room, Room], { bots = [], listeners = [] }: Players) {
    const numbers = rules.room(4 * SEATS_MAX);
    const data = rules.data;
    for (let seat = 0; seat < SEATS_MAX; seat++) data.setInt32(numbers.at + 4 * seat, bots[seat] ?? -1, true);
    this.at = rules.call("match_open", game.index, state.at, luck.at, numbers.at, listeners.reduce((set, seat) => set | (1 << seat), 0));
    rules.giveBack(state, luck, numbers);
  }

  /** Before the first order of a record. */
  static begin(rules: Rules, game: Game, record: GameRecord, players: Players): HostMatch {
    return new HostMatch(rules, game, rules.beginRecord(game, record), players);
  }

  static from(rules: Rules, game: Game, { state, luck }: Snapshot, players: Players): HostMatch {
    return new HostMatch(rules, game, [rules.filled(state), rules.filled(luck)], players);
  }

  private call(name: string, ...values: number[]): number { return this.rules.call(`match_${name}`, this.at, ...values); }

  get state(): Room { return { at: this.call("state"), size: this.game.stateSize }; }
  get luck(): Room { return { at: this.call("luck"), size: this.rules.luckSize }; }
  get turns(): [done: number, limit: number] { return this.rules.turns(this.game, this.state); }
  get outcome(): Outcome | null { return this.rules.outcome(this.game, this.state); }
  observe(seat: number): Uint8Array { return this.rules.observe(this.game, this.state, seat); }
  acts(seat: number): boolean { return (this.rules.toAct(this.game, this.state) & (1 << seat)) !== 0; }

  snapshot(): Snapshot {
    const { state, luck } = this;
    return { state: this.rules.copyOut(state.at, state.size), luck: this.rules.copyOut(luck.at, luck.size) };
  }

  /** The people who still have to decide. */
  people(): number[] {
    const set = this.call("people");
    return Array.from({ length: SEATS_MAX }, (_, seat) => seat).filter((seat) => set & (1 << seat));
  }

  /** Why not; null: it is done. */
  order(seat: number, action: Action): Verdict | null {
    return this.call("order", seat, this.rules.layAction(action), this.rules.verdictAt) === 0 ? null : this.rules.verdict();
  }

  /** The seat of the bot that is to decide; -1: none. */
  botDue(): number { return this.call("bot_due"); }
  /** One order of it; another bot may decide in its place. */
  playBot(instead = -1): void { this.call("play_bot", this.game.index, instead, this.rules.legalAt); }

  undoable(seat: number): boolean { return this.call("undoable", seat) !== 0; }
  undo(seat: number): boolean { return this.call("undo", seat) !== 0; }

  /** The number of the first order of this seat that can be taken back, and what it saw before. */
  drafts(seat: number): { begin: Uint8Array; first: number } {
    const view = this.rules.room(this.game.viewSize);
    const first = this.call("drafts", seat, view.at);
    const begin = this.rules.copyOut(view.at, view.size);
    this.rules.giveBack(view);
    return { begin, first };
  }

  /** What this seat sees of what has happened since it was told. */
  tell(seat: number): GameEvent[] {
    const [at, count] = this.list("tell", seat);
    return this.rules.eventsAt(at, count).map(({ kind, cause, args }) => ({ kind, cause, args }));
  }

  /** From now on the steps of every order are kept for the listeners. */
  askFrames(): void { this.call("ask_frames"); }

  /** What it looked like after each step since this seat was told. */
  frames(seat: number): Frame[] {
    const patches = this.rules.room(4);
    const [at, count] = this.list("frames", seat, patches.at);
    const data = this.rules.data, bytes = data.getUint32(patches.at, true);
    this.rules.giveBack(patches);
    return Array.from({ length: count }, (_, i) => {
      const frame = at + FrameLayout.size * i, number = (field: typeof FrameLayout.step) => field.get(data, frame);
      return {
        step: number(FrameLayout.step), events: number(FrameLayout.events),
        patch: this.rules.copyOut(bytes + number(FrameLayout.patch), number(FrameLayout.length)),
      };
    });
  }

  /** Orders and ends of turns, as a replay has them. */
  records(): Uint8Array {
    const [at, count] = this.list("records");
    return this.rules.copyOut(at, RECORD_SIZE * count);
  }

  private list(name: string, ...values: number[]): [at: number, count: number] {
    const room = this.rules.room(4);
    const at = this.call(name, ...values, room.at);
    const count = this.rules.data.getUint32(room.at, true);
    this.rules.giveBack(room);
    return [at, count];
  }

  close(): void { this.call("close"); }
}
