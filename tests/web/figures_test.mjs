// What is drawn, without a browser: everything on a board has a figure, heroes differ from their class, damage shows, and from afar the sides do;
// roads lead to doors; the wheel of orders stays within the board; painted pictures are whole, and areas without small holes.
// usage: node figures_test.mjs RULES_WASM. Mutants of the page's code must be caught.
import { readFileSync } from "node:fs";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const [wasm] = process.argv.slice(2);
const LINES = `
  export { figureOf, hasFigure } from "./art/figures";
  export { heroes } from "./art/figures/heroes";
  export { linesOf } from "./board/tracks";
  export { arcOf } from "./game/arc";
  export { withoutHoles } from "./board/overlays";
  export { lookOf } from "./board/skin";
  export { ANY, heroScenery, LETTERS, SCENERY } from "./pages/scenery";
  export { Rules } from "./rules/module";
  export { skinOf } from "./skins";`;
const FATE_HEROES = 14;

const token = (game, kind, more = {}) => ({ cell: 0, unit: 1, kind: game.tokens.indexOf(kind), owner: 1, mood: 0, health: 0, healthMax: 0, badge: -1, ...more });
const drawn = (code, look) => JSON.stringify(code.figureOf(look).body);

const checks = {
  "every kind of every game has a figure": (code, rules) => {
    for (const game of rules.games.filter((one) => one.tokens.length > 0)) {
      const skin = code.skinOf(game);
      const bare = game.tokens.filter((kind) => !skin.tracks[kind] && !code.hasFigure(code.lookOf(game, skin, token(game, kind)).figure));
      same(bare, [], `${game.id}: without a figure`);
    }
  },
  "no two heroes look alike, and none like the class": (code) => {
    const names = Object.keys(code.heroes), pictures = names.map((figure) => drawn(code, { figure, owner: 1 }));
    const classes = [...new Set(Object.values(code.heroes).map((one) => one.class))].map((figure) => drawn(code, { figure, owner: 1 }));
    same(names.length, FATE_HEROES, "heroes");
    same(new Set([...pictures, ...classes]).size, names.length + classes.length, "different pictures");
  },
  "walls crack and burn, men don't": (code, rules) => {
    const game = rules.games.find((one) => one.id === "classic"), skin = code.skinOf(game);
    const worn = (kind, health) => code.lookOf(game, skin, token(game, kind, { health, healthMax: 100 })).worn ?? "whole";
    same([100, 61, 60, 26, 25, 1, 0].map((health) => worn("base", health)), ["whole", "whole", "cracked", "cracked", "burning", "burning", "fallen"], "a base");
    same(worn("soldier", 10), "whole", "a soldier");
    const pictures = [undefined, "cracked", "burning", "fallen"].map((state) => drawn(code, { figure: "base", owner: 1, worn: state }));
    same(new Set(pictures).size, 4, "different pictures");
  },
  "from afar four sides, and what they built, differ": (code) => {
    const far = (figure, owner) => drawn(code, { figure, owner, far: true });
    const sides = [1, 2, 3, 4].flatMap((owner) => [far("soldier", owner), far("tower", owner)]);
    same(new Set(sides).size, 8, "different pictures");
    same(far("soldier", 1), far("archer", 1), "men of a side");
    same(far("mine", 0), drawn(code, { figure: "mine", owner: 0 }), "what has no side stays");
  },
};

/** The middles of so many discs around a place of a board that is 900 x 600. */
function discsAt(code, count, x, y, foe) {
  const { from, span, far } = code.arcOf(count, { x, y, wide: 900, high: 600 }, foe);
  return Array.from({ length: count }, (_, i) => from + (span * (i + 0.5)) / count).map((angle) => [x + far * Math.cos(angle), y + far * Math.sin(angle)]);
}

