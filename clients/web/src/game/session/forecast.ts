// Where the orders so far lead if nobody does anything else: which of them count, what they cost, who goes on where.
import type { RulesClient } from "../../rules/client";
import type { Stop } from "../../rules/questions";
import { Role, type Action, type GameEvent, type Look, type Update } from "../../rules/types";
import { fact } from "../../rules/words";
import { t } from "../../ui/strings";
import type { Drafts } from "../match";
import { linesOf, type Line } from "../playback";
import type { Facts } from "./facts";

export interface Plan { spent: number; gained: number; warnings: Line[] }
export interface Order { action: Action; counts: boolean }

const FAR_WAY = "queue"; // the scene's marks for steps of later turns
const TURNS_AHEAD = 9;

export class Forecast {
  orders: readonly Order[] = [];
  plan: Plan = { spent: 0, gained: 0, warnings: [] };
  stops: readonly Stop[] = []; // of units that are on a long way

  constructor(
    private readonly facts: Facts, private readonly rules: Pick<RulesClient, "standing" | "forecast" | "stopsAhead">,
    private readonly latest: () => Look | null, private readonly changed: () => void,
  ) {}

  /** The orders that have an effect. */
  get counting(): Action[] { return this.orders.filter((one) => one.counts).map((one) => one.action); }

  /** What the orders so far would lead to, and what will be missing. */
  get warnings(): { text: string; rule: string }[] {
    const { game, skin, seat, look, acting, playing } = this.facts;
    const { counter = "", event = "", word = null } = skin.shortage ?? {};
    const left = look?.scene.counters.find((one) => one.owner === seat + 1 && game.counters[one.name] === counter)?.value ?? 0;
    if (!word || left >= 0 || !acting || playing) return this.plan.warnings;
    return [...this.plan.warnings, { text: `${-left} ${t(word)}`, rule: game.events.find((one) => one.name === event)?.rule ?? "" }];
  }

  /** Which of these orders count, and what would come of them if nobody did anything else. */
  async ask(drafts: Drafts | null): Promise<void> {
    const { update, game, seat } = this.facts;
    if (!update || !drafts) return;
    const counts = drafts.orders.length > 0
      ? await this.rules.standing(game.id, seat, drafts.begin, drafts.orders, update.view) : [];
    const end = update.act ? await this.rules.forecast(game.id, seat, update.view) : [];
    this.orders = drafts.orders.map((action, i) => ({ action, counts: counts[i] ?? true }));
    this.plan = this.planOf(end);
    void this.lookFarAhead(update); // nobody waits for it
  }

  /** Where a scene draws ways for turns to come: after which turn who will be where. */
  private async lookFarAhead(update: Update): Promise<void> {
    const { game, seat } = this.facts;
    const far = game.marks.indexOf(FAR_WAY);
    const wanted = update.act && far >= 0 && this.latest()?.scene.marks.some((mark) => mark.name === far && mark.owner === seat + 1);
    const stops = wanted ? await this.rules.stopsAhead(game.id, seat, update.view, TURNS_AHEAD) : [];
    if (this.facts.update !== update) return; // too late
    this.stops = stops;
    this.changed();
  }

  private planOf(events: GameEvent[]): Plan {
    const { game, skin, seat } = this.facts;
    const look = this.latest(); // what is on the board may be the turn before, which is played back
    const plan: Plan = { spent: 0, gained: 0, warnings: [] };
    const index = game.counters.indexOf(skin.money);
    let money = look?.scene.counters.find((one) => one.name === index && one.owner === seat + 1)?.value;
    for (const event of events) {
      if (fact(game, event, Role.Seat) !== seat) continue;
      const left = fact(game, event, Role.Money);
      if (left !== undefined && money !== undefined) {
        if (left < money) plan.spent += money - left;
        else plan.gained += left - money;
        money = left;
      }
      if (fact(game, event, Role.Why) !== undefined && look) {
        plan.warnings.push(...linesOf(game, skin, look.scene, [event], seat).lines);
      }
    }
    return plan;
  }
}
