// What a game screen needs of a match, wherever its state is kept.
import type { Around } from "../net/around";
import type { Pace } from "../net/pace";
import type { RulesClient } from "../rules/client";
import { know } from "../rules/known";
import type { GameRecord } from "../rules/record";
import { RESIGN, type Action, type Game, type SeatInfo, type Update } from "../rules/types";
import { verdictReason, type Reason } from "../rules/words";
import { t } from "../ui/strings";
import { keep, keptGames, keptRecord, newId } from "./shelf";

/** Orders of this turn that can be taken back, and the view before the first of them. */
export interface Drafts { begin: Uint8Array; orders: Action[] }

export interface Match {
  readonly game: Game;
  readonly seat: number;
  readonly link: string | null; // to invite somebody; null: the match is in this browser
  readonly listed?: boolean; // anybody may come who looks for an opponent
  readonly replay: string | null; // where it can be seen again once it is over
  /** Updates come until close(). */
  start(listen: (update: Update) => void): Promise<Drafts | null>;
  order(action: Action): Promise<Reason | null>;
  undo(): Promise<Reason | null>;
  resign(): Promise<void>;
  /** The game so far, where this browser knows all of it. */
  record?(): Promise<GameRecord>;
  /** The same game again; `bot`: the computer plays as this one. */
  again(bot?: string): Promise<Match | null>;
  close(): void;
  /** Where all seats watch a turn together. */
  readonly pace?: Pace | null;
  /** Clocks, offers, chat: on a server only. */
  readonly around?: Around;
  talk?(cmd: string, fields?: Record<string, unknown>): Promise<Reason | null>;
  /** Whether all is sent and kept, and whether the computer takes its time; changes are told through onConnection. */
  connected: boolean;
  readonly thinking?: boolean;
  onConnection: (() => void) | null;
  /** Is told what happened before start(), where that comes later. */
  onPast?: ((past: Update[]) => void) | null;
}

export const PAST_TURNS = 25; // as far back as anybody reads
const THINKING_MS = 150;
const NO_ARGS: Action["args"] = [0, 0, 0];

/** A new game; seats are names of bots, or "me". */
export interface LocalSetup { game: string; options: number[]; seats: string[] }

export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]!.toString();

export function newRecord(setup: LocalSetup): GameRecord {
  const seats = setup.seats.map((name): SeatInfo => (name === "me" ? { who: "person", name: t("player") } : { who: "bot", name }));
  return { game: setup.game, options: setup.options, seats, seed: newSeed(), orders: [] };
}

/** Against the bots in the worker. The orders are kept in this browser, so that a reload goes on. */
export class LocalPlay implements Match {
  readonly link = null;
  readonly connected = true;
  thinking = false;
  onConnection: (() => void) | null = null;
  onPast: ((past: Update[]) => void) | null = null;
  onHand: ((seat: number) => void) | null = null; // somebody else at this device is to decide
  private hidden = false; // this seat's person doesn't look now, and is told later
  private listen: (update: Update) => void = () => undefined;

