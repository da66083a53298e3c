// The largest board that there may be, with 500 pieces on it, for a game that exists only here: how quick the layers are.
import { render } from "preact";
import { Board, type ShownToken } from "../../clients/web/src/board/board";
import { defaultSkin, type Skin } from "../../clients/web/src/board/skin";
import { Topology, type Game, type Scene } from "../../clients/web/src/rules/types";
import { cellName } from "../../clients/web/src/rules/words";

const COLUMNS = 60, ROWS = 45, PIECES = 500;
const game = {
  id: "crowd", title: "Crowd", seats: ["North", "South", "East", "West"], terrain: ["plain", "forest", "mountain", "lake"],
  tokens: ["archer", "knight", "tower", "wizard"], moods: [""], counters: [], marks: [], cells: { stride: COLUMNS, rows: ROWS, x0: 0, y0: 0, letters: false },
} as unknown as Game;
const kindAt = (x: number, y: number) => [0, 0, 0, 1, 2, 3, 0, 1][(Math.imul((x >> 2) * 31 + (y >> 2) * 17, 2654435761) >>> 28) % 8]!;
const cells = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
  const x = i % COLUMNS, y = Math.floor(i / COLUMNS);
  return { x, y, terrain: kindAt(x, y), owner: 0, light: y > 38 ? 0 : y > 34 ? 1 : 2 };
});
const tokens: ShownToken[] = Array.from({ length: PIECES }, (_, i) => ({
  id: `u${i}`, token: { cell: (i * 2111) % (COLUMNS * ROWS), unit: i, kind: i % 4, owner: 1 + (i % 4), mood: 0, health: 30 + (i % 60), healthMax: 100, badge: i % 7 ? -1 : i % 5 },
}));
const scene: Scene = { topology: Topology.Hexes, columns: COLUMNS, rows: ROWS, cells, tokens: tokens.map(({ token }) => token), counters: [], marks: [] };
const skin: Skin = { ...defaultSkin, land: { plain: "meadow", forest: "wood", mountain: "rock", lake: "water" } };

document.getElementById("app")?.remove();
const place = document.body.appendChild(document.createElement("div"));
place.className = "board-box";
place.style.height = "100%";
render(<Board game={game} skin={skin} scene={scene} tokens={tokens} name="Board" begin={1230} selected={null}
  label={(cell) => cellName(game.cells, cells[cell]!.x, cells[cell]!.y)} onChoose={() => undefined} />, place);
