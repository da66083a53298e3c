// Several units that are ordered at once: the same order to all who can.
import type { Action } from "../../rules/types";
import { ableCells, completed, menuHere, nextCells, type Draft } from "../menu";
import { Aiming } from "./aiming";
import type { Facts } from "./facts";

export class Group {
  readonly cells = new Set<number>();

  constructor(private readonly facts: Facts) {}

  get many(): boolean { return this.cells.size > 1; }

  /** Those of these cells with somebody of mine who can be ordered. */
  private able(cells: Iterable<number>): number[] {
    const { game, look, acting, seat } = this.facts;
    if (!look || !acting) return [];
    const able = ableCells(game, look.scene, look.legal, seat);
    return [...cells].filter((cell) => able.has(cell));
  }

  /** One more, or one less. */
  toggle(cell: number): void {
    if (this.cells.delete(cell)) return;
    this.able([cell]).forEach((one) => this.cells.add(one));
  }

  take(cells: Iterable<number>): void {
    this.cells.clear();
    this.able(cells).forEach((one) => this.cells.add(one));
  }

  clear(): void { this.cells.clear(); }

  /** What each of them is ordered when a click on this cell means `draft` for one of them: the same, or the likeliest that leads there. */
  towards(draft: Draft, target: number): Action[] {
    const { game, look, seat } = this.facts;
    if (!look) return [];
    return [...this.cells].flatMap((cell) => {
      const same = menuHere(game, look.scene, look.legal, cell, seat).filter((entry) => entry.legal && entry.verb === draft.verb)
        .map((entry) => nextCells(game, look.scene, look.legal, entry.draft).get(target)).find((one) => one !== undefined);
      const found = same ?? this.understood(cell, target), action = found ? completed(found) : null;
      return action ? [action] : [];
    });
  }

  private understood(cell: number, target: number): Draft | undefined {
    const aiming = new Aiming(this.facts);
    aiming.choose(cell);
    return aiming.selected === cell ? aiming.targets().get(target) : undefined;
  }

  /** The same order without a target: to defend, to heal. */
  alike(action: Action): Action[] {
    const { game, look, seat } = this.facts;
    if (!look) return [];
    return [...this.cells].flatMap((cell) => menuHere(game, look.scene, look.legal, cell, seat)
      .flatMap((entry) => (entry.legal && entry.verb === action.verb && entry.action ? [entry.action] : [])).slice(0, 1));
  }
}
