// One game screen: ties together what is shown, what is ordered, what would come of it and what has happened.
import type { Skin } from "../../board/skin";
import type { RulesClient } from "../../rules/client";
import type { Action, Game, Look, Token, Update } from "../../rules/types";
import { settings } from "../../ui/settings";
import { t } from "../../ui/strings";
import { skinOf } from "../../skins";
import type { Match } from "../match";
import { completed, type Draft } from "../menu";
import { Aiming } from "./aiming";
import type { Facts } from "./facts";
import { Forecast } from "./forecast";
import { makeBeats, type Line } from "../playback";
import { Log } from "./log";
import { Ordering } from "./ordering";
import { clockOf, Playback } from "./playback";
import { Preview } from "./preview";

export class Session implements Facts {
  readonly skin: Skin;
  readonly log = new Log();
  readonly aiming: Aiming;
  readonly playback: Playback;
  readonly forecast: Forecast;
  readonly preview: Preview;
  readonly ordering: Ordering;
  update: Update | null = null;
  wanted: Action | null = null; // what a lesson asks for: its buttons are drawn attention to
  openKey = ""; // of the verb whose choices the next key chooses from

  private incoming: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  private closed = false;

  constructor(private readonly rules: RulesClient, readonly match: Match, still: () => boolean) {
    const changed = () => this.changed();
    this.skin = skinOf(match.game);
    this.aiming = new Aiming(this);
    this.playback = new Playback(match.game, this.skin, match.seat, this.log, {
      begins: (told) => this.aiming.onBegin(told), stands: () => this.aiming.onStand(), ends: () => this.aiming.onEnd(), changed,
      skips: () => match.pace?.skip(), pauses: (on) => match.pace?.hold(on),
    }, still, (update, row) => match.pace?.mayShow(update, row) ?? true);
    if (match.pace) match.pace.onChange = () => this.playback.release();
    this.forecast = new Forecast(this, rules, () => this.playback.latest, changed);
    this.preview = new Preview(this, rules, changed);
    this.ordering = new Ordering(this, match, this.log, {
      skip: () => this.playback.skip(), unselect: () => this.aiming.unselect(), cancel: () => this.aiming.cancel(), changed,
      ordered: () => {
        this.aiming.cancel();
        this.preview.clear();
      },
      settled: async () => {
        await this.incoming;
        await this.forecast.ask(this.ordering.drafts);
      },
    });
    match.onConnection = changed;
    match.onPast = (past) => void this.recall(past);
  }

  get game(): Game { return this.match.game; }
  get seat(): number { return this.match.seat; }
  get look(): Look | null { return this.playback.look; }
  get playing(): boolean { return this.playback.running; }
  get acting(): boolean { return this.update?.act === true && this.update.state === "running" && !this.thinking; }
  get thinking(): boolean { return this.match.thinking === true; }
  get over(): boolean { return this.update?.state === "over" && !this.playing; }

  /** What turns are called and counted by: the game's own clock where it has one. */
  get turnWord(): string { return this.skin.clock === "" || this.skin.clock === "turn" ? t("turn") : this.skin.clock; }
  get turnLimit(): number {
    const left = clockOf(this.game, this.skin, this.playback.counters, "s left");
    return left === undefined ? this.skin.clock ? 0 : this.update?.turn[1] ?? 0 : left + this.playback.turn;
  }

  async start(): Promise<void> {
    const drafts = await this.match.start((update) => {
      this.incoming = this.incoming.then(() => this.take(update));
    });
    await this.incoming;
    if (drafts) {
      this.ordering.drafts = drafts;
      await this.forecast.ask(drafts);
    }
    if (settings().passEmpty && this.mayPass) this.ordering.rest(true);
    this.changed();
  }

  /** Against the computer alone nobody is kept waiting for rounds that are empty. */
  private get mayPass(): boolean {
    return this.ordering.onlyEnd && this.acting && this.match.record !== undefined && this.update?.seats?.filter((one) => one.who === "person").length === 1;
  }

  /** When all that the match has told is known here. */
  caughtUp(): Promise<void> { return this.incoming; }

  close(): void {
    this.closed = true;
    this.playback.close();
    this.match.close();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  changed(): void { this.listeners.forEach((listener) => listener()); }

  private async take(update: Update): Promise<void> {
    if (this.closed) return;
    const last = this.update;
    const look = await this.rules.look(this.game.id, this.seat, update.view, update.act && update.state === "running", update.frames);
    if (update.seats === null && last) update.seats = last.seats;
    this.update = update;
    this.ordering.onUpdate(update, last);
    this.playback.add({ update, look });
    await this.forecast.ask(this.ordering.drafts);
    this.playback.next();
    this.ordering.keepPassing();
    this.changed();
  }

  /** The story begins anew: somebody jumped to another turn. */
  forget(): void {
    this.log.cut(0);
    this.playback.forget();
    this.aiming.unselect();
  }

  /** Tells what happened before this screen was there: one update after the other, the last one as things stand now. */
  async recall(past: Update[]): Promise<void> {
    const told: { line: Line; turn: number }[] = [];
    let before: Look | null = null;
    for (const update of past) {
      const look = await this.rules.look(this.game.id, this.seat, update.view, false);
      const { events, turn } = update;
      let begun = clockOf(this.game, this.skin, before?.scene.counters ?? [], "") ?? Math.max(0, turn[0] - 1);
      if (before) {
        makeBeats(this.game, this.skin, before.scene, [{ name: "", row: 0, after: look.scene, events }], this.seat)
          .forEach((beat) => beat.lines.forEach((line) => {
            begun = line.turn ?? begun;
            told.push({ line, turn: begun });
          }));
      }
      before = look;
    }
    if (this.closed) return;
    this.log.recall(told);
    this.changed();
  }

  /** Brings a cell into view; the number makes a second wish for the same cell another one. */
  reveal: { cell: number; wish: number } | null = null;
  goTo(cell: number): void {
    this.reveal = { cell, wish: (this.reveal?.wish ?? 0) + 1 };
    this.changed();
  }

  // ---- what a player does with the board -----------------------------------------------------------

  choose(cell: number | null): void {
    this.openKey = "";
    this.playback.skip();
    this.ordering.refusal = null;
    const action = this.aiming.choose(cell);
    if (action) void this.ordering.give(action);
    this.changed();
  }

  aimAt(draft: Draft): void {
    this.openKey = "";
    this.playback.skip();
    this.aiming.aimAt(draft);
    this.ordering.refusal = null;
    this.changed();
  }

  /** Looks at a cell: if the order in the making could go there, what would come of that? */
  point(cell: number | null): void {
    this.preview.point(cell, () => {
      const draft = this.aiming.aim && cell !== null ? this.aiming.targets().get(cell) : undefined;
      return draft ? completed(draft) : null;
    });
  }

  idle(): Token[] { return this.aiming.idle(this.forecast.counting); }

  /** Goes to the next (or the one before) of my units that could be ordered something and are not. */
  goToIdle(step: 1 | -1): void {
    const cell = this.aiming.idleNext(this.forecast.counting, step);
    if (cell === null) return;
    this.aiming.cancel();
    this.choose(cell);
  }

  /** The first key of an order that has two. */
  open(key: string): void {
    this.openKey = key;
    this.changed();
  }

  give(action: Action): Promise<void> {
    this.openKey = "";
    return this.ordering.give(action);
  }
  done(): Promise<void> { return this.ordering.done(settings().askIdle ? this.idle().length : 0); }
  undo(): Promise<void> { return this.ordering.undo(); }
  redo(): Promise<void> { return this.ordering.redo(); }
}
