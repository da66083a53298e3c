// A board that has every kind of ground and on each of them every mark: for tests of what can be told apart.
import { render } from "preact";
import { useState } from "preact/hooks";
import { Board, type BoardProps } from "../../clients/web/src/board/board";
import { defaultSkin, type Land, type Layout, type Skin } from "../../clients/web/src/board/skin";
import { Topology, type Game, type Scene, type SceneCell, type Token } from "../../clients/web/src/rules/types";

const PATCH = 3;
const ALL_MARKS = ["reach", "target", "threats", "sight", "ranges", "networks", "cut off", "yields", "way", "attack", "shot", "queue", "stop", "range",
  "piece", "foe", "third", "fourth", "health", "order", "idle"];
const ON_MAPS = ["networks", "cut off", "yields"]; // no game of another layout has them
const marksOf = (layout: Layout) => (layout === "map" ? ALL_MARKS : ALL_MARKS.filter((mark) => !ON_MAPS.includes(mark)));
const KINDS: Record<Layout, Land[]> = {
  map: ["meadow", "wood", "rock", "hill", "water", "river"], lanes: ["lane", "plot", "meadow"], stone: ["stone", "home"],
};
const ALL = [...new Set(Object.values(KINDS).flat())];
const OVERLAYS = { threats: ["hatch", "threatened", 0], sight: ["area", "in sight", 0], ranges: ["area", "reach", 2], networks: ["net", "road network", 1], "cut off": ["net", "cut off", 1] } as const;
const YIELDS = ["food", "production", "trade"];

const game = {
  id: "lands", title: "Lands", seats: ["One", "Two"], terrain: ALL, tokens: ["soldier"], moods: ["", "defending"], counters: [],
  marks: ["threatened", "reach", "road network", "cut off", ...YIELDS], cells: { stride: 99, rows: 99, x0: 0, y0: 0, letters: false },
} as unknown as Game;

interface Patch { name: string; land: Land; light: number; owner: number }

function patchesOf(layout: Layout): Patch[] {
  const owners = (land: Land) => (land === "plot" || land === "home" ? [1, 2] : [0]);
  const lights = layout === "map" ? [2, 1] : [2];
  return lights.flatMap((light) => KINDS[layout].flatMap((land) => owners(land).map((owner) => (
    { name: `${land}${owner || ""}${light === 1 ? " remembered" : ""}`, land, light, owner }))));
}

interface Spot { name: string; mark: string; cell: number }

/** A row of patches for each kind of ground, a column for each mark. */
function sceneOf(layout: Layout): { scene: Scene; spots: Spot[] } {
  const patches = patchesOf(layout), marks = marksOf(layout), cells: SceneCell[] = [], spots: Spot[] = [], columns = marks.length * PATCH, rows = patches.length * PATCH;
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) {
    const patch = patches[Math.floor(y / PATCH)]!;
    if (x % PATCH === 1 && y % PATCH === 1) spots.push({ name: patch.name, mark: marks[Math.floor(x / PATCH)]!, cell: cells.length });
    cells.push({ x, y, terrain: ALL.indexOf(patch.land), owner: patch.owner, light: patch.light });
  }
  const topology = layout === "map" ? Topology.Hexes : Topology.Squares;
  return { scene: { topology, columns, rows, cells, tokens: [], counters: [], marks: [] }, spots };
}

const token = (cell: number, owner: number, more: Partial<Token> = {}): Token => (
  { cell, unit: cell, kind: 0, owner, mood: 0, health: 0, healthMax: 0, badge: -1, ...more });
const shown = (tokens: Token[]) => tokens.map((one) => ({ id: `t${one.cell}`, token: one }));

