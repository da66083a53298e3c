// What the board shows: a position that stands still, or beat after beat what led to the next one, step by step as the rules
// carried it out.
import type { Arrow, Float, ShownToken } from "../../board/board";
import type { Skin } from "../../board/skin";
import type { Counter, Game, Look, Scene, Update } from "../../rules/types";
import type { Act } from "../play/acts";
import { sumUp, type Sum } from "../play/summary";
import { makeBeats, standingTokens, type Beat, type Step } from "../playback";
import type { Told } from "./facts";
import type { Log } from "./log";

export const SPEEDS = [1, 2, 4] as const;
const STAND_MS = 600; // after a step by hand

/** What somebody wants to be told of it. */
export interface PlaybackListener {
  begins(told: Told): void; // before its first beat
  stands(): void; // a new position stands still
  ends(): void; // after the last beat
  changed(): void;
  skips(): void; // somebody has seen enough
  pauses(on: boolean): void;
}

/** The game's own clock where it has one: a counter of nobody. */
export function clockOf(game: Game, skin: Skin, counters: Counter[], suffix: string): number | undefined {
  const name = skin.clock ? game.counters.indexOf(skin.clock + suffix) : -1;
  return counters.find((counter) => counter.name === name && counter.owner === 0)?.value;
}

/** The steps of an update, each with its events; one step where it has no frames. */
export function stepsOf(game: Game, { update, look }: Told): Step[] {
  if (update.frames.length === 0) return [{ name: "", row: 0, after: look.scene, events: update.events }];
  let first = 0, most = 0; // of the rows of the table so far: a step may come again
  return update.frames.map((frame, i) => {
    const events = update.events.slice(first, first + frame.events);
    first += frame.events;
    return { name: game.steps[frame.step] ?? "", row: frame.step === 0 ? 0 : (most = Math.max(most, frame.step)), after: look.steps[i] ?? look.scene, events };
  });
}

/** What was played last, so that it can be shown again. */
interface Played { before: Look; told: Told; turn: number; beats: Beat[] }

export class Playback {
  look: Look | null = null;
  scene: Scene | null = null; // the ground: of the look, or of the step on show
  tokens: ShownToken[] = [];
  counters: Counter[] = [];
  arrows: Arrow[] = [];
  floats: Float[] = [];
  acts: readonly Act[] = []; // what begins to move with this beat
  beats = 0; // that were shown so far: another number is another beat
  stepName = ""; // what the rules call what is shown
  marks = new Set<number>();
  sums: Sum[] = []; // what the turn meant
  turn = 0; // on the board
  paused = false;
  held = false; // others at the table are not ready for the next step
  speed: (typeof SPEEDS)[number] = 1;

