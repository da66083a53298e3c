// Roads and rails: lines that join their neighbours of the same kind, drawn between the ground and the pieces.
import { memo } from "preact/compat";
import type { Game, Scene, Token } from "../rules/types";
import { CELL, centre, neighbours, type Point } from "./geometry";
import { tokenName, type Skin } from "./skin";

type State = "whole" | "begun" | "broken";
interface Line { kind: "road" | "rail"; state: State; d: string; crosses: string }

const stateOf = (mood: string): State => (mood === "under construction" ? "begun" : mood === "disabled" ? "broken" : "whole");
const key = (x: number, y: number) => `${x},${y}`;
const FOOT = CELL * 0.2; // below the middle of a cell: there a building's door is

/** What a track joins: tracks of its kind (true), and buildings (false). */
function joints(game: Game, skin: Skin, scene: Scene, kind: string): Map<string, boolean> {
  const joined = new Map<string, boolean>();
  for (const token of scene.tokens) {
    const name = tokenName(game, token), cell = scene.cells[token.cell]!, at = key(cell.x, cell.y);
    if (skin.tracks[name] === kind) joined.set(at, true);
    else if (!joined.has(at) && (name === skin.seat || name.endsWith("tower"))) joined.set(at, false);
  }
  return joined;
}

const before = (a: Point, b: Point) => a.y < b.y || (a.y === b.y && a.x < b.x);

/** Where a track leaves its cell: half-way to the next track, or all the way to a building, unless a track beside it leads there. */
function endsOf(scene: Scene, token: Token, joined: Map<string, boolean>): Point[] {
  const cell = scene.cells[token.cell]!, from = centre(scene.topology, cell.x, cell.y), around = neighbours(scene.topology, cell.x, cell.y);
  return around.flatMap((next) => {
    const leads = joined.get(key(next.x, next.y)), to = centre(scene.topology, next.x, next.y);
    if (leads === undefined) return [];
    if (leads) return [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }];
    const beside = neighbours(scene.topology, next.x, next.y).some((one) => before(one, cell) && joined.get(key(one.x, one.y)) && around.some(({ x, y }) => x === one.x && y === one.y));
    return beside ? [] : [{ x: to.x, y: to.y + FOOT }];
  });
}

const spot = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A cell that is passed through has a bend; where more meet, or a track ends, they meet in its middle. */
function pathOf(scene: Scene, token: Token, joined: Map<string, boolean>): string {
  const cell = scene.cells[token.cell]!, from = centre(scene.topology, cell.x, cell.y), ends = endsOf(scene, token, joined);
  const [one, other] = ends;
  if (ends.length === 2) return `M${spot(one!)}Q${spot(from)} ${spot(other!)}`;
  if (one) return ends.map((end) => `M${spot(from)}L${spot(end)}`).join("");
  return `M${from.x - 8} ${from.y}h16`;
}

/** All roads and rails, a path for each kind and state. */
export function linesOf(game: Game, skin: Skin, scene: Scene): Line[] {
  const lines = new Map<string, Line>(), joined = new Map<string, Map<string, boolean>>();
  for (const token of scene.tokens) {
    const kind = skin.tracks[tokenName(game, token)], state = stateOf(game.moods[token.mood] ?? "");
    if (!kind) continue;
    if (!joined.has(kind)) joined.set(kind, joints(game, skin, scene, kind));
    const line = lines.get(kind + state) ?? { kind, state, d: "", crosses: "" };
    line.d += pathOf(scene, token, joined.get(kind)!);
    if (state === "broken") line.crosses += crossOn(scene, token);
    lines.set(kind + state, line);
  }
  return [...lines.values()];
}

/** Nobody gets through here. */
function crossOn(scene: Scene, token: Token): string {
  const cell = scene.cells[token.cell]!, { x, y } = centre(scene.topology, cell.x, cell.y);
  return `M${x - 5} ${y - 5}l10 10M${x + 5} ${y - 5}l-10 10`;
}

const LAYERS: Record<Line["kind"], string[]> = { road: ["case", "bed", "dashes"], rail: ["bed", "ties", "case", "gauge"] };

export const Tracks = memo(function Tracks({ game, skin, scene }: { game: Game; skin: Skin; scene: Scene }) {
  if (Object.keys(skin.tracks).length === 0) return null;
  return (
    <g class="tracks">
      {linesOf(game, skin, scene).map((line) => (
        <g key={line.kind + line.state} class={`track ${line.kind} ${line.state}`}>
          {LAYERS[line.kind].map((layer) => <path key={layer} class={layer} d={line.d} />)}
          {line.crosses ? <><path class="cross-case" d={line.crosses} /><path class="cross" d={line.crosses} /></> : null}
        </g>
      ))}
    </g>
  );
});
