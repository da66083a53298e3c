// A turn as beats. Each step of it begins and ends with what the rules say it looked like; between the two its events are acted
// out, by the roles of their facts, never by the rules of a game.
import type { Arrow, Float, ShownToken } from "../board/board";
import { tokenId, type Skin } from "../board/skin";
import { ArgType, Role, type Arg, type Counter, type Game, type GameEvent, type Scene, type Token } from "../rules/types";
import type { Case } from "../rules/language";
import { capital, eventText, fact, factText, nameWords, readValue } from "../rules/words";
import { t } from "../ui/strings";
import { ANNOUNCED, BEGINS, BLOCKED } from "./announced";
import type { Act } from "./play/acts";
import { HURRY_MOST, LINGER_MOST, MOTION, TURN_LEAST, TURN_MOST } from "./play/motion";
import { Stage } from "./play/stage";
import { StepMaker } from "./play/step";
import type { Moment } from "./play/timeline";

/** A sentence, and why: its facts, and what led to it. */
export interface Line {
  text: string; rule: string; quiet: boolean; mine: boolean;
  turn?: number; // with this line another turn begins, by the game's own clock
  facts: [name: string, value: string][];
  cause: Line | null;
  sum: boolean; // a step of a sum: read behind "Why?" of the line that it leads to
  part: boolean; // told within another line, or behind it
}
/** What begins at one moment. The tokens are those from then on. */
export interface Beat {
  tokens: ShownToken[];
  arrows: Arrow[];
  floats: Float[];
  acts: Act[];
  counters: Counter[];
  lines: Line[];
  marks: number[];
  step: number; // of the turn: its place among the steps that were given
  row: number; // of the table of steps; 0: after the last one
  name: string; // of that step
  scene: Scene; // what the ground looks like
  ends: boolean; // the step is over: from here on all is as the view says
  ms: number; // until the next one
}

/** A part of a turn: its events, and what it looks like at its end. */
export interface Step { name: string; row: number; after: Scene; events: GameEvent[] }

/** Events that are steps of a sum, and those that say what came of another. */
const SUMS = ["modifier", "strength", "rolled", "die_rolled", "tie_rolled", "double_decides", "search_rolled"], OUTCOMES = ["hurt"];

/** Sentences are told once for all steps: a cause may lie in one before. */
class Teller {
  readonly told: (Line | undefined)[] = [];
  private readonly sums = new Map<string, Line>(); // by unit: the latest that has not led to anything yet
  private blows: { line: Line; whom: string | undefined; damage: number }[] = []; // of which nobody has said what came of them

  constructor(private readonly game: Game, private readonly skin: Skin, private readonly seat: number) {}

  line(stage: Stage, event: GameEvent, index: number): Line {
    const { game } = this;
    const kind = stage.kind(event);
    const words = (arg: Arg, value: number, kase: Case = "n") => stage.words(kind, arg, value, kase, event.args);
    const line: Line = {
      text: capital(eventText(game, event, words)), rule: kind.rule, quiet: this.isQuiet(stage, event, kind.name),
      mine: fact(game, event, Role.Seat) === this.seat || stage.units(event).some((id) => stage.tokens.get(id)?.owner === this.seat + 1),
      facts: kind.args.map((arg, i) => [nameWords(arg.name), words(arg, event.args[i] ?? 0) ?? factText(game, arg, readValue(arg, event.args[i] ?? 0))]),
      cause: this.told[event.cause - 1] ?? null, sum: SUMS.includes(kind.name), part: false,
    };
    const blocker = BLOCKED.includes(kind.name) ? stage.blockerOf(event) : "";
    if (blocker) line.text += ` ${t("standsThere").replace("{who}", blocker)}`;
    this.gather(stage, event, line, kind.name);
    const clock = kind.args.findIndex((arg) => this.skin.clock !== "" && arg.name === this.skin.clock);
    if (clock >= 0 && BEGINS.includes(kind.name)) {
      line.turn = event.args[clock] ?? 0;
      line.quiet = true; // the heading says it
    }
    this.told[index] = line;
    return line;
  }

  /** One blow is one line: the sums before it are read behind it, and what came of it is said with it. */
  private gather(stage: Stage, event: GameEvent, line: Line, name: string): void {
    if (line.cause?.sum) line.cause.part = true;
    const ids = stage.units(event);
    if (line.sum) {
      ids.forEach((id) => this.sums.set(id, line));
      return;
    }
    for (const id of ids) {
      const sum = this.sums.get(id);
      this.sums.delete(id);
      if (!sum) continue;
      sum.part = true;
      line.cause ??= sum; // what it followed from in truth may be nothing for these eyes
    }
    const damage = fact(this.game, event, Role.Damage);
    if (OUTCOMES.includes(name)) {
      const blow = this.blows.find((one) => one.whom === ids[0] && one.damage === damage);
      this.blows = this.blows.filter((one) => one !== blow);
      if (!blow) return;
      const left = fact(this.game, event, Role.Health); // how much it lost is said already
      blow.line.text += ` ${left === undefined ? line.text : t("healthLeft").replace("{count}", String(Math.max(0, left)))}`;
      line.part = true;
    } else if (damage !== undefined) this.blows.push({ line, whom: stage.unit(event, Role.Whom), damage });
  }