  private run: Beat[] = [];
  private beat = -1; // the one on show; -1: none yet
  private active = false; // something is played back
  private now: Told & { turn: number } | null = null; // what is played back
  private again = false; // it was played before: nothing is new
  private played: Played | null = null;
  private standing: Told | null = null; // as things are once nothing moves
  private readonly queue: Told[] = []; // what comes after it
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly game: Game, private readonly skin: Skin, private readonly seat: number, private readonly log: Log,
    private readonly listener: PlaybackListener, private readonly still: () => boolean, // no motion is wanted
    private readonly mayShow: (update: Update, row: number) => boolean = () => true, // in a match that all watch together
  ) {}

  get running(): boolean { return this.active; }
  /** The newest look, shown, played back or still to come. */
  get latest(): Look | null { return this.queue[this.queue.length - 1]?.look ?? (this.again ? null : this.now?.look) ?? this.look; }
  /** The turn that was played last, as it was called then. */
  get playedTurn(): number { return this.played?.turn ?? this.turn; }
  get canRepeat(): boolean { return this.played !== null && !this.running; }

  /** What happened is played back in its turn, by next(); where nothing did, it is shown at once. */
  add(told: Told): void {
    const silent = (told.update.events.length === 0 && told.update.frames.length === 0) || !this.look;
    if (silent && this.queue.length === 0 && !this.running) this.show(told);
    else this.queue.push(told);
  }

  /** Begins with what waits, if nothing is played back. */
  next(): void {
    const next = this.running ? undefined : this.queue.shift();
    if (!next) return;
    this.listener.begins(next);
    const before = this.look!, beats = makeBeats(this.game, this.skin, before.scene, stepsOf(this.game, next), this.seat);
    this.marks = new Set();
    this.sums = [];
    this.now = { ...next, turn: this.turn };
    if (next.update.events.length > 0) this.played = { before, told: next, turn: this.turn, beats };
    this.begin(beats, false);
  }

  /** The turn that was played last once more, or the step of it in which something happened. */
  repeat(step: number | null = null): void {
    const { played } = this;
    if (!played || this.running) return;
    this.now = { ...played.told, turn: played.turn };
    const { sums } = this;
    this.begin(step === null ? played.beats : played.beats.filter((beat) => beat.step === step), true);
    this.sums = sums;
  }

  private begin(beats: Beat[], again: boolean): void {
    this.run = beats;
    this.again = again;
    this.beat = -1;
    this.active = true;
    if (this.still() && !again) {
      beats.forEach((beat) => this.note(beat));
      this.finish();
      if (!this.running) this.floats = beats.flatMap((beat) => beat.floats); // numbers, instead of motion
    } else this.onward();
  }

  pause(): void {
    this.paused = !this.paused;
    this.stopTimer();
    this.listener.pauses(this.paused);
    if (!this.paused && this.running) this.onward();
    this.listener.changed();
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.listener.changed();
  }

  /** By hand: to the end of this step, or of the next one. */
  step(): void {
    if (!this.running) return;
    this.stopTimer();
    if (this.isHeld()) return;
    do {
      this.beat++;
      if (this.run[this.beat]) this.note(this.run[this.beat]!);
    } while (this.run[this.beat] && !this.run[this.beat]!.ends);
    const end = this.run[this.beat];
    if (!end || this.beat === this.run.length - 1) this.finish();
    else {
      this.stand(end);
      if (!this.paused) this.schedule(STAND_MS / this.speed);
    }
  }

  /** To the end of all that is known: so that playback never stands in the way. */
  skip(): void {
    if (this.running && !this.again) this.listener.skips();
    while (this.running) {
      this.run.slice(this.beat + 1).forEach((beat) => this.note(beat));
      this.finish();
    }
  }

  /** What was waited for may have come. */
  release(): void {
    if (this.held) this.onward();
  }

  /** The story begins anew: somebody jumped to another turn. */
  forget(): void {
    this.marks = new Set();
    this.sums = [];
    this.played = null;
  }

  close(): void { this.stopTimer(); }

  private show(told: Told): void {
    const { look, update } = told;
    this.standing = told;
    this.look = look;
    this.scene = look.scene;
    this.tokens = standingTokens(this.game, this.skin, look.scene);
    this.counters = look.scene.counters;
    this.arrows = [];
    this.floats = [];
    this.acts = [];
    this.stepName = "";
    this.turn = clockOf(this.game, this.skin, this.counters, "") ?? update.turn[0];
    this.listener.stands();
  }

  /** The next beat, as soon as it may be shown. */
  private onward(): void {
    if (this.isHeld()) return;
    this.beat++;
    this.showBeat();
  }

  /** Do others have to be ready first? */
  private isHeld(): boolean {
    const next = this.run[this.beat + 1];
    this.held = next !== undefined && !this.again && this.now !== null && !this.mayShow(this.now.update, next.row);
    if (this.held) this.listener.changed();
    return this.held;
  }

  private showBeat(): void {
    const beat = this.run[this.beat];
    if (!beat) {
      this.finish();
      return;
    }
    this.note(beat);
    this.stand(beat);
    if (this.paused) return;
    if (beat.ms > 0) this.schedule(beat.ms / this.speed);
    else this.onward();
  }

  private stand(beat: Beat): void {
    this.tokens = beat.tokens;
    this.scene = beat.scene;
    this.arrows = beat.arrows;
    this.floats = beat.floats;
    this.counters = beat.counters;
    this.acts = beat.acts;
    this.stepName = beat.name;
    this.beats++;
    this.listener.changed();
  }

  private note(beat: Beat): void {
    beat.marks.forEach((mark) => this.marks.add(mark));
    if (this.again) return;
    beat.lines.forEach((line) => {
      if (this.now && line.turn !== undefined) this.now.turn = line.turn;
      this.log.add(line, this.now?.turn ?? 0);
    });
  }

  private finish(): void {
    const { now, again, run } = this;
    this.stopTimer();
    this.run = [];
    this.beat = -1;
    this.active = this.held = false;
    this.now = null;
    if (now) this.show(again ? this.standing! : now); // orders may have been taken back since that turn
    if (now && !again && this.played?.told.update === now.update) this.sums = sumUp(this.game, this.skin, this.seat, this.played.before.scene, run);
    this.again = false;
    this.listener.ends();
    this.next();
    this.listener.changed();
  }

  private schedule(ms: number): void {
    this.stopTimer();
    this.timer = setTimeout(() => this.onward(), ms);
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
