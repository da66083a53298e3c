// Roads and rails: lines that join their neighbours of the same kind, drawn between the ground and the pieces.
import { memo } from "preact/compat";
import type { Game, Scene, Token } from "../rules/types";
import { centre, neighbours } from "./geometry";
import { tokenName, type Skin } from "./skin";

type State = "whole" | "begun" | "broken";
interface Line { kind: "road" | "rail"; state: State; d: string; ties: string }

const stateOf = (mood: string): State => (mood === "under construction" ? "begun" : mood === "disabled" ? "broken" : "whole");
const key = (x: number, y: number) => `${x},${y}`;

/** What a track joins: tracks of its kind, and buildings. */
function joints(game: Game, skin: Skin, scene: Scene, kind: string): Set<string> {
  const joined = new Set<string>();
  for (const token of scene.tokens) {
    const name = tokenName(game, token), cell = scene.cells[token.cell]!;
    if (skin.tracks[name] === kind || name === skin.seat || name.endsWith("tower")) joined.add(key(cell.x, cell.y));
  }
  return joined;
}

/** Half lines from the middle of a cell to those of its neighbours that it joins. */
function halves(scene: Scene, token: Token, joined: Set<string>): string {
  const cell = scene.cells[token.cell]!, from = centre(scene.topology, cell.x, cell.y);
  const near = neighbours(scene.topology, cell.x, cell.y).filter((next) => joined.has(key(next.x, next.y)));
  const lines = near.map((next) => {
    const to = centre(scene.topology, next.x, next.y);
    return `M${from.x} ${from.y}L${(from.x + to.x * 1.04) / 2.04} ${(from.y + to.y * 1.04) / 2.04}`;
  });
  return lines.length > 0 ? lines.join("") : `M${from.x - 8} ${from.y}h16`;
}

function linesOf(game: Game, skin: Skin, scene: Scene): Line[] {
  const lines = new Map<string, Line>(), joined = new Map<string, Set<string>>();
  for (const token of scene.tokens) {
    const kind = skin.tracks[tokenName(game, token)], state = stateOf(game.moods[token.mood] ?? "");
    if (!kind) continue;
    if (!joined.has(kind)) joined.set(kind, joints(game, skin, scene, kind));
    const line = lines.get(kind + state) ?? { kind, state, d: "", ties: "" };
    line.d += halves(scene, token, joined.get(kind)!);
    lines.set(kind + state, line);
  }
  return [...lines.values()];
}

const LAYERS: Record<Line["kind"], string[]> = { road: ["case", "bed", "dashes"], rail: ["bed", "ties", "case", "gauge"] };

export const Tracks = memo(function Tracks({ game, skin, scene }: { game: Game; skin: Skin; scene: Scene }) {
  if (Object.keys(skin.tracks).length === 0) return null;
  return (
    <g class="tracks">
      {linesOf(game, skin, scene).map((line) => (
        <g key={line.kind + line.state} class={`track ${line.kind} ${line.state}`}>
          {LAYERS[line.kind].map((layer) => <path key={layer} class={layer} d={line.d} />)}
        </g>
      ))}
    </g>
  );
});
