// What a game screen needs of a match, wherever its state is kept.
import type { LocalRecord, LocalSetup } from "../rules/local";
import type { RulesClient } from "../rules/client";
import type { Action, Game, Update } from "../rules/types";
import { verdictReason, type Reason } from "../rules/words";

/** Orders of this turn that can be taken back, and the view before the first of them. */
export interface Drafts { begin: Uint8Array; orders: Action[] }

export interface Match {
  readonly game: Game;
  readonly seat: number;
  readonly link: string | null; // to invite somebody; null: the match is in this browser
  /** Updates come until close(). */
  start(listen: (update: Update) => void): Promise<Drafts | null>;
  order(action: Action): Promise<Reason | null>;
  undo(): Promise<Reason | null>;
  resign(): Promise<void>;
  /** The same game again. */
  again(): Promise<Match | null>;
  close(): void;
  /** Whether all is sent and kept; told through onLink. */
  connected: boolean;
  onConnection: (() => void) | null;
}

const KEPT = "redoubt.game";
const RESIGN: Action = { verb: 0xffff, args: [0, 0, 0] };

/** Against the bots in the worker. The orders are kept in this browser, so that a reload goes on. */
export class LocalPlay implements Match {
  readonly link = null;
  readonly connected = true;
  onConnection = null;
  private listen: (update: Update) => void = () => undefined;

  private constructor(
    private readonly rules: RulesClient, readonly game: Game, readonly setup: LocalSetup,
    private readonly id: number, readonly seat: number,
  ) {}

  static async begin(rules: RulesClient, games: Game[], setup: LocalSetup): Promise<LocalPlay> {
    const game = games.find((one) => one.id === setup.game);
    if (!game) throw new Error(`there is no game ${setup.game}`);
    const match = new LocalPlay(rules, game, setup, await rules.begin(setup), Math.max(0, setup.seats.indexOf("me")));
    await match.keep();
    return match;
  }

  /** The game that was left unfinished here; null if there is none. */
  static async resume(rules: RulesClient, games: Game[]): Promise<LocalPlay | null> {
    const kept = keptRecord();
    const game = games.find((one) => one.id === kept?.setup.game);
    if (!kept || !game) return null;
    try {
      const id = await rules.resume(kept);
      return new LocalPlay(rules, game, kept.setup, id, Math.max(0, kept.setup.seats.indexOf("me")));
    } catch {
      localStorage.removeItem(KEPT);
      return null;
    }
  }

  private async keep(): Promise<void> {
    try {
      localStorage.setItem(KEPT, JSON.stringify(await this.rules.record(this.id)));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private async tell(): Promise<void> {
    this.listen(await this.rules.update(this.id, this.seat));
    await this.keep();
  }

  async start(listen: (update: Update) => void): Promise<Drafts> {
    this.listen = listen;
    const drafts = await this.rules.drafts(this.id, this.seat);
    listen(await this.rules.update(this.id, this.seat));
    return drafts;
  }

  async order(action: Action): Promise<Reason | null> {
    const verdict = await this.rules.order(this.id, this.seat, action);
    if (verdict) return verdictReason(this.game, verdict);
    await this.tell();
    return null;
  }

  async undo(): Promise<Reason | null> {
    if (!(await this.rules.undo(this.id))) return { rule: "", text: "nothing can be taken back" };
    await this.tell();
    return null;
  }

  async resign(): Promise<void> {
    await this.rules.order(this.id, this.seat, RESIGN);
    await this.tell();
  }

  async again(): Promise<Match> {
    return LocalPlay.begin(this.rules, [this.game], { ...this.setup, seed: newSeed() });
  }

  close(): void { void this.rules.end(this.id); }
}

export function keptRecord(): LocalRecord | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as LocalRecord | null;
  } catch {
    return null;
  }
}

export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]!;
