// The pieces of a step, by the names under which the board knows them.
import { tokenId, tokenName, type Skin } from "../../board/skin";
import { ArgType, Role, type Arg, type EventKind, type Game, type GameEvent, type Scene, type Token } from "../../rules/types";
import { cellX, cellY, unitName } from "../../rules/words";

/** What is known of the pieces while events are read one after the other: where they are now, and what they will be. */
export class Stage {
  readonly tokens = new Map<string, Token>();
  readonly states: { time: number; id: string; state: "new" | "gone" | "hit" | "blessed" }[] = [];
  readonly purse: { time: number; name: string; owner: number; value: number }[] = []; // what counters come to be
  private readonly places = new Map<string, number>();
  private readonly final: Map<string, Token>;

  constructor(
    readonly game: Game, readonly skin: Skin, readonly scene: Scene, after: Scene, readonly seat: number,
  ) {
    scene.cells.forEach((cell, i) => this.places.set(`${cell.x},${cell.y}`, i));
    for (const token of scene.tokens) this.tokens.set(tokenId(game, skin, token), { ...token });
    this.final = new Map(after.tokens.map((token) => [tokenId(game, skin, token), token]));
  }

  kind(event: GameEvent): EventKind {
    const kind = this.game.events[event.kind];
    if (!kind) throw new Error(`event ${event.kind} is of no kind`);
    return kind;
  }

  place(cell: number | undefined): number {
    if (cell === undefined) return -1;
    const { cells } = this.game;
    return this.places.get(`${cellX(cells, cell)},${cellY(cells, cell)}`) ?? -1;
  }

  /** The board's name for a unit of an event. */
  id(arg: Arg, value: number): string {
    const name = unitName(arg, value);
    if (this.tokens.has(name) || this.final.has(name)) return name;
    const number = arg.type === ArgType.Choice ? value : value & 0xffff;
    const isIt = ([, token]: [string, Token]) => token.unit === number;
    return ([...this.tokens].find(isIt) ?? [...this.final].find(isIt))?.[0] ?? name;
  }

  /** The unit in this role, by the board's name. */
  unit(event: GameEvent, role: Role.Who | Role.Whom): string | undefined {
    const args = this.game.events[event.kind]?.args ?? [];
    const index = args.findIndex((arg) => arg.role === role);
    return index < 0 ? undefined : this.id(args[index]!, event.args[index] ?? 0);
  }

  units(event: GameEvent): string[] {
    return [this.unit(event, Role.Who), this.unit(event, Role.Whom)].filter((id) => id !== undefined);
  }

  seatToken(seat: number): string | undefined {
    return [...this.tokens].find(([, token]) =>
      token.owner === seat + 1 && tokenName(this.game, token) === this.skin.seat)?.[0];
  }

  get allFinal(): ReadonlyMap<string, Token> { return this.final; }
  finalOf(id: string): Token | undefined { return this.final.get(id); }

  words(kind: EventKind, arg: Arg, value: number): string | null {
    if (arg.type === ArgType.Seat) return value === this.seat ? `${this.game.seats[value] ?? "you"} (you)` : null;
    if (arg.type !== ArgType.Unit) return null;
    const id = this.id(arg, value);
    const saysWhat = kind.args.some((one) => one.type === ArgType.Choice);
    const token = this.tokens.get(id) ?? (arg.role === Role.Who && !saysWhat ? this.final.get(id) : undefined);
    if (!token) return null; // it comes with this very event, which says what it is
    const name = tokenName(this.game, token);
    if (!this.tokens.has(id)) return `${name} ${id}`;
    if (token.owner === 0 || this.skin.neutral.includes(name)) return `${name} ${id}`;
    return token.owner === this.seat + 1 ? `your ${name} ${id}` : `${this.game.seats[token.owner - 1] ?? "their"}'s ${name} ${id}`;
  }
}
