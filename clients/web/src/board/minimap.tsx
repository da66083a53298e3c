// A large board in small, with a frame around what is in view. By pointer only: whoever goes by keys takes the view along.
import type { RefObject } from "preact";
import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { Game, Scene } from "../rules/types";
import { sideOfOwner } from "../art/sides";
import { CELL, centre, type Box, type Point } from "./geometry";
import { SKETCHED } from "./ground";
import type { ShownToken } from "./layers";
import { paintOf, type Skin } from "./skin";

const LARGE = 300; // cells: fewer are seen at once
const NEARLY_ALL = 0.9;
const WIDE = 188, SHARP = 2; // pixels, and dots of a canvas to each
const FRAME = [["#241a12", 4], ["#ffe08a", 2]] as const;
const DOT = CELL * 0.62;

export const needsMiniMap = (places: number[]): boolean => places.length > LARGE;

/** Sides differ by shape here too: round, square, and so on. From the middle of a dot. */
const DOTS = [`m${-DOT} 0a${DOT} ${DOT} 0 1 0 ${2 * DOT} 0a${DOT} ${DOT} 0 1 0 ${-2 * DOT} 0z`, `m${-DOT} ${-DOT}h${2 * DOT}v${2 * DOT}h${-2 * DOT}z`,
  `m0 ${-DOT * 1.2}l${DOT * 1.2} ${DOT * 1.2} ${-DOT * 1.2} ${DOT * 1.2} ${-DOT * 1.2} ${-DOT * 1.2}z`, `m${-DOT} 0l${DOT} ${-DOT} ${DOT} ${DOT} ${-DOT * 0.4} ${DOT}h${-1.2 * DOT}z`];

/** All dots of a side as one shape: each element with a place of its own is one more part to sort whenever the view moves. */
function dotsOf(tokens: ShownToken[], scene: Scene, shape: string): string {
  return tokens.map(({ token }) => {
    const { x, y } = scene.cells[token.cell]!, at = centre(scene.topology, x, y);
    return `M${at.x} ${at.y}${shape}`;
  }).join("");
}

/** Puts the frame where the view is; out of sight where nearly all of the board is in view. */
export function frameMiniMap(map: HTMLElement | null, box: Box, whole: Box): void {
  if (!map) return;
  map.classList.toggle("needless", box.width * box.height > NEARLY_ALL * whole.width * whole.height);
  const frame = map.querySelector<HTMLCanvasElement>(".mini-view"), to = frame?.getContext("2d");
  if (!frame || !to) return;
  const scale = frame.width / whole.width, thick = frame.width / WIDE;
  frame.dataset["view"] = `${box.x} ${box.y} ${box.width} ${box.height}`;
  to.clearRect(0, 0, frame.width, frame.height);
  for (const [style, width] of FRAME) { // inside the view's edge
    Object.assign(to, { strokeStyle: style, lineWidth: width * thick });
    to.strokeRect((box.x - whole.x) * scale + thick, (box.y - whole.y) * scale + thick, box.width * scale - 2 * thick, box.height * scale - 2 * thick);
  }
}

/** The ground of the board beside it, as often as it is drawn anew in small. */
const Land = memo(function Land({ whole }: { whole: Box }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const box = canvas.current!.closest<HTMLElement>(".board-box, .stage, main");
    const copy = () => {
      const from = box?.querySelector<HTMLCanvasElement>(".ground-all"), to = canvas.current?.getContext("2d");
      if (!from || !to) return;
      const wide = parseFloat(from.style.width), left = parseFloat(from.style.left), top = parseFloat(from.style.top), k = from.width / wide;
      to.drawImage(from, (whole.x - left) * k, (whole.y - top) * k, whole.width * k, whole.height * k, 0, 0, to.canvas.width, to.canvas.height);
    };
    copy();
    box?.addEventListener(SKETCHED, copy);
    return () => box?.removeEventListener(SKETCHED, copy);
  }, [whole]);
  return <canvas ref={canvas} class="mini-land" width={400} height={Math.round((400 * whole.height) / whole.width)} />;
});

export function MiniMap({ game, skin, scene, tokens, whole, map, onGo }: {
  game: Game; skin: Skin; scene: Scene; tokens: ShownToken[]; whole: Box; map: RefObject<HTMLElement>; onGo: (to: Point) => void;
}) {
  const svg = useRef<SVGSVGElement>(null);
  const go = (event: PointerEvent) => {
    const matrix = svg.current?.getScreenCTM();
    if (event.buttons === 0 || !matrix) return;
    event.preventDefault();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onGo({ x, y });
  };
  const hold = (event: PointerEvent) => {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    go(event);
  };
  const shown = tokens.filter(({ token }) => token.owner > 0 && !skin.neutral.includes(game.tokens[token.kind] ?? "") && !skin.tracks[game.tokens[token.kind] ?? ""]);
  return (
    <div ref={map as RefObject<HTMLDivElement>} class="minimap" aria-hidden="true" onPointerDown={hold} onPointerMove={go}>
      <Land whole={whole} />
      <svg ref={svg} viewBox={`${whole.x} ${whole.y} ${whole.width} ${whole.height}`}>
        {[...new Set(shown.map(({ token }) => paintOf(game, token.owner)))].map((paint) => (
          <path key={paint} class="mini-dot" fill={sideOfOwner(paint).side}
            d={dotsOf(shown.filter(({ token }) => paintOf(game, token.owner) === paint), scene, DOTS[(paint - 1) % DOTS.length]!)} />
        ))}
      </svg>
      <canvas class="mini-view" width={WIDE * SHARP} height={Math.round((WIDE * SHARP * whole.height) / whole.width)} />
    </div>
  );
}
