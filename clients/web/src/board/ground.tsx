// The ground of one board: blocks of it are baked by the painter beside this thread and laid out here. First the whole in ink, then
// block by block with paint.
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { RIM, type LandMap } from "../art/ground/land";
import type { Baked } from "../art/ground/protocol";
import type { Game, Scene } from "../rules/types";
import { useDark } from "../ui/hooks";
import { CELL, centre, type Box } from "./geometry";
import { changedCells, landMapOf } from "./landmap";
import { ask, forgetBoard, newBoard } from "./painter";
import type { Skin } from "./skin";

const BLOCK = CELL * 8;
const COARSE = 0.5; // pixels to a unit of the first, inked picture
const SHARPEST = 3.2, STEPS = [0.6, 1.1, 1.6, 2.2, SHARPEST];
const PIXELS_MAX = 9e6; // of one board in all
const RIM_SHOWN = 3, RIM_TALL = 14; // cells beyond the edge; above and below where the screen is higher than wide
const FADE_MS = 400;
/** The whole of the board was drawn anew in small: told to what lies around its ground. */
export const SKETCHED = "sketched";

interface Block { key: string; box: Box; canvas: HTMLCanvasElement; version: number; scale: number }

/** The blocks of a board's ground: it keeps them as they are baked, and asks for those that changed. */
class Blocks {
  private readonly board = newBoard((baked) => this.take(baked));
  private readonly blocks = new Map<string, Block>();
  private readonly wanted = new Map<string, number>(); // what is asked for, and in which version: it lacks as long
  private version = 0;
  private map: LandMap | null = null;
  private scale = 0;

  constructor(private readonly place: HTMLElement, private readonly area: Box, private readonly still: boolean) {}

  end(): void {
    forgetBoard(this.board);
    this.place.replaceChildren();
  }

  /** Another state of the map, or another size. */
  show(map: LandMap, pixels: number): void {
    const scale = this.fitting(pixels), changed = changedCells(this.map, map);
    const all = changed === null || scale !== this.scale;
    if (!all && changed.length === 0) return;
    const coarse = this.map === null || (changed?.length ?? 1) > 0;
    this.map = map;
    this.scale = scale;
    this.version++;
    if (coarse) this.sketch(map, changed === null);
    const boxes = this.boxes();
    const near = changed?.map((i) => centre(map.topology, map.x0 + (i % map.columns), map.y0 + Math.floor(i / map.columns))) ?? [];
    const touched = (box: Box) => near.some((at) => at.x > box.x - 2 * CELL && at.x < box.x + box.width + 2 * CELL && at.y > box.y - 2 * CELL && at.y < box.y + box.height + 2 * CELL);
    for (const [key, box] of boxes) if (all || touched(box)) this.want(key, box, map);
  }

  private want(key: string, box: Box, map: LandMap): void {
    const lit = map.light.length > 0 ? this.darkness(box, map) : 0;
    this.order(key, map, box, this.scale, 10 + lit + (this.inView(box) ? 0 : 5));
  }

  private order(key: string, map: LandMap, part: Box, scale: number, rank: number): void {
    this.wanted.set(key, this.version);
    this.count();
    ask({ board: this.board, key, version: this.version, map, part, scale, inked: key === "ink", rank });
  }

  /** For who waits until the ground is as it will be. */
  private count(): void {
    this.place.dataset["baked"] = String(this.blocks.size);
    this.place.dataset["waits"] = String(this.wanted.size);
  }

  private inView(box: Box): boolean {
    const [x, y, wide, high] = (this.place.closest(".board")?.getAttribute("data-view") ?? "0 0 0 0").split(" ").map(Number) as [number, number, number, number];
    return box.x < x + wide && box.x + box.width > x && box.y < y + high && box.y + box.height > y;
  }

  /** Blocks in sight before those that are unknown. */
  private darkness(box: Box, map: LandMap): number {
    const x = Math.round((box.x + box.width / 2) / CELL) - map.x0, y = Math.round((box.y + box.height / 2) / CELL) - map.y0;
    return 2 - (map.light[Math.max(0, Math.min(map.light.length - 1, y * map.columns + x))] ?? 0);
  }

