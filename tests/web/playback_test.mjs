// What the roles of an event's facts do on the board, without a browser: node playback_test.mjs RULES_WASM.
// Mutants of the page's code must be caught.
import { readFileSync } from "node:fs";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const [wasm] = process.argv.slice(2);
const LINES = `
  export { makeBeats } from "./game/playback";
  export { Rules } from "./rules/module";
  export { tokenId } from "./board/skin";
  export { skinOf } from "./skins";`;

/** Two rows of cells and some tokens on them: [kind, unit, owner, cell, health]. */
function sceneOf(game, tokens, money = 0) {
  const cells = Array.from({ length: 12 }, (_, i) => ({ x: game.cells.x0 + i % 6, y: game.cells.y0 + Math.floor(i / 6), terrain: 0, owner: 0, light: 2 }));
  return {
    topology: game.topology, columns: 6, rows: 2, cells, marks: [],
    counters: game.counters.map((_, name) => ({ name, owner: 1, value: money })),
    tokens: tokens.map(([kind, unit, owner, cell, health = 10]) => (
      { kind: game.tokens.indexOf(kind), unit, owner, cell, health, healthMax: 10, mood: 0, badge: -1 })),
  };
}

/** The number by which the rules call cell i of the scene. */
const cell = (game, i) => Math.floor(i / 6) * game.cells.stride + i % 6;

function stage(code, rules, id) {
  const game = rules.games.find((one) => one.id === id), skin = code.skinOf(game.id);
  const event = (name, ...args) => ({ kind: game.events.findIndex((one) => one.name === name), cause: 0, args });
  const play = (before, after, ...events) => code.makeBeats(game, skin, before, after, events, 0);
  const shown = (beat, unit) => beat.tokens.find((one) => one.token.unit === unit);
  return { game, event, play, shown, at: (i) => cell(game, i), scene: (...tokens) => sceneOf(game, tokens) };
}

const checks = {
  "a unit that moves is shown where it went": (code, rules) => {
    const { event, play, shown, at, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(["scout", 5, 1, 0]), scene(["scout", 5, 1, 2]), event("moved", 5, at(0), at(2)));
    same(shown(beat, 5).token.cell, 2, "its cell");
    same(beat.lines[0].quiet, true, "a move is quiet");
  },
  "a unit that was blocked stays where it is": (code, rules) => {
    const { event, play, shown, at, scene } = stage(code, rules, "classic");
    const still = scene(["scout", 5, 1, 0]);
    for (const name of ["blocked", "left_out"]) same(shown(play(still, still, event(name, 5, at(1)))[0], 5).token.cell, 0, name);
  },
  "two units that change places both move": (code, rules) => {
    const { event, play, shown, at, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(["scout", 5, 1, 0], ["archer", 6, 1, 1]), scene(["scout", 5, 1, 1], ["archer", 6, 1, 0]), event("swapped", 5, 6, at(0), at(1)));
    same([shown(beat, 5).token.cell, shown(beat, 6).token.cell, beat.arrows.length], [1, 0, 0], "cells and arrows");
  },
  "a blow goes from who to whom, and health follows": (code, rules) => {
    const { event, play, shown, scene } = stage(code, rules, "apoca");
    const before = scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 1]), after = scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 1, 7]);
    const [beat] = play(before, after, event("hit", 1, (1 << 16) + 2, 3, 7));
    same([beat.arrows[0].from, beat.arrows[0].to, shown(beat, 2).token.health, shown(beat, 2).state, beat.floats[0].text], [0, 1, 7, "hit", "−3"], "the blow");
  },
  "a unit that is hurt by nobody in particular loses health": (code, rules) => {
    const { event, play, shown, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(["scout", 5, 1, 0]), scene(["scout", 5, 1, 0, 4]), event("hurt", 5, 6000, 4));
    same([shown(beat, 5).token.health, beat.floats.length, beat.arrows.length], [4, 1, 0], "health, numbers, arrows");
  },
  "a blow against a seat lands on its base": (code, rules) => {
    const { event, play, shown, scene } = stage(code, rules, "apoca");
    const before = scene(["demon", 2, 2, 0], ["base", 65535, 1, 3]);
    const [beat] = play(before, before, event("base_hit", (1 << 16) + 2, 0, 4, 6));
    same([beat.arrows[0].to, shown(beat, 65535).token.health], [3, 6], "arrow and health");
  },
  "units that are choices move too": (code, rules) => {
    const { event, play, shown, at, scene } = stage(code, rules, "fate");
    const [beat] = play(scene(["rider", 3, 1, 0]), scene(["rider", 3, 1, 5]), event("moved", 3, at(0), at(5)));
    same([shown(beat, 3).token.cell, beat.arrows.length], [5, 0], "cell and arrows");
  },
  "who dies without a place is gone from where it was": (code, rules) => {
    const { event, play, shown, scene } = stage(code, rules, "fate");
    const [beat] = play(scene(["rider", 3, 1, 4]), scene(), event("died", 3));
    same([shown(beat, 3).state, beat.marks], ["gone", [4]], "state and marks");
  },
  "armies without a number leave an arrow": (code, rules) => {
    const { event, play, at, scene } = stage(code, rules, "civ");
    const [beat] = play(scene(), scene(), event("moved", 0, 0, at(1), at(2)));
    same(beat.arrows, [{ from: 1, to: 2, look: "move" }], "arrows");
  },
  "money is what the event says": (code, rules) => {
    const { game, event, play, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(), scene(), event("income", 0, 5, 35));
    same(beat.counters.find((one) => game.counters[one.name] === "gold").value, 35, "gold");
  },
  "an event that says what it is about is not told twice": (code, rules) => {
    const { event, play, at, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(), scene(["scout", 5, 1, 0]), event("appeared", 0, 5, 0, at(0)));
    same([beat.lines[0].text.replace(/ at .*/, ""), beat.tokens[0].state], ["5, a scout of P1 (you), appears", "new"], "line and state");
  },
  "an event of no kind is an error": async (code, rules) => {
    const { play, scene } = stage(code, rules, "classic");
    if (!await fails(() => play(scene(), scene(), { kind: 999, cause: 0, args: [] }))) throw new Error("it is taken");
  },
};

