// What is drawn live between the ground and the pieces, and above them: reach, ways, aims, signs.
import { memo } from "preact/compat";
import { CELL, type Point } from "./geometry";
import type { Arrow, Float, Flow, Sign } from "./layers";
import { borderPath, fillPath, withoutHoles } from "./overlays";
import type { Scene } from "../rules/types";
import { FEET } from "./sprite";

const VAST = 80; // cells: an area so large is hardly news

const HOLE = 12; // cells: of a vast area so small a gap is not drawn

/** Where somebody could go: only the outline of the area. */
export const Reach = memo(function Reach({ scene, cells }: { scene: Scene; cells: number[] }) {
  if (cells.length === 0) return null;
  const vast = cells.length > VAST, border = borderPath(scene, vast ? withoutHoles(scene, cells, HOLE) : cells);
  return (
    <g class={vast ? "reach vast" : "reach"}>
      <path class="reach-fill" d={fillPath(scene, cells)} /><path class="reach-case" d={border} /><path class="reach-line" d={border} />
    </g>
  );
});

export const Chosen = ({ at }: { at: Point }) => (
  <g class="chosen-ring" transform={`translate(${at.x} ${at.y + FEET})`}><ellipse class="case" rx="19.5" ry="9" /><ellipse rx="19.5" ry="9" /></g>
);

const R = CELL * 0.5, K = R * 0.42, T = R * 0.86;
const BRACKET = `M${-R} ${-K}V${-T}H${-K}M${K} ${-T}H${R}V${-K}M${R} ${K}V${T}H${K}M${-K} ${T}H${-R}V${K}`;

/** Around somebody who can be aimed at. */
export const Bracket = ({ at }: { at: Point }) => (
  <g class="ring" transform={`translate(${at.x} ${at.y})`}><path class="case" d={BRACKET} /><path d={BRACKET} /></g>
);

const CUT = CELL * 0.3;

/** Where somebody goes: drawn under the pieces. Blows are drawn above them. */
export const isWay = (arrow: Arrow): boolean => arrow.look === "move" || arrow.look === "way";

function ends(arrow: Arrow, at: (cell: number) => Point) {
  const from = at(arrow.from), to = at(arrow.to), length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const cut = arrow.ends === false ? 0 : Math.min(length * 0.4, isWay(arrow) ? CELL * 0.1 : CUT);
  return { from, to: { x: to.x - ((to.x - from.x) / length) * cut, y: to.y - ((to.y - from.y) / length) * cut } };
}

export function ArrowLine({ arrow, at }: { arrow: Arrow; at: (cell: number) => Point }) {
  const { from, to } = ends(arrow, at), d = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  return <g class={`arrow arrow-${arrow.look} ${arrow.faint ? "faint" : ""}`}><path class="halo" d={d} /><path class="case" d={d} /><path class="line" d={d} marker-end={arrow.ends === false ? undefined : `url(#tip-${arrow.look})`} /></g>;
}

export const Tips = () => (
  <defs>
    {(["move", "way", "attack", "ranged"] as const).map((look) => (
      <marker key={look} id={`tip-${look}`} class={`tip-${look}`} viewBox="0 0 8 8" refX="4" refY="4"
        markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M.5.5L7.500 4 .5 7.500z" /></marker>
    ))}
  </defs>
);

const CHEVRON = "M-4-6L2 0 -4 6M2-6L8 0 2 6";

export function FlowStep({ flow, at }: { flow: Flow; at: (cell: number) => Point }) {
  const from = at(flow.from), to = at(flow.to);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return (
    <g class={`flow side-${flow.owner} ${flow.meant ? "meant" : ""}`} transform={`translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${angle.toFixed(0)}) scale(.7)`}>
      <path class="case" d={CHEVRON} /><path d={CHEVRON} />
    </g>
  );
}

const CROSS = "M-7 0H7M0-7V7M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0";

/** A cell that something reaches. */
export const Reached = ({ at }: { at: Point }) => (
  <g class="range" transform={`translate(${at.x} ${at.y})`}><path class="case" d={CROSS} /><path d={CROSS} /></g>
);

const GAP = 11.5;

/** Letters below somebody as coins in a row; on an empty cell a disc. */
export function SignMark({ sign, at, below }: { sign: Sign; at: Point; below: boolean }) {
  const letters = below ? [...sign.text] : [sign.text], left = -((letters.length - 1) * GAP) / 2;
  return (
    <g class={`sign ${sign.owner ? `side-${sign.owner}` : ""} ${below ? "below" : ""}`} transform={`translate(${at.x} ${at.y + (below ? CELL * 0.44 : 0)})`}>
      {letters.map((letter, i) => (
        <g key={i} transform={`translate(${left + i * GAP} 0)`}><circle r={below ? 5 : 8.5} /><text y={below ? 2.6 : 4.2}>{letter}</text></g>
      ))}
    </g>
  );
}

export const FloatText = ({ float, at }: { float: Float; at: Point }) => (
  <g transform={`translate(${at.x} ${at.y})`}><text class={`float ${float.tone}`}>{float.text}</text></g>
);
