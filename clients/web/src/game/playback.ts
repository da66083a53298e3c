// A turn as beats: events that happen together are shown together. What an event does on the board
// follows from the roles of its facts, never from their names or from the rules of a game.
import type { Arrow, Float, ShownToken } from "../board/board";
import { tokenId, tokenName, type Skin } from "../board/skin";
import { t, type Word } from "../ui/strings";
import { ArgType, Role, type Arg, type Counter, type EventKind, type Game, type GameEvent, type Scene, type Token } from "../rules/types";
import { capital, cellX, cellY, eventText, fact, factText, unitName } from "../rules/words";

/** A sentence, and why: its facts, and what led to it. */
export interface Line {
  text: string; rule: string; quiet: boolean; mine: boolean;
  turn?: number; // with this line another turn begins, by the game's own clock
  facts: [name: string, value: string][];
  cause: Line | null;
}
export interface Beat {
  tokens: ShownToken[];
  arrows: Arrow[];
  floats: Float[];
  counters: Counter[];
  lines: Line[];
  marks: number[];
  ms: number;
}

const MOVE_MS = 280, STRIKE_MS = 480, QUIET_MS = 360;
const FAR = 1.6; // cells: a blow from further away is drawn as a shot

/** How a way or a wish of a unit ended, by the names of events: told at the unit as well as in the lines of the turn. */
const ANNOUNCED: Record<string, Word> = {
  arrived: "floatArrived", way_built: "floatBuilt", queue_ended: "floatStops", stopped: "floatBlocked", waited: "floatWaits", trimmed: "floatShort",
  blocked: "floatBlocked", left_out: "floatBlocked", target_gone: "floatGone", build_failed: "floatBlocked", build_unpaid: "floatUnpaid", spell_lost: "floatGone",
};

/** Events with which another turn of the game's clock begins. */
const BEGINS = ["turn_began", "round_started", "turn"];

class Stage {
  readonly tokens = new Map<string, Token>();
  readonly counters: Counter[];
  private readonly places = new Map<string, number>();
  private readonly final: Map<string, Token>;

  constructor(
    readonly game: Game, readonly skin: Skin, readonly scene: Scene, after: Scene, readonly seat: number,
  ) {
    this.counters = scene.counters.map((counter) => ({ ...counter }));
    scene.cells.forEach((cell, i) => this.places.set(`${cell.x},${cell.y}`, i));
    for (const token of scene.tokens) this.tokens.set(tokenId(game, skin, token), { ...token });
    this.final = new Map(after.tokens.map((token) => [tokenId(game, skin, token), token]));
  }

  place(cell: number | undefined): number {
    if (cell === undefined) return -1;
    const { cells } = this.game;
    return this.places.get(`${cellX(cells, cell)},${cellY(cells, cell)}`) ?? -1;
  }

  /** The board's name for a unit of an event. */
  id(arg: Arg, value: number): string {
    const name = unitName(arg, value);
    if (this.tokens.has(name) || this.final.has(name)) return name;
    const number = arg.type === ArgType.Choice ? value : value & 0xffff;
    const isIt = ([, token]: [string, Token]) => token.unit === number;
    return ([...this.tokens].find(isIt) ?? [...this.final].find(isIt))?.[0] ?? name;
  }

  /** The unit in this role, by the board's name. */
  unit(event: GameEvent, role: Role.Who | Role.Whom): string | undefined {
    const args = this.game.events[event.kind]?.args ?? [];
    const index = args.findIndex((arg) => arg.role === role);
    return index < 0 ? undefined : this.id(args[index]!, event.args[index] ?? 0);
  }

  units(event: GameEvent): string[] {
    return [this.unit(event, Role.Who), this.unit(event, Role.Whom)].filter((id) => id !== undefined);
  }

  seatToken(seat: number): string | undefined {
    return [...this.tokens].find(([, token]) =>
      token.owner === seat + 1 && tokenName(this.game, token) === this.skin.seat)?.[0];
  }

  finalOf(id: string): Token | undefined { return this.final.get(id); }

  words(kind: EventKind, arg: Arg, value: number): string | null {
    if (arg.type === ArgType.Seat) return value === this.seat ? `${this.game.seats[value] ?? "you"} (you)` : null;
    if (arg.type !== ArgType.Unit) return null;
    const id = this.id(arg, value);
    const saysWhat = kind.args.some((one) => one.type === ArgType.Choice);
    const token = this.tokens.get(id) ?? (arg.role === Role.Who && !saysWhat ? this.final.get(id) : undefined);
    if (!token) return null; // it comes with this very event, which says what it is
    const name = tokenName(this.game, token);
    if (!this.tokens.has(id)) return `${name} ${id}`;
    if (token.owner === 0 || this.skin.neutral.includes(name)) return `${name} ${id}`;
    return token.owner === this.seat + 1 ? `your ${name} ${id}` : `${this.game.seats[token.owner - 1] ?? "their"}'s ${name} ${id}`;
  }

