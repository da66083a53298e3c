// What the board shows: a position that stands still, or beat after beat what led to the next one.
import type { Arrow, Float, ShownToken } from "../../board/board";
import type { Skin } from "../../board/skin";
import type { Counter, Game, Look } from "../../rules/types";
import { makeBeats, standingTokens, type Beat } from "../playback";
import type { Told } from "./facts";
import type { Log } from "./log";

export const SPEEDS = [1, 2, 4] as const;

/** What somebody wants to be told of it. */
export interface PlaybackListener {
  begins(told: Told): void; // before its first beat
  stands(): void; // a new position stands still
  ends(): void; // after the last beat
  changed(): void;
}

/** The game's own clock where it has one: a counter of nobody. */
export function clockOf(game: Game, skin: Skin, counters: Counter[], suffix: string): number | undefined {
  const name = skin.clock ? game.counters.indexOf(skin.clock + suffix) : -1;
  return counters.find((counter) => counter.name === name && counter.owner === 0)?.value;
}

export class Playback {
  look: Look | null = null;
  tokens: ShownToken[] = [];
  counters: Counter[] = [];
  arrows: Arrow[] = [];
  floats: Float[] = [];
  marks = new Set<number>();
  turn = 0; // on the board
  paused = false;
  speed: (typeof SPEEDS)[number] = 1;

  private beats: Beat[] = [];
  private beat = -1; // the one on show; -1: nothing is played back
  private now: Told & { turn: number } | null = null; // what is played back
  private readonly queue: Told[] = []; // what comes after it
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly game: Game, private readonly skin: Skin, private readonly seat: number, private readonly log: Log,
    private readonly listener: PlaybackListener, private readonly still: () => boolean, // no motion is wanted
  ) {}

  get running(): boolean { return this.beat >= 0; }
  /** The newest look, shown or still to come. */
  get latest(): Look | null { return this.queue[this.queue.length - 1]?.look ?? this.look; }

  /** What happened is played back in its turn, by next(); where nothing did, it is shown at once. */
  add(told: Told): void {
    const silent = told.update.events.length === 0 || !this.look;
    if (silent && this.queue.length === 0 && !this.running) this.show(told);
    else this.queue.push(told);
  }

  /** Begins with what waits, if nothing is played back. */
  next(): void {
    const next = this.running ? undefined : this.queue.shift();
    if (!next) return;
    this.listener.begins(next);
    this.beats = makeBeats(this.game, this.skin, this.look!.scene, next.look.scene, next.update.events, this.seat);
    this.marks = new Set();
    this.now = { ...next, turn: this.turn };
    if (this.beats.length === 0) {
      this.finish();
      return;
    }
    this.beat = 0;
    if (!this.still()) this.showBeat();
    else {
      this.beats.forEach((beat) => this.note(beat));
      this.finish();
    }
  }

  step(): void {
    if (!this.running) return;
    this.beat++;
    this.showBeat();
  }

  pause(): void {
    this.paused = !this.paused;
    this.stopTimer();
    if (!this.paused && this.running) this.step();
    this.listener.changed();
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.listener.changed();
  }

  /** To the end of all that is known: so that playback never stands in the way. */
  skip(): void {
    while (this.running) {
      this.beats.slice(this.beat + 1).forEach((beat) => this.note(beat));
      this.finish();
    }
  }

  /** The story begins anew: somebody jumped to another turn. */
  forget(): void { this.marks = new Set(); }

  close(): void { this.stopTimer(); }

  private show({ look, update }: Told): void {
    this.look = look;
    this.tokens = standingTokens(this.game, this.skin, look.scene);
    this.counters = look.scene.counters;
    this.arrows = [];
    this.floats = [];
    this.turn = clockOf(this.game, this.skin, this.counters, "") ?? update.turn[0];
    this.listener.stands();
  }

  private showBeat(): void {
    const beat = this.beats[this.beat];
    if (!beat) {
      this.finish();
      return;
    }
    this.tokens = beat.tokens;
    this.arrows = beat.arrows;
    this.floats = beat.floats;
    this.counters = beat.counters;
    this.note(beat);
    if (!this.paused) this.schedule(beat.ms / this.speed);
    this.listener.changed();
  }

  private note(beat: Beat): void {
    beat.marks.forEach((mark) => this.marks.add(mark));
    beat.lines.forEach((line) => {
      if (this.now && line.turn !== undefined) this.now.turn = line.turn;
      this.log.add(line, this.now?.turn ?? 0);
    });
  }

  private finish(): void {
    this.stopTimer();
    this.beats = [];
    this.beat = -1;
    const { now } = this;
    this.now = null;
    if (now) this.show(now);
    this.listener.ends();
    this.next();
    this.listener.changed();
  }

  private schedule(ms: number): void {
    this.stopTimer();
    this.timer = setTimeout(() => this.step(), ms);
  }

  private stopTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
