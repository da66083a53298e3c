// All pieces, each addressed by the id of its token; and ghosts of orders that are given.
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { hasFigure } from "../art/figures";
import type { Game, Mark, Scene } from "../rules/types";
import { centre, type Point } from "./geometry";
import type { Ghost, ShownToken } from "./layers";
import { Piece } from "./piece";
import { lookOf, paintOf, tokenName, type Skin } from "./skin";
import { FEET, isFar, Sprite } from "./sprite";

const ALONE = [0, 0, 1] as const;
const ASIDE = { x: -5, y: -4 }; // of the middle: so there is room for whoever stands there

/** Mines, camps and the like: what stands on a terrain itself. */
const Places = memo(function Places({ game, skin, scene, pixels, at }: { game: Game; skin: Skin; scene: Scene; pixels: number; at: (cell: number) => Point }) {
  const standing = scene.cells.flatMap((cell, i) => {
    const figure = skin.places[game.terrain[cell.terrain] ?? ""];
    return figure ? [{ i, figure, cell }] : [];
  });
  return (
    <>
      {standing.map(({ i, figure, cell }) => (
        <div key={i} class={`standing light-${cell.light}`} style={{ left: `${at(i).x + ASIDE.x}px`, top: `${at(i).y + FEET + ASIDE.y}px`, zIndex: String(Math.round(10 * at(i).y)) }}>
          <Sprite look={{ figure, owner: paintOf(game, cell.owner) }} size={0.92} pixels={pixels} />
        </div>
      ))}
    </>
  );
}, (a, b) => a.scene === b.scene && a.pixels === b.pixels);

export interface PieceLayerProps {
  game: Game; skin: Skin; scene: Scene; tokens: ShownToken[]; ghosts: Ghost[] | undefined;
  idle: ReadonlySet<number>; selected: number | null; pixels: number;
}

/** Cells where several kinds stand: each has a slot of its own there. */
function crowdedCells(tokens: ShownToken[], drawn: (one: ShownToken) => boolean): Set<number> {
  const kinds = new Map<number, number>(), crowded = new Set<number>();
  for (const one of tokens) {
    if (!drawn(one)) continue;
    const kind = kinds.get(one.token.cell);
    if (kind !== undefined && kind !== one.token.kind) crowded.add(one.token.cell);
    kinds.set(one.token.cell, one.token.kind);
  }
  return crowded;
}

const WAY_MAX = 120; // cells

/** Cells from which a way leads on after this turn. */
function queuedCells(game: Game, scene: Scene): Set<number> {
  const queue = game.marks.indexOf("queue"), move = game.marks.indexOf("move"), next = new Map<number, Mark>(), queued = new Set<number>();
  for (const mark of scene.marks) if (mark.name === queue || mark.name === move) next.set(mark.from, mark);
  for (const { cell, owner } of scene.tokens) {
    let step = next.get(cell);
    if (step?.owner !== owner) continue;
    for (let i = 0; step && step.name !== queue && i < WAY_MAX; i++) step = next.get(step.to);
    if (step?.name === queue) queued.add(cell);
  }
  return queued;
}

export const PieceLayer = memo(function PieceLayer(props: PieceLayerProps) {
  const { game, skin, scene, tokens, pixels } = props;
  const at = (cell: number) => centre(scene.topology, scene.cells[cell]?.x ?? 0, scene.cells[cell]?.y ?? 0);
  const drawn = (one: ShownToken) => skin.tracks[tokenName(game, one.token)] === undefined;
  const crowded = crowdedCells(tokens, drawn);
  const queued = useMemo(() => queuedCells(game, scene), [scene]);
  const placed = (cell: number) => skin.places[game.terrain[scene.cells[cell]?.terrain ?? 0] ?? ""] !== undefined;
  return (
    <div class={isFar(pixels) ? "pieces far" : "pieces"} aria-hidden="true">
      <Places game={game} skin={skin} scene={scene} pixels={pixels} at={at} />
      {tokens.filter(drawn).map(({ id, token, state }) => {
        const name = tokenName(game, token), flat = skin.flat.includes(name);
        const shares = crowded.has(token.cell) || (placed(token.cell) && !flat);
        return (
          <Piece key={id} id={id} game={game} skin={skin} token={token} at={at(token.cell)} state={state ?? ""} pixels={pixels}
            slot={(shares && skin.slots[name]) || ALONE} idle={props.idle.has(token.cell) && !flat} queued={queued.has(token.cell) && !flat} chosen={props.selected === token.cell}
            after={token.owner > 0 && skin.neutral.includes(name)} />
        );
      })}
      {(props.ghosts ?? []).map((ghost, i) => (hasFigure(lookOf(game, skin, ghost.token).figure) ? (
        <div key={`g${i}`} class="ghost" style={{ left: `${at(ghost.cell).x}px`, top: `${at(ghost.cell).y + FEET}px`, zIndex: "30000" }}>
          <Sprite look={lookOf(game, skin, ghost.token)} size={skin.sizes[tokenName(game, ghost.token)] ?? 1} pixels={pixels} />
        </div>
      ) : null))}
    </div>
  );
});
