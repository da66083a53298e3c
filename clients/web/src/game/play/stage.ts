// The pieces of a step, by the names under which the board knows them.
import { tokenId, tokenName, type Skin } from "../../board/skin";
import { ArgType, NO_UNIT, Role, type Arg, type EventKind, type Game, type GameEvent, type Scene, type Token } from "../../rules/types";
import { called, ofWord, otherSide, somebody, yourSide, atWord, type Case, type Whose } from "../../rules/language";
import { cellName, cellX, cellY, unitName } from "../../rules/words";

const UNIT_NAME = /^P(\d)-(\w+)$/; // a unit that a game calls by side and kind

/** What is known of the pieces while events are read one after the other: where they are now, and what they will be. */
export class Stage {
  readonly tokens = new Map<string, Token>();
  readonly states: { time: number; id: string; state: "new" | "gone" | "hit" | "blessed" }[] = [];
  readonly purse: { time: number; name: string; owner: number; value: number }[] = []; // what counters come to be
  private readonly places = new Map<string, number>();
  private readonly tracks = new Map<number, "road" | "rail">(); // by cell; a rail goes before a road
  private readonly final: Map<string, Token>;

  constructor(
    readonly game: Game, readonly skin: Skin, readonly scene: Scene, after: Scene, readonly seat: number,
  ) {
    scene.cells.forEach((cell, i) => this.places.set(`${cell.x},${cell.y}`, i));
    for (const token of scene.tokens) {
      this.tokens.set(tokenId(game, skin, token), { ...token });
      const track = skin.tracks[tokenName(game, token)];
      if (track && this.tracks.get(token.cell) !== "rail") this.tracks.set(token.cell, track);
    }
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

  /** What leads from one cell to the next: the slower where they differ. */
  way(from: number, to: number): "step" | "road" | "rail" {
    const [a, b] = [this.tracks.get(from), this.tracks.get(to)];
    return a === undefined || b === undefined ? "step" : a === b ? a : "road";
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

  /** How a fact is called for whoever looks: names of pieces and sides, never numbers. Null: as the tables say it. */
  words(kind: EventKind, arg: Arg, value: number, kase: Case = "n", facts: readonly number[] = []): string | null {
    if (arg.type === ArgType.Seat) return this.side(value, kase);
    if (arg.type === ArgType.Choice && arg.role !== Role.Who && arg.role !== Role.Whom && !UNIT_NAME.test(arg.choices[value] ?? "")) return null;
    if (arg.type !== ArgType.Unit && arg.type !== ArgType.Choice) return null;
    const id = this.id(arg, value), token = this.tokens.get(id) ?? this.final.get(id);
    if (token && !this.tokens.has(id) && kind.text.startsWith("{seat}")) return called(tokenName(this.game, token), "some", kase); // whose is said
    if (token) return this.piece(token, this.tokens.has(id) && !this.tells(kind, facts, token.cell), kase);
    return this.byFacts(kind, arg, value, kase, facts);
  }

  /** Two sides are "yours" and "the other"; of more, or for whoever only watches, each has its name. */
  private side(seat: number, kase: Case): string | null {
    if (seat === this.seat) return yourSide(kase);
    return this.game.seatsMax === 2 && this.seat < this.game.seatsMax ? otherSide(kase) : this.game.seats[seat] ?? null;
  }

  private whose(owner: number, name: string): { whose: Whose; seat: number } {
    if (owner === 0 || this.skin.neutral.includes(name)) return { whose: "plain", seat: -1 };
    if (owner === this.seat + 1) return { whose: "mine", seat: -1 };
    return this.game.seatsMax === 2 && this.seat < this.game.seatsMax ? { whose: "enemy", seat: -1 } : { whose: "plain", seat: owner - 1 };
  }

  private called(name: string, owner: number, kase: Case, compass: string): string {
    const { whose, seat } = this.whose(owner, name);
    return called(name, whose, kase, compass) + (seat >= 0 ? ` ${ofWord()} ${this.game.seats[seat] ?? ""}` : "");
  }

  /** Whoever stands at the end of the step where a way was to go on; "": nobody who is seen, or it came there after all. */
  blockerOf(event: GameEvent): string {
    const kind = this.kind(event), index = kind.args.findIndex((arg) => arg.type === ArgType.Cell && arg.name === "to"), cell = this.place(event.args[index]);
    const mover = this.unit(event, Role.Who);
    const [id, token] = [...this.final].find(([other, one]) => one.cell === cell && one.unit !== NO_UNIT && other !== mover) ?? [];
    return id === undefined || token === undefined || index < 0 ? "" : this.called(tokenName(this.game, token), token.owner, "n", "");
  }

  /** Does the sentence name this tile anyway? */
  private tells(kind: EventKind, facts: readonly number[], cell: number): boolean {
    return kind.args.some((arg, i) => arg.type === ArgType.Cell && kind.text.includes(`{${arg.name}}`) && this.place(facts[i]) === cell);
  }

  /** `old`: it was there before, and is not told by its tile. Where two of a kind could be meant, the one in the north; of more, where it stands. */
  private piece(token: Token, old: boolean, kase: Case): string {
    const name = tokenName(this.game, token);
    const alike = [...this.tokens.values()].filter((one) => one.kind === token.kind && one.owner === token.owner && one.cell !== token.cell);
    const compass = old && alike.length === 1 ? this.towards(token.cell, alike[0]!.cell) : "";
    const at = this.scene.cells[token.cell];
    const place = old && alike.length > 1 && at ? ` ${atWord()} ${cellName(this.game.cells, at.x, at.y)}` : "";
    return this.called(name, token.owner, kase, compass) + place;
  }

  private towards(cell: number, other: number): string {
    const a = this.scene.cells[cell], b = this.scene.cells[other];
    if (!a || !b) return "";
    const dx = a.x - b.x, dy = a.y - b.y;
    return Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? "eastern" : "western") : dy > 0 ? "southern" : "northern";
  }

  /** Somebody of whom only this event is known: what it says of the kind and of the side. */
  private byFacts(kind: EventKind, arg: Arg, value: number, kase: Case, facts: readonly number[]): string {
    const own = UNIT_NAME.exec(arg.choices[value] ?? "");
    if (own) return this.called(own[2]!.replace(/_/g, " "), Number(own[1]), kase, "");
    const of = (want: (one: Arg) => boolean) => kind.args.findIndex(want);
    const what = of((one) => one.type === ArgType.Choice && /^(type|what|kind)$/.test(one.name)), seat = of((one) => one.type === ArgType.Seat);
    const name = what < 0 ? this.skinName(arg, value) : kind.args[what]!.choices[facts[what] ?? 0]?.replace(/_/g, " ") ?? "";
    if (name === "") return somebody();
    const owned = seat >= 0 && arg.role === Role.Who && !kind.text.startsWith("{seat}"); // else it is said whose it is
    return owned ? this.called(name, (facts[seat] ?? 0) + 1, kase, "") : called(name, "some", kase);
  }

  /** A prefix of the unit's number that stands for one kind only. */
  private skinName(arg: Arg, value: number): string {
    const kinds = this.skin.units[arg.choices[value >> 16] ?? ""] ?? [];
    return kinds.length === 1 ? kinds[0]! : "";
  }
}