  setCounter(name: string, owner: number, value: number): void {
    const index = this.game.counters.indexOf(name);
    const found = this.counters.find((counter) => counter.name === index && counter.owner === owner);
    if (found) found.value = value;
  }
}

class BeatMaker {
  private readonly states = new Map<string, NonNullable<ShownToken["state"]>>();
  private readonly arrows: Arrow[] = [];
  private readonly floats: Float[] = [];
  private readonly lines: Line[] = [];
  private readonly marks: number[] = [];
  private ms = 0;

  constructor(
    private readonly stage: Stage, private readonly lastMention: Map<string, number>, private readonly key: string,
    private readonly told: (Line | undefined)[], // all lines so far, by the number of their event
  ) {}

  private line(event: GameEvent, index: number, quiet: boolean, mine: boolean): void {
    const { stage } = this;
    const kind = stage.game.events[event.kind];
    if (!kind) throw new Error(`event ${event.kind} is of no kind`);
    const words = (arg: Arg, value: number) => stage.words(kind, arg, value);
    const line: Line = {
      text: capital(eventText(stage.game, event, words)), rule: kind.rule, quiet, mine,
      facts: kind.args.map((arg, i) => [arg.name, words(arg, event.args[i] ?? 0) ?? factText(stage.game, arg, event.args[i] ?? 0)]),
      cause: this.told[event.cause - 1] ?? null,
    };
    const clock = kind.args.findIndex((arg) => stage.skin.clock !== "" && arg.name === stage.skin.clock);
    if (clock >= 0 && BEGINS.includes(kind.name)) line.turn = event.args[clock] ?? 0;
    this.told[index] = line;
    this.lines.push(line);
  }

  private float(cell: number, text: string, tone: Float["tone"]): void {
    this.floats.push({ id: `${this.key}.${this.floats.length}`, cell, text, tone });
  }

  /** A word at the unit itself. */
  private announce(id: string, word: string): void {
    const token = this.stage.tokens.get(id);
    if (!token) return;
    this.float(token.cell, word, "gain");
    this.marks.push(token.cell);
    this.ms = Math.max(this.ms, STRIKE_MS);
  }

  private strike(fromId: string | undefined, toId: string, health: number | undefined): void {
    const { stage } = this;
    const target = stage.tokens.get(toId);
    if (!target) return;
    const source = fromId === undefined ? undefined : stage.tokens.get(fromId);
    if (source && source.cell !== target.cell) {
      const a = stage.scene.cells[source.cell]!, b = stage.scene.cells[target.cell]!;
      const far = Math.hypot(a.x - b.x, a.y - b.y) > FAR;
      this.arrows.push({ from: source.cell, to: target.cell, look: far ? "ranged" : "attack" });
    }
    if (health === undefined) return;
    const change = health - target.health;
    this.states.set(toId, change > 0 ? "blessed" : "hit");
    if (change !== 0) this.float(target.cell, change > 0 ? `+${change}` : `−${-change}`, change > 0 ? "gain" : "loss");
    stage.tokens.set(toId, { ...target, health, healthMax: Math.max(target.healthMax, health) });
    this.marks.push(target.cell);
    this.ms = Math.max(this.ms, STRIKE_MS);
  }

  private move(id: string, to: number): boolean {
    const token = this.stage.tokens.get(id);
    if (!token || to < 0) return false;
    this.stage.tokens.set(id, { ...token, cell: to });
    this.ms = Math.max(this.ms, MOVE_MS);
    return true;
  }

  /** Who goes, and whom it changes places with; somebody without a name leaves only an arrow. */
  private go(who: string | undefined, whom: string | undefined, from: number, to: number): void {
    if (who === undefined) this.march(from, to);
    else this.move(who, to);
    if (whom !== undefined) this.move(whom, from);
  }

  /** Somebody without a number of its own goes from here to there. */
  private march(from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return;
    this.arrows.push({ from, to, look: "move" });
    this.marks.push(to);
    this.ms = Math.max(this.ms, QUIET_MS);
  }

  private happenAt(place: number, damage: number | undefined): void {
    this.marks.push(place);
    if (!damage) return;
    this.float(place, `−${damage}`, "loss");
    this.ms = Math.max(this.ms, STRIKE_MS);
  }

