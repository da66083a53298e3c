// The state of one game screen: what is shown, what is being ordered, what is played back.
import type { Arrow, Float, ShownToken } from "../board/board";
import type { Skin } from "../board/skin";
import type { RulesClient } from "../rules/client";
import type { Stop } from "../rules/questions";
import { ArgType, type Action, type Counter, type GameEvent, type Look, type Token, type Update } from "../rules/types";
import { fact, type Reason } from "../rules/words";
import { t } from "../ui/strings";
import { skinOf } from "../skins";
import type { Drafts, Match } from "./match";
import { completed, idleUnits, keyOf, menuAnywhere, menuHere, nextCells, onlyQuestion, strikesOf, turnEnd, type Draft, type Entry } from "./menu";
import { makeBeats, standingTokens, type Beat, type Line } from "./playback";

export interface LogLine extends Line { turn: number; key: number }
export interface Plan { spent: number; gained: number; warnings: Line[] }
export interface Order { action: Action; counts: boolean }

/** What an order would bring as far as one may know. */
export interface Foreseen { lines: Line[]; arrows: Arrow[]; varies: boolean }

const LOG_MAX = 2000;
const PEEK_MS = 120;
const FORESEEN_MAX = 5;
const FAR_WAY = "queue"; // the scene's marks for steps of later turns
const TURNS_AHEAD = 9;
export const SPEEDS = [1, 2, 4] as const;

export class Session {
  readonly skin: Skin;
  update: Update | null = null;
  look: Look | null = null;
  tokens: ShownToken[] = [];
  counters: Counter[] = [];
  arrows: Arrow[] = [];
  floats: Float[] = [];
  marks = new Set<number>();
  log: LogLine[] = [];
  selected: number | null = null;
  aim: Draft | null = null;
  hinted: string[] = []; // choices of the order that is pointed at
  foreseen: Foreseen | null = null; // what would come of it
  stops: Stop[] = []; // of units that are on a long way
  refusal: Reason | null = null;
  orders: Order[] = [];
  plan: Plan = { spent: 0, gained: 0, warnings: [] };
  beats: Beat[] = [];
  beat = -1; // the one on show; -1: nothing is played back
  paused = false;
  speed: (typeof SPEEDS)[number] = 1;
  shownTurn = 0;
  resting = false; // turns end by themselves until something can be ordered

  private drafts: Drafts | null = null;
  private toldBefore: number[] = []; // lines of the log before each of these orders
  private aimedItself = false; // the aim came with the chosen cell
  private strikes = new Map<number, Draft>(); // then, what a click on an enemy orders
  private readonly queue: { update: Update; look: Look }[] = [];
  private incoming: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly listeners = new Set<() => void>();
  private closed = false;
  private pointed: number | null = null;
  private hintedAction: Action | null = null; // what somebody points at now
  private peek: ReturnType<typeof setTimeout> | null = null;
  private redos: Action[] = []; // orders that were taken back, the latest last
  private work: Promise<void> = Promise.resolve(); // one command after the other, none lost to haste

  constructor(private readonly rules: RulesClient, readonly match: Match, private readonly still: () => boolean) {
    this.skin = skinOf(match.game);
    match.onConnection = () => this.changed();
  }

  get game() { return this.match.game; }
  get seat() { return this.match.seat; }
  get acting(): boolean { return this.update?.act === true && this.update.state === "running" && !this.thinking; }
  /** What the orders so far would lead to, and what will be missing. */
  get warnings(): { text: string; rule: string }[] {
    const { game, skin, seat } = this;
    const { counter = "", event = "", word = null } = skin.shortage ?? {};
    const left = this.look?.scene.counters.find((one) => one.owner === seat + 1 && game.counters[one.name] === counter)?.value ?? 0;
    if (!word || left >= 0 || !this.acting || this.beat >= 0) return this.plan.warnings;
    return [...this.plan.warnings, { text: `${-left} ${t(word)}`, rule: game.events.find((one) => one.name === event)?.rule ?? "" }];
  }
  get thinking(): boolean { return this.match.thinking === true; }
  /** A server may know of orders that were given before this page was loaded. */
  get undoable(): boolean { return this.update?.undoable ?? (this.orders.length > 0 || this.match.link !== null); }
  get over(): boolean { return this.update?.state === "over" && this.beat < 0; }

