// What the roles of an event's facts do on the board, without a browser: node playback_test.mjs RULES_WASM.
// Mutants of the page's code must be caught.
import { readFileSync } from "node:fs";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const [wasm] = process.argv.slice(2);
const LINES = `
  export { makeBeats } from "./game/playback";
  export { sumUp } from "./game/play/summary";
  export { longestNoise } from "./game/play/sound";
  export { Pace } from "./net/pace";
  export { Playback } from "./game/session/playback";
  export { Log } from "./game/session/log";
  export { SPECTATOR } from "./rules/types";
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
  const game = rules.games.find((one) => one.id === id), skin = code.skinOf(game);
  const event = (name, ...args) => ({ kind: game.events.findIndex((one) => one.name === name), cause: 0, args });
  const play = (before, after, ...events) => code.makeBeats(game, skin, before, [{ name: "", row: 0, after, events }], 0);
  /** The beat in which an act of this kind begins. */
  const when = (beats, what) => beats.find((beat) => beat.acts.some((act) => act.what === what));
  const shown = (beat, unit) => beat.tokens.find((one) => one.token.unit === unit);
  return { game, event, play, when, shown, at: (i) => cell(game, i), scene: (...tokens) => sceneOf(game, tokens) };
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
    const { event, play, when, shown, scene } = stage(code, rules, "apoca");
    const before = scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 1]), after = scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 1, 7]);
    const beats = play(before, after, event("hit", 1, (1 << 16) + 2, 3, 7)), lean = when(beats, "swing"), hit = when(beats, "hit");
    same([lean.arrows[0].from, lean.arrows[0].to, shown(lean, 2).token.health], [0, 1, 10], "while it is struck");
    same([shown(hit, 2).token.health, shown(hit, 2).state, hit.floats[0].text], [7, "hit", "−3"], "the blow");
  },
  "a unit that is hurt by nobody in particular loses health": (code, rules) => {
    const { event, play, shown, scene } = stage(code, rules, "classic");
    const [beat] = play(scene(["scout", 5, 1, 0]), scene(["scout", 5, 1, 0, 6]), event("hurt", 5, 6000, 4)); // then it heals
    same([shown(beat, 5).token.health, beat.floats.length, beat.arrows.length], [4, 1, 0], "health, numbers, arrows");
  },
  "a blow against a seat lands on its base": (code, rules) => {
    const { event, play, when, shown, scene } = stage(code, rules, "apoca");
    const before = scene(["demon", 2, 2, 0], ["base", 65535, 1, 3]);
    const beats = play(before, scene(["demon", 2, 2, 0], ["base", 65535, 1, 3, 6]), event("base_hit", (1 << 16) + 2, 0, 4, 6));
    same([when(beats, "shot").acts[0].to, shown(when(beats, "hit"), 65535).token.health], [3, 6], "the shot and the health");
  },
  "units that are choices move too": (code, rules) => {
    const { event, play, shown, at, scene } = stage(code, rules, "fate");
    const [beat] = play(scene(["rider", 3, 1, 0]), scene(["rider", 3, 1, 5]), event("moved", 3, at(0), at(4)));
    same([shown(beat, 3).token.cell, beat.arrows.length], [4, 0], "cell and arrows");
  },
  "who dies without a place is gone from where it was": (code, rules) => {
    const { event, play, when, shown, scene } = stage(code, rules, "fate");
    const beats = play(scene(["rider", 3, 1, 4]), scene(), event("died", 3)), fall = when(beats, "fall");
    same([shown(fall, 3).state, fall.marks, beats.at(-1).tokens.length], ["gone", [4], 0], "state, marks and who is left");
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
    same([beat.lines[0].text.replace(/ at .*/, ""), beat.tokens[0].state], ["Your scout appears", "new"], "line and state");
  },
  "a step ends as the view says, whatever was told": (code, rules) => {
    const { play, shown, scene } = stage(code, rules, "classic");
    const beats = play(scene(["scout", 5, 1, 0], ["archer", 6, 1, 1]), scene(["scout", 5, 1, 3, 4]));
    same([shown(beats.at(-1), 5).token.cell, shown(beats.at(-1), 5).token.health, beats.at(-1).tokens.length, beats.at(-1).ends], [3, 4, 1, true], "the end");
  },
  "what happens apart happens at once, in one place in turn": (code, rules) => {
    const { event, play, when, at, scene } = stage(code, rules, "classic");
    const before = scene(["scout", 5, 1, 0], ["scout", 6, 1, 11], ["archer", 7, 2, 4, 10]);
    const apart = play(before, scene(["scout", 5, 1, 1], ["scout", 6, 1, 10], ["archer", 7, 2, 4, 10]), event("moved", 5, at(0), at(1)), event("moved", 6, at(11), at(10)));
    same(apart.filter((beat) => beat.acts.length > 0).length, 1, "beats of two walks");
    const one = play(before, before, event("moved", 5, at(0), at(1)), event("moved", 5, at(1), at(2)));
    same(one.filter((beat) => beat.acts.some((act) => act.what === "walk")).length >= 2, true, "two steps of one");
    const hurt = play(before, before, event("hurt", 7, 2000, 8), { ...event("died", 7, at(4)), cause: 1 });
    same(hurt.findIndex((beat) => beat === when(hurt, "hit")) >= 0, true, "who is hurt");
  },
  "dice are shown with what they are for, and with what they decided": (code, rules) => {
    const { game, event, play, when, scene } = stage(code, rules, "fate");
    const why = game.events.find((one) => one.name === "rolled").args.find((arg) => arg.name === "why").choices;
    const before = scene(["rider", 3, 1, 0], ["knight", 9, 2, 1]);
    const beats = play(before, scene(["rider", 3, 1, 0], ["knight", 9, 2, 1, 8]), event("rolled", 3, 0, 5, 4), event("rolled", 9, 0, 2, 1),
      event("hit", 3, 9, 9, 3, 2, 8));
    const rolls = beats.flatMap((beat) => beat.acts.filter((act) => act.what === "dice"));
    same(rolls.map((act) => [act.id, act.dice, act.why, act.owner]), [[rolls[0].id, [5, 4], why[0], 1], [rolls[1].id, [2, 1], why[0], 2]], "dice");
    same(when(beats, "verdict").acts.find((act) => act.what === "verdict").text, "9 : 3", "both totals");
    same(beats.indexOf(when(beats, "verdict")) > beats.indexOf(when(beats, "dice")), true, "dice come first");
  },
  "along a road a step takes half as long, along a rail less": (code, rules) => {
    const { event, play, when, at, scene } = stage(code, rules, "fortress");
    const along = (...tracks) => {
      const on = (i) => tracks.map((name) => [name, 65535, 1, i]);
      const beats = play(scene(["scout", 5, 1, 0], ...on(0), ...on(1)), scene(["scout", 5, 1, 1], ...on(0), ...on(1)), event("moved", 5, at(0), at(1)));
      return when(beats, "walk").acts[0].ms;
    };
    const [step, road, rail] = [along(), along("road"), along("rail", "road")];
    same([road / step, Math.round((100 * rail) / step)], [0.5, 29], "road and rail to a step across country");
  },
  "who shoots takes aim before": (code, rules) => {
    const { event, play, when, scene } = stage(code, rules, "apoca");
    const before = scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 3]);
    const beats = play(before, scene(["mercenary", 1, 1, 0], ["demon", 2, 2, 3, 7]), event("shot", 1, (1 << 16) + 2, 3, 7));
    const aim = when(beats, "aim"), shot = when(beats, "shot");
    same([aim !== undefined, beats.indexOf(aim) < beats.indexOf(shot)], [true, true], "aim and shot");
  },
  "the walls of a base that falls come down": (code, rules) => {
    const { event, play, when, scene } = stage(code, rules, "fortress");
    const beats = play(scene(["base", 65535, 2, 3]), scene(), event("base_fell", 1)), crumble = when(beats, "crumble");
    same(crumble?.acts.map((act) => [act.what, act.cell]), [["effect", 3], ["crumble", 3]], "what begins");
    same([crumble.tokens.length, beats.at(-1).tokens.length], [1, 0], "the base, and what is left of it");
  },
  "a long turn goes faster": (code, rules) => {
    const { event, play, at, scene } = stage(code, rules, "classic");
    const before = scene(["scout", 5, 1, 0]);
    const beats = play(before, before, ...Array.from({ length: 200 }, (_, i) => event("moved", 5, at(i % 2), at(1 - i % 2))));
    const ms = beats.reduce((sum, beat) => sum + beat.ms, 0);
    same([ms > 5000, ms < 6001], [true, true], `${ms} ms`);
  },
  "a step that all watch together waits for the server, and every step as long": (code) => {
    const said = [], asked = [], kept = globalThis.setTimeout;
    globalThis.setTimeout = (call, ms) => asked.push({ call, ms });
    try {
      const pace = new code.Pace((turn, step) => said.push([turn, step])), now = { turn: [3, 9] };
      same(pace.mayShow(now, 1), false, "before the server has said anything");
      pace.take(3, 2);
      same([1, 2, 3, 0].map((row) => pace.mayShow(now, row)), [true, true, false, false], "rows up to the second");
      same(pace.mayShow({ turn: [2, 9] }, 0), true, "a turn before");
      asked.at(-1).call();
      pace.take(3, 4);
      same([asked.length, asked[0].ms === asked[1].ms], [2, true], "as long as the first");
      pace.hold(true);
      pace.take(3, 5);
      same(asked.length, 2, "who holds it says nothing");
      pace.skip();
      pace.take(3, null);
      same([pace.mayShow(now, 0), said], [true, [[3, 2], [3, null]]], "all, and what was said");
    } finally {
      globalThis.setTimeout = kept;
    }
  },
  "the playback stands until it may go on": (code, rules) => {
    const { game, event, at, scene } = stage(code, rules, "classic"), open = { rows: -1 };
    const listener = Object.fromEntries(["begins", "stands", "ends", "changed", "skips", "pauses"].map((name) => [name, () => undefined]));
    const playback = new code.Playback(game, code.skinOf(game), 0, new code.Log(), listener, () => false, (_, row) => row <= open.rows);
    const look = (cell, steps = []) => ({ scene: scene(["scout", 5, 1, cell]), legal: [], steps });
    playback.add({ update: { events: [], frames: [], turn: [0, 9] }, look: look(0) });
    const frames = [{ step: 1, events: 1, patch: new Uint8Array() }, { step: 2, events: 1, patch: new Uint8Array() }];
    playback.add({ update: { events: [event("moved", 5, at(0), at(1)), event("moved", 5, at(1), at(2))], frames, turn: [1, 9] }, look: look(2, [look(1).scene]) });
    playback.next();
    same([playback.held, playback.tokens[0].token.cell], [true, 0], "nothing may be shown");
    open.rows = 1;
    playback.release();
    playback.step();
    same([playback.tokens[0].token.cell], [1], "the first step");
    playback.step();
    same([playback.held, playback.tokens[0].token.cell], [true, 1], "not the second");
    open.rows = 2;
    playback.release();
    playback.step();
    same([playback.running, playback.tokens[0].token.cell], [false, 2], "the second");
    playback.close();
  },
  "a turn is told in three lines at most, what was lost first": (code, rules) => {
    const { game, event, play, at, scene } = stage(code, rules, "classic");
    const before = scene(["scout", 5, 1, 0], ["archer", 6, 2, 1], ["soldier", 7, 1, 3]);
    const after = scene(["archer", 6, 2, 1, 6], ["soldier", 7, 1, 3, 8], ["scout", 8, 1, 9]);
    after.cells[4].owner = 1;
    const beats = play(before, after, event("hurt", 6, 4000, 6), event("died", 5, at(0)), event("hurt", 7, 2000, 8), event("appeared", 0, 8, 0, at(9)));
    const sums = code.sumUp(game, code.skinOf(game), 0, before, beats);
    same(sums.map((sum) => [sum.tone, sum.step]), [["loss", 0], ["gain", 0], ["gain", 0]], "tones and steps");
    same([sums[0].text, sums[0].cell], [`You lost a scout at ${game.cells.x0},${game.cells.y0}.`, 0], "the loss");
    same(sums[2].text, "You dealt 4 damage and took 2.", "the blows");
  },
  "who only watches is told what each side took": (code, rules) => {
    const { game, event, play, scene } = stage(code, rules, "classic");
    const before = scene(["scout", 5, 1, 0], ["archer", 6, 2, 1]), after = scene(["scout", 5, 1, 0, 8], ["archer", 6, 2, 1, 3]);
    const sums = code.sumUp(game, code.skinOf(game), code.SPECTATOR, before, play(before, after, event("hurt", 5, 2000, 8), event("hurt", 6, 7000, 3)));
    same(sums.map((sum) => sum.text), ["P1 took 2 damage. P2 took 7 damage."], "the lines");
  },
  "no sound is longer than 400 ms": (code) => { same(code.longestNoise() <= 400, true, `${code.longestNoise()} ms`); },
  "an event of no kind is an error": async (code, rules) => {
    const { play, scene } = stage(code, rules, "classic");
    const said = await fails(() => play(scene(), scene(), { kind: 999, cause: 0, args: [] }));
    same(/of no kind/.test(said ?? ""), true, "what is said of it");
  },
};

const run = async (code, name) => checks[name](code, await code.Rules.load(readFileSync(wasm)));
const right = await pageCode(LINES);
for (const name of Object.keys(checks)) await test(name, () => run(right, name));

const mutants = {
  "a unit that moves is shown where it went": ["play/step.ts", "else this.walk(time, who, to);", "else this.walk(time, who, from);"],
  "a unit that was blocked stays where it is": ["play/step.ts", "to = known(Role.To), health", "to = known(Role.To) ?? (event.args.length === 2 ? event.args[1] : undefined), health"],
  "two units that change places both move": ["play/step.ts", "if (whom !== undefined) this.walk(time, whom, from);", ""],
  "a blow goes from who to whom, and health follows": ["play/step.ts", "if (health !== undefined) this.health(landed, whom, health);", "if (health !== undefined) this.health(time, whom, health);"],
  "a unit that is hurt by nobody in particular loses health": ["play/step.ts", "this.health(time, who, health)", "this.comeOrGo(who, place, index, time)"],
  "a blow against a seat lands on its base": ["play/step.ts", "stage.seatToken(seat) ?? \"\"", "who ?? \"\""],
  "units that are choices move too": ["play/stage.ts", "arg.type === ArgType.Choice ? value : value & 0xffff", "-1"],
  "who dies without a place is gone from where it was": ["play/step.ts", "const cell = this.cell(id), ms", "const cell = -1, ms"],
  "armies without a number leave an arrow": ["play/step.ts", "this.march(time, from, to)", "this.march(time, to, from)"],
  "money is what the event says": ["play/step.ts", "const money = known(Role.Money),", "const money = known(Role.Gain),"],
  "an event that says what it is about is not told twice": ["rules/words.ts", "kind.text.replace(TOLD_TWICE, \"$1\")", "kind.text"],
  "a step ends as the view says, whatever was told": ["playback.ts", "tokens: standingTokens(this.game, this.skin, step.after)", "tokens: standingTokens(this.game, this.skin, this.before)"],
  "what happens apart happens at once, in one place in turn": ["play/timeline.ts", "who.map((one) => this.free.get(one) ?? 0)", "this.end"],
  "dice are shown with what they are for, and with what they decided": ["play/step.ts", "this.verdict(landed, event, whom);", ""],
  "along a road a step takes half as long, along a rail less": ["play/stage.ts", "this.tracks.get(token.cell) !== \"rail\"", "true"],
  "who shoots takes aim before": ["play/step.ts", "this.line.act(time, { what: \"aim\", id: who, to, ms: before });", ""],
  "the walls of a base that falls come down": ["play/step.ts", "if (fallen !== undefined)", "if (false)"],
  "a long turn goes faster": ["playback.ts", "beat.ms /= factor;", ""],
  "a step that all watch together waits for the server, and every step as long": ["net/pace.ts", "row !== 0 && row <= this.row", "row <= this.row"],
  "the playback stands until it may go on": ["session/playback.ts", "!this.mayShow(this.now.update, next.row)", "false"],
  "a turn is told in three lines at most, what was lost first": ["play/summary.ts", "sort((a, b) => b.weight - a.weight)", "sort((a, b) => a.weight - b.weight)"],
  "who only watches is told what each side took": ["play/summary.ts", "if (this.seat === SPECTATOR) {", "if (false) {"],
  "no sound is longer than 400 ms": ["play/sound.ts", "{ wave: \"sine\", from: 50, ms: 320 }", "{ wave: \"sine\", from: 50, ms: 620 }"],
  "an event of no kind is an error": ["play/stage.ts", "if (!kind) throw new Error(`event ${event.kind} is of no kind`);", "if (!kind) return undefined as never;"],
};
for (const [name, [file, from, to]] of Object.entries(mutants)) {
  await test(`can fail: ${name}`, async () => {
    const code = await pageCode(LINES, [/^(rules|net)\//.test(file) ? file : `game/${file}`, from, to]);
    const noticed = await fails(() => run(code, name));
    if (!noticed) throw new Error("nobody notices the mutant");
    console.log(`# ${noticed.slice(0, 120)}`);
  });
}
finish();
