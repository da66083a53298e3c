// The position that is being set up: a scenario, what the host's readers say of it, and the way back.
import type { App } from "../app";
import { know } from "../rules/known";
import { orderJson } from "../rules/named";
import { fromHex, optionsJson, toHex, type GameRecord, type Json } from "../rules/record";
import { SPECTATOR, type Action, type Counter, type Game, type Scene, type SeatInfo } from "../rules/types";
import { t } from "../ui/strings";

/** One change, in words of the game's tables: bindings/hosted/answer.c. */
export interface Edit { kind: "put" | "clear" | "terrain" | "counter"; name?: string; cell?: number; owner?: number; amount?: number }

export interface Begun {
  editable: boolean; seats: number; options: Json; state: string; drawn: string;
  position: unknown; orders: [number, number, number, number, number][]; refused: number[];
}

const HISTORY_MAX = 100;

/** Each seat's own numbers out of its own eyes, which see them all; those of nobody once. */
function countersOf(own: Scene[], shown: Scene): Counter[] {
  const free = (own[0] ?? shown).counters.filter((one) => one.owner === 0);
  return [...free, ...own.flatMap((scene, seat) => scene.counters.filter((one) => one.owner === seat + 1))];
}

export class Workshop {
  scenario: Json;
  begun: Begun | null = null;
  scene: Scene | null = null;
  counters: Counter[] = []; // as everybody sees their own
  eyes = SPECTATOR;
  problem = "";
  private asked = 0; // changes that are not done yet
  private work: Promise<unknown> = Promise.resolve();
  private readonly before: Json[] = [];
  private readonly after: Json[] = [];
  onChange: () => void = () => undefined;

  constructor(private readonly app: App, readonly game: Game, scenario: Json | null) {
    this.scenario = scenario ?? { game: game.id, seed: "1" };
  }

  /** Something is asked and not answered yet. */
  get busy(): boolean { return this.asked > 0; }

  /** One after the other, each from what the one before has left: no change is lost to haste. */
  private queued<T>(task: () => Promise<T>): Promise<T> {
    this.asked++;
    this.onChange();
    const done = this.work.then(task).finally(() => {
      this.asked--;
      this.onChange();
    });
    this.work = done.catch(() => undefined);
    return done;
  }

  start(): Promise<void> {
    return this.queued(async () => {
      await know(this.app.rules, this.game);
      await this.take({ op: "begin", scenario: this.scenario }, this.scenario);
    });
  }
  get canUndo(): boolean { return this.before.length > 0; }
  get canRedo(): boolean { return this.after.length > 0; }

  /** Asks, and keeps what the host accepts; otherwise says why and changes nothing. */
  private async take(question: Json, scenario: Json): Promise<boolean> {
    const answer = await this.app.rules.host(question);
    if (answer["ok"] !== true) {
      this.problem = String(answer["why"]);
      this.onChange();
      return false;
    }
    this.problem = "";
    this.begun = answer as unknown as Begun;
    this.scenario = { ...scenario, options: this.begun.options };
    if (question["op"] === "edit" || scenario["position"] !== undefined) this.scenario["position"] = this.begun.position;
    await this.look();
    return true;
  }

  private async look(): Promise<void> {
    if (this.begun) {
      const state = fromHex(this.begun.state), sceneFor = (eyes: number) => this.app.rules.sceneOf(this.game.id, state, eyes);
      this.scene = await sceneFor(this.eyes);
      this.counters = countersOf(await Promise.all(Array.from({ length: this.begun.seats }, (_, seat) => sceneFor(seat))), this.scene);
    }
    this.onChange();
  }

  async see(eyes: number): Promise<void> {
    this.eyes = eyes;
    await this.look();
  }

  private async change(question: Json, scenario: Json): Promise<boolean> {
    const old = this.scenario;
    if (!await this.take(question, scenario)) return false;
    this.before.push(old);
    if (this.before.length > HISTORY_MAX) this.before.shift();
    this.after.length = 0;
    return true;
  }

  /** On the board. Steps that were played no longer fit, so they go. */
  edit(edit: Edit): Promise<boolean> {
    return this.queued(() => {
      const { steps: _steps, ...still } = this.scenario;
      return this.change({ op: "edit", scenario: still, edit }, still);
    });
  }

  /** Another scenario, made out of the one that is there then. */
  replace(made: (old: Json) => Json): Promise<boolean> {
    return this.queued(() => {
      const scenario = made(this.scenario);
      return this.change({ op: "begin", scenario }, scenario);
    });
  }

  private swap(from: Json[], to: Json[]): Promise<void> {
    return this.queued(async () => {
      const other = from.pop();
      if (!other) return;
      to.push(this.scenario);
      await this.take({ op: "begin", scenario: other }, other);
    });
  }

  undo(): Promise<void> { return this.swap(this.before, this.after); }
  redo(): Promise<void> { return this.swap(this.after, this.before); }

  /** The game that begins here. `bot`: for the seats that I don't play; "": I play them all. */
  record(bot: string, me: number): GameRecord {
    const begun = this.begun!;
    const seats = Array.from({ length: begun.seats }, (_, i): SeatInfo => (
      bot === "" || i === me ? { who: "person", name: t("player") } : { who: "bot", name: bot }));
    const rolls = this.scenario["rolls"];
    return {
      game: this.game.id, options: this.game.options.map((option) => option.preset), seats,
      seed: String(this.scenario["seed"] ?? "0"), open: bot === "",
      begun: { state: fromHex(begun.state), drawn: BigInt(begun.drawn), options: begun.options, position: begun.position },
      ...(Array.isArray(rolls) ? { rolls: rolls.map(Number) } : {}),
      orders: begun.orders.map(([seat, verb, a, b, c]): [number, Action] => [seat, { verb, args: [a, b, c] }]),
    };
  }

  text(): string { return `${JSON.stringify(this.scenario, null, 1)}\n`; }
}

/** A turn of a game as a scenario: how things stood before it, and its orders with the same luck. */
export async function turnScenario(app: App, game: Game, record: GameRecord, replay: number, stop: number): Promise<Json> {
  const turn = await app.rules.replayTurn(replay, stop);
  const answer = await app.rules.host({ op: "position", game: game.id, state: toHex(turn.state) });
  if (answer["ok"] !== true) throw new Error(String(answer["why"]));
  const options = record.begun?.options ?? optionsJson(game, record.options, record.seats.length);
  return {
    game: game.id, options, seed: record.seed, drawn: Number(turn.drawn), position: answer["position"],
    steps: turn.orders.map(([seat, action]) => [seat, orderJson(game, action)]),
  };
}
