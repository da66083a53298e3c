// Acts on the layers of a board: pieces walk, lean and fall, shots fly, dice roll. Everything here ends by itself or by stop(), and what
// the board itself shows stays as it is: a piece's own place, its health, numbers and marks.
import type { Layers } from "../../board/layers";
import type { Act, Shape } from "./acts";
import { burstOf, diceOf, diceWide, effectOf, shotOf, verdictOf } from "./drawings";
import { MOTION } from "./motion";

const EASE = "cubic-bezier(.2,.8,.2,1)", IN = "cubic-bezier(.5,0,.9,.5)";
const HOP = 6, LEAN = 5, REACH = 16, KNOCK = 6, ARC = 14;
const LINGER = 3.2, LINGER_SECOND = 2.2; // both sides' dice lie there until what they decided has been seen
const DICE_UP = 110, DICE_HIGH = 42, RIBBON = 150; // above a piece; how high a row of them is; room for words and ribbon beside it
const MARGIN = 48; // of the board around what is brought into view
const FLAT: readonly Shape[] = ["bolt", "lightning", "flame"]; // shots without an arc

/** Where an act is to be seen. */
function cellsOf(act: Act): number[] {
  switch (act.what) {
    case "walk": return act.path;
    case "march": case "shot": return [act.from, act.to];
    case "swing": case "aim": return [act.to];
    default: return [act.cell];
  }
}

const EMPTY = { x: 0, y: 0 };

export class Actor {
  private readonly running = new Set<Animation>();
  private readonly things = new Set<Element>(); // elements of ours on the board
  private before: Layers["camera"]["view"] | null = null; // what was in view before we moved it
  private readonly off = new AbortController();

  constructor(private readonly layers: Layers) {
    const board = layers.effects.closest(".board");
    const own = () => { this.before = null; }; // whoever moves the view wants it so
    for (const kind of ["pointerdown", "wheel", "keydown"]) board?.addEventListener(kind, own, { signal: this.off.signal, passive: true });
  }

  /** What begins now; `speed`: 2 is twice as fast. */
  perform(acts: readonly Act[], speed: number): void {
    for (const act of acts) this.act(act, act.ms / speed);
  }

  /** Brings what is to happen into view; it comes back with rest(). */
  watch(acts: readonly Act[]): void {
    const points = acts.flatMap(cellsOf).filter((cell) => cell >= 0).map((cell) => this.layers.place(cell));
    const { camera } = this.layers, { view } = camera;
    if (points.length > 0 && camera.reveal(points, Math.min(MARGIN, view.width / 4, view.height / 4))) this.before ??= view;
  }

  /** It is over: the view goes back to where it was. */
  rest(): void {
    if (this.before) this.layers.camera.restore(this.before);
    this.before = null;
  }

  stop(): void {
    this.running.forEach((one) => one.cancel());
    this.running.clear();
    this.things.forEach((one) => one.remove());
    this.things.clear();
  }

  /** The board goes away. */
  close(): void {
    this.stop();
    this.off.abort();
  }

  /** How many elements and animations are here now: none when nothing moves. */
  get busy(): number { return this.running.size + this.things.size; }

  private at(cell: number) { return cell < 0 ? EMPTY : this.layers.place(cell); }

  private animate(element: Element | undefined, frames: Keyframe[], ms: number, more: KeyframeAnimationOptions = {}, then?: () => void): void {
    if (!element) return then?.();
    const animation = element.animate(frames, { duration: ms, easing: EASE, ...more });
    this.running.add(animation);
    const done = () => {
      this.running.delete(animation);
      then?.();
    };
    animation.addEventListener("finish", done);
    animation.addEventListener("cancel", done);
  }

  /** An element of ours for a while, its middle at a point. */
  private put(element: HTMLElement, point: { x: number; y: number }, frames: Keyframe[], ms: number, more: KeyframeAnimationOptions = {}): void {
    element.style.left = `${point.x}px`;
    element.style.top = `${point.y}px`;
    this.layers.effects.append(element);
    this.things.add(element);
    this.animate(element, frames, ms, { fill: "both", ...more }, () => {
      element.remove();
      this.things.delete(element);
    });
  }

  private body(id: string): HTMLElement | undefined { return this.layers.piece(id)?.body; }