/** The props of a board on which this mark is in the middle of each patch. */
function marked(mark: string, middles: number[]): Partial<BoardProps> {
  const cells = new Set(middles), beside = (cell: number) => cell + 1;
  const arrows = (look: "move" | "attack" | "ranged") => ({ arrows: middles.map((from) => ({ from, to: beside(from), look })) });
  const shade = OVERLAYS[mark as keyof typeof OVERLAYS];
  if (shade) {
    const overlay = { id: mark, key: "x", word: "overlays" as const, look: shade[0], marks: [] };
    return { shades: [{ overlay, name: shade[1], owner: shade[2], cells: new Map(middles.map((cell) => [cell, 1])) }] };
  }
  const yields = { id: mark, key: "x", word: "overlays" as const, look: "pips" as const, marks: YIELDS };
  const table: Record<string, Partial<BoardProps>> = {
    reach: { targets: cells }, target: { targets: cells, tokens: shown(middles.map((cell) => token(cell, 2))) },
    way: arrows("move"), attack: arrows("attack"), shot: arrows("ranged"),
    queue: { flows: middles.map((from) => ({ from, to: beside(from), owner: 1, meant: false })) },
    stop: { signs: middles.map((cell) => ({ cell, text: "3", owner: 1 })) },
    range: { ranges: cells },
    yields: { shades: YIELDS.map((name) => ({ overlay: yields, name, owner: 0, cells: new Map(middles.map((cell) => [cell, 1])) })) },
    piece: { tokens: shown(middles.map((cell) => token(cell, 1))) }, foe: { tokens: shown(middles.map((cell) => token(cell, 2))) },
    third: { tokens: shown(middles.map((cell) => token(cell, 3))) }, fourth: { tokens: shown(middles.map((cell) => token(cell, 4))) },
    health: { tokens: shown(middles.map((cell) => token(cell, 1, { health: 20, healthMax: 100 }))) },
    order: { tokens: shown(middles.map((cell) => token(cell, 1, { mood: 1 }))) },
    idle: { tokens: shown(middles.map((cell) => token(cell, 1))), idle: cells },
  };
  return table[mark] ?? {};
}

/** All marks at once, each on its own cells. */
function allMarked(spots: Spot[]): Partial<BoardProps> {
  const each = ALL_MARKS.map((mark) => marked(mark, spots.filter((spot) => spot.mark === mark).map((spot) => spot.cell)));
  const sets = (key: "targets" | "ranges" | "idle") => new Set(each.flatMap((one) => [...(one[key] ?? [])]));
  const lists = <K extends "shades" | "arrows" | "flows" | "signs" | "tokens">(key: K) => each.flatMap((one) => (one[key] ?? []) as never[]);
  return {
    targets: sets("targets"), ranges: sets("ranges"), idle: sets("idle"), shades: lists("shades"), arrows: lists("arrows"),
    flows: lists("flows"), signs: lists("signs"), tokens: lists("tokens"),
  };
}

let wish: (state: { layout: Layout; on: boolean }) => void = () => undefined;
const scenes = new Map<Layout, ReturnType<typeof sceneOf>>();
function kept(layout: Layout) {
  if (!scenes.has(layout)) scenes.set(layout, sceneOf(layout));
  return scenes.get(layout)!;
}
Object.assign(globalThis, {
  showLands: (layout: Layout, on: boolean) => wish({ layout, on }),
  landsOf: (layout: Layout) => kept(layout).spots,
});

function Page() {
  const [{ layout, on }, set] = useState<{ layout: Layout; on: boolean }>({ layout: "map", on: false });
  wish = set;
  const { scene, spots } = kept(layout);
  const skin: Skin = { ...defaultSkin, layout, land: Object.fromEntries(ALL.map((land) => [land, land])) };
  return <Board key={layout} game={game} skin={skin} scene={scene} tokens={[]} name="Lands" onChoose={() => undefined} {...(on ? allMarked(spots) : {})} />;
}

document.getElementById("app")?.remove();
const place = document.body.appendChild(document.createElement("div"));
place.id = "lands";
place.style.height = "100%";
place.style.position = "relative";
render(<Page />, place);
