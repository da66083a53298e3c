// A piece of painted land with figures on it, for pages that show no game. Its ground is baked like that of a board.
import { useEffect, useRef } from "preact/hooks";
import { BOX } from "../art/paint";
import { codeOf, type LandMap } from "../art/ground/land";
import { SIDES } from "../art/sides";
import { LETTERS, type Scenery, type Standing } from "../pages/scenery";
import { Topology } from "../rules/types";
import { useDark } from "../ui/hooks";
import { CELL, centre, type Box, type Point } from "./geometry";
import { FigureShape } from "./pic";
import { ask, forgetBoard, newBoard } from "./painter";
import { FEET } from "./sprite";

const DOTS_MAX = 2, SHARPEST = 3.2; // pixels of the screen to one of the page; pixels to a unit of the board

function mapOf({ topology, layout, grid, rows, light, owners }: Scenery, dark: boolean): LandMap {
  const columns = rows[0]!.length, size = columns * rows.length;
  const numbers = (lines: readonly string[] | undefined, other: number) => Uint8Array.from({ length: size }, (_, i) => (lines ? Number(lines[Math.floor(i / columns)]![i % columns]) : other));
  const land = Uint8Array.from({ length: size }, (_, i) => codeOf(LETTERS[rows[Math.floor(i / columns)]![i % columns]!]!));
  return { topology, layout, grid, dark, x0: 0, y0: 0, columns, rows: rows.length, land, light: numbers(light, 2), owner: numbers(owners, 0) };
}

/** Between the middles of cells, also of those half-way. */
function pointAt(topology: Topology, [column, row]: readonly [number, number]): Point {
  const upper = centre(topology, 0, Math.floor(row)), lower = centre(topology, 0, Math.floor(row) + 1), part = row - Math.floor(row);
  return { x: upper.x + (lower.x - upper.x) * part + column * CELL, y: upper.y + (lower.y - upper.y) * part };
}

/** The edge of the land lies outside. */
const frameOf = ({ topology, layout, wide, high }: Scenery): Box =>
  ({ x: layout === "stone" ? 4 : CELL * 0.4, y: layout === "stone" ? 4 : CELL * 0.4, width: wide * CELL, height: high * (topology === Topology.Hexes ? CELL * 0.9 : CELL) });

const BOX_FEET = 56, BOX_MIDDLE = 32; // of a figure's box

function Figure({ topology, one }: { topology: Topology; one: Standing }) {
  const { x, y } = pointAt(topology, one.at);
  return <g transform={`translate(${x} ${y + FEET}) scale(${one.high / BOX.height}) translate(${-BOX_MIDDLE} ${-BOX_FEET})`}><FigureShape figure={one.figure} owner={one.owner} gift={one.gift} /></g>;
}

const PIPS: Record<number, readonly (readonly [number, number])[]> = { 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]] };

function Die({ topology, at, owner, pips }: { topology: Topology; at: readonly [number, number]; owner: number; pips: number }) {
  const { x, y } = pointAt(topology, at), { side, dark } = SIDES[owner]!;
  return (
    <g transform={`translate(${x} ${y}) rotate(${owner === 1 ? -13 : 11})`} stroke="#241a12" stroke-width="1.6">
      <rect x="-18" y="-11" width="36" height="34" rx="6" fill={dark} />
      <rect x="-18" y="-18" width="36" height="34" rx="6" fill="#fbf3dd" />
      <rect x="-15" y="-15" width="30" height="28" rx="4" fill="none" stroke={side} stroke-width="1" />
      {PIPS[pips]!.map(([a, b], i) => <circle key={i} cx={a * 8.5} cy={b * 8 - 1} r="3.4" fill={side} stroke={dark} stroke-width=".8" />)}
    </g>
  );
}

/** Bends through the middles of sides, like the roads of a board. */
function roadPath({ topology, road = [] }: Scenery): string {
  const points = road.map((at) => pointAt(topology, at)), spot = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const between = points.slice(1).map((to, i) => ({ x: (points[i]!.x + to.x) / 2, y: (points[i]!.y + to.y) / 2 }));
  if (points.length < 2) return "";
  return `M${spot(points[0]!)}L${spot(between[0]!)}${between.slice(1).map((to, i) => `Q${spot(points[i + 1]!)} ${spot(to)}`).join("")}L${spot(points[points.length - 1]!)}`;
}

export function Painting({ scenery }: { scenery: Scenery }) {
  const place = useRef<HTMLDivElement>(null), canvas = useRef<HTMLCanvasElement>(null), dark = useDark(), box = frameOf(scenery);
  useEffect(() => {
    const { clientWidth: wide, clientHeight: high } = place.current!, dots = Math.min(DOTS_MAX, devicePixelRatio);
    const scale = Math.min(SHARPEST, Math.max(wide / box.width, high / box.height) * dots);
    if (scale === 0) return undefined; // nobody sees it
    const board = newBoard(({ bitmap }) => {
      const to = canvas.current!;
      to.width = bitmap.width;
      to.height = bitmap.height;
      to.getContext("bitmaprenderer")!.transferFromImageBitmap(bitmap);
      to.dataset["baked"] = "yes";
    });
    ask({ board, key: "scenery", version: 1, map: mapOf(scenery, dark), part: box, scale, inked: false, rank: 0 });
    return () => forgetBoard(board);
  }, [scenery, dark]);
  const road = roadPath(scenery);
  return (
    <div class="painting" ref={place} aria-hidden="true">
      <canvas ref={canvas} />
      <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} preserveAspectRatio="xMidYMid slice">
        {road ? <g class="track road">{["case", "bed", "dashes"].map((layer) => <path key={layer} class={layer} d={road} />)}</g> : null}
        {[...scenery.standing].sort((a, b) => a.at[1] - b.at[1]).map((one, i) => <Figure key={i} topology={scenery.topology} one={one} />)}
        {(scenery.dice ?? []).map(([column, row, owner, pips], i) => <Die key={i} topology={scenery.topology} at={[column, row]} owner={owner} pips={pips} />)}
      </svg>
    </div>
  );
}
