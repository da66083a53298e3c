// One step of a turn: what the roles of its events' facts do on the board, and when.
import type { Arrow } from "../../board/board";
import { ArgType, Role, type GameEvent, type Token } from "../../rules/types";
import { fact, factText } from "../../rules/words";
import { t } from "../../ui/strings";
import { ANNOUNCED } from "../announced";
import { shapeOf, type Shape } from "./acts";
import { MOTION } from "./motion";
import type { Stage } from "./stage";
import { Timeline } from "./timeline";

const FAR = 1.6; // cells: a blow from further away is a shot
const SPELLS: readonly Shape[] = ["fire", "lightning", "flame", "heal"];
const AT_PLACE: readonly Shape[] = ["work", "flag", "spark", "crash", "coin", "dust", "reveal", "hide"];

const LONG: Partial<Record<Shape, number>> = {
  work: MOTION.work, flag: MOTION.flag, crash: MOTION.crash, coin: MOTION.coin, hide: MOTION.hide, reveal: MOTION.hide,
};

export class StepMaker {
  readonly line = new Timeline();
  private readonly impact = new Map<number, number>(); // when what an event does is done
  private readonly walks = new Map<string, number>(); // until when somebody walks

  constructor(readonly stage: Stage, private readonly lastMention: Map<string, number>, private readonly key: string) {}

  private cell(id: string | undefined): number { return (id === undefined ? undefined : this.stage.tokens.get(id))?.cell ?? -1; }

  /** Both the piece and where it stands. */
  private busy(...ids: (string | undefined)[]): string[] {
    return ids.flatMap((id) => (id === undefined ? [] : [id, `cell ${this.cell(id)}`]));
  }

  /** The piece is another from that moment on. */
  private change(time: number, id: string, token: Token | null, state?: "new" | "hit" | "blessed" | "gone"): void {
    if (token) this.stage.tokens.set(id, token);
    else this.stage.tokens.delete(id);
    this.line.at(time).changes.push((shown) => {
      if (token) shown.set(id, token);
      else shown.delete(id);
    });
    if (state) this.stage.states.push({ time, id, state });
  }

  // ---- what happens ---------------------------------------------------------------------------------

  private float(time: number, cell: number, text: string, tone: "loss" | "gain"): void {
    if (cell >= 0) this.line.at(time).floats.push({ id: `${this.key}.${time}.${cell}.${text}`, cell, text, tone });
  }

  /** Health is what it is said to be from here on. */
  private health(time: number, id: string, health: number): void {
    const token = this.stage.tokens.get(id);
    if (!token) return;
    const change = health - token.health, well = change > 0;
    this.change(time, id, { ...token, health, healthMax: Math.max(token.healthMax, health) }, well ? "blessed" : "hit");
    if (change !== 0) this.float(time, token.cell, well ? `+${change}` : `−${-change}`, well ? "gain" : "loss");
    this.line.at(time).marks.push(token.cell);
    const ms = well ? MOTION.heal : MOTION.hit;
    this.line.act(time, { what: well ? "heal" : "hit", id, cell: token.cell, ms });
    this.line.keep(this.busy(id), time + (well ? MOTION.heal : MOTION.land));
  }

