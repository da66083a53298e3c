// What would come of the order that somebody points at.
import type { Arrow } from "../../board/board";
import type { RulesClient } from "../../rules/client";
import type { Odds } from "../../rules/questions";
import type { Action } from "../../rules/types";
import { linesOf, type Line } from "../playback";
import type { Facts } from "./facts";

/** What an order would bring as far as one may know. */
export interface Foreseen { lines: Line[]; arrows: Arrow[]; varies: boolean; odds: Odds | null }

export const PREVIEW_MS = 60; // somebody who only passes by asks nothing
const LINES_MAX = 5;

export class Preview {
  choices: readonly string[] = []; // of the order that is pointed at: its lane or the like is shown
  verb: number | null = null; // of that order: what it does is told
  foreseen: Foreseen | null = null; // what would come of it

  private action: Action | null = null; // what somebody points at now
  private cell: number | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly facts: Facts, private readonly rules: Pick<RulesClient, "preview" | "odds">, private readonly changed: () => void) {}

  /** Somebody points at an order. */
  hint(choices: string[], action: Action | null = null, verb: number | null = null): void {
    this.choices = choices;
    this.verb = verb;
    this.foreseen = null;
    this.action = action;
    this.changed();
    if (this.timer) clearTimeout(this.timer);
    if (action) this.timer = setTimeout(() => void this.foresee(action), PREVIEW_MS);
  }

  /** Somebody points at a cell: `order` is what a click there would order. */
  point(cell: number | null, order: () => Action | null): void {
    if (cell === this.cell) return;
    this.cell = cell;
    const action = order();
    if (action || this.foreseen) this.hint([], action);
  }

  /** It is ordered now: nobody points at it any more. */
  clear(): void {
    this.foreseen = null;
    this.action = null;
  }

  private async foresee(action: Action): Promise<void> {
    const { update, look, acting, game, skin, seat } = this.facts;
    if (!update || !look || !acting) return;
    const { events, varies } = await this.rules.preview(game.id, seat, update.view, action);
    const odds = varies ? await this.rules.odds(game.id, seat, update.view, action) : null;
    if (this.facts.update !== update || this.action !== action) return; // too late
    const { lines, arrows } = linesOf(game, skin, look.scene, events, seat);
    const told = lines.filter((line) => !line.quiet && !line.sum);
    this.foreseen = { // where only steps are to come, the last one tells where they lead
      lines: told.length > 0 ? told.slice(0, LINES_MAX) : lines.slice(-1), arrows, varies, odds,
    };
    this.changed();
  }
}
