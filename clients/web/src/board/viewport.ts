// Pan, zoom and pinch: a view box that stays over the board.
import { CELL, type Box, type Point } from "./geometry";

const CLOSEST = 6; // how many times nearer than the whole board
const DRAG_PIXELS = 6;
const CELL_PIXELS = 16; // smaller cells are too small for a thumb

const same = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Moves an <svg>'s view box by pointers, wheel and keys. Call end() when the element goes away. */
export class Viewport {
  private box: Box;
  private readonly pointers = new Map<number, Point>();
  private start: Point | null = null;
  dragged = false; // the last press moved the board: it was no click
  private readonly off = new AbortController();

  private moved = false; // by the player: from then on the view is theirs

  /** Begins with a part of the whole; where that is too small for thumbs, with what lies around `home`. */
  constructor(
    private readonly svg: SVGSVGElement, private whole: Box, private part: Box, private readonly home: Point | null,
    private readonly onShow: (box: Box, whole: Box) => void = () => undefined,
  ) {
    this.box = this.filled(part);
    const listen = <K extends keyof SVGElementEventMap>(type: K, handler: (event: SVGElementEventMap[K]) => void) =>
      svg.addEventListener(type, handler, { signal: this.off.signal, passive: false });
    listen("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, this.at(event));
    });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.move(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", (event) => this.up(event));
    this.resized.observe(svg);
    this.show();
  }

  private readonly resized = new ResizeObserver(() => {
    if (this.moved) return;
    this.box = this.filled(this.part);
    this.show();
  });

  end(): void {
    this.resized.disconnect();
    this.off.abort();
  }

  setWhole(whole: Box, part: Box): void {
    const another = !same(whole, this.whole), grown = !same(part, this.part);
    this.whole = whole;
    this.part = part;
    if (another) this.moved = false;
    if (!another && (this.moved || !grown)) return;
    this.box = this.filled(part);
    this.show();
  }

  /** The part with as much around it as the element has room for: nothing stays empty while there is more to see. */
  private filled(all: Box): Box {
    const { width, height } = this.svg.getBoundingClientRect();
    if (width === 0 || height === 0) return { ...all };
    const part = this.near(all, (width / CELL_PIXELS) * CELL, (height / CELL_PIXELS) * CELL);
    const ratio = width / height;
    const wide = Math.min(this.whole.width, Math.max(part.width, part.height * ratio));
    const high = Math.min(this.whole.height, Math.max(part.height, part.width / ratio));
    return { x: part.x - (wide - part.width) / 2, y: part.y - (high - part.height) / 2, width: wide, height: high };
  }

  /** No more than so much of a part. */
  private near(part: Box, width: number, height: number): Box {
    if (!this.home || (part.width <= width && part.height <= height)) return part;
    return { x: this.home.x - width / 2, y: this.home.y - height / 2, width: Math.min(part.width, width), height: Math.min(part.height, height) };
  }

  reset(): void {
    this.moved = true;
    this.box = { ...this.whole };
    this.show();
  }

  zoom(factor: number, about?: Point): void {
    this.moved = true;
    const point = about ?? { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    const { box, whole } = this;
    const widest = Math.min(whole.width / box.width, whole.height / box.height);
    const closest = Math.min(1, Math.max(whole.width / box.width, whole.height / box.height) / CLOSEST);
    const scale = Math.min(widest, Math.max(closest, 1 / factor));
    this.box = {
      x: point.x - (point.x - this.box.x) * scale, y: point.y - (point.y - this.box.y) * scale,
      width: this.box.width * scale, height: this.box.height * scale,
    };
    this.show();
  }

  /** Moves a point to the middle, as far as the board goes. */
  centreOn(point: Point): void {
    this.moved = true;
    this.box.x = point.x - this.box.width / 2;
    this.box.y = point.y - this.box.height / 2;
    this.show();
  }

  /** Brings a point into sight. */
  reveal(point: Point, margin: number): void {
    const { box } = this;
    box.x = Math.min(box.x, point.x - margin);
    box.x = Math.max(box.x, point.x + margin - box.width);
    box.y = Math.min(box.y, point.y - margin);
    box.y = Math.max(box.y, point.y + margin - box.height);
    this.show();
  }

  private at(event: MouseEvent): Point {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  private down(event: PointerEvent): void {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY };
      this.dragged = false;
    }
  }

  private move(event: PointerEvent): void {
    if (event.buttons === 0) this.up(event); // let go somewhere else
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

  private pan(before: Point, now: Point): void {
    this.moved = true;
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    this.box.x -= (now.x - before.x) / scale;
    this.box.y -= (now.y - before.y) / scale;
    this.show();
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    this.dragged = true;
    const spread = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y);
    const middle = new MouseEvent("x", { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
    this.zoom(spread(now) / Math.max(1, spread(before)), this.at(middle));
  }

  private show(): void {
    const { box, whole } = this;
    const within = (value: number, lo: number, hi: number) => Math.max(lo, Math.min(hi, value));
    box.x = within(box.x, whole.x, whole.x + whole.width - box.width);
    box.y = within(box.y, whole.y, whole.y + whole.height - box.height);
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.onShow(box, whole);
  }
}