  private tiles(from: number, to: number): number {
    const a = this.stage.scene.cells[from], b = this.stage.scene.cells[to];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  /** A blow, a shot or a spell; returns when it lands. */
  private strike(time: number, who: string | undefined, whom: string, shape: Shape | undefined): number {
    const from = this.cell(who), to = this.cell(whom);
    if (from < 0 || to < 0 || from === to || who === undefined) return time;
    const far = this.tiles(from, to), spell = shape !== undefined && SPELLS.includes(shape);
    const look: Arrow["look"] = far > FAR || spell ? "ranged" : "attack";
    this.line.at(time).arrows.push({ from, to, look });
    if (look === "attack" && shape === undefined) {
      const ms = MOTION.lean + MOTION.strike + MOTION.hold + MOTION.back;
      this.line.act(time, { what: "swing", id: who, to, ms });
      this.line.keep(this.busy(who), time + ms);
      return time + MOTION.lean + MOTION.strike;
    }
    const before = shape === "flame" ? MOTION.neck : spell ? MOTION.gather : MOTION.windup;
    this.line.act(time, { what: "aim", id: who, to, ms: before });
    const flight = Math.max(MOTION.land, far * (spell ? MOTION.bolt : MOTION.flight));
    this.line.act(time + before, { what: "shot", from, to, shape: shape ?? "arrow", ms: flight });
    if (spell || shape === "splash") this.line.act(time + before + flight, { what: "effect", cell: to, shape, ms: MOTION.bloom });
    this.line.keep(this.busy(who), time + before);
    return time + before + flight;
  }

  /** Steps of one after the other are one walk. */
  private walk(time: number, id: string, to: number): void {
    const token = this.stage.tokens.get(id);
    if (!token || to < 0) return;
    const begun = this.walks.get(id) ?? -1, start = Math.max(time, begun), ms = MOTION[this.stage.way(token.cell, to)];
    this.line.act(start, { what: "walk", id, path: [token.cell, to], ms });
    this.change(start, id, { ...token, cell: to });
    this.walks.set(id, start + ms);
    this.line.keep([id], start + ms);
  }

  /** Somebody without a number of its own goes from here to there. */
  private march(time: number, from: number, to: number): void {
    if (from < 0 || to < 0 || from === to) return;
    const ms = MOTION.step * Math.max(2, this.tiles(from, to));
    this.line.at(time).arrows.push({ from, to, look: "move" });
    this.line.at(time).marks.push(to);
    this.line.act(time, { what: "march", from, to, ms });
    this.line.keep([`cell ${from}`], time + ms);
  }

  private appear(time: number, id: string, token: Token): void {
    this.change(time, id, token, "new");
    this.line.at(time).marks.push(token.cell);
    this.line.act(time, { what: "rise", id, cell: token.cell, ms: MOTION.rise });
    this.line.keep(this.busy(id), time + MOTION.rise);
  }

  private goAway(time: number, id: string): void {
    const cell = this.cell(id), ms = MOTION.fall + MOTION.fade;
    this.line.act(time, { what: "fall", id, cell, ms });
    this.line.at(time).marks.push(cell);
    this.stage.states.push({ time, id, state: "gone" });
    this.line.keep(this.busy(id), time + ms);
    this.change(time + ms, id, null);
  }

  private effect(time: number, cell: number, shape: Shape): void {
    const ms = LONG[shape] ?? MOTION.bloom;
    this.line.at(time).marks.push(cell);
    this.line.act(time, { what: "effect", cell, shape, ms });
    this.line.keep([`cell ${cell}`], time + ms);
  }

  // ---- dice -----------------------------------------------------------------------------------------

  /** Numbers without a role are what was rolled; a tie has those of both. */
  private roll(time: number, event: GameEvent, who: string | undefined): void {
    const { args } = this.stage.kind(event), value = (i: number) => event.args[i] ?? 0;
    const dice = args.flatMap((arg, i) => (arg.type === ArgType.Amount && arg.role === Role.None ? [value(i)] : []));
    const why = args.findIndex((arg) => arg.type === ArgType.Choice && arg.role === Role.None);
    const text = why < 0 ? "" : factText(this.stage.game, args[why]!, value(why));
    const token = who === undefined ? undefined : this.stage.tokens.get(who);
    const ms = MOTION.dice + MOTION.count;
    this.line.act(time, { what: "dice", id: who, cell: token?.cell ?? -1, owner: token?.owner ?? 0, dice, why: text, ms });
    this.line.keep([...this.busy(who), "dice"], time + ms);
  }

  /** What two numbers without a role say beside a blow: attack and defence, and the word that decided. */
  private verdict(time: number, event: GameEvent, whom: string): void {
    const { args } = this.stage.kind(event);
    if (shapeOf(this.stage.game.id, "rolled") !== "dice") return; // no dice are rolled here
    const [attack, defence] = args.flatMap((arg, i) => (arg.type === ArgType.Amount && arg.role === Role.None ? [event.args[i] ?? 0] : []));
    const why = args.findIndex((arg) => arg.type === ArgType.Choice && arg.role === Role.None);
    if (attack === undefined || defence === undefined || this.cell(whom) < 0) return;
    const word = why < 0 ? "" : ` ${factText(this.stage.game, args[why]!, event.args[why] ?? 0)}`;
    this.line.act(time, { what: "verdict", cell: this.cell(whom), text: `${attack} : ${defence}${word}`, ms: MOTION.ribbon + MOTION.hit });
  }

  // ---- an event -------------------------------------------------------------------------------------

  /** When the event begins: its cause is done, and whoever is in it has time. */
  private begin(event: GameEvent, ids: string[], place: number): number {
    const cause = this.impact.get(event.cause - 1) ?? 0;
    return this.line.start([...this.busy(...ids), ...(place >= 0 ? [`cell ${place}`] : [])], cause);
  }

  add(event: GameEvent, index: number): void {
    const { stage } = this, kind = stage.kind(event);
    const known = (role: Role) => fact(stage.game, event, role);
    const ids = stage.units(event).filter((id) => stage.tokens.has(id));
    const place = stage.place(known(Role.At));
    const time = this.begin(event, ids, place);
    this.impact.set(index, time);
    this.line.tell(time, index);
    const ended = ids[0] === undefined ? undefined : ANNOUNCED[kind.name];
    if (ended) this.float(time, this.cell(ids[0]), t(ended), "gain");
    this.show(event, index, time, shapeOf(stage.game.id, kind.name));
    const money = known(Role.Money), seat = known(Role.Seat);
    if (money !== undefined && seat !== undefined) stage.purse.push({ time, name: stage.skin.money, owner: seat + 1, value: money });
    const at = this.cell(ids[0]);
    if (money !== undefined && at >= 0 && known(Role.Gain) !== undefined) this.float(time, at, `+${known(Role.Gain)}`, "gain");
  }

  private show(event: GameEvent, index: number, time: number, shape: Shape | undefined): void {
    const { stage } = this, known = (role: Role) => fact(stage.game, event, role);
    const who = stage.unit(event, Role.Who), whom = stage.unit(event, Role.Whom);
    const place = stage.place(known(Role.At)), to = known(Role.To), health = known(Role.Health), seat = known(Role.Seat);
    if (shape === "dice") this.roll(this.line.start([]), event, who);
    else if (to !== undefined) this.go(time, who, whom, stage.place(known(Role.From)), stage.place(to));
    else if (whom !== undefined) this.blow(event, index, time, { who, whom, health, shape });
    else if (health !== undefined && seat !== undefined) {
      this.blow(event, index, time, { who, whom: stage.seatToken(seat) ?? "", health, shape });
      stage.purse.push({ time: this.impact.get(index) ?? time, name: "health", owner: seat + 1, value: health });
    } else if (health !== undefined && who !== undefined) this.health(time, who, health);
    else if (who !== undefined) this.comeOrGo(who, place, index, time);
    else if (place >= 0 && shape === undefined) this.happenAt(time, place, known(Role.Damage));
    if (shape && AT_PLACE.includes(shape)) this.atPlace(time, shape, place, who, seat);
  }

  private atPlace(time: number, shape: Shape, place: number, who: string | undefined, seat: number | undefined): void {
    const home = seat === undefined ? -1 : this.cell(this.stage.seatToken(seat));
    const cell = place >= 0 ? place : shape === "crash" || shape === "coin" ? home : this.cell(who);
    if (cell < 0) return;
    this.effect(time, cell, shape);
    const fallen = shape === "crash" && seat !== undefined ? this.stage.seatToken(seat) : undefined;
    if (fallen !== undefined) this.line.act(time, { what: "crumble", id: fallen, cell, ms: MOTION.crash });
  }

  private blow(event: GameEvent, index: number, time: number, { who, whom, health, shape }: {
    who: string | undefined; whom: string; health: number | undefined; shape: Shape | undefined;
  }): void {
    const landed = this.strike(time, who, whom, shape);
    this.impact.set(index, landed);
    this.line.keep(this.busy(whom), landed);
    this.verdict(landed, event, whom);
    if (health !== undefined) this.health(landed, whom, health);
  }

  /** Who goes, and whom it changes places with. */
  private go(time: number, who: string | undefined, whom: string | undefined, from: number, to: number): void {
    if (who === undefined) this.march(time, from, to);
    else this.walk(time, who, to);
    if (whom !== undefined) this.walk(time, whom, from);
  }

  private happenAt(time: number, place: number, damage: number | undefined): void {
    this.line.at(time).marks.push(place);
    if (!damage) return;
    this.float(time, place, `−${damage}`, "loss");
    this.effect(time, place, "spark");
  }

  /** A unit that is new on the board, or is spoken of for the last time; without a place it is where it was. */
  private comeOrGo(id: string, place: number, index: number, time: number): void {
    const { stage } = this, token = stage.tokens.get(id), final = stage.finalOf(id);
    if (!token && final && place >= 0) this.appear(time, id, { ...final, cell: place });
    else if (token && !final && this.lastMention.get(id) === index) this.goAway(time, id);
  }

  /** What nobody has told of: the step ends as the view says. */
  settle(): void {
    const { stage } = this, time = this.line.end;
    const [before, after] = [new Map(stage.tokens), stage.allFinal];
    for (const [id, token] of before) {
      const final = after.get(id);
      if (!final) this.change(time, id, null);
      else if (final.cell !== token.cell && token.healthMax > 0) this.walk(time, id, final.cell);
      if (final && final.health !== token.health && token.healthMax > 0) this.health(time, id, final.health);
    }
  }
}
