// A position with one best turn: whoever plays it is told whether there is a better one. The worth of a turn is what bots make of it.
import type { Drafts, Match } from "../game/match";
import type { RulesClient } from "../rules/client";
import { know } from "../rules/known";
import { fromHex, type Json } from "../rules/record";
import { VERB_ENDS_TURN, type Action, type Game, type Update } from "../rules/types";
import { verdictReason, type Reason } from "../rules/words";
import type { Begun } from "../sandbox/workshop";
import { passOthers, recordOf } from "./lesson";

export const CLOSE = 8; // thousandths: nobody sees such a difference

export class PuzzleMatch implements Match {
  readonly link = null;
  readonly replay = null;
  readonly connected = true;
  onConnection = null;
  onDone: (value: number) => void = () => undefined;
  readonly orders: Action[] = [];
  private listen: (update: Update) => void = () => undefined;

  private constructor(
    private readonly rules: RulesClient, readonly game: Game, private readonly id: number, readonly seat: number,
    readonly begin: Uint8Array, // the state
    readonly best: Action[], // what the search found
  ) {}

  static async begin(rules: RulesClient, game: Game, scenario: Json): Promise<PuzzleMatch> {
    const { title: _title, ...plain } = scenario;
    await know(rules, game);
    const answer = await rules.host({ op: "begin", scenario: plain });
    if (answer["ok"] !== true) throw new Error(String(answer["why"]));
    const begun = answer as unknown as Begun;
    const best = begun.orders.map(([, verb, a, b, c]): Action => ({ verb, args: [a, b, c] }));
    const id = await rules.begin(recordOf(game, scenario, begun));
    return new PuzzleMatch(rules, game, id, begun.orders[0]?.[0] ?? 0, fromHex(begun.state), best);
  }

  async start(listen: (update: Update) => void): Promise<Drafts> {
    this.listen = listen;
    const drafts = await this.rules.drafts(this.id, this.seat);
    await this.tell();
    return drafts;
  }

  private async tell(): Promise<void> { this.listen(await this.rules.update(this.id, this.seat)); }

  async order(action: Action): Promise<Reason | null> {
    const before = (await this.rules.stage(this.id)).turn[0];
    const verdict = await this.rules.order(this.id, this.seat, action);
    if (verdict) return verdictReason(this.game, verdict);
    if (!this.endsTurn(action)) this.orders.push(action); // whoever judges ends the turn
    const acting = await this.rules.people(this.id);
    if (acting.includes(this.seat) && (await this.rules.stage(this.id)).turn[0] === before) await this.tell();
    else {
      await passOthers(this.rules, this.game, this.id, this.seat);
      await this.tell();
      this.onDone(await this.rules.turnValue(this.game.id, this.begin, this.seat, this.orders));
    }
    return null;
  }

  private endsTurn({ verb }: Action): boolean {
    const { flags, args } = this.game.verbs[verb]!;
    return (flags & VERB_ENDS_TURN) !== 0 && args.length === 0;
  }

  bestValue(): Promise<number> { return this.rules.turnValue(this.game.id, this.begin, this.seat, this.best); }

  async undo(): Promise<Reason | null> {
    if (await this.rules.undo(this.id, this.seat)) this.orders.pop();
    await this.tell();
    return null;
  }

  resign(): Promise<void> { return Promise.resolve(); }
  again(): Promise<Match | null> { return Promise.resolve(null); }
  close(): void { void this.rules.end(this.id); }
}
