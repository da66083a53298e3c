// The chosen cell, and the order in the making: which cells it asks for next.
import { ArgType, type Action, type Token } from "../../rules/types";
import { completed, idleUnits, keyOf, menuAnywhere, menuHere, nextCells, onlyQuestion, strikesOf, type Draft, type Entry } from "../menu";
import type { Facts, Told } from "./facts";

export class Aiming {
  selected: number | null = null;
  aim: Draft | null = null;

  private byItself = false; // the aim came with the chosen cell
  private strikes = new Map<number, Draft>(); // then, what a click on an enemy orders
  private found: { key: unknown[]; cells: Map<number, Draft> } | null = null;

  constructor(private readonly facts: Facts) {}

  /** The cells that a click would order something for, found once for each order in the making. */
  targets(): ReadonlyMap<number, Draft> {
    const key = [this.facts.look, this.aim, this.byItself, this.strikes, this.selected];
    if (!this.found || key.some((one, i) => one !== this.found!.key[i])) this.found = { key, cells: this.findTargets() };
    return this.found.cells;
  }

  private findTargets(): Map<number, Draft> {
    const { look, game } = this.facts;
    const cells = this.aim && look ? nextCells(game, look.scene, look.legal, this.aim) : new Map<number, Draft>();
    if (!this.aim || !this.byItself) return cells;
    this.strikes.forEach((draft, cell) => cells.set(cell, draft));
    if (this.selected !== null) cells.delete(this.selected); // there a second click lets go
    return cells;
  }

  /** Whether there is an order in the making that need not be. */
  get canCancel(): boolean {
    const must = this.question();
    return this.aim !== null && (must === null || keyOf(must) !== keyOf(this.aim));
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
    if (!this.aim && !stays) this.selected = null;
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

  /** Where only one order of the chosen cell asks for another cell, that one may follow at once; of a unit's, the first. */
  private aimFrom(cell: number): void {
    const { game, look, acting, seat } = this.facts;
    if (!look || !acting) return;
    const { scene, legal } = look;
    const asking = (entries: Entry[]) => entries.filter((entry) => entry.legal && !entry.action);
    let open = asking(menuHere(game, scene, legal, cell, seat)), all = open;
    const acts = scene.tokens.some((token) => token.cell === cell && token.owner === seat + 1 && game.moods[token.mood] === "acting");
    if (open.length === 0 && acts) {
      all = asking(menuAnywhere(game, scene, legal, seat, true));
      open = all.slice(0, 1);
    }
    const ofUnit = open.find((entry) => game.verbs[entry.verb]?.args[0]?.type === ArgType.Unit);
    this.aim = (open.length === 1 ? open[0] : ofUnit)?.draft ?? null;
    this.byItself = this.aim !== null;
    this.strikes = strikesOf(game, scene, legal, all, seat);
  }
}
