// How far something would reach from a tile, before it is bought: by the number that its card has.
import { neighbours } from "../board/geometry";
import { ArgType, Topology, type Game, type Scene } from "../rules/types";
import type { Draft } from "./menu";

/** Cells of a disc: the square of the distance is at most that of the range. */
const disc = (scene: Scene, cell: number, range: number): number[] => scene.cells.flatMap((one, i) => {
  const dx = one.x - scene.cells[cell]!.x, dy = one.y - scene.cells[cell]!.y;
  return i !== cell && dx * dx + dy * dy <= range * range ? [i] : [];
});

/** Cells so many steps away at most. */
function within(scene: Scene, cell: number, range: number): number[] {
  const at = new Map(scene.cells.map((one, i) => [`${one.x},${one.y}`, i]));
  const found = new Set([cell]);
  for (let edge = [cell], step = 0; step < range; step++) {
    edge = edge.flatMap((from) => neighbours(scene.topology, scene.cells[from]!.x, scene.cells[from]!.y).flatMap(({ x, y }) => {
      const next = at.get(`${x},${y}`);
      return next === undefined || found.has(next) ? [] : [next];
    }));
    edge.forEach((one) => found.add(one));
  }
  found.delete(cell);
  return [...found];
}

/** The cells in reach of what this order would put on a cell; none where its card has no range. */
export function rangeOf(game: Game, scene: Scene, draft: Draft, cell: number): number[] {
  const named = game.verbs[draft.verb]?.args.flatMap((arg, i) => (arg.type === ArgType.Choice ? [arg.choices[draft.args[i] ?? -1] ?? ""] : [])) ?? [];
  const range = game.pieces.find((piece) => named.includes(piece.name))?.numbers["range"] ?? 0;
  if (range === 0) return [];
  return scene.topology === Topology.Hexes ? within(scene, cell, range) : disc(scene, cell, range);
}
