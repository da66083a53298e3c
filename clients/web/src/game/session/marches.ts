// Long ways where the rules know single steps only: whoever is sent to a far tile goes on by a step in each turn, a whole stack or
// a part of it, around foreigners that are seen.
import { neighbours } from "../../board/geometry";
import { tokenName } from "../../board/skin";
import { ArgType, type Action, type Game, type Look, type Scene } from "../../rules/types";
import { placeOf } from "../../rules/words";
import { sceneCell } from "../menu";
import type { Facts } from "./facts";

/** Where they are and where they are sent, as cells of the scene; how many of them. */
export interface March { verb: number; at: number; goal: number; count: number }

/** The long ways of a match as this browser keeps them: who is on one, and the turn in which they last went on. */
interface Wishes { match: string; turn: number; all: March[] }

const KEPT = "redoubt.marches", KEPT_MAX = 20; // matches; the oldest make room

function kept(): Wishes[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEPT) ?? "[]") as Wishes[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export const keptMarches = (match: string): Wishes | undefined => kept().find((one) => one.match === match);

/** Keeps them over a reload of the page. */
export function keepMarches(wishes: Wishes): void {
  const others = kept().filter((one) => one.match !== wishes.match), all = wishes.all.length > 0 ? [...others, wishes] : others;
  try {
    localStorage.setItem(KEPT, JSON.stringify(all.slice(-KEPT_MAX)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether an order of this verb names a tile and one step from it. */
export const isStep = (game: Game, verb: number): boolean => game.verbs[verb]?.args[1]?.type === ArgType.Step;

const from = (game: Game, scene: Scene, action: Action) => sceneCell(game, scene, action.args[0] ?? 0);
const target = (game: Game, scene: Scene, action: Action) => sceneCell(game, scene, placeOf(game, game.verbs[action.verb]!.args, action.args, 1));

/** How many of mine on this cell such an order can be given to, one after the other. */
export function stackSize(game: Game, scene: Scene, verb: number, cell: number, seat: number): number {
  const name = game.verbs[verb]?.name.split("_") ?? [];
  const meant = scene.tokens.find((token) => token.cell === cell && token.owner === seat + 1 && name.includes(tokenName(game, token)));
  return Math.max(1, meant?.badge ?? 1);
}

export class Marches {
  all: March[] = [];

  constructor(
    private readonly facts: Facts, private readonly latest: () => Look | null, private readonly give: (action: Action) => Promise<void>,
    private readonly ended: (march: March, arrived: boolean) => void, private readonly changed: () => void,
  ) {}

  /** Sends them off, with a first step now. */
  async begin(march: March): Promise<void> {
    this.all = [...this.all.filter((one) => one.verb !== march.verb || one.at !== march.at), march];
    await this.walk(march);
    this.changed();
  }

  drop(march: March): void {
    this.all = this.all.filter((one) => one !== march);
    this.changed();
  }

  /** A step was taken back: nobody goes on from where it led. */
  undone(action: Action): void {
    const { game, look } = this.facts;
    if (look && isStep(game, action.verb)) this.all = this.all.filter((one) => one.verb !== action.verb || one.at !== target(game, look.scene, action));
    this.changed();
  }

  /** A step of all of them. */
  async goOn(): Promise<void> {
    for (const march of [...this.all]) await this.walk(march);
    this.changed();
  }

  /** The same order for so many who stand there, as long as it is possible; how many took it. */
  async many(action: Action, count: number): Promise<number> {
    const possible = () => this.latest()?.legal.some((one) => one.verb === action.verb && one.args.every((value, i) => value === action.args[i]));
    let given = 0;
    while (given < count && possible()) {
      await this.give(action);
      given++;
    }
    return given;
  }

  /** All cells on the way, the first one being where they are. */
  way({ at, goal }: March): number[] {
    const { look } = this.facts, far = look ? this.distances(look.scene, goal) : new Map<number, number>(), way = [at];
    for (let here = at; here !== goal && look;) {
      const next = this.beside(look.scene, here).find((cell) => (far.get(cell) ?? Infinity) < (far.get(here) ?? Infinity));
      if (next === undefined) return [at];
      way.push(here = next);
    }
    return way;
  }

  private beside(scene: Scene, cell: number): number[] {
    const { x, y } = scene.cells[cell]!, at = new Map(scene.cells.map((one, i) => [`${one.x},${one.y}`, i]));
    return neighbours(scene.topology, x, y).flatMap((one) => at.get(`${one.x},${one.y}`) ?? []);
  }

  /** Steps to the goal from each cell, past foreigners who are seen. */
  private distances(scene: Scene, goal: number): Map<number, number> {
    const taken = new Set(scene.tokens.filter((token) => token.owner > 0 && token.owner !== this.facts.seat + 1).map((token) => token.cell));
    const at = new Map(scene.cells.map((one, i) => [`${one.x},${one.y}`, i])), far = new Map([[goal, 0]]);
    for (let edge = [goal], steps = 1; edge.length > 0; steps++) {
      edge = edge.flatMap((cell) => neighbours(scene.topology, scene.cells[cell]!.x, scene.cells[cell]!.y).flatMap(({ x, y }) => {
        const next = at.get(`${x},${y}`);
        if (next === undefined || far.has(next) || taken.has(next)) return [];
        far.set(next, steps);
        return [next];
      }));
    }
    return far;
  }

  private nextStep(march: March, look: Look): Action | undefined {
    const { game } = this.facts, far = this.distances(look.scene, march.goal), here = far.get(march.at) ?? Infinity;
    const away = (action: Action) => far.get(target(game, look.scene, action)) ?? Infinity;
    return look.legal.filter((action) => action.verb === march.verb && from(game, look.scene, action) === march.at && away(action) < here)
      .sort((a, b) => away(a) - away(b))[0];
  }

  private async walk(march: March): Promise<void> {
    const look = this.latest(), action = look ? this.nextStep(march, look) : undefined;
    if (!look || !action) {
      this.drop(march);
      this.ended(march, false);
      return;
    }
    const to = target(this.facts.game, look.scene, action);
    march.count = await this.many(action, march.count);
    march.at = to;
    if (to !== march.goal) return;
    this.drop(march);
    this.ended(march, true);
  }
}
