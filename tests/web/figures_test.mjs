// Figures, without a browser: everything on a board has one, heroes differ from their class, damage shows, and from afar the sides do.
// usage: node figures_test.mjs RULES_WASM. Mutants of the page's code must be caught.
import { readFileSync } from "node:fs";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const [wasm] = process.argv.slice(2);
const LINES = `
  export { figureOf, hasFigure } from "./art/figures";
  export { heroes } from "./art/figures/heroes";
  export { lookOf } from "./board/skin";
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

const run = async (code, name) => checks[name](code, await code.Rules.load(readFileSync(wasm)));
const right = await pageCode(LINES);
for (const name of Object.keys(checks)) await test(name, () => run(right, name));

const mutants = {
  "every kind of every game has a figure": ["skins/fortress.ts", "\"camp archer\": \"raider\", ", ""],
  "no two heroes look alike, and none like the class": ["art/figures.ts", "...(hero ? strokesOf(hero.own, owner, own) : []),", ""],
  "walls crack and burn, men don't": ["board/skin.ts", " || !isBuilt(figure)", ""],
  "from afar four sides, and what they built, differ": ["art/figures.ts", "body: counter(owner, builds(figure))", "body: counter(owner, false)"],
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