  private act(act: Act, ms: number): void {
    switch (act.what) {
      case "walk": return this.walk(act.id, act.path, ms);
      case "march": return this.fly(act.from, act.to, "dust", ms, 0);
      case "swing": return this.swing(act.id, act.to, ms);
      case "aim": return this.aim(act.id, act.to, ms);
      case "crumble": return this.crumble(act.id, act.cell, ms);
      case "shot": return this.fly(act.from, act.to, act.shape, ms, FLAT.includes(act.shape) ? 0 : ARC);
      case "hit": return this.hit(act.id, act.cell, ms);
      case "heal": return this.put(effectOf("heal"), this.at(act.cell), [{ opacity: 1, transform: "translateY(0)" }, { opacity: 0, transform: "translateY(-18px)" }], ms);
      case "fall": return this.fall(act.id, act.cell, ms);
      case "rise": return this.animate(this.body(act.id), [{ transform: "translateY(6px) scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], ms);
      case "effect": return this.effect(act.cell, act.shape, ms);
      case "dice": return this.dice(act, ms);
      case "verdict": return this.verdict(act.cell, act.text, ms);
    }
  }

  /** The board has put the piece where it goes: it comes there from behind, a hop for each tile. */
  private walk(id: string, path: number[], ms: number): void {
    const end = this.at(path[path.length - 1] ?? -1), tiles = path.length - 1;
    const frames = path.flatMap((cell, i): Keyframe[] => {
      const { x, y } = this.at(cell), [dx, dy] = [x - end.x, y - end.y];
      const on: Keyframe = { transform: `translate(${dx}px, ${dy}px)`, offset: i / tiles };
      if (i === tiles) return [on];
      const next = this.at(path[i + 1]!);
      return [on, { transform: `translate(${(dx + next.x - end.x) / 2}px, ${(dy + next.y - end.y) / 2 - HOP}px)`, offset: (i + 0.5) / tiles }];
    });
    this.animate(this.body(id), frames, ms, { easing: "linear" });
  }

  /** A body, and how it is moved towards a cell. */
  private towards(id: string, to: number): { body: HTMLElement; by: (pixels: number) => string } | null {
    const found = this.layers.piece(id);
    if (!found) return null;
    const { left, top } = found.piece.style, aim = this.at(to);
    const [dx, dy] = [aim.x - parseFloat(left), aim.y - parseFloat(top)], far = Math.hypot(dx, dy) || 1;
    return { body: found.body, by: (pixels) => `translate(${(dx / far) * pixels}px, ${(dy / far) * pixels}px)` };
  }

  /** Back as a bow or a neck is drawn, and free as the shot leaves. */
  private aim(id: string, to: number, ms: number): void {
    const found = this.towards(id, to);
    if (!found) return;
    const { body, by } = found;
    this.animate(body, [{ transform: "none" }, { transform: by(-LEAN), offset: 0.75 }, { transform: by(LEAN / 2), offset: 0.95 }, { transform: "none" }], ms);
  }

  /** It holds for a moment, shakes, leans and burns. */
  private crumble(id: string, cell: number, ms: number): void {
    const shake = [-2, 2, -3, 3].map((x, i): Keyframe => ({ transform: `translateX(${x}px)`, offset: 0.2 + 0.07 * i }));
    this.animate(this.body(id), [
      { transform: "none", filter: "brightness(1)" }, { transform: "none", offset: 0.18 }, ...shake,
      { transform: "rotate(3deg) translateY(2px)", filter: "brightness(.8)", offset: 0.6 }, { transform: "rotate(5deg) translateY(4px) scaleY(.86)", filter: "brightness(.6)" },
    ], ms, { fill: "forwards" });
    const { x, y } = this.at(cell);
    [[-12, -4], [11, -8], [0, -18]].forEach(([dx, dy], i) => this.put(effectOf("flame"), { x: x + dx!, y: y + dy! }, [
      { opacity: 0, transform: "scale(.2)" }, { opacity: 0, transform: "scale(.2)", offset: 0.25 + 0.1 * i },
      { opacity: 1, transform: "scale(1.5)", offset: 0.5 + 0.1 * i }, { opacity: 1, transform: "scale(1.2)", offset: 0.9 }, { opacity: 0, transform: "scale(1)" },
    ], ms));
  }

  private swing(id: string, to: number, ms: number): void {
    const found = this.towards(id, to);
    if (!found) return;
    const { by } = found;
    const share = (until: number) => until / (MOTION.lean + MOTION.strike + MOTION.hold + MOTION.back);
    this.animate(found.body, [
      { transform: "none", offset: 0 }, { transform: by(-LEAN), offset: share(MOTION.lean), easing: IN },
      { transform: by(REACH), offset: share(MOTION.lean + MOTION.strike) },
      { transform: by(REACH), offset: share(MOTION.lean + MOTION.strike + MOTION.hold) }, { transform: "none", offset: 1 },
    ], ms);
  }

  private fly(from: number, to: number, shape: Shape, ms: number, arc: number): void {
    const a = this.at(from), b = this.at(to), [dx, dy] = [b.x - a.x, b.y - a.y];
    const turn = Math.atan2(dy, dx), high = arc === 0 ? 0 : arc + Math.hypot(dx, dy) / 8;
    const at = (part: number, lift: number, tilt: number): Keyframe =>
      ({ transform: `translate(${dx * part}px, ${dy * part - lift}px) rotate(${turn + tilt}rad)`, offset: part });
    const lean = high > 0 ? 0.4 * Math.sign(dx || 1) : 0;
    if (shape === "lightning") this.put(shotOf(shape, dx, dy), a, [{ opacity: 0 }, { opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }, { opacity: 0 }], ms * 2, { easing: "linear" });
    else this.put(shotOf(shape, dx, dy), a, [at(0, 0, -lean), at(0.5, high, 0), at(1, 0, lean)], ms, { easing: "linear" });
  }

  private hit(id: string, cell: number, ms: number): void {
    this.animate(this.body(id), [
      { transform: "none", filter: "brightness(1)" }, { transform: `translateX(${KNOCK}px) rotate(4deg)`, filter: "brightness(2.4)", offset: 0.12 },
      { transform: `translateX(${-KNOCK / 3}px)`, filter: "brightness(1)", offset: 0.4 }, { transform: "none", filter: "brightness(1)" },
    ], Math.min(ms, MOTION.hit));
    this.put(burstOf(), this.at(cell), [{ opacity: 1, transform: "scale(.4)" }, { opacity: 1, transform: "scale(1)", offset: 0.3 }, { opacity: 0, transform: "scale(1.15)" }], ms * 0.7);
  }

  private fall(id: string, cell: number, ms: number): void {
    const down = MOTION.fall / (MOTION.fall + MOTION.fade);
    this.animate(this.body(id), [
      { transform: "none", opacity: 1, filter: "saturate(1)" }, { transform: "rotate(80deg) translateY(2px)", opacity: 1, filter: "saturate(.3)", offset: down },
      { transform: "rotate(80deg) translateY(2px)", opacity: 0, filter: "saturate(0)" },
    ], ms, { fill: "forwards" });
    this.put(effectOf("dust"), this.at(cell), [{ opacity: 0, transform: "scale(.5)" }, { opacity: 1, transform: "scale(.9)", offset: 0.45 }, { opacity: 0, transform: "scale(1.2)" }], ms);
  }

  private effect(cell: number, shape: Shape, ms: number): void {
    if (cell < 0) return;
    const grow = shape === "crash" || shape === "fire" || shape === "splash" ? 1.5 : 1;
    this.put(effectOf(shape), this.at(cell), [
      { opacity: 0, transform: "scale(.3)" }, { opacity: 1, transform: `scale(${grow})`, offset: 0.4 },
      { opacity: 1, transform: `scale(${grow})`, offset: 0.75 }, { opacity: 0, transform: `scale(${grow * 1.1})` },
    ], ms);
  }

  /** Those of odd sides to the left of their piece and those of even ones to the right: so what two rolled lies side by side. */
  /** The first row above whoever rolls, the second one below the first. */
  private dice(act: Extract<Act, { what: "dice" }>, ms: number): void {
    const { x, y } = act.cell >= 0 ? this.at(act.cell) : this.middle(), { view } = this.layers.camera, first = this.lying();
    const wide = diceWide(act.dice.length), element = diceOf(act.dice, act.why, act.owner);
    element.style.setProperty("--tumble", `${(ms * MOTION.dice) / act.ms}ms`);
    const left = Math.max(view.x + 4, Math.min(view.x + view.width - wide - RIBBON, x - wide / 2));
    const top = Math.max(view.y + 4, Math.min(view.y + view.height - 2 * DICE_HIGH, y - DICE_UP));
    this.put(element, first ? { x: first.x, y: first.y + DICE_HIGH } : { x: left, y: top }, [
      { opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 1, offset: 0.94 }, { opacity: 0 },
    ], ms * (first ? LINGER_SECOND : LINGER));
    if (!first) element.dataset["wide"] = String(wide);
  }

  /** Where the first row of dice lies about which nothing is decided yet, and how wide it is. */
  private lying(): { x: number; y: number; wide: number; row: HTMLElement } | null {
    const row = this.layers.effects.querySelector<HTMLElement>(".play-dice[data-wide]");
    return row ? { x: parseFloat(row.style.left), y: parseFloat(row.style.top), wide: Number(row.dataset["wide"]), row } : null;
  }

  /** A ribbon beside both rows of dice; where none lie, above the cell. */
  private verdict(cell: number, text: string, ms: number): void {
    const rows = this.lying(), { x, y } = this.at(cell);
    delete rows?.row.dataset["wide"]; // whoever rolls next begins anew
    const still = rows ? "translate(0, -50%)" : "translate(-50%, -44px)";
    this.put(verdictOf(text), rows ? { x: rows.x + rows.wide + 6, y: rows.y + DICE_HIGH - 3 } : { x, y }, [
      { opacity: 0, transform: `${still} translateY(-14px) scale(.8)` }, { opacity: 1, transform: still, offset: 0.2 }, { opacity: 1, transform: still, offset: 0.9 }, { opacity: 0, transform: still },
    ], ms);
  }

  private middle(): { x: number; y: number } {
    const { view } = this.layers.camera;
    return { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  }
}
