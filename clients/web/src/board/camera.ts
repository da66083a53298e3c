// What part of the board is in view: pan, zoom and pinch. One element, the world, is moved and scaled as a whole; a pixel of
// it is a unit of the board. So the pieces and the ground are not drawn again while the view moves.
import { CELL, type Box, type Point } from "./geometry";

const DRAG_PIXELS = 6;
const CLOSEST = 112; // pixels of a cell
const BEGIN_MOST = 96, BEGIN_LEAST = 52, BEGIN_THUMB = 44; // pixels of a cell at first
const SMALL_LEAST = 15, SMALL = 300; // of boards with so few cells: all of it is worth seeing
const REST_MS = 160;
const GLIDE_MS = 240;
const EDGE = 10, EDGE_WAIT_MS = 500, EDGE_STEP = 9; // pixels: a mouse that waits so near the edge moves the view

const same = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
const within = (value: number, lo: number, hi: number) => (lo > hi ? (lo + hi) / 2 : Math.max(lo, Math.min(hi, value)));
const thumbs = () => matchMedia("(pointer: coarse)").matches;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** An animation of the element that stands still: it shows whatever keyframes it is given. */
function holding(element: HTMLElement): KeyframeEffect {
  const animation = element.animate(null, { duration: 1000, fill: "both" });
  animation.pause();
  return animation.effect as KeyframeEffect;
}

export interface CameraListener {
  shown(view: Box, whole: Box, wide: number, high: number): void; // at every change; in pixels of the screen: asking the page would cost a layout
  rested(scale: number): void; // it stands still, and a unit is so many pixels
}

/** Call end() when the elements go away. */
export class Camera {
  dragged = false; // the last press moved the board: it was no click
  private x = 0;
  private y = 0;
  private scale = 1;
  private wide = 0;
  private high = 0;
  private above = 0; // pixels at the upper and the lower edge that something lies over
  private below = 0;
  private roomAbove = 0; // and those that something may lie over: what is there can be moved out from under it
  private roomBelow = 0;
  private moved = false; // by the player: from then on the view is theirs
  private followed = false; // it shows what was brought into sight
  private readonly pointers = new Map<number, Point>();
  private start: Point | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private held: KeyframeEffect | null = null; // while it moves
  private placed = ""; // the transform of now
  private readonly off = new AbortController();
  private readonly resized = new ResizeObserver(() => this.resize());

  /** Begins with a part of the whole; where cells would be too small in it, with what lies around `home`. */
  constructor(
    private readonly frame: HTMLElement, private readonly world: HTMLElement, private whole: Box, private part: Box,
    private readonly home: Point | null, live: boolean, private readonly listener: CameraListener,
  ) {
    if (live) this.listen();
    this.resize();
    this.resized.observe(frame);
  }

  end(): void {
    this.resized.disconnect();
    this.off.abort();
    if (this.timer) clearTimeout(this.timer);
  }

  setWhole(whole: Box, part: Box): void {
    const another = !same(whole, this.whole), grown = !same(part, this.part);
    this.whole = whole;
    this.part = part;
    if (another) this.moved = false;
    if (another || (!this.moved && grown)) this.begin();
  }

  get view(): Box { return { x: this.x, y: this.y, width: this.wide / this.scale, height: this.high / this.scale }; }
  get pixelsOfUnit(): number { return this.scale; }

  /** Where a point of the screen lies on the board. */
  at(event: { clientX: number; clientY: number }): Point {
    const box = this.frame.getBoundingClientRect();
    return { x: this.x + (event.clientX - box.left) / this.scale, y: this.y + (event.clientY - box.top) / this.scale };
  }

  /** The whole board. */
  reset(): void {
    this.moved = true;
    this.glide(() => {
      this.scale = this.smallest();
      this.middle({ x: this.whole.x + this.whole.width / 2, y: this.whole.y + this.whole.height / 2 });
    });
  }

  zoom(factor: number, about?: Point): void {
    this.moved = true;
    const { view } = this;
    const point = about ?? { x: view.x + view.width / 2, y: view.y + this.halfDown };
    const scale = within(this.scale * factor, this.smallest(), this.largest()), ratio = this.scale / scale;
    this.x = point.x - (point.x - this.x) * ratio;
    this.y = point.y - (point.y - this.y) * ratio;
    this.scale = scale;
    this.begins();
    this.show();
  }

