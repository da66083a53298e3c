// What can be laid over the board for those who ask: made of the scene's signs and of its light, and offered
// wherever a game's tables have such signs. What they mean is the rules' business.
import { Topology, type Game, type Scene } from "../rules/types";
import { nameWords } from "../rules/words";
import type { Word } from "../ui/strings";
import { centre, neighbours, outlineAt, sideOfCell, type Point } from "./geometry";

/** net: tied to its neighbours; area: a border around; hatch: the same, with strokes; pips: so many of each. */
type Look = "net" | "area" | "hatch" | "pips";
export interface Overlay {
  id: string; key: string; word: Word; look: Look;
  marks: string[]; // the signs that it shows; none: what is in sight
}

const ALL: Overlay[] = [
  { id: "sight", key: "v", word: "overlaySight", look: "area", marks: [] },
  { id: "threats", key: "t", word: "overlayThreats", look: "hatch", marks: ["threatened"] },
  { id: "ranges", key: "g", word: "overlayRanges", look: "area", marks: ["reach"] },
  { id: "networks", key: "l", word: "overlayNetworks", look: "net", marks: ["road network", "rail network", "cut off"] },
  { id: "yields", key: "y", word: "overlayYields", look: "pips", marks: ["food", "production", "trade"] },
];

/** Those that say something about this game; `fog`: not all of the board is in sight. */
export function overlaysOf(game: Game, fog: boolean): Overlay[] {
  return ALL.filter((one) => (one.marks.length === 0 ? fog : one.marks.some((name) => game.marks.includes(name))));
}

/** Cells that are drawn alike, and how often each is named. */
export interface Shade { overlay: Overlay; name: string; owner: number; cells: Map<number, number> }

export function shadesOf(game: Game, scene: Scene, wanted: Overlay[]): Shade[] {
  const shades = new Map<string, Shade>();
  const add = (overlay: Overlay, name: string, owner: number, cell: number) => {
    const key = `${overlay.id}/${name}/${owner}`;
    const shade = shades.get(key) ?? { overlay, name, owner, cells: new Map<number, number>() };
    shades.set(key, shade);
    shade.cells.set(cell, (shade.cells.get(cell) ?? 0) + 1);
  };
  for (const overlay of wanted) {
    if (overlay.marks.length === 0) scene.cells.forEach((cell, i) => { if (cell.light === 2) add(overlay, "in sight", 0, i); });
  }
  for (const mark of scene.marks) {
    const name = game.marks[mark.name] ?? "";
    const overlay = wanted.find((one) => one.marks.includes(name));
    if (overlay) add(overlay, name, mark.owner, mark.to);
  }
  return [...shades.values()];
}

/** What the overlays that are on say of a cell: for those who don't see them. */
export function shadeWords(shades: Shade[], cell: number): string[] {
  return shades.flatMap(({ overlay, name, cells }) => {
    const count = cells.get(cell);
    return count === undefined ? [] : [overlay.look === "pips" ? `${count} ${nameWords(name)}` : nameWords(name)];
  });
}

/** The cells of a set by their place, to find neighbours. */
function byPlace(scene: Scene, cells: Iterable<number>): Map<string, number> {
  return new Map([...cells].map((cell) => [`${scene.cells[cell]!.x},${scene.cells[cell]!.y}`, cell]));
}

const spot = (scene: Scene, cell: number): Point => centre(scene.topology, scene.cells[cell]!.x, scene.cells[cell]!.y);

/** All cells as one path. */
export function fillPath(scene: Scene, cells: Iterable<number>): string {
  return [...cells].map((cell) => outlineAt(scene.topology, spot(scene, cell))).join("");
}

/** The sides of cells beyond which the set ends. */
export function borderPath(scene: Scene, cells: Iterable<number>): string {
  const places = byPlace(scene, cells);
  return [...places.values()].map((cell) => {
    const { x, y } = scene.cells[cell]!;
    return neighbours(scene.topology, x, y).map((next, i) => (
      places.has(`${next.x},${next.y}`) ? "" : sideOfCell(scene.topology, spot(scene, cell), i))).join("");
  }).join("");
}

/** The set, and with it what it encloses: groups of at most so many cells, where the board goes on around them or ends. */
export function withoutHoles(scene: Scene, cells: readonly number[], most: number): number[] {
  const inside = new Set(cells), all = byPlace(scene, scene.cells.keys()), met = new Set<number>(), filled = [...cells];
  for (const first of scene.cells.keys()) {
    if (inside.has(first) || met.has(first)) continue;
    const group = [first];
    met.add(first);
    for (let i = 0; i < group.length; i++) {
      const { x, y } = scene.cells[group[i]!]!;
      for (const next of neighbours(scene.topology, x, y)) {
        const cell = all.get(`${next.x},${next.y}`);
        if (cell === undefined || inside.has(cell) || met.has(cell)) continue;
        met.add(cell);
        group.push(cell);
      }
    }
    if (group.length <= most) filled.push(...group);
  }
  return filled;
}

/** A dot on each cell and half a line to each neighbour of `all`, so that two kinds meet in the middle. */
export function netPath(scene: Scene, cells: Iterable<number>, all: ReadonlySet<number>): string {
  const places = byPlace(scene, all);
  return [...cells].map((cell) => {
    const { x, y } = scene.cells[cell]!, from = spot(scene, cell);
    const ties = neighbours(scene.topology, x, y).flatMap((next) => {
      const other = places.get(`${next.x},${next.y}`);
      if (other === undefined) return [];
      const to = spot(scene, other);
      return [`M${from.x} ${from.y}L${(from.x + to.x) / 2} ${(from.y + to.y) / 2}`];
    });
    return `M${from.x} ${from.y}h.01${ties.join("")}`; // a dot, in dashed lines too
  }).join("");
}

const KEPT = "redoubt.overlays";

/** Which ones are on: as they were left in this browser. */
export function keptOverlays(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

export function keepOverlays(ids: string[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export const hasFog = (scene: Scene): boolean => scene.topology !== Topology.None && scene.cells.some((cell) => cell.light < 2);
