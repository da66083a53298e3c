// The board for keys and for screen readers: every cell a control with its name. It lies over all layers and paints nothing of its own
// but the outline of the cell that is pointed at or has the focus. No cell has a transform: thousands of them would be as many parts for
// the browser to sort at every frame.
import { memo } from "preact/compat";
import type { Game, Scene, SceneCell } from "../rules/types";
import { centre, outlineAt, type Box } from "./geometry";
import { cssName } from "./skin";

const INSET = 0.6;

export interface CellsProps {
  game: Game; scene: Scene; whole: Box;
  places: number[]; current: number; selected: number | null;
  targets: ReadonlySet<number>; label: ((cell: number) => string) | undefined; live: boolean;
}

function Cell({ cell, index, props }: { cell: SceneCell; index: number; props: CellsProps }) {
  const { topology } = props.scene, path = outlineAt(topology, centre(topology, cell.x, cell.y), INSET);
  const classes = ["cell", `terrain-${cssName(props.game.terrain[cell.terrain] ?? "")}`, `light-${cell.light}`];
  if (cell.owner) classes.push(`side-${cell.owner}`);
  if (props.selected === index) classes.push("selected");
  if (props.targets.has(index)) classes.push("target");
  const control = props.live ? {
    role: "button" as const, tabindex: index === props.current ? 0 : -1,
    "aria-label": props.label?.(index) ?? "", "aria-pressed": props.selected === index,
  } : {};
  return (
    <g class={classes.join(" ")} data-cell={index} {...control}>
      <path class="ground" d={path} />
    </g>
  );
}

export const Cells = memo(function Cells(props: CellsProps) {
  return <g class="cells">{props.places.map((i) => <Cell key={i} index={i} cell={props.scene.cells[i]!} props={props} />)}</g>;
});