  /** A unit that is new on the board, or is spoken of for the last time; without a place it is where it was. */
  private comeOrGo(id: string, place: number, index: number): void {
    const { stage } = this;
    const token = stage.tokens.get(id), final = stage.finalOf(id);
    if (!token && final && place >= 0) {
      stage.tokens.set(id, { ...final, cell: place });
      this.states.set(id, "new");
    } else if (token && !final && this.lastMention.get(id) === index) {
      this.states.set(id, "gone");
    } else return;
    this.marks.push(place >= 0 ? place : token?.cell ?? -1);
    this.ms = Math.max(this.ms, QUIET_MS);
  }

  add(event: GameEvent, index: number): void {
    const { stage } = this;
    const { game } = stage;
    const known = (role: Role) => fact(game, event, role);
    const ids = stage.units(event);
    const seat = known(Role.Seat);
    const name = game.events[event.kind]?.name ?? "";
    const ended = ids[0] === undefined ? undefined : ANNOUNCED[name];
    if (ended && ids[0] !== undefined) this.announce(ids[0], t(ended));
    const quiet = !ended && (known(Role.To) !== undefined || stage.skin.quiet.includes(name) || (this.sameAsNothing(event) && ids.length > 0));
    this.line(event, index, quiet, seat === stage.seat || ids.some((id) => stage.tokens.get(id)?.owner === stage.seat + 1));
    this.show(event, index);
    const money = known(Role.Money);
    if (money !== undefined && seat !== undefined) {
      stage.setCounter(stage.skin.money, seat + 1, money);
      const at = ids[0] === undefined ? undefined : stage.tokens.get(ids[0]);
      if (at && known(Role.Gain) !== undefined) this.float(at.cell, `+${known(Role.Gain)}`, "gain");
    }
    if (!quiet) this.ms = Math.max(this.ms, QUIET_MS);
  }

  /** What the roles of an event's facts do on the board. */
  private show(event: GameEvent, index: number): void {
    const { stage } = this;
    const known = (role: Role) => fact(stage.game, event, role);
    const who = stage.unit(event, Role.Who), whom = stage.unit(event, Role.Whom);
    const place = stage.place(known(Role.At)), to = known(Role.To), health = known(Role.Health), seat = known(Role.Seat);
    if (to !== undefined) this.go(who, whom, stage.place(known(Role.From)), stage.place(to));
    else if (whom !== undefined) this.strike(who, whom, health);
    else if (health !== undefined && seat !== undefined) {
      this.strike(who, stage.seatToken(seat) ?? "", health);
      stage.setCounter("health", seat + 1, health);
    } else if (health !== undefined && who !== undefined) this.strike(undefined, who, health);
    else if (who !== undefined) this.comeOrGo(who, place, index);
    else if (place >= 0) this.happenAt(place, known(Role.Damage));
  }

  /** An event about one unit and a cell that changes nothing to be seen: somebody waits. */
  private sameAsNothing(event: GameEvent): boolean {
    const args = this.stage.game.events[event.kind]?.args ?? [];
    return args.length === 2 && args.some((arg) => arg.type === ArgType.Cell) &&
      this.stage.units(event).every((id) => this.stage.tokens.has(id) && this.stage.finalOf(id));
  }

  finish(): Beat {
    const { stage } = this;
    const tokens = [...stage.tokens].map(([id, token]): ShownToken => ({ id, token, state: this.states.get(id) }));
    for (const [id, state] of this.states) if (state === "gone") stage.tokens.delete(id);
    return {
      tokens, arrows: this.arrows, floats: this.floats, counters: stage.counters.map((counter) => ({ ...counter })),
      lines: this.lines, marks: this.marks.filter((cell) => cell >= 0), ms: this.ms,
    };
  }
}

export function makeBeats(game: Game, skin: Skin, before: Scene, after: Scene, events: GameEvent[], seat: number): Beat[] {
  const stage = new Stage(game, skin, before, after, seat);
  const lastMention = new Map<string, number>();
  events.forEach((event, i) => stage.units(event).forEach((id) => lastMention.set(id, i)));
  const beats: Beat[] = [], told: (Line | undefined)[] = [];
  let maker: BeatMaker | null = null;
  events.forEach((event, i) => {
    maker ??= new BeatMaker(stage, lastMention, `${i}`, told);
    maker.add(event, i);
    if (events[i + 1]?.kind !== event.kind) {
      beats.push(maker.finish());
      maker = null;
    }
  });
  return beats;
}

export function standingTokens(game: Game, skin: Skin, scene: Scene): ShownToken[] {
  return scene.tokens.map((token) => ({ id: tokenId(game, skin, token), token }));
}