  /** Shows once more what is in view: something about it has changed. */
  refresh(): void { if (this.wide > 0 && !this.off.signal.aborted) this.show(); }

  /** Moves a point to the middle, as far as the board goes. */
  centreOn(point: Point): void {
    this.moved = true;
    this.middle(point);
    this.show();
  }

  /** So near that a cell fits a thumb, with this point in the middle. */
  comeNear(point: Point): void {
    this.moved = true;
    this.glide(() => {
      this.scale = Math.max(this.scale, Math.min(this.largest(), (BEGIN_THUMB + 8) / CELL));
      this.middle(point);
    });
  }

  /** Cells are smaller than a thumb: where one is touched, that means nearer. */
  get tooFar(): boolean { return this.scale * CELL < BEGIN_THUMB - 0.5 && thumbs(); }

  /** Brings points into sight, with so much around them; says whether it had to move. */
  reveal(points: Point[], margin: number): boolean {
    const { x, y, view } = { x: this.x, y: this.y, view: this.view };
    for (const point of points) {
      this.x = Math.max(Math.min(this.x, point.x - margin), point.x + margin - view.width);
      this.y = Math.max(Math.min(this.y, point.y - margin - this.above / this.scale), point.y + margin - (this.above + this.free) / this.scale);
    }
    if (this.x === x && this.y === y) return false;
    this.followed = true;
    this.show();
    return true;
  }

  /** Back to a view of before. */
  restore(view: Box): void {
    this.scale = within(this.wide / view.width, this.smallest(), this.largest());
    this.x = view.x;
    this.y = view.y;
    this.show();
  }

  private get free(): number { return this.high - this.above - this.below; }
  private get halfDown(): number { return (this.above + this.free / 2) / this.scale; }
  private smallest(): number { return Math.min(this.wide / this.whole.width, this.free / this.whole.height); }
  private largest(): number { return Math.max(this.smallest(), CLOSEST / CELL); }

  private middle(point: Point): void {
    this.x = point.x - this.wide / this.scale / 2;
    this.y = point.y - this.halfDown;
  }

  private resize(): void {
    const { width, height } = this.frame.getBoundingClientRect();
    if (width === 0 || height === 0 || (width === this.wide && height === this.high)) return;
    const { view } = this, first = this.wide === 0, middle = { x: view.x + view.width / 2, y: view.y + this.halfDown };
    this.wide = width;
    this.high = height;
    const style = getComputedStyle(this.frame), pixels = (text: string) => parseFloat(text) || 0;
    this.above = pixels(style.scrollPaddingTop);
    this.below = pixels(style.scrollPaddingBottom);
    this.roomAbove = this.above + pixels(style.scrollMarginTop);
    this.roomBelow = this.below + pixels(style.scrollMarginBottom);
    if (first || !(this.moved || this.followed)) this.begin();
    else {
      this.scale = within(this.scale, this.smallest(), this.largest());
      this.middle(middle);
      this.show();
    }
  }

  /** The part as large as it fits, but with cells neither tiny nor huge. */
  private begin(): void {
    if (this.wide === 0) return;
    this.followed = false;
    const { part, home } = this, fit = getComputedStyle(this.frame).objectFit === "cover" ? Math.max : Math.min;
    const fits = fit(this.wide / part.width, this.free / part.height);
    const small = (this.whole.width * this.whole.height) / (CELL * CELL) < SMALL;
    const least = home ? (small ? SMALL_LEAST : thumbs() ? BEGIN_THUMB : BEGIN_LEAST) / CELL : 0;
    this.scale = within(fits, Math.max(this.smallest(), least), Math.max(this.smallest(), home ? BEGIN_MOST / CELL : Infinity));
    const crowded = fits < least && home !== null;
    this.middle(crowded ? home : { x: part.x + part.width / 2, y: part.y + part.height / 2 });
    this.show();
  }

  /** A large step: eased, unless no motion is wanted. */
  private glide(step: () => void): void {
    this.letGo();
    step();
    this.world.classList.toggle("glides", !still());
    setTimeout(() => this.world.classList.remove("glides"), GLIDE_MS);
    this.show();
  }

