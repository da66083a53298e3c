// At the end of each step of a turn the picture's numbers are those of the seat's view in that frame: random turns of each game.
// usage: node frames_test.mjs RULES_WASM [TURNS [SEED]]. Mutants of the page's code must be caught.
import { readFileSync } from "node:fs";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const [wasm, turns = "25", seed = "7"] = process.argv.slice(2);
const LINES = `
  export { Playback } from "./game/session/playback";
  export { Log } from "./game/session/log";
  export { HostMatch } from "./rules/hostmatch";
  export { Rules } from "./rules/module";
  export { look } from "./rules/questions";
  export { skinOf } from "./skins";`;
const ORDERS_MAX = 60; // of one seat in a turn: then it ends its turn if it can
const SEATS_MAX = 7;

/** The same numbers on every machine. */
function luckOf(start) {
  let state = BigInt(start) * 2654435769n + 1n;
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number((state >> 33n) % BigInt(below));
  };
}

/** One order of a seat: any verb with the same chance, and after many of them the end of the turn. */
function choose(game, legal, given, below) {
  const ends = legal.filter((action) => game.verbs[action.verb].flags & 1 || game.verbs[action.verb].name.match(/^(done|end_turn)$/));
  if (ends.length > 0 && (given > ORDERS_MAX || below(4) === 0)) return ends[0];
  const verbs = [...new Set(legal.map((action) => action.verb))], verb = verbs[below(verbs.length)];
  const some = legal.filter((action) => action.verb === verb);
  return some[below(some.length)];
}

function begin(code, rules, game, game_seed) {
  const seats = Array.from({ length: game.seatsPreset }, () => ({ who: "person", name: "x" }));
  const record = { game: game.id, options: game.options.map((option) => (option.key === "size" ? option.min : option.preset)), seats, seed: String(game_seed), orders: [] };
  const match = code.HostMatch.begin(rules, game, record, { listeners: [0] });
  match.askFrames();
  return match;
}

/** Orders of everybody until a turn is over; false: so is the game. */
function playTurn(rules, match, below) {
  const { game } = match, [turn] = match.turns, given = new Array(SEATS_MAX).fill(0);
  for (let orders = 0; match.turns[0] === turn && orders < 400; orders++) {
    const acting = Array.from({ length: SEATS_MAX }, (_, seat) => seat).filter((seat) => match.acts(seat));
    if (acting.length === 0) return false;
    const seat = acting[below(acting.length)];
    const action = choose(game, rules.legal(game, match.state, seat), given[seat]++, below);
    if (match.order(seat, action)) throw new Error("the rules refuse a legal order");
  }
  return match.outcome === null;
}

const numbersOf = (tokens) => tokens.map(({ cell, unit, kind, owner, health, badge }) => [cell, unit, kind, owner, health, badge].join()).sort();

/** The view before: runs of bytes that are the same and of others, by the words of docs/protocol.md. */
function mended(view, patch) {
  const made = view.slice();
  let at = 0, place = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = patch[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < patch.length) {
    place += number();
    for (let left = number(); left > 0; left--) made[place++] = patch[at++];
  }
  return made;
}

function viewsOf(last, frames) {
  const views = [last];
  for (let i = frames.length - 2; i >= 0; i--) views.unshift(mended(views[0], frames[i].patch));
  return views;
}

/** What the beats that lead to the end of a step leave to it. */
function acted(run, figures) {
  run.forEach((beat, i) => {
    figures.ms += beat.ms;
    if (beat.ends && i > 0 && !run[i - 1].ends) figures.jumps += jumps(run[i - 1].tokens, beat.tokens);
  });
}

/** A turn through the real playback, step by step. Returns what the figures of the test need. */
function checkTurn(code, rules, playback, match) {
  const { game } = match, view = match.observe(0);
  const update = { n: 0, seat: 0, state: "running", turn: match.turns, act: false, undone: false, events: match.tell(0), frames: match.frames(0), view, outcome: null, seats: null };
  same(update.frames.reduce((sum, one) => sum + one.events, 0), update.events.length, "events of all frames");
  const wanted = viewsOf(view, update.frames).map((one) => rules.scene(game, one));
  const shown = [], figures = { steps: wanted.length, jumps: 0, pieces: 0, ms: 0 };
  playback.onBeat = () => {
    if (!playback.running) return;
    const beat = playback.run[playback.beat];
    if (beat.ends) shown.push({ tokens: numbersOf(playback.tokens.map((one) => one.token)), counters: playback.counters, cells: playback.scene.cells });
  };
  playback.add({ update, look: code.look(rules, game, 0, view, false, update.frames) });
  playback.next();
  acted(playback.run, figures);
  while (playback.running) playback.step();
  wanted.forEach((scene, i) => {
    const got = shown[i] ?? { tokens: numbersOf(playback.tokens.map((one) => one.token)), counters: playback.counters, cells: playback.scene.cells };
    same(got.tokens, numbersOf(scene.tokens), `${game.id}, turn ${update.turn[0]}, step ${i}: pieces`);
    same(got.counters, scene.counters, `${game.id}, turn ${update.turn[0]}, step ${i}: counters`);
    same(got.cells, scene.cells, `${game.id}, turn ${update.turn[0]}, step ${i}: ground`);
    figures.pieces += scene.tokens.length;
  });
  return figures;
}

