// The one board for all games: cells, tokens, highlights, arrows, ranges. It draws what it is given
// and says which cell was chosen; it knows no game.
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Topology, type Game, type Scene, type SceneCell, type Token } from "../rules/types";
import { bounds, CELL, centre, neighbours, outline, towards, type Box, type Point } from "./geometry";
import { frameMiniMap, MiniMap, needsMiniMap } from "./minimap";
import type { Shade } from "./overlays";
import { Shades } from "./shades";
import { cssName, tokenName, type Skin } from "./skin";
import { TokenShape } from "./token";
import { Viewport } from "./viewport";

/** A token with its name and, while something happens to it, what. */
export interface ShownToken { id: string; token: Token; state?: "new" | "gone" | "hit" | "blessed" | undefined }
export interface Arrow { from: number; to: number; look: "move" | "attack" | "ranged" }
export interface Float { id: string; cell: number; text: string; tone: "loss" | "gain" }
/** A few letters on a cell: below whoever stands there, large where nobody does. */
export interface Sign { cell: number; text: string; owner: number }
export interface Ghost { cell: number; token: Token }
/** One step of a lane, and whether it is meant just now. */
export interface Flow { from: number; to: number; owner: number; meant: boolean }

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
  within?: ReadonlySet<number> | undefined; // only these cells are drawn
  begin?: number | undefined; // the cell that has the focus until another one is chosen
  reveal?: { cell: number; wish: number } | null; // a cell to bring into view
  name: string;
  label?: (cell: number) => string;
  onChoose?: (cell: number) => void;
  onPoint?: (cell: number | null) => void;
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