  /** Steps, what the skin says, and events about one unit and a cell that change nothing to be seen: somebody waits. */
  private isQuiet(stage: Stage, event: GameEvent, name: string): boolean {
    const args = this.game.events[event.kind]?.args ?? [], ids = stage.units(event);
    const nothing = args.length === 2 && args.some((arg) => arg.type === ArgType.Cell) && ids.length > 0 &&
      ids.every((id) => stage.tokens.has(id) && stage.finalOf(id));
    if (ids.length > 0 && ANNOUNCED[name]) return false;
    return fact(this.game, event, Role.To) !== undefined || this.skin.quiet.includes(name) || nothing;
  }
}

/** The beats of one step. */
class StepPlayer {
  private readonly maker: StepMaker;
  private readonly stage: Stage;
  private readonly lines = new Map<number, Line>(); // by the number of their event

  constructor(
    private readonly game: Game, private readonly skin: Skin, private readonly before: Scene, private readonly step: Step,
    private readonly place: number, seat: number,
  ) {
    this.stage = new Stage(game, skin, before, step.after, seat);
    const lastMention = new Map<string, number>();
    step.events.forEach((event, i) => this.stage.units(event).forEach((id) => lastMention.set(id, i)));
    this.maker = new StepMaker(this.stage, lastMention, `${place}`);
  }

  /** `first`: the number of its first event among those of the turn, where causes point. */
  play(teller: Teller, first: number): Beat[] {
    const { maker, stage, step } = this;
    step.events.forEach((event, i) => {
      this.lines.set(i, teller.line(stage, event, first + i));
      maker.add({ ...event, cause: event.cause > first ? event.cause - first : 0 }, i);
    });
    maker.settle();
    return this.beats();
  }

  private beats(): Beat[] {
    const { maker, stage, step } = this;
    const shown = new Map(this.before.tokens.map((token) => [tokenId(this.game, this.skin, token), token]));
    const counters = this.before.counters.map((counter) => ({ ...counter }));
    const moments = maker.line.sorted(), said = [...this.lines.values()].some((line) => !line.quiet);
    const end = Math.max(maker.line.end, said ? MOTION.said : 0);
    const beats = moments.map(([time, moment], i): Beat => {
      moment.changes.forEach((change) => change(shown));
      for (const one of stage.purse) if (one.time === time) this.count(counters, one);
      return { ...this.beat(moment, this.tokens(shown, time), counters), scene: this.before, ends: false, ms: (moments[i + 1]?.[0] ?? end) - time };
    });
    return [...beats, {
      tokens: standingTokens(this.game, this.skin, step.after), arrows: [], floats: [], acts: [], lines: [], marks: [],
      counters: step.after.counters, step: this.place, row: step.row, name: step.name, scene: step.after, ends: true, ms: maker.line.end > 0 ? MOTION.rest : 0,
    }];
  }

  private tokens(shown: Map<string, Token>, time: number): ShownToken[] {
    const now = this.stage.states.filter((one) => one.time === time);
    return [...shown].map(([id, token]) => ({ id, token, state: now.find((one) => one.id === id)?.state }));
  }

  private count(counters: Counter[], { name, owner, value }: { name: string; owner: number; value: number }): void {
    const index = this.game.counters.indexOf(name);
    const found = counters.find((counter) => counter.name === index && counter.owner === owner);
    if (found) found.value = value;
  }

  private beat(moment: Moment, tokens: ShownToken[], counters: Counter[]) {
    return {
      tokens, arrows: moment.arrows, floats: moment.floats, acts: moment.acts, counters: counters.map((counter) => ({ ...counter })),
      lines: moment.events.map((event) => this.lines.get(event)!), marks: moment.marks.filter((cell) => cell >= 0),
      step: this.place, row: this.step.row, name: this.step.name,
    };
  }
}

/** A long turn goes faster and a short one slower, all of it alike. */
function paced(beats: Beat[]): Beat[] {
  const whole = beats.reduce((sum, beat) => sum + beat.ms, 0);
  const factor = whole < TURN_LEAST ? Math.max(1 / LINGER_MOST, whole / TURN_LEAST) : Math.min(HURRY_MOST, Math.max(1, whole / TURN_MOST));
  for (const beat of beats) {
    beat.ms /= factor;
    for (const act of beat.acts) act.ms /= factor;
  }
  return beats;
}

export function makeBeats(game: Game, skin: Skin, before: Scene, steps: Step[], seat: number): Beat[] {
  const teller = new Teller(game, skin, seat), beats: Beat[] = [];
  let first = 0, scene = before;
  steps.forEach((step, place) => {
    beats.push(...new StepPlayer(game, skin, scene, step, place, seat).play(teller, first));
    first += step.events.length;
    scene = step.after;
  });
  return paced(beats);
}

/** What is said of events by themselves, where nothing is played. */
export const linesOf = (game: Game, skin: Skin, scene: Scene, events: GameEvent[], seat: number): { lines: Line[]; arrows: Arrow[] } => {
  const beats = makeBeats(game, skin, scene, [{ name: "", row: 0, after: scene, events }], seat);
  return { lines: beats.flatMap((beat) => beat.lines), arrows: beats.flatMap((beat) => beat.arrows) };
};

export function standingTokens(game: Game, skin: Skin, scene: Scene): ShownToken[] {
  return scene.tokens.map((token) => ({ id: tokenId(game, skin, token), token }));
}
