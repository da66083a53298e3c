// What a turn meant, in three lines at most: what was lost and won first, then what was done, then what it cost.
import { counterName, tokenName, type Skin } from "../../board/skin";
import { NO_UNIT, SPECTATOR, type Game, type Scene, type Token } from "../../rules/types";
import { called } from "../../rules/language";
import { capital, cellName, nameWords } from "../../rules/words";
import { t, type Word } from "../../ui/strings";
import type { Beat } from "../playback";

/** A line, the step in which it happened and where: so that it can be shown again. */
export interface Sum { text: string; step: number; cell: number; token: Token | null; tone: "loss" | "gain" | "plain" }
interface Weighed extends Sum { weight: number }

const SUMS = 3;
const LISTED = 3; // kinds that are named one by one

/** A sentence of the word table with its gaps filled. */
export const say = (word: Word, gaps: Record<string, string | number>): string =>
  t(word).replace(/\{(\w+)\}/g, (whole, key: string) => String(gaps[key] ?? whole));

class Summary {
  private readonly sums: Weighed[] = [];
  private readonly end: Scene;

  constructor(
    private readonly game: Game, private readonly skin: Skin, private readonly seat: number, private readonly before: Scene,
    private readonly beats: Beat[],
  ) {
    this.end = [...beats].reverse().find((beat) => beat.ends)?.scene ?? before;
  }

  private add(weight: number, text: string, at: Omit<Sum, "text">): void { this.sums.push({ weight, text: capital(text), ...at }); }

  private where(cell: number): string {
    const at = this.before.cells[cell];
    return at ? cellName(this.game.cells, at.x, at.y) : "";
  }

  private name(token: Token): string { return nameWords(tokenName(this.game, token)); }
  private side(owner: number): string { return this.game.seats[owner - 1] ?? t("nobody"); }
  private mine(owner: number): boolean { return owner === this.seat + 1; }

  /** "soldier, 2 archers" */
  private list(tokens: Token[]): string {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(this.name(token), (counts.get(this.name(token)) ?? 0) + 1);
    const named = [...counts].slice(0, LISTED).map(([name, count]) => (count > 1 ? `${count} × ${name}` : name));
    return named.join(", ") + (counts.size > LISTED ? ", …" : "");
  }

  /** Pieces that something happens to, with the beat of it. */
  private pieces(what: "fall" | "rise"): { token: Token; beat: Beat; cell: number }[] {
    return this.beats.flatMap((beat) => beat.acts.flatMap((act) => {
      const found = act.what === what ? beat.tokens.find((one) => one.id === act.id)?.token : undefined;
      return found && act.what === what ? [{ token: found, beat, cell: act.cell }] : [];
    }));
  }

  private falls(): void {
    const groups = new Map<number, { token: Token; beat: Beat; cell: number }[]>();
    for (const fall of this.pieces("fall")) {
      const owner = this.skin.neutral.includes(tokenName(this.game, fall.token)) ? 0 : fall.token.owner;
      groups.set(owner, [...(groups.get(owner) ?? []), fall]);
    }
    for (const [owner, falls] of groups) {
      const { token, beat, cell } = falls[0]!, one = falls.length === 1;
      const some = called(tokenName(this.game, token), "some", "a");
      const gaps = { what: this.list(falls.map((fall) => fall.token)), some, where: this.where(cell), who: this.side(owner), count: falls.length };
      const word: Word = this.mine(owner) ? (one ? "sumLost" : "sumLostMany") : owner === 0 ? (one ? "sumSlain" : "sumSlainMany") : one ? "sumFelled" : "sumFelledMany";
      this.add((this.mine(owner) ? 60 : 55) + falls.length, say(word, gaps), { step: beat.step, cell, token, tone: this.mine(owner) ? "loss" : "gain" });
    }
  }

  /** When a cell changed hands. */
  private stepOf(cell: number, owner: number): number {
    return this.beats.find((beat) => beat.ends && beat.scene.cells[cell]?.owner === owner)?.step ?? 0;
  }

  private places(): void {
    const taken = this.end.cells.flatMap((cell, i) => {
      const was = this.before.cells[i];
      return was && was.owner !== cell.owner && (this.mine(cell.owner) || this.mine(was.owner)) ? [{ cell, i, mine: this.mine(cell.owner) }] : [];
    });
    for (const mine of [true, false]) {
      const all = taken.filter((one) => one.mine === mine), first = all[0];
      if (!first) continue;
      const what = nameWords(this.game.terrain[first.cell.terrain] ?? "");
      const word: Word = all.length > 1 ? (mine ? "sumTookMany" : "sumLostPlaces") : mine ? "sumTook" : "sumLostPlace";
      const text = say(word, { what, where: this.where(first.i), count: all.length }) + (mine ? `${this.income()}.` : "");
      this.add(mine ? 50 : 58, text, { step: this.stepOf(first.i, first.cell.owner), cell: first.i, token: null, tone: mine ? "gain" : "loss" });
    }
  }