  private show(): void {
    const { whole, view } = this;
    this.x = within(this.x, whole.x, whole.x + whole.width - view.width);
    const { scale } = this;
    this.y = within(this.y, whole.y - this.roomAbove / scale, whole.y + whole.height - (this.high - this.roomBelow) / scale);
    this.put(`translate3d(${-this.x * scale}px, ${-this.y * scale}px, 0) scale(${scale})`);
    const now = this.view;
    this.frame.setAttribute("data-view", `${now.x} ${now.y} ${now.width} ${now.height}`);
    delete this.frame.dataset["rests"];
    this.listener.shown(now, whole, this.wide, this.high);
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), REST_MS);
  }

  /** Until it rests the layers are moved and scaled as they are. Adding a class that is there would count as a change. */
  private begins(): void {
    if (!this.frame.classList.contains("moving")) this.frame.classList.add("moving");
  }

  /** While the view moves, an animation that stands still holds the world: browsers hand that on as it is, where a new style has them sort
   * everything on the board at every frame. */
  private put(transform: string): void {
    if (this.frame.classList.contains("moving")) {
      this.held ??= holding(this.world);
      this.held.setKeyframes({ transform: [transform, transform] });
    } else this.world.style.transform = transform;
    this.placed = transform;
  }

  /** From here on its style says where the world is. */
  private letGo(): void {
    this.frame.classList.remove("moving");
    if (!this.held) return;
    this.world.style.transform = this.placed;
    this.world.getAnimations().find((one) => one.effect === this.held)?.cancel();
    this.held = null;
  }

  private rest(): void {
    this.letGo();
    this.frame.dataset["rests"] = "yes";
    this.listener.rested(this.scale);
  }

  private listen(): void {
    const on = <K extends keyof HTMLElementEventMap>(type: K, handler: (event: HTMLElementEventMap[K]) => void) =>
      this.frame.addEventListener(type, handler, { signal: this.off.signal, passive: false });
    on("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.at(event));
    });
    on("dblclick", (event) => this.comeNear(this.at(event)));
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointerleave", () => this.leaveEdge());
    on("pointercancel", (event) => this.up(event));
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size > 1) return;
    this.start = { x: event.clientX, y: event.clientY };
    this.dragged = false;
  }

  private move(event: PointerEvent): void {
    if (event.buttons === 0) this.up(event); // let go somewhere else
    if (event.pointerType === "mouse") this.nearEdge(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) > DRAG_PIXELS) this.dragged = true;
    if (this.pointers.size === 2) this.pinch(event.pointerId, before, now);
    else if (this.dragged) this.pan(before, now);
    this.pointers.set(event.pointerId, now);
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.start = null;
  }

  private edge: { x: number; y: number; from: number } | null = null; // which way, and since when

  /** A mouse without a button down that stays at an edge. */
  private nearEdge(event: PointerEvent): void {
    const box = this.frame.getBoundingClientRect(), side = (at: number, lo: number, hi: number) => (at - lo < EDGE ? -1 : hi - at < EDGE ? 1 : 0);
    const x = side(event.clientX, box.left, box.right), y = side(event.clientY, box.top, box.bottom);
    if (event.buttons !== 0 || (x === 0 && y === 0)) this.leaveEdge();
    else if (!this.edge) {
      this.edge = { x, y, from: performance.now() };
      requestAnimationFrame((now) => this.drift(now));
    } else Object.assign(this.edge, { x, y });
  }

  private leaveEdge(): void { this.edge = null; }

  private drift(now: number): void {
    const { edge } = this;
    if (!edge || this.off.signal.aborted) return;
    if (now - edge.from > EDGE_WAIT_MS) this.pan({ x: edge.x * EDGE_STEP, y: edge.y * EDGE_STEP }, { x: 0, y: 0 });
    requestAnimationFrame((next) => this.drift(next));
  }

  private pan(before: Point, now: Point): void {
    this.moved = true;
    this.begins();
    this.x -= (now.x - before.x) / this.scale;
    this.y -= (now.y - before.y) / this.scale;
    this.show();
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    this.dragged = true;
    const spread = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y);
    this.zoom(spread(now) / Math.max(1, spread(before)), this.at({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
  }
}