const run = async (code, name) => checks[name](code, await code.Rules.load(readFileSync(wasm)));
const right = await pageCode(LINES);
for (const name of Object.keys(checks)) await test(name, () => run(right, name));

const mutants = {
  "a unit that moves is shown where it went": ["else this.move(who, to);", "else this.move(who, from);"],
  "a unit that was blocked stays where it is": ["to = known(Role.To)", "to = known(Role.To) ?? (event.args.length === 2 ? event.args[1] : undefined)"],
  "two units that change places both move": ["if (whom !== undefined) this.move(whom, from);", ""],
  "a blow goes from who to whom, and health follows": ["this.strike(who, whom, health)", "this.strike(whom, who!, health)"],
  "a unit that is hurt by nobody in particular loses health": ["this.strike(undefined, who, health)", "this.comeOrGo(who, place, index)"],
  "a blow against a seat lands on its base": ["stage.seatToken(seat) ?? \"\"", "who ?? \"\""],
  "units that are choices move too": ["arg.type === ArgType.Choice ? value : value & 0xffff", "-1"],
  "who dies without a place is gone from where it was": ["place >= 0 ? place : token?.cell ?? -1", "place"],
  "armies without a number leave an arrow": ["this.march(from, to)", "this.march(to, from)"],
  "money is what the event says": ["const money = known(Role.Money);", "const money = known(Role.Gain);"],
  "an event that says what it is about is not told twice": ["&& !saysWhat", ""],
  "an event of no kind is an error": ["if (!kind) throw new Error(`event ${event.kind} is of no kind`);", "if (!kind) return;"],
};
for (const [name, [from, to]] of Object.entries(mutants)) {
  await test(`can fail: ${name}`, async () => {
    const code = await pageCode(LINES, ["game/playback.ts", from, to]);
    const noticed = await fails(() => run(code, name));
    if (!noticed) throw new Error("nobody notices the mutant");
    console.log(`# ${noticed.slice(0, 120)}`);
  });
}
finish();
