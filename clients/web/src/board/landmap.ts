// A scene as the painter of the ground wants it.
import { codeOf, RIM, type LandMap, type LandName } from "../art/ground/land";
import { noise } from "../art/ground/noise";
import { Topology, type Game, type Scene, type SceneCell } from "../rules/types";
import { neighbours } from "./geometry";
import { paintOf, type Skin } from "./skin";

const DEFAULTS: LandName[] = ["meadow", "wood", "water", "hill"];

const clamp = (value: number, lo: number, hi: number) => Math.max(lo, Math.min(hi, value));

/** Beyond the edge the land goes on as it was, out of sight or unknown; around lanes there are woods. `rim`: rows above and below. */
export function landMapOf(game: Game, skin: Skin, scene: Scene, dark: boolean, rim = RIM): LandMap {
  const xs = scene.cells.map((cell) => cell.x), ys = scene.cells.map((cell) => cell.y);
  const left = Math.min(...xs), top = Math.min(...ys), right = Math.max(...xs), foot = Math.max(...ys);
  const x0 = left - RIM, y0 = top - rim, columns = right - left + 1 + 2 * RIM, rows = foot - top + 1 + 2 * rim, size = columns * rows;
  const map: LandMap = {
    topology: scene.topology, layout: skin.layout, x0, y0, columns, rows, dark, grid: skin.grid,
    land: new Uint8Array(size), light: new Uint8Array(size), owner: new Uint8Array(size),
  };
  const fog = scene.cells.some((cell) => cell.light === 0), lanes = skin.layout === "lanes";
  const found = new Map(scene.cells.map((cell) => [cell.y * 4096 + cell.x, cell]));
  for (let y = y0, i = 0; y < y0 + rows; y++) for (let x = x0; x < x0 + columns; x++, i++) {
    const here = found.get(y * 4096 + x), cell = here ?? found.get(clamp(y, top, foot) * 4096 + clamp(x, left, right));
    const name = game.terrain[cell?.terrain ?? 0] ?? "";
    const land = skin.land[name] ?? DEFAULTS[(cell?.terrain ?? 0) % 4]!;
    map.land[i] = codeOf(here || !lanes ? land : wild(x, y));
    map.light[i] = here ? here.light : lanes ? 2 : fog ? 0 : 1;
    map.owner[i] = here ? paintOf(game, here.owner) : 0;
    if (!here && skin.layout === "stone") map.land[i] = codeOf("unknown");
    if (here?.light === 0 && land === "unknown") map.land[i] = codeOf(beside(game, skin, found, scene, here) ?? "unknown");
    if (here && lanes && land === "meadow" && grove(x, y)) map.land[i] = codeOf("wood");
  }
  return map;
}

/** Under the cloud the water goes on: else its edge would be a shore. */
function beside(game: Game, skin: Skin, found: Map<number, SceneCell>, scene: Scene, cell: SceneCell): LandName | undefined {
  const lands = neighbours(scene.topology, cell.x, cell.y).map(({ x, y }) => skin.land[game.terrain[found.get(y * 4096 + x)?.terrain ?? -1] ?? ""]);
  return lands.find((land) => land === "water") ?? lands.find((land) => land !== undefined && land !== "unknown" && land !== "river");
}

const scatter = (x: number, y: number) => (Math.imul(x * 31 + 7, 2654435761) ^ Math.imul(y * 17 + 3, 40503)) >>> 8 & 15;
/** Woods around a board of lanes, with clearings. */
const wild = (x: number, y: number): LandName => (noise(x * 0.42 + 9, y * 0.42) > 0.46 ? "wood" : "meadow");
const grove = (x: number, y: number) => scatter(x, y) === 5;

/** What of a map differs from the one before: the cells, or null where it is another map altogether. */
export function changedCells(before: LandMap | null, after: LandMap): number[] | null {
  if (!before || before.land.length !== after.land.length || before.dark !== after.dark || before.topology !== after.topology) return null;
  const cells: number[] = [];
  for (let i = 0; i < after.land.length; i++) {
    if (before.land[i] !== after.land[i] || before.light[i] !== after.light[i] || before.owner[i] !== after.owner[i]) cells.push(i);
  }
  return cells;
}

export const hexes = (scene: Scene) => scene.topology === Topology.Hexes;
