// One step of a lesson: a scenario whose orders the player finds, and the others' are played.
import type { Drafts, Match } from "../game/match";
import type { RulesClient } from "../rules/client";
import { know } from "../rules/known";
import { fromHex, type GameRecord, type Json } from "../rules/record";
import type { Action, Game, SeatInfo, Update } from "../rules/types";
import { actionText, verdictReason, type Reason } from "../rules/words";
import type { Begun } from "../sandbox/workshop";
import { t } from "../ui/strings";

const same = (a: Action, b: Action) => a.verb === b.verb && a.args.every((value, i) => value === b.args[i]);

/** A game that begins with the scenario's position and holds none of its orders yet. */
function recordOf(game: Game, scenario: Json, begun: Begun): GameRecord {
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

export class LessonStep implements Match {
  readonly link = null;
  readonly replay = null;
  readonly connected = true;
  onConnection = null;
  onDone: () => void = () => undefined;
  private at = 0; // in the script
  private listen: (update: Update) => void = () => undefined;

  private constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number,
    readonly seat: number, private readonly script: [number, Action][],
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

  /** The order that leads on; null when none is left. */
  get wanted(): Action | null { return this.script[this.at]?.[1] ?? null; }

  private async playOthers(): Promise<void> {
    for (let next = this.script[this.at]; next && next[0] !== this.seat; next = this.script[this.at]) {
      const refused = await this.rules.order(this.id, next[0], next[1]);
      if (refused) throw new Error(verdictReason(this.game, refused)?.text ?? "");
      this.at++;
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
    const { wanted } = this;
    if (!wanted) return { rule: "", text: t("lessonOver") };
    if (!same(action, wanted)) return { rule: "", text: `${t("lessonOther")} ${actionText(this.game, wanted)}` };
    const verdict = await this.rules.order(this.id, this.seat, action);
    if (verdict) return verdictReason(this.game, verdict);
    this.at++;
    await this.playOthers();
    await this.tell();
    if (!this.wanted) this.onDone();
    return null;
  }

  undo(): Promise<Reason | null> { return Promise.resolve({ rule: "", text: t("lessonNoUndo") }); }
  resign(): Promise<void> { return Promise.resolve(); }
  again(): Promise<Match | null> { return Promise.resolve(null); }
  close(): void { void this.rules.end(this.id); }
}
