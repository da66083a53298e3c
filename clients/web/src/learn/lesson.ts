// One step of a lesson: a scenario whose orders the player finds, and the others' are played.
import type { Drafts, Match } from "../game/match";
import type { RulesClient } from "../rules/client";
import { know } from "../rules/known";
import { fromHex, type GameRecord, type Json } from "../rules/record";
import { Code, VERB_ENDS_TURN, type Action, type Game, type SeatInfo, type Update } from "../rules/types";
import { verdictReason, type Reason } from "../rules/words";
import { turnEnd } from "../game/menu";
import type { Begun } from "../sandbox/workshop";
import { t } from "../ui/strings";

const same = (a: Action, b: Action) => a.verb === b.verb && a.args.every((value, i) => value === b.args[i]);

/** A game that begins with the scenario's position and holds none of its orders yet. */
export function recordOf(game: Game, scenario: Json, begun: Begun): GameRecord {
  const rolls = scenario["rolls"];
  return {
    game: game.id, options: game.options.map((option) => option.preset),
    seats: Array.from({ length: begun.seats }, (): SeatInfo => ({ who: "person", name: t("player") })),
    seed: String(scenario["seed"] ?? "1"), open: true,
    begun: { state: fromHex(begun.state), drawn: BigInt(begun.drawn), options: begun.options, position: begun.position },
    ...(Array.isArray(rolls) ? { rolls: rolls.map(Number) } : {}),
    orders: [],
  };
}

const ENDS_MAX = 60; // orders of others until the learner is to act again

/** The others do nothing until this seat is to act again. */
export async function passOthers(rules: RulesClient, game: Game, id: number, seat: number): Promise<void> {
  for (let i = 0; i < ENDS_MAX; i++) {
    const acting = await rules.people(id), other = acting[0];
    if (other === undefined || acting.includes(seat)) return;
    const { view } = await rules.update(id, other);
    const { legal } = await rules.look(game.id, other, view, true);
    const action = turnEnd(game, legal) ?? legal[0];
    if (!action || await rules.order(id, other, action)) return;
  }
}

/** What one order of the learner did to the script. */
interface Given { taken: [number, [number, Action]] | null }

export class LessonStep implements Match {
  readonly link = null;
  readonly replay = null;
  readonly connected = true;
  onConnection = null;
  onDone: () => void = () => undefined;
  /** The step can't be done any more: something else was done. It can be begun again at any time. */
  missed = false;
  private readonly given: Given[] = []; // of this turn
  private listen: (update: Update) => void = () => undefined;

  private constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number,
    readonly seat: number, private readonly script: [number, Action][], // what is left of it
  ) {}

  static async begin(rules: RulesClient, game: Game, scenario: Json): Promise<LessonStep> {
    const { expect: _expect, title: _title, note: _note, ...plain } = scenario;
    await know(rules, game);
    const answer = await rules.host({ op: "begin", scenario: plain });
    if (answer["ok"] !== true) throw new Error(String(answer["why"]));
    const begun = answer as unknown as Begun;
    const script = begun.orders.map(([seat, verb, a, b, c]): [number, Action] => [seat, { verb, args: [a, b, c] }]);
    const id = await rules.begin(recordOf(game, scenario, begun));
    return new LessonStep(rules, game, id, script[0]?.[0] ?? 0, script);
  }

  /** The order that leads on; null when none is left, or none of them can be given any more. */
  get wanted(): Action | null { return this.missed ? null : this.script[0]?.[1] ?? null; }

  /** Where an order stands among mine that are wanted before others act: they may come in any sequence. */
  private placeOf(action: Action): number {
    const others = this.script.findIndex(([seat]) => seat !== this.seat);
    return this.script.findIndex(([, one], i) => (others < 0 || i < others) && same(one, action));
  }

  /** An order that ends something comes after those before it, or it is not the wanted one. */
  private mayTake(at: number): boolean {
    return at === 0 || (at > 0 && !this.endsTurn(this.script[at]![1]));
  }

  private endsTurn(action: Action): boolean {
    return ((this.game.verbs[action.verb]?.flags ?? 0) & VERB_ENDS_TURN) !== 0;
  }

  private async playOthers(): Promise<void> {
    for (let next = this.script[0]; next && next[0] !== this.seat; next = this.script[0]) {
      if (await this.rules.order(this.id, next[0], next[1])) break; // what the learner did has made it impossible
      this.script.shift();
    }
  }

  private async tell(): Promise<void> { this.listen(await this.rules.update(this.id, this.seat)); }

  async start(listen: (update: Update) => void): Promise<Drafts> {
    this.listen = listen;
    await this.playOthers();
    const drafts = await this.rules.drafts(this.id, this.seat);
    await this.tell();
    return drafts;
  }

  async order(action: Action): Promise<Reason | null> {
    const at = this.missed ? -1 : this.placeOf(action), takes = this.mayTake(at);
    const verdict = await this.rules.order(this.id, this.seat, action);
    if (verdict) return verdictReason(this.game, verdict);
    this.given.push({ taken: takes ? [at, this.script.splice(at, 1)[0]!] : null });
    await this.afterOrder();
    return null;
  }

  private async afterOrder(): Promise<void> {
    const waits = !(await this.rules.people(this.id)).includes(this.seat);
    if (!this.missed) await this.playOthers();
    await passOthers(this.rules, this.game, this.id, this.seat);
    if (waits) this.given.length = 0; // a new turn: nothing is taken back any more
    await this.lookForward();
    await this.tell();
    if (!this.missed && this.script.length === 0) this.onDone();
  }

  /** Can what is wanted next still be given? */
  private async lookForward(): Promise<void> {
    const next = this.script[0];
    if (!next) return;
    const { view } = await this.rules.update(this.id, this.seat);
    const [verdict] = await this.rules.judge(this.game.id, this.seat, view, [next[1]]);
    this.missed = next[0] !== this.seat || verdict!.code !== Code.Ok;
  }

  async undo(): Promise<Reason | null> {
    if (!await this.rules.undo(this.id, this.seat)) return { rule: "", text: t("lessonNoUndo") };
    const last = this.given.pop();
    if (last?.taken) this.script.splice(last.taken[0], 0, last.taken[1]);
    await this.lookForward();
    await this.tell();
    return null;
  }

  resign(): Promise<void> { return Promise.resolve(); }
  again(): Promise<Match | null> { return Promise.resolve(null); }
  close(): void { void this.rules.end(this.id); }
}
