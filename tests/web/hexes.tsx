// A board of hexes and squares drawn by the default skin, for a game that exists only here: what the
// board promises to games to come.
import { render } from "preact";
import { useState } from "preact/hooks";
import { Board, type ShownToken } from "../../clients/web/src/board/board";
import { defaultSkin, tokenWords } from "../../clients/web/src/board/skin";
import { Topology, type Game, type Scene } from "../../clients/web/src/rules/types";
import { cellName } from "../../clients/web/src/rules/words";

const COLUMNS = 36, ROWS = 31;
const game = {
  id: "hexes", title: "Hexes", seats: ["North", "South", "East", "West"], terrain: ["plain", "forest", "water"],
  tokens: ["archer", "knight"], moods: ["", "tired"], counters: [], marks: [], cells: { stride: COLUMNS, rows: ROWS, x0: 0, y0: 0, letters: true },
} as unknown as Game;
const cells = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
  const x = i % COLUMNS, y = Math.floor(i / COLUMNS);
  return { x, y, terrain: (x * y) % 3, owner: y < 4 ? 1 : y > 26 ? 2 : 0, light: y > 20 ? 0 : y > 16 ? 1 : 2 };
});
const tokens = Array.from({ length: 24 }, (_, i) => (
  { cell: 40 + i * 29, unit: i, kind: i % 2, owner: 1 + (i % 4), mood: 0, health: 30 + i, healthMax: 60, badge: i % 5 }));
const scene: Scene = { topology: Topology.Hexes, columns: COLUMNS, rows: ROWS, cells, tokens, counters: [], marks: [] };
const shown: ShownToken[] = tokens.map((token, i) => ({ id: `u${i}`, token }));

function Page() {
  const [selected, choose] = useState<number | null>(75);
  const label = (cell: number) => [cellName(game.cells, cells[cell]!.x, cells[cell]!.y), game.terrain[cells[cell]!.terrain],
    ...tokens.filter((token) => token.cell === cell).map((token) => tokenWords(game, defaultSkin, token, 0))].join(", ");
  return <Board game={game} skin={defaultSkin} scene={scene} tokens={shown} name="Board" selected={selected} onChoose={choose}
    targets={new Set([76, 77, 110])} arrows={[{ from: 69, to: 98, look: "move" }, { from: 98, to: 127, look: "attack" }, { from: 40, to: 127, look: "ranged" }]}
    floats={[{ id: "f", cell: 156, text: "−12", tone: "loss" }]} ranges={new Set([41, 42, 78])} label={label} />;
}

document.getElementById("app")!.remove();
const place = document.body.appendChild(document.createElement("div"));
place.id = "hexes";
place.style.height = "100%";
render(<Page />, place);