  /** What others took from nobody, or from each other. */
  private theirs(): void {
    const i = this.end.cells.findIndex((cell, at) => cell.owner > 0 && !this.mine(cell.owner) &&
      this.before.cells[at]?.owner !== cell.owner && !this.mine(this.before.cells[at]?.owner ?? 0));
    const cell = this.end.cells[i];
    if (!cell) return;
    const gaps = { who: this.side(cell.owner), what: nameWords(this.game.terrain[cell.terrain] ?? ""), where: this.where(i) };
    this.add(22, say("sumTheyTook", gaps), { step: this.stepOf(i, cell.owner), cell: i, token: null, tone: "plain" });
  }

  private money(scene: Scene): number | undefined {
    return scene.counters.find((one) => this.mine(one.owner) && counterName(this.game, one) === this.skin.money)?.value;
  }

  private income(): string {
    const [was, is] = [this.money(this.before), this.money(this.end)];
    return was !== undefined && is !== undefined && is > was ? `: +${is - was}` : "";
  }

  /** Health that was lost, by whose it was; bases by themselves. */
  private blows(): void {
    let step = 0, cell = -1;
    const taken = new Map<number, number>(); // by owner
    let shown = new Map(this.before.tokens.filter((one) => one.unit !== NO_UNIT).map((one) => [one.unit + one.kind * 0x10000, one]));
    for (const beat of this.beats) {
      const now = new Map(beat.tokens.map(({ token }) => [token.unit + token.kind * 0x10000, token]));
      for (const [id, token] of now) {
        const lost = (shown.get(id)?.health ?? token.health) - token.health;
        if (lost <= 0 || token.unit === NO_UNIT) continue;
        taken.set(token.owner, (taken.get(token.owner) ?? 0) + lost);
        if (cell < 0) [step, cell] = [beat.step, token.cell];
      }
      shown = now;
    }
    if (taken.size > 0) this.addBlows(taken, { step, cell, token: null });
  }

  /** What I took and dealt; for who only watches, what each side took. */
  private addBlows(all: Map<number, number>, at: Pick<Sum, "step" | "cell" | "token">): void {
    if (this.seat === SPECTATOR) {
      const sides = [...all].filter(([owner]) => owner > 0).sort(([a], [b]) => a - b);
      const text = sides.map(([owner, taken]) => say("sumHurt", { who: this.side(owner), taken })).join(" ");
      if (text) this.add(30, text, { ...at, tone: "plain" });
      return;
    }
    const taken = all.get(this.seat + 1) ?? 0, dealt = [...all.values()].reduce((sum, one) => sum + one, -taken);
    this.add(30, say(taken === 0 ? "sumDealt" : dealt === 0 ? "sumTaken" : "sumBlows", { dealt, taken }), { ...at, tone: taken > dealt ? "loss" : "gain" });
  }

  private bases(): void {
    const standing = (scene: Scene, owner: number) => scene.tokens.find((one) => one.owner === owner && tokenName(this.game, one) === this.skin.seat);
    for (const token of this.before.tokens) {
      if (tokenName(this.game, token) !== this.skin.seat || token.owner === 0) continue;
      const left = Math.max(0, standing(this.end, token.owner)?.health ?? 0);
      if (left >= token.health) continue;
      const step = this.beats.find((beat) => beat.ends && (standing(beat.scene, token.owner)?.health ?? 0) < token.health)?.step ?? 0;
      const mine = this.mine(token.owner);
      const gaps = { lost: token.health - left, left, who: this.side(token.owner) };
      this.add(mine ? 90 : 85, say(mine ? "sumBase" : "sumTheirBase", gaps), { step, cell: token.cell, token, tone: mine ? "loss" : "gain" });
    }
  }

  private comers(): void {
    for (const mine of [true, false]) {
      const risen = this.pieces("rise").filter(({ token }) => this.mine(token.owner) === mine && token.owner > 0 && !this.skin.neutral.includes(tokenName(this.game, token))), first = risen[0];
      if (!first) continue;
      const gaps = { what: this.list(risen.map((one) => one.token)), where: this.where(first.cell), who: this.side(first.token.owner) };
      const word: Word = mine ? "sumNew" : this.seat === SPECTATOR ? "sumCame" : "sumSeen";
      this.add(mine ? 25 : 20, say(word, gaps), { step: first.beat.step, cell: first.cell, token: first.token, tone: "plain" });
    }
  }

  private purse(): void {
    const [was, is] = [this.money(this.before), this.money(this.end)];
    if (was !== undefined && is !== undefined && was !== is) {
      const last = this.beats[this.beats.length - 1]?.step ?? 0;
      this.add(10, say("sumPurse", { what: nameWords(this.skin.short[this.skin.money] ?? this.skin.money), was, is }), { step: last, cell: -1, token: null, tone: "plain" });
    }
  }

  make(): Sum[] {
    this.bases();
    this.falls();
    this.places();
    this.theirs();
    this.blows();
    this.comers();
    this.purse();
    return this.sums.sort((a, b) => b.weight - a.weight).slice(0, SUMS).map(({ weight: _, ...sum }) => sum);
  }
}

/** Of the beats of a turn, for the seat that looks. */
export const sumUp = (game: Game, skin: Skin, seat: number, before: Scene, beats: Beat[]): Sum[] => new Summary(game, skin, seat, before, beats).make();
