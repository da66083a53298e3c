// The chosen cell, and the order in the making: which cells it asks for next.
import type { Action, Scene, Token } from "../../rules/types";
import { ableCells, completed, forUnits, idleUnits, keyOf, menuAnywhere, menuHere, nextCells, onlyQuestion, strikesOf, type Draft, type Entry } from "../menu";
import { isLikely, isRoad, rankOf } from "../likely";
import type { Facts, Told } from "./facts";

export class Aiming {
  selected: number | null = null;
  aim: Draft | null = null;

  private byItself = false; // the aim came with the chosen cell
  private open: Entry[] = []; // then, all that a click on another cell may order, the likeliest first
  private found: { key: unknown[]; cells: Map<number, Draft> } | null = null;

  constructor(private readonly facts: Facts) {}

  /** The cells that a click would order something for, found once for each order in the making. */
  targets(): ReadonlyMap<number, Draft> {
    const key = [this.facts.look, this.aim, this.byItself, this.open, this.selected];
    if (!this.found || key.some((one, i) => one !== this.found!.key[i])) this.found = { key, cells: this.findTargets() };
    return this.found.cells;
  }

  private findTargets(): Map<number, Draft> {
    const { look, game } = this.facts;
    if (!this.aim || !look) return new Map();
    return this.byItself ? this.understood(look.scene, look.legal) : nextCells(game, look.scene, look.legal, this.aim);
  }

  /** What a click on each cell means while nobody has said which order: a blow for an enemy, a step where one leads, a long way
      where no step does. Whoever of mine can be ordered is chosen by a click, and never walked into. */
  private understood(scene: Scene, legal: Action[]): Map<number, Draft> {
    const { game, seat } = this.facts;
    const cells = strikesOf(game, scene, legal, this.open, seat), mine = ableCells(game, scene, legal, seat);
    const likely = this.open.filter((entry) => isLikely(game, entry.verb));
    for (const { draft } of likely.length > 0 ? likely : this.open) {
      nextCells(game, scene, legal, draft).forEach((next, cell) => {
        if (!cells.has(cell) && !mine.has(cell) && cell !== this.selected) cells.set(cell, next);
      });
    }
    return cells;
  }

  /** What leads to this cell although somebody of mine stands there, whom a click would choose; a builder lays a road to a free one. */
  insisted(cell: number): Draft | null {
    const { look, game, seat } = this.facts;
    if (!this.aim || !look) return null;
    if (!this.byItself) return this.targets().get(cell) ?? null;
    const taken = ableCells(game, look.scene, look.legal, seat).has(cell);
    const roads = taken ? [] : this.open.filter((entry) => isRoad(game, entry.verb)), likely = this.open.filter((entry) => isLikely(game, entry.verb));
    const found = [...roads, ...likely].map(({ draft }) => nextCells(game, look.scene, look.legal, draft).get(cell)).find((next) => next !== undefined);
    return found ?? null;
  }

  /** The order that was asked for by name; null: clicks are understood as they come. */
  get named(): Draft | null { return this.byItself ? null : this.aim; }

  /** Whether there is an order in the making that need not be. */
  get canCancel(): boolean {
    const must = this.question();
    return this.named !== null && (must === null || keyOf(must) !== keyOf(this.named));
  }

  /** The order that is complete with this cell; null: more is to be chosen. */
  choose(cell: number | null): Action | null {
    const draft = cell === null ? undefined : this.targets().get(cell);
    if (draft) {
      const action = completed(draft);
      if (!action) this.aim = draft;
      return action;
    }
    this.aim = null;
    this.selected = cell === this.selected ? null : cell;
    if (this.selected !== null) this.aimFrom(this.selected);
    this.keepAsking();
    return null;
  }

  aimAt(draft: Draft): void {
    this.aim = draft;
    this.byItself = false;
  }

  cancel(): void { this.aim = null; }
  unselect(): void { this.selected = null; }

  /** Before something is played back: after an order of mine that happened at once, whoever is left on the chosen cell is there for the next. */
  onBegin({ update, look }: Told): void {
    const stays = update.act && look.scene.tokens.some((token) => token.cell === this.selected && token.owner === this.facts.seat + 1);
    if (!this.aim && !stays && update.events.length > 0) this.selected = null; // where nothing happened, nothing is let go
  }

  /** A new position stands still. */
  onStand(): void {
    if (this.aim && this.targets().size === 0) this.aim = null; // it was chosen before the last order had come through
    this.keepAsking();
  }

  onEnd(): void {
    if (this.selected !== null && !this.aim) this.aimFrom(this.selected);
  }

  /** My units that could be ordered something and are not. */
  idle(ordered: Action[]): Token[] {
    const { game, look, acting, playing, seat } = this.facts;
    return look && acting && !playing ? idleUnits(game, look.scene, look.legal, seat, ordered) : [];
  }

  /** The cell of the idle unit after (or before) the chosen one; null: there is no other. */
  idleNext(ordered: Action[], step: 1 | -1): number | null {
    const cells = this.idle(ordered).map((unit) => unit.cell);
    const at = this.selected === null ? -1 : cells.indexOf(this.selected);
    const next = at < 0 ? (step > 0 ? 0 : cells.length - 1) : (at + step + cells.length) % cells.length;
    const cell = cells[next];
    return cell === undefined || cell === this.selected ? null : cell;
  }

  /** A question that has to be answered before anything else stays asked, whatever else is looked at. */
  private keepAsking(): void {
    if (this.aim) return;
    this.aim = this.question();
    this.byItself = false;
  }

  /** All that can be decided, where that is one choice on the board. */
  private question(): Draft | null {
    const { game, look, acting, seat } = this.facts;
    return look && acting ? onlyQuestion(game, look.scene, look.legal, seat) : null;
  }

  /** Orders of the chosen cell that ask for another cell may follow at once. */
  private aimFrom(cell: number): void {
    const { game, look, acting, seat } = this.facts;
    if (!look || !acting) return;
    const { scene, legal } = look;
    const likely = (entries: Entry[]) => entries.filter((entry) => entry.legal && !entry.action)
      .sort((a, b) => rankOf(game, a.verb) - rankOf(game, b.verb));
    let open = likely(menuHere(game, scene, legal, cell, seat));
    const acts = scene.tokens.some((token) => token.cell === cell && token.owner === seat + 1 && game.moods[token.mood] === "acting");
    if (open.length === 0 && acts) open = likely(menuAnywhere(game, scene, legal, seat, true));
    const units = open.filter((entry) => forUnits(game, entry));
    this.open = units.length > 0 ? units : open.length === 1 || acts ? open : [];
    this.aim = this.open[0]?.draft ?? null;
    this.byItself = this.aim !== null;
  }
}