Object.assign(checks, {
  "every disc of the wheel lies within the board, and apart": (code) => {
    for (const count of [1, 3, 5, 8]) for (const x of [25, 70, 450, 875]) for (const y of [25, 300, 580]) for (const foe of [-1.6, 0, 2]) {
      const discs = discsAt(code, count, x, y, foe), where = `${count} discs at ${x},${y}`;
      same(discs.filter(([u, v]) => u < 23 || v < 23 || u > 877 || v > 577), [], `${where}: outside`);
      const near = discs.flatMap(([u, v], i) => discs.slice(i + 1).filter(([a, b]) => Math.hypot(a - u, b - v) < 40));
      same(near, [], `${where}: on each other`);
    }
  },
  "in the open the wheel leaves room for the foe": (code) => {
    for (const foe of [-3, -1, 0.5, 2]) {
      const turned = discsAt(code, 8, 450, 300, foe).map(([x, y]) => Math.abs(Math.atan2(Math.sin(Math.atan2(y - 300, x - 450) - foe), Math.cos(Math.atan2(y - 300, x - 450) - foe))));
      same(turned.filter((angle) => angle < 0.7), [], `discs towards ${foe}`);
    }
  },
  "a road bends through its tiles and ends at the doors of both towers, each led to once": (code, rules) => {
    const game = rules.games.find((one) => one.id === "fortress"), skin = code.skinOf(game), columns = 6;
    const cells = Array.from({ length: 24 }, (_, i) => ({ x: i % columns, y: Math.floor(i / columns), terrain: 0, owner: 0, light: 2 }));
    const on = (kind, x, y, mood = "") => token(game, kind, { cell: y * columns + x, mood: Math.max(0, game.moods.indexOf(mood)) });
    const lines = (tokens) => code.linesOf(game, skin, { topology: 2, columns, rows: 4, cells, tokens, counters: [], marks: [] });
    const [road] = lines([on("tower", 0, 1), on("road", 1, 1), on("road", 2, 1), on("tower", 3, 1)]);
    const parts = road.d.split("M").filter(Boolean), ends = parts.map((one) => one.split("Q")).flat();
    same(parts.length, 2, "bends");
    same([ends[0].split(" ")[0], ends[3].split(" ").slice(-2)[0]], ["40.0", "160.0"], "from door to door");
    const [fork] = lines([on("tower", 0, 1), on("road", 1, 1), on("road", 1, 0)]);
    same(fork.d.split(/40.0 /).length - 1, 1, "ways to a tower that two tiles of a road touch");
    const broken = lines([on("road", 1, 1, "disabled")])[0];
    same([broken.state, broken.crosses !== ""], ["broken", true], "a road that is disabled");
  },
});

Object.assign(checks, {
  "two discs of the wheel need a short arc": (code) => {
    const { span } = code.arcOf(2, { x: 450, y: 300, wide: 900, high: 600 }, 0);
    same(span < Math.PI / 2, true, "less than a quarter of the circle");
  },
  "every game has a picture of its own, of known land and figures, all lines alike long": (code, rules) => {
    same(rules.games.filter((game) => game.topology !== 0 && !code.SCENERY[game.id]).map((game) => game.id), [], "games without a picture");
    for (const [name, one] of Object.entries({ any: code.ANY, wide: code.heroScenery(false), narrow: code.heroScenery(true), ...code.SCENERY })) {
      const wrong = [...one.rows, ...(one.light ?? []), ...(one.owners ?? [])].filter((line) => line.length !== one.rows[0].length);
      same(wrong, [], `${name}: lines of another length`);
      same([one.light, one.owners].map((lines) => lines?.length ?? one.rows.length), [one.rows.length, one.rows.length], `${name}: lines`);
      same(one.rows.flatMap((line) => [...line].filter((letter) => !code.LETTERS[letter])), [], `${name}: unknown land`);
      same(one.standing.filter(({ figure }) => !code.hasFigure(figure)).map(({ figure }) => figure), [], `${name}: unknown figures`);
    }
  },
  "an area is drawn without its small holes, and with its large ones": (code) => {
    const columns = 9, scene = { topology: 1, columns, rows: 9, cells: Array.from({ length: 81 }, (_, i) => ({ x: i % columns, y: Math.floor(i / columns) })) };
    const without = (holes) => code.withoutHoles(scene, scene.cells.flatMap((_, i) => (holes.includes(i) ? [] : [i])), 2).length;
    same([without([40]), without([40, 41]), without([40, 41, 42]), without([40, 60])], [81, 81, 78, 81], "cells");
  },
});

const run = async (code, name) => checks[name](code, await code.Rules.load(readFileSync(wasm)));
const right = await pageCode(LINES);
for (const name of Object.keys(checks)) await test(name, () => run(right, name));

const mutants = {
  "every kind of every game has a figure": ["skins/fortress.ts", "\"camp archer\": \"raider\", ", ""],
  "no two heroes look alike, and none like the class": ["art/figures.ts", "...(hero ? strokesOf(hero.own, owner, own) : []),", ""],
  "walls crack and burn, men don't": ["board/skin.ts", " || !isBuilt(figure)", ""],
  "from afar four sides, and what they built, differ": ["art/figures.ts", "body: counter(owner, builds(figure))", "body: counter(owner, false)"],
  "every disc of the wheel lies within the board, and apart": ["game/arc.ts", "if (need > most && far < RADIUS_MOST) continue;", ""],
  "in the open the wheel leaves room for the foe": ["game/arc.ts", "foe + Math.PI", "foe"],
  "two discs of the wheel need a short arc": ["game/arc.ts", "need * LOOSE", "2 * Math.PI"],
  "every game has a picture of its own, of known land and figures, all lines alike long": ["pages/scenery.ts", "\"f...mm.\"", "\"f...mm\""],
  "an area is drawn without its small holes, and with its large ones": ["board/overlays.ts", "if (group.length <= most) ", ""],
  "a road bends through its tiles and ends at the doors of both towers, each led to once": ["board/tracks.tsx", "return beside ? [] : ", "return "],
};
for (const [name, mutant] of Object.entries(mutants)) {
  await test(`can fail: ${name}`, async () => {
    const code = await pageCode(LINES, mutant);
    const noticed = await fails(() => run(code, name));
    if (!noticed) throw new Error("nobody notices the mutant");
    console.log(`# ${noticed.slice(0, 120)}`);
  });
}
finish();
