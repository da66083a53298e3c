// The one board for all games: ground, pieces, marks and, over all of them, a control for every cell. It draws what it is
// given and says which cell was chosen; it knows no game.
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Topology, type Game, type Scene, type SceneCell } from "../rules/types";
import { Camera } from "./camera";
import { Cells } from "./cells";
import { bounds, CELL, centre, towards, type Box, type Point } from "./geometry";
import { drawEdges, edgeNames, lettersCome } from "./edges";
import { Ground } from "./ground";
import type { Arrow, Float, Flow, Ghost, Layers, ShownToken, Sign } from "./layers";
import { ArrowLine, Bracket, Chosen, FloatText, FlowStep, isWay, Reach, Reached, SignMark, Tips } from "./marks";
import { frameMiniMap, MiniMap, needsMiniMap } from "./minimap";
import type { Shade } from "./overlays";
import { PieceLayer } from "./pieces";
import { Shades } from "./shades";
import type { Skin } from "./skin";
import { Tracks } from "./tracks";
import { Zoomer } from "./zoomer";

export type { Arrow, Float, Flow, Ghost, Layers, ShownToken, Sign } from "./layers";

export interface BoardProps {
  game: Game;
  skin: Skin;
  scene: Scene;
  tokens: ShownToken[];
  selected?: number | null;
  targets?: ReadonlySet<number>;
  marks?: ReadonlySet<number>; // cells where something changed
  ranges?: ReadonlySet<number>;
  shades?: Shade[]; // overlays
  signs?: Sign[];
  flows?: Flow[];
  arrows?: Arrow[];
  ghosts?: Ghost[];
  floats?: Float[];
  idle?: ReadonlySet<number>; // cells of units that wait for orders
  within?: ReadonlySet<number> | undefined; // only these cells are drawn
  begin?: number | undefined; // the cell that has the focus until another one is chosen
  reveal?: { cell: number; wish: number } | null; // a cell to bring into view
  name: string;
  label?: (cell: number) => string;
  onChoose?: (cell: number) => void;
  onPoint?: (cell: number | null) => void;
  layers?: (layers: Layers | null) => void; // the elements of a live board, for playback; null: they go away
}

const MARGIN = CELL * 0.2;
const KNOWN_MARGIN = CELL * 1.2;
const MUCH_SMALLER = 0.5;
const HEX_KEYS: Record<string, [number, number]> = {
  q: [-0.5, -0.87], w: [0, -1], e: [0.5, -0.87], a: [-1, 0], s: [0, 1], d: [1, 0], z: [-0.5, 0.87], c: [0.5, 0.87],
};
const ARROW_KEYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};
const NONE: ReadonlySet<number> = new Set();

