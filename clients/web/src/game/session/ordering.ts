// Orders on their way to the match, one after the other: given, taken back, given again, and turns that end by themselves.
import type { Action, Update } from "../../rules/types";
import type { Reason } from "../../rules/words";
import type { Drafts, Match } from "../match";
import { turnEnd } from "../menu";
import type { Facts } from "./facts";
import type { Log } from "./log";

/** What the rest of the session does around an order. */
export interface OrderingHooks {
  skip(): void; // nothing is played back any more
  ordered(): void; // an order is given: it is no longer in the making
  unselect(): void;
  cancel(): void; // whoever the order in the making is for may be undone
  settled(): Promise<void>; // when all that came of it is known here
  changed(): void;
}

export class Ordering {
  refusal: Reason | null = null;
  asked = false; // Done was pressed while units wait; once more ends the turn
  waiting = false; // an order is on its way
  resting = false; // turns end by themselves until something can be ordered
  drafts: Drafts | null = null; // of this turn

  private spared = false; // asked already in this turn
  private toldBefore: number[] = []; // lines of the log before each of these orders
  private redos: Action[] = []; // orders that were taken back, the latest last
  private work: Promise<void> = Promise.resolve(); // one command after the other, none lost to haste

  constructor(
    private readonly facts: Facts, private readonly match: Pick<Match, "order" | "undo" | "link">, private readonly log: Log,
    private readonly hooks: OrderingHooks,
  ) {}

  /** A server may know of orders that were given before this page was loaded. */
  get undoable(): boolean {
    return this.facts.update?.undoable ?? ((this.drafts?.orders.length ?? 0) > 0 || this.match.link !== null);
  }
  get redoable(): boolean { return this.facts.acting && this.redos.length > 0; }
  get onlyEnd(): boolean {
    const { game, look } = this.facts;
    return look?.legal.length === 1 && turnEnd(game, look.legal) !== undefined;
  }

  /** The match told something: with a new turn the orders begin anew. */
  onUpdate(update: Update, last: Update | null): void {
    const newTurn = !last || last.turn[0] !== update.turn[0] || (!last.act && update.act && !update.undone);
    if (newTurn) this.redos = [];
    if (!newTurn && this.drafts) return;
    this.asked = false;
    this.spared = false;
    this.drafts = { begin: update.view, orders: [] };
    this.toldBefore = [];
  }

  give(action: Action): Promise<void> {
    this.redos = [];
    this.asked = false;
    return this.queued(() => this.send(action));
  }

  redo(): Promise<void> {
    return this.queued(async () => {
      const action = this.redos.pop();
      return action && this.facts.acting ? this.send(action) : null;
    });
  }

  /** `idle`: so many units wait for orders. It is asked once a turn whether they are meant to. */
  done(idle = 0): Promise<void> {
    if (idle > 0 && !this.asked && !this.spared && this.facts.acting) {
      this.asked = this.spared = true;
      this.refusal = null;
      this.hooks.changed();
      return Promise.resolve();
    }
    this.asked = false;
    return this.queued(async () => {
      this.hooks.skip();
      const { look, game, acting } = this.facts;
      const end = look && turnEnd(game, look.legal);
      if (!acting || !end) return null;
      this.hooks.unselect();
      return this.send(end);
    });
  }

  undo(): Promise<void> {
    return this.queued(async () => {
      this.hooks.skip();
      this.hooks.cancel();
      const possible = this.undoable;
      const last = this.drafts?.orders.pop();
      if (!possible && !last) return null;
      const refused = await this.match.undo();
      if (refused && last) this.drafts?.orders.push(last);
      if (!refused && last) this.redos.push(last);
      if (!refused) this.log.cut(this.toldBefore.pop() ?? this.log.length);
      return refused;
    });
  }

  /** Done, again and again, as long as nothing else can be ordered. */
  rest(wanted: boolean): void {
    this.resting = wanted;
    this.keepPassing();
    this.hooks.changed();
  }

  keepPassing(): void {
    if (!this.resting) return;
    this.hooks.skip();
    const { update, acting } = this.facts;
    if (update?.state !== "running" || (acting && !this.onlyEnd)) this.resting = false;
    else if (acting) void this.done();
  }

  private async send(action: Action): Promise<Reason | null> {
    this.hooks.skip();
    this.hooks.ordered();
    this.drafts?.orders.push(action);
    this.toldBefore.push(this.log.length);
    this.waiting = true;
    const refused = await this.match.order(action).finally(() => { this.waiting = false; });
    if (refused) {
      this.drafts?.orders.pop();
      this.toldBefore.pop();
    }
    return refused;
  }

  private queued(command: () => Promise<Reason | null>): Promise<void> {
    this.work = this.work.then(async () => {
      this.refusal = await command();
      await this.hooks.settled();
      this.hooks.changed();
    }).catch((error: Error) => {
      this.refusal = { rule: "", text: error.message };
      this.hooks.changed();
    });
    return this.work;
  }
}