  private constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number, readonly seat: number,
    readonly people: number[], // seats of those who share this device
    readonly open: boolean, // who plays them is one person: no curtain
    readonly kept: string, // its name among the games of this browser
    private readonly goesOn: boolean, // something has happened in it already
  ) {}

  get replay(): string { return `#/replay/mine.${this.kept}`; }

  /** Plays on where the record ends; `kept`: it is on the shelf already. */
  static async begin(rules: RulesClient, games: Game[], record: GameRecord, kept = newId()): Promise<LocalPlay> {
    const game = games.find((one) => one.id === record.game);
    if (!game) throw new Error(`there is no game ${record.game}`);
    await know(rules, game);
    const people = record.seats.flatMap((one, seat) => (one.who === "person" ? [seat] : []));
    const id = await rules.begin(record);
    const first = (await rules.people(id))[0] ?? people[0] ?? 0;
    const match = new LocalPlay(rules, game, id, first, people, record.open === true, kept, record.orders.length > 0);
    await match.keep(await rules.stage(id));
    return match;
  }

  /** A game that was left here, or the latest one; null if there is none. */
  static async resume(rules: RulesClient, games: Game[], id?: string): Promise<LocalPlay | null> {
    const kept = id ?? keptGames()[0]?.id, record = keptRecord(games, kept);
    return record && kept !== undefined ? LocalPlay.begin(rules, games, record, kept).catch(() => null) : null;
  }

  record(): Promise<GameRecord> { return this.rules.record(this.id); }

  private async keep(standing: Pick<Update, "turn" | "outcome" | "state">): Promise<void> {
    keep(this.kept, this.game, await this.record(), {
      seat: this.people[0] ?? 0, turn: standing.turn[0], outcome: standing.outcome, over: standing.state === "over",
    });
  }

  private async tell(): Promise<void> {
    const update = this.hidden ? null : await this.rules.update(this.id, this.seat);
    await this.keep(update ?? await this.rules.stage(this.id)); // whoever is told it may go to the replay at once
    if (update) this.listen(update);
  }

  /** The same match from another seat of this device. */
  from(seat: number): LocalPlay {
    const other = new LocalPlay(this.rules, this.game, this.id, seat, this.people, this.open, this.kept, this.goesOn);
    other.onHand = this.onHand;
    return other;
  }

  /** Its person looks again. */
  async show(): Promise<void> {
    this.hidden = false;
    await this.tell();
  }

  /** Whoever is at the device stays there as long as there is something to decide. */
  private async handOver(): Promise<void> {
    const acting = this.people.length > 1 ? await this.rules.people(this.id) : [];
    if (acting.length === 0 || acting.includes(this.seat)) return;
    this.hidden = true;
    this.onHand?.(acting.find((seat) => seat > this.seat) ?? acting[0]!);
  }

  async start(listen: (update: Update) => void): Promise<Drafts> {
    this.listen = listen;
    const drafts = await this.rules.drafts(this.id, this.seat);
    listen(await this.rules.update(this.id, this.seat));
    if (this.goesOn) void this.tellPast();
    return drafts;
  }

  /** What this seat saw before the page was opened, for the log; as far back as anybody reads. */
  private async tellPast(): Promise<void> {
    const replay = await this.rules.replayOpen(await this.record()), last = replay.info.turns.length - 1, past: Update[] = [];
    for (let at = Math.max(0, last - PAST_TURNS); at <= last; at++) past.push(await this.rules.replayAt(replay.id, at, this.seat, true));
    await this.rules.replayClose(replay.id);
    this.onPast?.(past);
  }

  /** The bots answer within it: says so when that takes a while. */
  private async answered<T>(question: Promise<T>): Promise<T> {
    const say = (thinking: boolean) => {
      if (this.thinking === thinking) return;
      this.thinking = thinking;
      this.onConnection?.();
    };
    const timer = setTimeout(() => say(true), THINKING_MS);
    try {
      return await question;
    } finally {
      clearTimeout(timer);
      say(false);
    }
  }

  async order(action: Action): Promise<Reason | null> {
    const verdict = await this.answered(this.rules.order(this.id, this.seat, action));
    if (verdict) return verdictReason(this.game, verdict);
    await this.handOver();
    await this.tell();
    return null;
  }

  async undo(): Promise<Reason | null> {
    if (!(await this.rules.undo(this.id, this.seat))) return { rule: "", text: t("lessonNoUndo") };
    await this.tell();
    return null;
  }

  async resign(): Promise<void> {
    await this.answered(this.rules.order(this.id, this.seat, { verb: RESIGN, args: NO_ARGS }));
    await this.handOver();
    await this.tell();
  }

  async again(bot?: string): Promise<Match> {
    const { begun, ...played } = await this.record();
    const seats = played.seats.map((one) => (bot !== undefined && one.who === "bot" ? { ...one, name: bot } : one));
    return LocalPlay.begin(this.rules, [this.game], { ...played, seats, ...(begun ? { begun } : {}), orders: [], seed: newSeed() });
  }

  close(): void { void this.rules.end(this.id); }
}