/** Pieces that are elsewhere, or in other health, when the step is over than what was acted out. */
function jumps(before, after) {
  const at = new Map(before.map((one) => [one.id, one.token]));
  return after.filter(({ id, token }) => at.has(id) && token.healthMax > 0 && (at.get(id).cell !== token.cell || at.get(id).health !== token.health)).length;
}

function checkGame(code, rules, game, count, first) {
  const below = luckOf(first), total = { turns: 0, steps: 0, jumps: 0, pieces: 0, longest: 0, ms: 0 };
  for (let begun = 0; total.turns < count; begun++) {
    const match = begin(code, rules, game, first * 1000 + begun);
    const skin = code.skinOf(game);
    const playback = new code.Playback(game, skin, 0, new code.Log(), {
      begins: () => undefined, stands: () => undefined, ends: () => undefined, changed: () => playback.onBeat?.(), skips: () => undefined, pauses: () => undefined,
    }, () => false);
    playback.paused = true; // by hand
    const start = match.observe(0);
    playback.add({ update: { events: [], frames: [], turn: match.turns, view: start }, look: code.look(rules, game, 0, start, false) });
    for (let more = true; more && total.turns < count && match.turns[0] < 60; total.turns++) {
      more = playTurn(rules, match, below);
      const { steps, jumps: jumped, pieces, ms } = checkTurn(code, rules, playback, match);
      total.steps += steps;
      total.jumps += jumped;
      total.pieces += pieces;
      total.ms += ms;
      total.longest = Math.max(total.longest, ms);
    }
    match.close();
  }
  return total;
}

const right = await pageCode(LINES);
const load = async (code) => code.Rules.load(readFileSync(wasm));
const rules = await load(right);
const games = rules.games.filter((game) => game.tokens.length > 0 && game.topology !== 0);
for (const game of games) {
  await test(`${game.id}: the picture is the view at the end of each step`, () => {
    const total = checkGame(right, rules, game, Number(turns), Number(seed));
    console.log(`# ${total.turns} turns of ${total.steps} steps, ${total.pieces} pieces compared, ${total.jumps} not acted out before, ` +
      `${Math.round(total.ms / total.turns)} ms a turn, at most ${Math.round(total.longest)}`);
    if (total.steps <= total.turns / 4) throw new Error("hardly any steps");
    if (total.longest > 6100) throw new Error(`a turn takes ${total.longest} ms`);
  });
}

const MUTANTS = [
  ["a step that ends as its events say", "game/playback.ts", "tokens: standingTokens(this.game, this.skin, step.after)", "tokens: standingTokens(this.game, this.skin, this.before)"],
  ["counters that follow events only", "game/playback.ts", "counters: step.after.counters, step:", "counters: this.before.counters, step:"],
  ["steps that all end as the turn does", "game/session/playback.ts", "after: look.steps[i] ?? look.scene", "after: look.scene"],
  ["patches that are put on the wrong view", "rules/patch.ts", "view = patched(view, frame.patch);", "view = patched(last, frame.patch);"],
  ["ground that is never drawn anew", "game/session/playback.ts", "this.scene = beat.scene;", ""],
];
for (const [name, ...mutant] of MUTANTS) {
  await test(`can fail: ${name}`, async () => {
    const code = await pageCode(LINES, mutant), mine = await load(code);
    const noticed = await fails(async () => {
      for (const game of mine.games.filter((one) => one.id === "fortress" || one.id === "apoca")) checkGame(code, mine, game, 12, Number(seed));
    });
    if (!noticed) throw new Error("nobody notices the mutant");
    console.log(`# ${noticed.slice(0, 100)}`);
  });
}
finish();
