// A large board in small, with a frame around what is in view. By pointer only: whoever goes by keys takes the view along.
import type { RefObject } from "preact";
import { memo } from "preact/compat";
import type { Game, Scene } from "../rules/types";
import { CELL, centre, type Box, type Point } from "./geometry";
import { fillPath } from "./overlays";
import type { ShownToken } from "./board";
import { cssName, type Skin } from "./skin";

const LARGE = 300; // cells: fewer are seen at once
const NEARLY_ALL = 0.9;
const DOT = CELL * 0.6;

export const needsMiniMap = (places: number[]): boolean => places.length > LARGE;

/** Cells that look alike become one path. */
const Land = memo(function Land({ game, scene, places }: { game: Game; scene: Scene; places: number[] }) {
  const alike = new Map<string, number[]>();
  for (const i of places) {
    const cell = scene.cells[i]!;
    const look = `cell terrain-${cssName(game.terrain[cell.terrain] ?? "")} tone-${cell.terrain % 4} light-${cell.light} ${cell.owner ? `side-${cell.owner}` : ""}`;
    alike.set(look, [...(alike.get(look) ?? []), i]);
  }
  return <>{[...alike].map(([look, cells]) => <g key={look} class={look}><path class="ground" d={fillPath(scene, cells)} /></g>)}</>;
});

/** Sides differ by shape here too: round, square, and so on. */
const DOTS = [`M${-DOT} 0a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0z`, `M${-DOT} ${-DOT}h${2 * DOT}v${2 * DOT}h${-2 * DOT}z`,
  `M0 ${-DOT * 1.2}L${DOT * 1.2} 0 0 ${DOT * 1.2} ${-DOT * 1.2} 0z`, `M${-DOT} 0L0 ${-DOT} ${DOT} 0 ${DOT * 0.6} ${DOT}h${-1.2 * DOT}z`];

/** Puts the frame where the view is; out of sight where nearly all of the board is in view. */
export function frameMiniMap(map: SVGSVGElement | null, box: Box, whole: Box): void {
  if (!map) return;
  map.classList.toggle("needless", box.width * box.height > NEARLY_ALL * whole.width * whole.height);
  const frame = map.querySelector(".mini-view");
  for (const side of ["x", "y", "width", "height"] as const) frame?.setAttribute(side, String(box[side]));
}

export function MiniMap({ game, skin, scene, places, tokens, whole, map, onGo }: {
  game: Game; skin: Skin; scene: Scene; places: number[]; tokens: ShownToken[]; whole: Box;
  map: RefObject<SVGSVGElement>; onGo: (to: Point) => void;
}) {
  const go = (event: PointerEvent) => {
    const matrix = map.current?.getScreenCTM();
    if (event.buttons === 0 || !matrix) return;
    event.preventDefault();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onGo({ x, y });
  };
  const hold = (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    go(event);
  };
  const shown = tokens.filter(({ token }) => token.owner > 0 && !skin.neutral.includes(game.tokens[token.kind] ?? ""));
  return (
    <svg ref={map} class="minimap" aria-hidden="true" viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`} onPointerDown={hold} onPointerMove={go}>
      <Land game={game} scene={scene} places={places} />
      {shown.map(({ id, token }) => {
        const at = centre(scene.topology, scene.cells[token.cell]!.x, scene.cells[token.cell]!.y);
        return <path key={id} class={`mini-dot side-${token.owner}`} d={DOTS[(token.owner - 1) % DOTS.length]} transform={`translate(${at.x} ${at.y})`} />;
      })}
      <rect class="mini-view" />
    </svg>
  );
}