  get onlyEnd(): boolean { return this.look?.legal.length === 1 && turnEnd(this.game, this.look.legal) !== undefined; }

  /** What turns are called and counted by: the game's own clock where it has one. */
  get turnWord(): string { return this.skin.clock === "" || this.skin.clock === "turn" ? t("turn") : this.skin.clock; }
  get turnLimit(): number {
    const left = this.clock("s left");
    return left === undefined ? this.skin.clock ? 0 : this.update?.turn[1] ?? 0 : left + this.shownTurn;
  }
  private clock(suffix: string): number | undefined {
    const name = this.skin.clock ? this.game.counters.indexOf(this.skin.clock + suffix) : -1;
    return this.counters.find((counter) => counter.name === name && counter.owner === 0)?.value;
  }

  async start(): Promise<void> {
    const drafts = await this.match.start((update) => {
      this.incoming = this.incoming.then(() => this.take(update));
    });
    await this.incoming;
    if (drafts) {
      this.drafts = drafts;
      await this.lookAhead();
    }
    this.changed();
  }

  /** When all that the match has told is known here. */
  caughtUp(): Promise<void> { return this.incoming; }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    this.match.close();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => { this.listeners.delete(listener); };
  }

  changed(): void { this.listeners.forEach((listener) => listener()); }

  // ---- what the match tells ---------------------------------------------------------------------

  private async take(update: Update): Promise<void> {
    if (this.closed) return;
    const last = this.update;
    const look = await this.rules.look(this.game.id, this.seat, update.view, update.act && update.state === "running");
    if (update.seats === null && last) update.seats = last.seats;
    this.update = update;
    const newTurn = !last || last.turn[0] !== update.turn[0] || (!last.act && update.act && !update.undone);
    if (newTurn) this.redos = [];
    if (newTurn || !this.drafts) {
      this.drafts = { begin: update.view, orders: [] };
      this.toldBefore = [];
    }
    if (update.events.length > 0 && this.look) this.queue.push({ update, look });
    else if (this.queue.length === 0 && this.beat < 0) this.showStill(look, update);
    else this.queue.push({ update, look });
    await this.lookAhead();
    if (this.beat < 0) this.nextUpdate();
    this.restOn();
    this.changed();
  }

  private showStill(look: Look, update: Update): void {
    this.look = look;
    this.tokens = standingTokens(this.game, this.skin, look.scene);
    this.counters = look.scene.counters;
    this.arrows = [];
    this.floats = [];
    this.shownTurn = this.clock("") ?? update.turn[0];
    if (this.aim && this.targets().size === 0) this.aim = null; // it was chosen before the last order had come through
    this.askOn();
  }

  /** A question that has to be answered before anything else stays asked, whatever else is looked at. */
  private askOn(): void {
    if (this.aim) return;
    this.aim = this.question();
    this.aimedItself = false;
  }

  /** All that can be decided, where that is one choice on the board. */
  private question(): Draft | null {
    return this.look && this.acting ? onlyQuestion(this.game, this.look.scene, this.look.legal, this.seat) : null;
  }

  /** Whether there is an order in the making that need not be. */
  get mayLetGo(): boolean {
    const must = this.question();
    return this.aim !== null && (must === null || keyOf(must) !== keyOf(this.aim));
  }

  /** Which of my orders count, and what would come of them if nobody did anything else. */
  private async lookAhead(): Promise<void> {
    const { update, drafts } = this;
    if (!update || !drafts) return;
    const ids = [this.game.id, this.seat] as const;
    const counts = drafts.orders.length > 0
      ? await this.rules.standing(...ids, drafts.begin, drafts.orders, update.view) : [];
    const end = update.act ? await this.rules.forecast(...ids, update.view) : [];
    this.orders = drafts.orders.map((action, i) => ({ action, counts: counts[i] ?? true }));
    this.plan = this.planOf(end);
    void this.lookFarAhead(update); // nobody waits for it
  }

  /** Where a scene draws ways for turns to come: after which turn who will be where. */
  private async lookFarAhead(update: Update): Promise<void> {
    const far = this.game.marks.indexOf(FAR_WAY);
    const look = this.queue[this.queue.length - 1]?.look ?? this.look;
    const wanted = update.act && far >= 0 && look?.scene.marks.some((mark) => mark.name === far && mark.owner === this.seat + 1);
    const stops = wanted ? await this.rules.stopsAhead(this.game.id, this.seat, update.view, TURNS_AHEAD) : [];
    if (this.update !== update || this.closed) return; // too late
    this.stops = stops;
    this.changed();
  }

  private planOf(events: GameEvent[]): Plan {
    const { game, skin, seat } = this;
    const plan: Plan = { spent: 0, gained: 0, warnings: [] };
    const index = game.counters.indexOf(skin.money);
    let money = this.look?.scene.counters.find((one) => one.name === index && one.owner === seat + 1)?.value;
    for (const event of events) {
      if (fact(game, event, "seat") !== seat) continue;
      const left = fact(game, event, skin.money);
      if (left !== undefined && money !== undefined) {
        if (left < money) plan.spent += money - left;
        else plan.gained += left - money;
        money = left;
      }
      if (fact(game, event, "why") !== undefined && this.look) {
        const lines = makeBeats(game, skin, this.look.scene, this.look.scene, [event], seat).flatMap((beat) => beat.lines);
        plan.warnings.push(...lines);
      }
    }
    return plan;
  }

  /** The story begins anew: somebody jumped to another turn. */
  forget(): void {
    this.log = [];
    this.marks = new Set();
    this.selected = null;
  }

  // ---- playback -----------------------------------------------------------------------------------

  private nextUpdate(): void {
    const next = this.queue.shift();
    if (!next) return;
    if (!this.aim && !this.staysChosen(next.update, next.look)) this.selected = null;
    this.beats = makeBeats(this.game, this.skin, this.look!.scene, next.look.scene, next.update.events, this.seat);
    this.marks = new Set();
    const lines = this.beats.flatMap((beat) => beat.lines);
    const turn = this.shownTurn;
    this.pending = { ...next, turn };
    if (this.beats.length === 0) {
      this.finishUpdate();
      return;
    }
    this.beat = 0;
    if (this.still()) {
      lines.forEach((line) => this.note(line, turn));
      this.beats.forEach((beat) => beat.marks.forEach((mark) => this.marks.add(mark)));
      this.finishUpdate();
      return;
    }
    this.showBeat();
  }

  /** After an order of mine that happened at once, whoever is left on the chosen cell is there for the next. */
  private staysChosen(update: Update, look: Look): boolean {
    return update.act && look.scene.tokens.some((token) => token.cell === this.selected && token.owner === this.seat + 1);
  }

  private pending: { update: Update; look: Look; turn: number } | null = null;

  private note(line: Line, turn: number): void {
    this.log.push({ ...line, turn, key: (this.log[this.log.length - 1]?.key ?? 0) + 1 });
    if (this.log.length > LOG_MAX) this.log.splice(0, this.log.length - LOG_MAX);
  }

  private showBeat(): void {
    const beat = this.beats[this.beat];
    if (!beat) {
      this.finishUpdate();
      return;
    }
    this.tokens = beat.tokens;
    this.arrows = beat.arrows;
    this.floats = beat.floats;
    this.counters = beat.counters;
    beat.marks.forEach((mark) => this.marks.add(mark));
    beat.lines.forEach((line) => this.note(line, this.pending?.turn ?? 0));
    if (!this.paused) this.schedule(beat.ms / this.speed);
    this.changed();
  }

  private schedule(ms: number): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), ms);
  }

  private finishUpdate(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.beats = [];
    this.beat = -1;
    if (this.pending) this.showStill(this.pending.look, this.pending.update);
    this.pending = null;
    if (this.selected !== null && !this.aim) this.aimFrom(this.selected);
    if (this.queue.length > 0) this.nextUpdate();
    this.changed();
  }

  step(): void {
    if (this.beat < 0) return;
    this.beat++;
    this.showBeat();
  }

  pause(): void {
    this.paused = !this.paused;
    if (this.timer) clearTimeout(this.timer);
    if (!this.paused && this.beat >= 0) this.step();
    this.changed();
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.changed();
  }

  /** To the end of all that is known: so that playback never stands in the way. */
  skip(): void {
    while (this.beat >= 0) {
      for (let i = this.beat + 1; i < this.beats.length; i++) {
        this.beats[i]!.lines.forEach((line) => this.note(line, this.pending?.turn ?? 0));
        this.beats[i]!.marks.forEach((mark) => this.marks.add(mark));
      }
      this.finishUpdate();
    }
  }

  // ---- units that wait for orders -----------------------------------------------------------------

  /** Goes to the next (or the one before) of my units that could be ordered something and are not. */
  goToIdle(step: 1 | -1): void {
    const cells = this.idle().map((unit) => unit.cell);
    if (cells.length === 0) return;
    const at = this.selected === null ? -1 : cells.indexOf(this.selected);
    const next = at < 0 ? (step > 0 ? 0 : cells.length - 1) : (at + step + cells.length) % cells.length;
    if (this.selected !== cells[next]) {
      this.aim = null;
      this.choose(cells[next]!);
    }
  }

  idle(): Token[] {
    if (!this.look || !this.acting || this.beat >= 0) return [];
    return idleUnits(this.game, this.look.scene, this.look.legal, this.seat, this.orders.filter((one) => one.counts).map((one) => one.action));
  }

  // ---- ordering ---------------------------------------------------------------------------------------

  private aimed: { key: unknown[]; cells: Map<number, Draft> } | null = null;

  /** The cells that a click would order something for, found once for each order in the making. */
  targets(): ReadonlyMap<number, Draft> {
    const key = [this.look, this.aim, this.aimedItself, this.strikes, this.selected];
    if (!this.aimed || key.some((one, i) => one !== this.aimed!.key[i])) this.aimed = { key, cells: this.findTargets() };
    return this.aimed.cells;
  }

  private findTargets(): Map<number, Draft> {
    const cells = this.aim && this.look ? nextCells(this.game, this.look.scene, this.look.legal, this.aim) : new Map<number, Draft>();
    if (!this.aim || !this.aimedItself) return cells;
    this.strikes.forEach((draft, cell) => cells.set(cell, draft));
    if (this.selected !== null) cells.delete(this.selected); // there a second click lets go
    return cells;
  }

  /** Where only one order of the chosen cell asks for another cell, that one may follow at once; of a unit's, the first. */
  private aimFrom(cell: number): void {
    if (!this.look || !this.acting) return;
    const { scene, legal } = this.look;
    const asking = (entries: Entry[]) => entries.filter((entry) => entry.legal && !entry.action);
    let open = asking(menuHere(this.game, scene, legal, cell, this.seat)), all = open;
    const acts = scene.tokens.some((token) => token.cell === cell && token.owner === this.seat + 1 && this.game.moods[token.mood] === "acting");
    if (open.length === 0 && acts) {
      all = asking(menuAnywhere(this.game, scene, legal, this.seat, true));
      open = all.slice(0, 1);
    }
    const ofUnit = open.find((entry) => this.game.verbs[entry.verb]?.args[0]?.type === ArgType.Unit);
    this.aim = (open.length === 1 ? open[0] : ofUnit)?.draft ?? null;
    this.aimedItself = this.aim !== null;
    this.strikes = strikesOf(this.game, scene, legal, all, this.seat);
  }

  choose(cell: number | null): void {
    if (this.beat >= 0) this.skip();
    this.refusal = null;
    const draft = cell === null ? undefined : this.targets().get(cell);
    if (draft) {
      const action = completed(draft);
      if (action) void this.give(action);
      else this.aim = draft;
    } else {
      this.aim = null;
      this.selected = cell === this.selected ? null : cell;
      if (this.selected !== null) this.aimFrom(this.selected);
      this.askOn();
    }
    this.changed();
  }

  /** Somebody points at an order: its lane or the like is shown, and what would come of it. */
  hint(choices: string[], action: Action | null = null): void {
    this.hinted = choices;
    this.foreseen = null;
    this.hintedAction = action;
    this.changed();
    if (this.peek) clearTimeout(this.peek);
    if (action && this.acting) this.peek = setTimeout(() => void this.foresee(action), PEEK_MS);
  }

  /** Somebody looks at a cell: if the order in the making could go there, what would come of that? */
  point(cell: number | null): void {
    if (cell === this.pointed) return;
    this.pointed = cell;
    const draft = this.aim && cell !== null ? this.targets().get(cell) : undefined;
    const action = draft ? completed(draft) : null;
    if (action || this.foreseen) this.hint([], action);
  }

  private async foresee(action: Action): Promise<void> {
    const { update, look } = this;
    if (!update || !look || !this.acting) return;
    const { events, varies } = await this.rules.preview(this.game.id, this.seat, update.view, action);
    if (this.update !== update || this.hintedAction !== action) return; // too late
    const beats = makeBeats(this.game, this.skin, look.scene, look.scene, events, this.seat);
    const lines = beats.flatMap((beat) => beat.lines), told = lines.filter((line) => !line.quiet);
    this.foreseen = { // where only steps are to come, the last one tells where they lead
      lines: told.length > 0 ? told.slice(0, FORESEEN_MAX) : lines.slice(-1), arrows: beats.flatMap((beat) => beat.arrows), varies,
    };
    this.changed();
  }

  aimAt(draft: Draft): void {
    if (this.beat >= 0) this.skip();
    this.aim = draft;
    this.aimedItself = false;
    this.refusal = null;
    this.changed();
  }

  private queued(command: () => Promise<Reason | null>): Promise<void> {
    this.work = this.work.then(async () => {
      this.refusal = await command();
      await this.incoming;
      await this.lookAhead();
      this.changed();
    }).catch((error: Error) => {
      this.refusal = { rule: "", text: error.message };
      this.changed();
    });
    return this.work;
  }

  get redoable(): boolean { return this.acting && this.redos.length > 0; }

  redo(): Promise<void> {
    return this.queued(async () => {
      const action = this.redos.pop();
      return action && this.acting ? this.send(action) : null;
    });
  }

  private async send(action: Action): Promise<Reason | null> {
    if (this.beat >= 0) this.skip();
    this.aim = null;
    this.foreseen = null;
    this.hintedAction = null;
    this.drafts?.orders.push(action);
    this.toldBefore.push(this.log.length);
    const refused = await this.match.order(action);
    if (refused) {
      this.drafts?.orders.pop();
      this.toldBefore.pop();
    }
    return refused;
  }

  give(action: Action): Promise<void> {
    this.redos = [];
    return this.queued(() => this.send(action));
  }

  done(): Promise<void> {
    return this.queued(async () => {
      if (this.beat >= 0) this.skip();
      const end = this.look && turnEnd(this.game, this.look.legal);
      if (!this.acting || !end) return null;
      this.selected = null;
      return this.send(end);
    });
  }

  /** Done, again and again, as long as nothing else can be ordered. */
  rest(wanted: boolean): void {
    this.resting = wanted;
    this.restOn();
    this.changed();
  }

  private restOn(): void {
    if (!this.resting) return;
    if (this.beat >= 0) this.skip();
    if (this.update?.state !== "running" || (this.acting && !this.onlyEnd)) this.resting = false;
    else if (this.acting) void this.done();
  }

  undo(): Promise<void> {
    return this.queued(async () => {
      if (this.beat >= 0) this.skip();
      this.aim = null; // whoever it is for may be undone
      const last = this.drafts?.orders.pop();
      if (!this.undoable && !last) return null;
      const refused = await this.match.undo();
      if (refused && last) this.drafts?.orders.push(last);
      if (!refused && last) this.redos.push(last);
      if (!refused) this.log.length = Math.min(this.log.length, this.toldBefore.pop() ?? this.log.length);
      return refused;
    });
  }
}
