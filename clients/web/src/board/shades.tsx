// Overlays as few paths: a whole board of them costs no more than a handful of elements.
import { memo } from "preact/compat";
import type { Game, Scene } from "../rules/types";
import { CELL, centre } from "./geometry";
import { borderPath, fillPath, netPath, type Shade } from "./overlays";
import { cssName } from "./skin";

const kindOf = (shade: Shade) => `shade-${cssName(shade.name)} ${shade.owner ? `side-${shade.owner}` : ""}`;

function Area({ scene, shade }: { scene: Scene; shade: Shade }) {
  const cells = [...shade.cells.keys()], border = borderPath(scene, cells);
  return (
    <g class={`shade ${shade.overlay.look} ${kindOf(shade)}`} data-overlay={shade.overlay.id}>
      <path class="shade-fill" d={fillPath(scene, cells)} />
      <path class="shade-case" d={border} /><path class="shade-border" d={border} />
    </g>
  );
}

const PIP = 6.4, PIP_LEAST = 4.6, LOW = 13; // units: from one to the next, on a full cell, below the middle
const SHAPES: readonly ((r: number) => string)[] = [
  (r) => `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`, (r) => `m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`, (r) => `m0 ${-1.35 * r}l${1.35 * r} ${1.35 * r} ${-1.35 * r} ${1.35 * r} ${-1.35 * r} ${-1.35 * r}z`,
];

/** How much of each kind there is on a cell: so many discs, squares and diamonds in a row. */
function Pips({ game, scene, shade, all }: { game: Game; scene: Scene; shade: Shade; all: Shade[] }) {
  const kinds = shade.overlay.marks.filter((name) => game.marks.includes(name)), row = kinds.indexOf(shade.name);
  const of = (cell: number, wanted: (kind: number) => boolean) =>
    all.reduce((sum, one) => sum + (wanted(kinds.indexOf(one.name)) ? one.cells.get(cell) ?? 0 : 0), 0);
  const d = [...shade.cells].map(([cell, count]) => {
    const { x, y } = centre(scene.topology, scene.cells[cell]!.x, scene.cells[cell]!.y);
    const sum = of(cell, () => true), step = Math.max(PIP_LEAST, Math.min(PIP, (CELL - 4) / sum)), left = x - ((sum - 1) * step) / 2 + of(cell, (kind) => kind < row) * step;
    return Array.from({ length: count }, (_, i) => `M${left + i * step} ${y + LOW}${SHAPES[row % SHAPES.length]!(step * 0.38)}`).join("");
  }).join("");
  return <g class={`shade pips ${kindOf(shade)}`} data-overlay={shade.overlay.id}><path class="case" d={d} /><path d={d} /></g>;
}

const Hatch = () => (
  <defs>
    <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch-line" d="M0 0V7" />
    </pattern>
  </defs>
);

export const Shades = memo(function Shades({ game, scene, shades }: { game: Game; scene: Scene; shades: Shade[] }) {
  const tied = new Set(shades.filter((one) => one.overlay.look === "net").flatMap((one) => [...one.cells.keys()]));
  return (
    <g class="shades" aria-hidden="true">
      <Hatch />
      {shades.map((shade) => {
        const key = `${shade.overlay.id}/${shade.name}/${shade.owner}`;
        if (shade.overlay.look === "pips") return <Pips key={key} game={game} scene={scene} shade={shade} all={shades.filter((one) => one.overlay.id === shade.overlay.id)} />;
        if (shade.overlay.look !== "net") return <Area key={key} scene={scene} shade={shade} />;
        const net = netPath(scene, shade.cells.keys(), tied);
        return <g key={key} class={`shade net ${kindOf(shade)}`} data-overlay={shade.overlay.id}><path class="case" d={net} /><path d={net} /></g>;
      })}
    </g>
  );
});