function withMargin(box: Box, margin: number): Box {
  return { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
}

const between = (value: number, lo: number, hi: number) => Math.max(lo, Math.min(hi, value));

/** Where little of the board is known, that part with some darkness around it; else all of it. */
function knownPart(scene: Scene, whole: Box): Box {
  const lit = scene.cells.flatMap((cell, i) => (cell.light > 0 ? [i] : []));
  if (lit.length === 0) return whole;
  const known = withMargin(bounds(scene, lit), KNOWN_MARGIN);
  const x = between(known.x, whole.x, whole.x + whole.width), y = between(known.y, whole.y, whole.y + whole.height);
  const box = {
    x, y, width: Math.min(known.x + known.width, whole.x + whole.width) - x,
    height: Math.min(known.y + known.height, whole.y + whole.height) - y,
  };
  return box.width * box.height < MUCH_SMALLER * whole.width * whole.height ? box : whole;
}

type Ref<T> = { current: T | null };

function useFocus(props: BoardProps, places: number[], frame: Ref<HTMLElement>, camera: Ref<Camera>) {
  const [current, setCurrent] = useState(-1);
  const known = places.includes(current) ? current : props.selected ?? props.begin ?? places[0] ?? -1;
  const spots = places.map((i) => centre(props.scene.topology, props.scene.cells[i]!.x, props.scene.cells[i]!.y));
  const go = (dx: number, dy: number) => {
    const from = spots[places.indexOf(known)];
    const next = from ? towards(spots, from, dx, dy) : -1;
    if (next < 0) return;
    setCurrent(places[next]!);
    camera.current?.reveal([spots[next]!], CELL);
    (frame.current?.querySelector(`[data-cell="${places[next]}"]`) as SVGElement | null)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROW_KEYS[event.key] ?? (props.scene.topology === Topology.Hexes ? HEX_KEYS[event.key] : undefined);
    if (step) go(...step);
    else if (event.key === "Enter" || event.key === " ") props.onChoose?.(known);
    else if (event.key === "+") camera.current?.zoom(1.3, spots[places.indexOf(known)]);
    else if (event.key === "-") camera.current?.zoom(1 / 1.3);
    else if (event.key === "0") camera.current?.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { known, setCurrent, onKeyDown };
}

const cellOf = (target: EventTarget | null): number => {
  const found = (target as Element | null)?.closest?.("[data-cell]")?.getAttribute("data-cell");
  return found == null ? -1 : Number(found);
};

interface Elements { frame: Ref<HTMLDivElement>; world: Ref<HTMLDivElement>; effects: Ref<HTMLDivElement>; paths: Ref<SVGSVGElement>; map: Ref<HTMLElement>; columns: Ref<HTMLCanvasElement>; rows: Ref<HTMLCanvasElement> }

function useElements(): Elements {
  return {
    frame: useRef<HTMLDivElement>(null), world: useRef<HTMLDivElement>(null), effects: useRef<HTMLDivElement>(null),
    paths: useRef<SVGSVGElement>(null), map: useRef<HTMLElement>(null), columns: useRef<HTMLCanvasElement>(null), rows: useRef<HTMLCanvasElement>(null),
  };
}

/** A camera for as long as the board is there, and how many pixels it shows a unit with when it rests. */
function useCamera(props: BoardProps, on: Elements, whole: Box, part: Box, at: (cell: number) => Point) {
  const camera = useRef<Camera | null>(null);
  const [scale, setScale] = useState(0);
  const live = props.onChoose !== undefined, { game, scene } = props;
  const names = useMemo(() => edgeNames(game, scene), [game.id, scene.columns, scene.rows]);
  const shown = (view: Box, all: Box, wide: number, high: number) => {
    const columns = on.columns.current, rows = on.rows.current;
    frameMiniMap(on.map.current, view, all);
    if (columns && rows) drawEdges({ columns, rows }, names, view, wide, high);
  };
  const latest = useRef(shown);
  latest.current = shown;
  useLayoutEffect(() => {
    if (!on.frame.current || !on.world.current) return undefined;
    const home = props.begin === undefined ? null : at(props.begin);
    camera.current = new Camera(on.frame.current, on.world.current, whole, part, home, live, {
      shown: (...now) => latest.current(...now), rested: setScale,
    });
    if (live) void lettersCome().then(() => camera.current?.refresh());
    return () => camera.current?.end();
  }, [live]);
  useLayoutEffect(() => camera.current?.setWhole(whole, part), [whole, part]);
  useLayoutEffect(() => {
    if (props.selected != null) camera.current?.reveal([at(props.selected)], CELL * 1.5);
  }, [props.selected]);
  useLayoutEffect(() => {
    if (props.reveal) camera.current?.reveal([at(props.reveal.cell)], CELL * 1.5);
  }, [props.reveal?.wish]);
  return { camera, scale };
}

/** Tells playback where the layers are. */
function useLayers(props: BoardProps, on: Elements, camera: Ref<Camera>, at: (cell: number) => Point) {
  useLayoutEffect(() => {
    const { frame: { current: frame }, effects: { current: effects }, paths: { current: paths } } = on;
    if (!props.layers || !frame || !effects || !paths || !camera.current) return undefined;
    props.layers({
      place: at, effects, paths, camera: camera.current,
      piece: (id) => {
        const piece = frame.querySelector<HTMLElement>(`.piece[data-token="${CSS.escape(id)}"]`);
        const body = piece?.querySelector<HTMLElement>(".body");
        return piece && body ? { piece, body } : null;
      },
    });
    return () => props.layers?.(null);
  }, [props.scene.columns, props.scene.rows, props.layers]);
}

/** Targets at which somebody stands who is not of the side that acts. */
function aimedAt({ targets, tokens, selected }: BoardProps): Set<number> {
  const own = selected == null ? 0 : tokens.find(({ token }) => token.cell === selected)?.token.owner ?? 0;
  const there = tokens.filter(({ token }) => targets?.has(token.cell) && (own === 0 || token.owner !== own));
  return new Set(there.map(({ token }) => token.cell));
}

/** Between the ground and the pieces. */
const Under = memo(function Under({ props, at, whole }: { props: BoardProps; at: (cell: number) => Point; whole: Box }) {
  const { game, skin, scene } = props;
  const taken = new Set(props.tokens.map(({ token }) => token.cell));
  const aimed = aimedAt(props);
  const reach = useMemo(() => [...(props.targets ?? NONE)].filter((cell) => !aimed.has(cell)), [props.targets, props.tokens, props.selected]);
  return (
    <svg class="under" aria-hidden="true" {...frameOf(whole)}>
      <Tips />
      <Tracks game={game} skin={skin} scene={scene} />
      {props.shades && props.shades.length > 0 ? <Shades game={game} scene={scene} shades={props.shades} /> : null}
      <Reach scene={scene} cells={reach} />
      {(props.flows ?? []).map((flow) => <FlowStep key={`${flow.from}-${flow.to}`} flow={flow} at={at} />)}
      {[...(props.ranges ?? NONE)].map((cell) => <Reached key={cell} at={at(cell)} />)}
      {(props.arrows ?? []).map((arrow, i) => (isWay(arrow) ? <ArrowLine key={i} arrow={arrow} at={at} /> : null))}
      {props.selected != null && taken.has(props.selected) ? <Chosen at={at(props.selected)} /> : null}
    </svg>
  );
});

/** Above the pieces. */
function Over({ props, at, whole, paths }: { props: BoardProps; at: (cell: number) => Point; whole: Box; paths: Ref<SVGSVGElement> }) {
  const taken = new Set(props.tokens.map(({ token }) => token.cell));
  return (
    <svg class="over" aria-hidden="true" {...frameOf(whole)}>
      {[...(props.marks ?? NONE)].map((cell) => <circle key={cell} class="mark" cx={at(cell).x + CELL * 0.4} cy={at(cell).y - CELL * 0.4} r="3" />)}
      {[...aimedAt(props)].map((cell) => <Bracket key={cell} at={at(cell)} />)}
      {(props.signs ?? []).map((sign) => <SignMark key={sign.cell} sign={sign} at={at(sign.cell)} below={taken.has(sign.cell)} />)}
      {(props.arrows ?? []).map((arrow, i) => (isWay(arrow) ? null : <ArrowLine key={i} arrow={arrow} at={at} />))}
      {(props.floats ?? []).map((float) => <FloatText key={float.id} float={float} at={at(float.cell)} />)}
      <svg ref={paths} class="playback-paths" overflow="visible" />
    </svg>
  );
}

/** An <svg> whose units are those of the board. */
const frameOf = (whole: Box) => ({
  viewBox: `${whole.x} ${whole.y} ${whole.width} ${whole.height}`, width: whole.width, height: whole.height,
  style: { left: `${whole.x}px`, top: `${whole.y}px` },
});

/** The whole of a board, what of it is worth looking at, and its cells that are places. */
function useShape({ game, skin, scene, within: drawn, onChoose }: BoardProps) {
  const blank = (cell: SceneCell) => skin.blank.includes(game.terrain[cell.terrain] ?? "");
  const shape = scene.cells.map((cell) => cell.terrain).join("");
  const places = useMemo(() => scene.cells.flatMap((cell, i) => (blank(cell) || drawn?.has(i) === false ? [] : [i])), [shape, drawn]);
  const margin = onChoose ? CELL * skin.margin : MARGIN;
  const whole = useMemo(() => withMargin(bounds(scene, places), margin), [shape, scene.columns, drawn]);
  const part = useMemo(() => knownPart(scene, whole), [scene.cells.map((cell) => cell.light).join(""), whole]);
  return { places, whole, part };
}

/** Every other number means that the styles of all elements are found anew. */
const inSteps = (value: number): number => Math.round(value * 4) / 4;
const DISC = 20.5, DISC_MOST = 1.7; // pixels that a badge is to have; how much larger than on a near board it grows for that
/** Numbers on badges stay readable where a cell is small. */
const discSize = (pixels: number): number => (pixels > 0 ? between(inSteps(DISC / (13 * pixels)), 1, DISC_MOST) : 1);

const NEAR = 1.25; // pixels to a unit: from there on lines no longer grow with the board
const thinness = (pixels: number): number => (pixels > NEAR ? Math.max(0.25, inSteps(NEAR / pixels)) : 1);

export function Board(props: BoardProps) {
  const { game, skin, scene } = props;
  const live = props.onChoose !== undefined;
  const on = useElements();
  const { places, whole, part } = useShape(props);
  const at = (cell: number) => centre(scene.topology, scene.cells[cell]?.x ?? 0, scene.cells[cell]?.y ?? 0);
  const { camera, scale } = useCamera(props, on, whole, part, at);
  const focus = useFocus(props, places, on.frame, camera);
  useLayers(props, on, camera, at);
  useEffect(() => () => props.onPoint?.(null), []);

  const choose = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell < 0 || camera.current?.dragged) return;
    if (camera.current?.tooFar) {
      camera.current.comeNear(at(cell));
      return;
    }
    focus.setCurrent(cell);
    props.onChoose?.(cell);
  };
  const point = (event: Event) => {
    const cell = cellOf(event.target);
    props.onPoint?.(cell < 0 ? null : cell);
    return cell;
  };
  const handlers = live ? {
    onClick: choose, onKeyDown: focus.onKeyDown, onPointerOver: point,
    onFocusIn: (event: FocusEvent) => {
      const cell = point(event);
      if (cell >= 0) focus.setCurrent(cell);
    },
  } : {};
  const shape = live ? {} : { style: { aspectRatio: `${whole.width} / ${whole.height}` } };
  return (
    <>
      <div ref={on.frame} class={`board game-${game.id} layout-${skin.layout} ${live ? "live" : "still"}`} role={live ? "group" : "img"} aria-label={props.name} {...shape} {...handlers}>
        <div ref={on.world} class="world" style={{ "--disc": discSize(scale), "--thin": thinness(scale) }}>
          <Ground game={game} skin={skin} scene={scene} whole={whole} scale={scale} live={live} />
          <Under props={props} at={at} whole={whole} />
          <PieceLayer game={game} skin={skin} scene={scene} tokens={props.tokens} ghosts={props.ghosts} idle={props.idle ?? NONE} selected={props.selected ?? null} pixels={scale} />
          <Over props={props} at={at} whole={whole} paths={on.paths} />
          <div ref={on.effects} class="effects" aria-hidden="true" />
          <svg class="tree" {...frameOf(whole)} aria-hidden={!live}>
            <Cells game={game} scene={scene} whole={whole} places={places} current={focus.known} live={live}
              selected={props.selected ?? null} targets={props.targets ?? NONE} label={props.label} />
          </svg>
        </div>
        {live ? <><canvas ref={on.columns} class="edge" aria-hidden="true" /><canvas ref={on.rows} class="edge" aria-hidden="true" /></> : null}
      </div>
      {live ? <Zoomer camera={camera} /> : null}
      {live && needsMiniMap(places) ? <MiniMap game={game} skin={skin} scene={scene} tokens={props.tokens} whole={whole} map={on.map}
        onGo={(to) => camera.current?.centreOn(to)} /> : null}
    </>
  );
}