  /** The whole in small, at once where it is another map; to begin with in ink. */
  private sketch(map: LandMap, another: boolean): void {
    const first = this.version === 1 && !this.still;
    if (first) this.order("ink", map, this.area, COARSE, 1);
    this.order("all", map, this.area, COARSE, another && !first ? 1 : 30);
  }

  private fitting(pixels: number): number {
    const most = Math.sqrt(PIXELS_MAX / (this.area.width * this.area.height)), wanted = pixels * Math.min(2, devicePixelRatio);
    const step = STEPS.find((one) => one >= wanted * 0.92) ?? SHARPEST;
    return Math.min(step, Math.max(0.6, most));
  }

  private boxes(): [string, Box][] {
    const { area } = this, boxes: [string, Box][] = [], size = this.still ? Math.max(area.width, area.height) : BLOCK;
    for (let y = area.y; y < area.y + area.height; y += size) for (let x = area.x; x < area.x + area.width; x += size) {
      const box = { x, y, width: Math.min(size, area.x + area.width - x), height: Math.min(size, area.y + area.height - y) };
      boxes.push([`${x},${y}`, box]);
    }
    return boxes;
  }

  private take({ key, version, bitmap }: Baked): void {
    if (this.wanted.get(key) === version) this.wanted.delete(key);
    const old = this.blocks.get(key);
    if (old && old.version > version) return bitmap.close();
    const whole = key === "all" || key === "ink", box = whole ? this.area : new Map(this.boxes()).get(key);
    if (!box || (key === "ink" && this.blocks.has("all"))) return this.leave(bitmap);
    const canvas = document.createElement("canvas");
    canvas.className = whole ? "ground-all" : "ground-block";
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("bitmaprenderer")!.transferFromImageBitmap(bitmap); // nothing is drawn on it any more: it costs nothing at a frame
    Object.assign(canvas.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width + 0.3}px`, height: `${box.height + 0.3}px` });
    if (whole) this.place.prepend(canvas);
    else this.place.append(canvas);
    if (whole) this.place.dispatchEvent(new CustomEvent(SKETCHED, { bubbles: true })); // the small map shows it too
    if (key === "all") this.drop("ink");
    this.blocks.set(key, { key, box, canvas, version, scale: this.scale });
    this.count();
    if (old) setTimeout(() => old.canvas.remove(), FADE_MS);
  }

  private leave(bitmap: ImageBitmap): void {
    bitmap.close();
    this.count();
  }

  /** It is painted over. */
  private drop(key: string): void {
    const old = this.blocks.get(key);
    if (old) setTimeout(() => old.canvas.remove(), FADE_MS);
    this.blocks.delete(key);
  }
}

const grown = (box: Box, x: number, y: number): Box => ({ x: box.x - x, y: box.y - y, width: box.width + 2 * x, height: box.height + 2 * y });

export const Ground = memo(function Ground({ game, skin, scene, whole, scale, live }: {
  game: Game; skin: Skin; scene: Scene; whole: Box; scale: number; live: boolean;
}) {
  const tall = live && skin.layout !== "stone" && innerHeight > innerWidth;
  const place = useRef<HTMLDivElement>(null), blocks = useRef<Blocks | null>(null), dark = useDark();
  useLayoutEffect(() => {
    blocks.current = new Blocks(place.current!, live ? grown(whole, RIM_SHOWN * CELL, (tall ? RIM_TALL : RIM_SHOWN) * CELL) : whole, !live);
    return () => blocks.current?.end();
  }, [whole.x, whole.y, whole.width, whole.height, live, tall]);
  useEffect(() => {
    if (scale > 0) blocks.current?.show(landMapOf(game, skin, scene, dark, tall ? RIM_TALL + 1 : RIM), scale);
  }, [scene, scale, dark, whole, tall]);
  return <div ref={place} class="ground-layer" aria-hidden="true" />;
});