function withMargin(box: Box, margin = MARGIN): Box {
  return { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
}

const within = (value: number, lo: number, hi: number) => Math.max(lo, Math.min(hi, value));

/** Where little of the board is known, that part with some darkness around it; else all of it. */
function knownPart(scene: Scene, whole: Box): Box {
  const lit = scene.cells.flatMap((cell, i) => (cell.light > 0 ? [i] : []));
  if (lit.length === 0) return whole;
  const known = withMargin(bounds(scene, lit), KNOWN_MARGIN);
  const x = within(known.x, whole.x, whole.x + whole.width), y = within(known.y, whole.y, whole.y + whole.height);
  const box = {
    x, y, width: Math.min(known.x + known.width, whole.x + whole.width) - x,
    height: Math.min(known.y + known.height, whole.y + whole.height) - y,
  };
  return box.width * box.height < MUCH_SMALLER * whole.width * whole.height ? box : whole;
}

/** Roads and the like: one stroke from each cell to its neighbours of the same kind. */
function Ribbons({ game, skin, scene }: { game: Game; skin: Skin; scene: Scene }) {
  const kinds = new Map(scene.cells.map((cell) => [`${cell.x},${cell.y}`, cell.terrain]));
  const lines: Record<string, string> = {};
  for (const cell of scene.cells) {
    const name = game.terrain[cell.terrain] ?? "";
    if (!skin.ribbons.includes(name)) continue;
    const from = centre(scene.topology, cell.x, cell.y);
    lines[name] = `${lines[name] ?? ""}M${from.x} ${from.y}h0`;
    for (const next of neighbours(scene.topology, cell.x, cell.y)) {
      if (kinds.get(`${next.x},${next.y}`) !== cell.terrain) continue;
      const to = centre(scene.topology, next.x, next.y);
      lines[name] += `M${from.x} ${from.y}L${(from.x + to.x) / 2} ${(from.y + to.y) / 2}`;
    }
  }
  return (
    <g class="ribbons">
      {Object.entries(lines).map(([name, d]) => (
        <g key={name} class={`ribbon ribbon-${cssName(name)}`}><path class="edge" d={d} /><path class="bed" d={d} /></g>
      ))}
    </g>
  );
}

interface CellsProps {
  game: Game; skin: Skin; scene: Scene;
  places: number[]; current: number; selected: number | null;
  targets: ReadonlySet<number>; label: ((cell: number) => string) | undefined; live: boolean;
}

function CellShape({ cell, index, props, path }: { cell: SceneCell; index: number; props: CellsProps; path: string }) {
  const { game, skin, scene } = props;
  const at = centre(scene.topology, cell.x, cell.y);
  const name = game.terrain[cell.terrain] ?? "";
  const classes = ["cell", `terrain-${cssName(name)}`, `tone-${cell.terrain % 4}`, `light-${cell.light}`];
  if (skin.ribbons.includes(name)) classes.push("on-ribbon");
  if (cell.owner) classes.push(`side-${cell.owner}`);
  if (props.selected === index) classes.push("selected");
  if (props.targets.has(index)) classes.push("target");
  const texture = skin.texture(name);
  const control = props.live ? {
    role: "button" as const, tabindex: index === props.current ? 0 : -1,
    "aria-label": props.label?.(index) ?? "", "aria-pressed": props.selected === index,
  } : {};
  return (
    <g class={classes.join(" ")} data-cell={index} transform={`translate(${at.x} ${at.y})`} {...control}>
      <path class="ground" d={path} />
      {texture ? <path class="texture" d={texture} /> : null}
    </g>
  );
}

const Cells = memo(function Cells(props: CellsProps) {
  const path = outline(props.scene.topology, 0.6);
  return <g class="cells">{props.places.map((i) => (
    <CellShape key={i} index={i} cell={props.scene.cells[i]!} props={props} path={path} />
  ))}</g>;
});

function ArrowLine({ arrow, at }: { arrow: Arrow; at: (cell: number) => Point }) {
  const from = at(arrow.from), to = at(arrow.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const cut = Math.min(length * 0.4, CELL * 0.28);
  const end = { x: to.x - ((to.x - from.x) / length) * cut, y: to.y - ((to.y - from.y) / length) * cut };
  return <path class={`arrow arrow-${arrow.look}`} d={`M${from.x} ${from.y}L${end.x} ${end.y}`} marker-end={`url(#tip-${arrow.look})`} />;
}

const CHEVRON = "M-3.5-5L2.5 0 -3.5 5";

function FlowStep({ flow, at }: { flow: Flow; at: (cell: number) => Point }) {
  const from = at(flow.from), to = at(flow.to);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return <path class={`flow side-${flow.owner} ${flow.meant ? "meant" : ""}`} d={CHEVRON}
    transform={`translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${angle.toFixed(0)})`} />;
}

const Tips = () => (
  <defs>
    {(["move", "attack", "ranged"] as const).map((look) => (
      <marker key={look} id={`tip-${look}`} class={`tip-${look}`} viewBox="0 0 8 8" refX="5" refY="4"
        markerWidth="3.4" markerHeight="3.4" orient="auto"><path d="M0 0L8 4 0 8z" /></marker>
    ))}
  </defs>
);

function useFocus(props: BoardProps, places: number[], svg: { current: SVGSVGElement | null }, view: { current: Viewport | null }) {
  const [current, setCurrent] = useState(-1);
  const known = places.includes(current) ? current : props.selected ?? props.begin ?? places[0] ?? -1;
  const spots = places.map((i) => centre(props.scene.topology, props.scene.cells[i]!.x, props.scene.cells[i]!.y));
  const go = (dx: number, dy: number) => {
    const from = spots[places.indexOf(known)];
    const next = from ? towards(spots, from, dx, dy) : -1;
    if (next < 0) return;
    setCurrent(places[next]!);
    view.current?.reveal(spots[next]!, CELL);
    (svg.current?.querySelector(`[data-cell="${places[next]}"]`) as SVGElement | null)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROW_KEYS[event.key] ?? (props.scene.topology === Topology.Hexes ? HEX_KEYS[event.key] : undefined);
    if (step) go(...step);
    else if (event.key === "Enter" || event.key === " ") props.onChoose?.(known);
    else if (event.key === "+") view.current?.zoom(1.3, spots[places.indexOf(known)]);
    else if (event.key === "-") view.current?.zoom(1 / 1.3);
    else if (event.key === "0") view.current?.reset();
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

export function Board(props: BoardProps) {
  const { game, skin, scene } = props;
  const live = props.onChoose !== undefined;
  const svg = useRef<SVGSVGElement | null>(null);
  const view = useRef<Viewport | null>(null);
  const map = useRef<SVGSVGElement | null>(null);
  const blank = (cell: SceneCell) => skin.blank.includes(game.terrain[cell.terrain] ?? "");
  const shape = scene.cells.map((cell) => cell.terrain).join("");
  const { within: drawn } = props;
  const places = useMemo(() => scene.cells.flatMap((cell, i) => (blank(cell) || drawn?.has(i) === false ? [] : [i])), [shape, drawn]);
  const whole = useMemo(() => withMargin(bounds(scene, places)), [shape, scene.columns, drawn]);
  const part = useMemo(() => knownPart(scene, whole), [scene.cells.map((cell) => cell.light).join(""), whole]);
  const ribbons = useMemo(() => <Ribbons game={game} skin={skin} scene={scene} />, [shape]);
  const focus = useFocus(props, places, svg, view);
  const at = (cell: number) => centre(scene.topology, scene.cells[cell]?.x ?? 0, scene.cells[cell]?.y ?? 0);

  useLayoutEffect(() => {
    if (!live || !svg.current) return undefined;
    view.current = new Viewport(svg.current, whole, part, props.begin === undefined ? null : at(props.begin),
      (box, all) => frameMiniMap(map.current, box, all));
    return () => view.current?.end();
  }, [live]);
  useLayoutEffect(() => view.current?.setWhole(whole, part), [whole, part]);
  useLayoutEffect(() => {
    if (props.selected != null) view.current?.reveal(at(props.selected), CELL * 1.5);
  }, [props.selected]);

  useLayoutEffect(() => {
    if (props.reveal) view.current?.reveal(at(props.reveal.cell), CELL * 1.5);
  }, [props.reveal?.wish]);

  const choose = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell < 0 || view.current?.dragged) return;
    focus.setCurrent(cell);
    props.onChoose?.(cell);
  };
  const flat = (one: ShownToken) => skin.flat.includes(tokenName(game, one.token));
  const shown = [...props.tokens].sort((a, b) => Number(flat(b)) - Number(flat(a)));
  const taken = new Set(props.tokens.map(({ token }) => token.cell));
  const crowded = (cell: number) => props.tokens.some(({ token }) => token.cell === cell &&
    props.tokens.some((other) => other.token.cell === cell && other.token.kind !== token.kind));
  const where = ({ token }: ShownToken) => {
    const [dx, dy, scale] = (crowded(token.cell) && skin.slots[tokenName(game, token)]) || [0, 0, 1];
    return `translate(${at(token.cell).x + dx}px, ${at(token.cell).y + dy}px) scale(${scale})`;
  };
  const handlers = live ? {
    onClick: choose, onKeyDown: focus.onKeyDown,
    onFocusIn: (event: FocusEvent) => {
      const cell = cellOf(event.target);
      if (cell >= 0) focus.setCurrent(cell);
      props.onPoint?.(cell < 0 ? null : cell);
    },
    onPointerOver: (event: PointerEvent) => {
      const cell = cellOf(event.target);
      props.onPoint?.(cell < 0 ? null : cell);
    },
  } : {};
  const board = (
    <svg ref={svg} class={`board game-${game.id} ${live ? "live" : "still"}`} role={live ? "group" : "img"} aria-label={props.name}
      viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`} preserveAspectRatio="xMidYMid meet" {...handlers}>
      <Tips />
      {ribbons}
      <Cells game={game} skin={skin} scene={scene} places={places} current={focus.known} live={live}
        selected={props.selected ?? null} targets={props.targets ?? NONE} label={props.label} />
      {props.shades && props.shades.length > 0 ? <Shades game={game} scene={scene} shades={props.shades} /> : null}
      <g class="over" aria-hidden="true">
        {(props.flows ?? []).map((flow) => <FlowStep key={`${flow.from}-${flow.to}`} flow={flow} at={at} />)}
        {[...(props.ranges ?? NONE)].map((cell) => <circle key={cell} class="range" cx={at(cell).x} cy={at(cell).y} r={CELL * 0.16} />)}
        {[...(props.marks ?? NONE)].map((cell) => <circle key={cell} class="mark" cx={at(cell).x + CELL * 0.4} cy={at(cell).y - CELL * 0.4} r="3" />)}
        {(props.ghosts ?? []).map((ghost, i) => (
          <g key={`g${i}`} class="ghost" transform={`translate(${at(ghost.cell).x} ${at(ghost.cell).y})`}>
            <TokenShape game={game} skin={skin} token={ghost.token} />
          </g>
        ))}
        {shown.map((one) => (
          <g key={one.id} class={`piece ${one.state ?? ""}`} style={{ transform: where(one) }}>
            <g class="body"><TokenShape game={game} skin={skin} token={one.token} /></g>
          </g>
        ))}
        {(props.signs ?? []).map((sign) => (
          <text key={`s${sign.cell}`} class={`sign ${sign.owner ? `side-${sign.owner}` : ""} ${taken.has(sign.cell) ? "below" : ""}`}
            x={at(sign.cell).x} y={at(sign.cell).y + CELL * (taken.has(sign.cell) ? 0.5 : 0.22)}>{sign.text}</text>
        ))}
        {[...(props.targets ?? NONE)].map((cell) => (
          <circle key={cell} class="ring" cx={at(cell).x} cy={at(cell).y} r={CELL * (taken.has(cell) ? 0.45 : 0.3)} />
        ))}
        {(props.arrows ?? []).map((arrow, i) => <ArrowLine key={`a${i}`} arrow={arrow} at={at} />)}
        {(props.floats ?? []).map((float) => (
          <g key={float.id} transform={`translate(${at(float.cell).x} ${at(float.cell).y})`}>
            <text class={`float ${float.tone}`}>{float.text}</text>
          </g>
        ))}
      </g>
    </svg>
  );
  if (!live || !needsMiniMap(places)) return board;
  return (
    <>
      {board}
      <MiniMap game={game} skin={skin} scene={scene} places={places} tokens={props.tokens} whole={whole} map={map} onGo={(to) => view.current?.centreOn(to)} />
    </>
  );
}

const NONE: ReadonlySet<number> = new Set();
