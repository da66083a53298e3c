// One game screen: ties together what is shown, what is ordered, what would come of it and what has happened.
import type { Skin } from "../../board/skin";
import type { RulesClient } from "../../rules/client";
import type { Action, Game, Look, Token, Update } from "../../rules/types";
import { settings } from "../../ui/settings";
import { capital, cellName, nameWords, verbWords } from "../../rules/words";
import { t } from "../../ui/strings";
import { skinOf } from "../../skins";
import type { Match } from "../match";
import { ableCells, completed, gameCell, type Draft } from "../menu";
import { Aiming } from "./aiming";
import type { Facts } from "./facts";
import { Forecast } from "./forecast";
import { Group } from "./group";
import { makeBeats, type Line } from "../playback";
import { Log } from "./log";
import { isStep, keepMarches, keptMarches, Marches, stackSize, type March } from "./marches";
import { Ordering } from "./ordering";
import { clockOf, Playback } from "./playback";
import { Preview } from "./preview";

export class Session implements Facts {
  readonly skin: Skin;
  readonly log = new Log();
  readonly aiming: Aiming;
  readonly group: Group;
  readonly playback: Playback;
  readonly forecast: Forecast;
  readonly preview: Preview;
  readonly ordering: Ordering;
  readonly marches: Marches;
  party: number | null = null; // so many of the chosen stack go; null: all
  update: Update | null = null;
  wanted: Action | null = null; // what a lesson asks for: its buttons are drawn attention to
  openKey = ""; // of the verb whose choices the next key chooses from

  private incoming: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  private closed = false;
  private marched: unknown = null; // the turn in which those on a long way went on

