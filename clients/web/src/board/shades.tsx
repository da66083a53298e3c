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

const PIP = 9, TOP = -13; // below each other, at the left side of a cell

/** How much of each there is on a cell: a letter and a number, a row for each kind. */
function Pips({ game, scene, shade }: { game: Game; scene: Scene; shade: Shade }) {
  const row = shade.overlay.marks.filter((name) => game.marks.includes(name)).indexOf(shade.name);
  return (
    <g class={`shade pips ${kindOf(shade)}`} data-overlay={shade.overlay.id}>
      {[...shade.cells].map(([cell, count]) => {
        const { x, y } = centre(scene.topology, scene.cells[cell]!.x, scene.cells[cell]!.y);
        return <text key={cell} x={x - CELL * 0.4} y={y + TOP + PIP * row + 4}>{count}{shade.name.slice(0, 1).toUpperCase()}</text>;
      })}
    </g>
  );
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
        if (shade.overlay.look === "pips") return <Pips key={key} game={game} scene={scene} shade={shade} />;
        if (shade.overlay.look !== "net") return <Area key={key} scene={scene} shade={shade} />;
        const net = netPath(scene, shade.cells.keys(), tied);
        return <g key={key} class={`shade net ${kindOf(shade)}`} data-overlay={shade.overlay.id}><path class="case" d={net} /><path d={net} /></g>;
      })}
    </g>
  );
});