  constructor(private readonly rules: RulesClient, readonly match: Match, still: () => boolean) {
    const changed = () => this.changed();
    this.skin = skinOf(match.game);
    this.aiming = new Aiming(this);
    this.group = new Group(this);
    this.playback = new Playback(match.game, this.skin, match.seat, this.log, {
      begins: (told) => this.aiming.onBegin(told), stands: () => this.aiming.onStand(), changed,
      ends: () => {
        this.aiming.onEnd();
        void this.marchOn();
      },
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
    this.marches = new Marches(this, () => this.playback.latest, (action) => this.ordering.give(action), (march, arrived) => this.tellEnd(march, arrived), () => this.keepMarches());
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
  get turnWord(): string { return this.skin.clock === "" || this.skin.clock === "turn" ? t("turn") : nameWords(this.skin.clock); }
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
    await this.recallMarches();
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
    await this.marchOn();
    this.ordering.keepPassing();
    this.changed();
  }

  /** Once a turn, as soon as the board stands still, whoever is on a long way goes on. */
  private async marchOn(): Promise<void> {
    if (!this.acting || this.playing || this.marched === this.ordering.drafts || this.marches.all.length === 0) return;
    this.marched = this.ordering.drafts;
    void this.marches.goOn().then(() => this.changed());
  }

  /** Under which name long ways are kept; "": the match is not kept either. */
  private get marchesOf(): string { return this.match.replay ? `${this.match.replay} ${this.seat}` : ""; }

  private keepMarches(): void {
    if (this.marchesOf && this.update) keepMarches({ match: this.marchesOf, turn: this.update.turn[0], all: this.marches.all });
  }

  /** Whoever was on a long way when the page was left goes on. */
  private async recallMarches(): Promise<void> {
    const kept = this.marchesOf ? keptMarches(this.marchesOf) : undefined;
    if (!kept) return;
    this.marches.all = kept.all;
    if (kept.turn === this.update?.turn[0]) this.marched = this.ordering.drafts; // they have gone already
    await this.marchOn();
  }

  private tellEnd({ verb, at }: March, arrived: boolean): void {
    const cell = this.look?.scene.cells[at];
    const text = t(arrived ? "marchEnded" : "marchBlocked").replace("{order}", verbWords(this.game.verbs[verb]!)).replace("{where}", cell ? cellName(this.game.cells, cell.x, cell.y) : "");
    this.log.add({ text: capital(text), rule: "", quiet: false, mine: true, facts: [], cause: null, sum: false, part: false }, this.playback.turn);
  }

  /** Of the chosen stack: how many could take the order that a click means now. */
  get stack(): number {
    const { look, game, seat, aiming } = this;
    return look && aiming.aim && aiming.selected !== null && isStep(game, aiming.aim.verb) ? stackSize(game, look.scene, aiming.aim.verb, aiming.selected, seat) : 1;
  }

  /** A tile that no single step leads to: whoever is chosen sets out for it, and goes on turn after turn. */
  private sendFar(cell: number | null): boolean {
    const { look, game, seat, aiming } = this, { aim, selected } = aiming;
    if (!look || !aim || cell === null || selected === null || cell === selected || !isStep(game, aim.verb) || aiming.targets().has(cell)) return false;
    if (ableCells(game, look.scene, look.legal, seat).has(cell)) return false;
    this.setOut({ verb: aim.verb, at: selected, goal: cell, count: this.party ?? this.stack });
    return true;
  }

  private setOut(march: March): void {
    this.marched = this.ordering.drafts; // the others have gone already
    this.aiming.cancel();
    this.aiming.unselect();
    this.party = null;
    void this.marches.begin(march).then(() => this.changed());
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
    const draft = this.group.many && cell !== null ? this.aiming.targets().get(cell) : undefined;
    if (draft && cell !== null) {
      this.orderAll(this.group.towards(draft, cell));
      return;
    }
    this.group.clear();
    if (!this.sendFar(cell)) {
      const count = this.party ?? this.stack, action = this.aiming.choose(cell);
      this.party = null;
      if (action && count > 1) void this.marches.many(action, count).then(() => this.changed());
      else if (action) void this.ordering.give(action);
    }
    this.changed();
  }

  /** The chosen unit is to go there, whoever of mine stands there; a builder by a road. False: it can't. */
  insist(cell: number): boolean {
    const draft = this.aiming.insisted(cell), action = draft ? completed(draft) : null;
    if (!action || !this.acting) return false;
    void this.give(action);
    return true;
  }

  /** One more unit, or one less, for the same order. */
  chooseMore(cell: number): void {
    const { selected } = this.aiming;
    if (selected !== null && this.group.cells.size === 0) this.group.toggle(selected);
    this.group.toggle(cell);
    this.lead();
  }

  chooseAll(cells: number[]): void {
    this.group.take(cells);
    this.lead();
  }

  /** The first of those who are chosen together shows where they may go. */
  private lead(): void {
    const [first] = this.group.cells;
    this.aiming.cancel();
    this.aiming.unselect();
    if (first !== undefined) this.aiming.choose(first);
    this.changed();
  }

  private orderAll(actions: Action[]): void {
    this.openKey = "";
    this.group.clear();
    for (const action of actions) void this.ordering.give(action);
    this.aiming.cancel();
    this.aiming.unselect();
    this.changed();
  }

  /** A way that was drawn, cell by cell: as it is where the rules let a path be drawn, or else the order that leads to its end. */
  async draw(cells: number[]): Promise<void> {
    const last = cells[cells.length - 1]!, draft = this.aiming.targets().get(last) ?? this.aiming.insisted(last), whole = draft ? completed(draft) : null;
    if (!draft || !whole) return;
    const move = this.game.verbs[draft.verb]?.name === "move", extend = this.game.verbs.findIndex((verb) => verb.name === "extend");
    const first = move && extend >= 0 && cells.length > 2 ? this.aiming.targets().get(cells[1]!) : undefined, step = first ? completed(first) : null;
    if (!first || !step || first.verb !== draft.verb) {
      await this.give(whole);
      return;
    }
    await this.give(step);
    for (const cell of cells.slice(2)) {
      const to = gameCell(this.game, this.look!.scene, cell), more = { verb: extend, args: [step.args[0], to, 0] } as Action;
      if (!this.playback.latest!.legal.some((one) => one.verb === extend && one.args[0] === more.args[0] && one.args[1] === to)) return;
      await this.give(more);
    }
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
    if (this.group.many) {
      const all = this.group.alike(action);
      if (all.length > 1) {
        this.orderAll(all);
        return Promise.resolve();
      }
    }
    return this.ordering.give(action);
  }
  done(): Promise<void> { return this.ordering.done(settings().askIdle ? this.idle().length : 0); }
  async undo(): Promise<void> {
    const last = this.ordering.drafts?.orders.slice(-1)[0];
    await this.ordering.undo();
    if (last) this.marches.undone(last);
  }
  redo(): Promise<void> { return this.ordering.redo(); }
}
