// What the hand does in few clicks: the ten most frequent orders of each game; and what it is told before: why an order is refused, how
// the dice may fall, who asks what, what a turn will bring, how a way ended. In node, TAP, with mutants of the page's own code.
// usage: node likely_test.mjs DIST [ORDERS]: of so many of a game, 40 by itself; an order that came up fewer than five times says little then
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { finish, pageCode, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist, most = "40"] = process.argv.slice(2);
const worker = await startWorker(dist, true);
const FILES = ["rules/client", "rules/known", "game/session/aiming", "game/menu", "skins", "rules/words", "game/likely", "game/session/forecast",
  "game/orderlist", "game/question", "rules/record", "game/playback", "learn/lesson"];
const page = await load(...FILES);
const { startRules, know, Aiming, menus, sceneCell, turnEnd, skinOf, actionText, keyOfVerb, keyOfChoice, askedOf, fromHex, recordOf } = page;
/** The page's code with a mistake in it. */
const broken = (...mistake) => pageCode(FILES.map((name) => `export * from "./${name}";`).join("\n"), mistake);
const rules = startRules(worker);
const games = (await rules.games()).filter((one) => one.id !== "null");
const QUICK_BOT = "greedy", TURNS = 60, ORDERS_MAX = Number(most), FREQUENT = 10, SHARE = 0.9, FEW = ORDERS_MAX > 40 ? 1 : 5, CLICKS_MAX = 2;
const WALKING = ORDERS_MAX > 40 ? { civ: ["random", 200] } : {}; // where quick bots stay at home: who moves armies and workers about, and for how many turns

const equal = (a, b) => a !== null && a.verb === b.verb && a.args.every((value, i) => value === b.args[i]);

/** The same order; or a walk of one turn to the tile that the other would reach within this turn too. */
const sameFor = (game) => {
  const [near, far] = ["move", "move_to"].map((name) => game.verbs.findIndex((verb) => verb.name === name));
  return (a, b) => equal(a, b) || (a !== null && near >= 0 && a.verb === near && b.verb === far && equal({ ...a, verb: far }, b));
};
const options = (game) => game.options.map((one) => one.preset);

/** Orders of a game between quick bots, from all parts of it: what each seat saw when it gave one. Those that alone were possible
    are no orders. */
async function* played(game, seed) {
  const [name, turns] = WALKING[game.id] ?? [QUICK_BOT, TURNS];
  const seats = Array.from({ length: game.seatsPreset }, () => ({ who: "bot", name }));
  const watched = await rules.begin({ game: game.id, options: options(game), seats, seed, orders: [] });
  for (let i = 0; i < turns; i++) if (!await rules.advance(watched, 1)) break;
  const { orders } = await rules.record(watched);
  await rules.end(watched);
  const people = seats.map(() => ({ who: "person", name: "x" }));
  const id = await rules.begin({ game: game.id, options: options(game), seats: people, seed, orders: [] });
  const isEnd = (action) => game.verbs[action.verb].args.length === 0;
  const meant = new Set(orders.flatMap(([, action], i) => (isEnd(action) ? [] : [i]))), every = Math.ceil(meant.size / ORDERS_MAX);
  [...meant].forEach((i, n) => { if (n % every !== 0) meant.delete(i); });
  for (const [i, [seat, action]] of orders.entries()) {
    if (meant.has(i)) {
      const update = await rules.update(id, seat);
      yield { seat, action, update, look: await rules.look(game.id, seat, update.view, true) };
    }
    await rules.order(id, seat, action);
  }
  await rules.end(id);
}

/** The tile on which an order ends, by its number in the scene. */
function endOf(game, scene, action) {
  const args = game.verbs[action.verb].args, last = args.findLastIndex((arg) => arg.type === 1);
  return last < 0 ? -1 : sceneCell(game, scene, action.args[last]);
}

/** The tile on which it ends; where it names a direction instead, all that a plain click would choose. */
function endsOf(game, scene, action, mine) {
  const { args } = game.verbs[action.verb];
  return args.length > 1 && args.findLastIndex((arg) => arg.type === 1) === 0 ? mine : [endOf(game, scene, action)];
}

/** Everything that can be clicked as things stand, and what each click gives. */
function clicksOf(game, seat, look, aiming) {
  const { here, anywhere } = menus(game, look.scene, look.legal, aiming.selected, seat);
  const buttons = [...here, ...anywhere].filter((one) => one.legal);
  return {
    orders: buttons.flatMap((one) => (one.action ? [one.action] : [])),
    drafts: buttons.flatMap((one) => (one.action ? [] : [one.draft])),
    cells: aiming.targets(),
  };
}

/** The fewest clicks for an order, up to three; as a person who has nothing chosen. */
function clicksFor(game, seat, { look, update }, action) {
  const same = sameFor(game), facts = { game, skin: skinOf(game), seat, update, look, acting: true, playing: false };
  const fresh = () => {
    const aiming = new Aiming(facts);
    aiming.onStand();
    return aiming;
  };
  const end = turnEnd(game, look.legal);
  if (end && same(end, action)) return 1;
  const first = clicksOf(game, seat, look, fresh());
  if (first.orders.some((one) => same(one, action))) return 1;
  for (const cell of first.cells.keys()) if (same(fresh().choose(cell), action)) return 1;
  for (const draft of first.drafts) {
    const aiming = fresh();
    aiming.aimAt(draft);
    for (const cell of aiming.targets().keys()) {
      const again = fresh();
      again.aimAt(draft);
      if (same(again.choose(cell), action)) return 2;
    }
  }
  const mine = new Set(look.scene.tokens.filter((token) => token.owner === seat + 1).map((token) => token.cell));
  for (const cell of mine) {
    const aiming = fresh();
    if (aiming.choose(cell)) continue;
    const then = clicksOf(game, seat, look, aiming);
    if (then.orders.some((one) => same(one, action))) return 2;
    for (const at of endsOf(game, look.scene, action, mine)) { // by the other button
      const there = aiming.insisted(at);
      if (there && same(there.args.includes(null) ? null : { verb: there.verb, args: [0, 1, 2].map((i) => there.args[i] ?? 0) }, action)) return 2;
    }
    if ([...then.cells.values()].some((draft) => !draft.args.includes(null) && same({ verb: draft.verb, args: [0, 1, 2].map((i) => draft.args[i] ?? 0) }, action))) return 2;
  }
  const other = fresh(), at = endOf(game, look.scene, action); // or first the tile, and then what is to be there
  return at >= 0 && !other.choose(at) && clicksOf(game, seat, look, other).orders.some((one) => same(one, action)) ? 2 : 3;
}

for (const game of games) {
  await test(`${game.id}: the ${FREQUENT} most frequent orders take at most ${CLICKS_MAX} clicks or keys`, async () => {
    await know(rules, game);
    const count = new Map();
    for await (const { seat, action, update, look } of played(game, "7")) {
      const verb = game.verbs[action.verb];
      const name = [verb.name, ...verb.args.flatMap((arg, i) => (arg.choices.length > 0 && arg.role === 0 ? [arg.choices[action.args[i]]] : []))].join(" ");
      const one = count.get(name) ?? { all: 0, quick: 0, slow: "" };
      one.all++;
      if (clicksFor(game, seat, { look, update }, action) <= CLICKS_MAX) one.quick++;
      else one.slow = actionText(game, action);
      count.set(name, one);
    }
    const most = [...count].sort((a, b) => b[1].all - a[1].all).slice(0, FREQUENT);
    console.log(`# ${most.map(([name, one]) => `${name} ${one.quick}/${one.all}`).join(", ")}`);
    deepStrictEqual(most.filter(([, one]) => one.quick < SHARE * one.all && one.all >= FEW).map(([name, one]) => `${name}: ${one.slow}`), []);
  });

  await test(`${game.id}: every order has keys of its own, which never change`, () => {
    const keys = game.verbs.flatMap((verb, i) => (verb.args.length > 0 || !(verb.flags & 2) ? [keyOfVerb(game, i)] : []));
    const single = game.verbs.filter((verb) => verb.args.length > 0).length === 1; // then its choices have the keys
    ok(single || !keys.includes(""), "an order without a key");
    ok(single || new Set(keys).size === keys.length, `keys that mean two things: ${keys}`);
    ok(keyOfChoice(0) === "1" && keyOfChoice(9) === "A");
  });
}

const byId = (id) => games.find((one) => one.id === id);

/** A game that begins with a position: its number. */
async function begun(game, position, more = {}) {
  await know(rules, game);
  const scenario = { game: game.id, seed: "1", steps: [], position, ...more };
  const answer = await rules.host({ op: "begin", scenario });
  ok(answer.ok, answer.why);
  return rules.begin(recordOf(game, scenario, answer));
}

async function lookOf(game, id, seat) {
  const update = await rules.update(id, seat);
  return { update, look: await rules.look(game.id, seat, update.view, true) };
}

/** Ends the turn of both. */
async function endTurn(game, id) {
  for (const seat of [0, 1]) await rules.order(id, seat, turnEnd(game, (await lookOf(game, id, seat)).look.legal));
}

const goldOf = (game, look, seat) => look.scene.counters.find((one) => one.owner === seat + 1 && game.counters[one.name] === "gold").value;

/** What is foretold at the beginning of a turn, while the turn before is still on the board; and what comes in. */
async function income(code, id) {
  const game = byId(id), match = await begun(game, undefined);
  const old = await lookOf(game, match, 0);
  await endTurn(game, match);
  const now = await lookOf(game, match, 0);
  const facts = { game, skin: skinOf(game), seat: 0, update: now.update, look: old.look, acting: true, playing: true };
  const forecast = new code.Forecast(facts, rules, () => now.look, () => undefined);
  await forecast.ask({ begin: now.update.view, orders: [] });
  await endTurn(game, match);
  const after = await lookOf(game, match, 0);
  await rules.end(match);
  return [forecast.plan.gained, goldOf(game, after.look, 0) - goldOf(game, now.look, 0)];
}

await test("Fortress, Classic: what is foretold to come in comes in, before the first order of a turn too", async () => {
  for (const id of ["fortress", "classic"]) {
    const [told, came] = await income(page, id);
    ok(came > 0);
    strictEqual(told, came, id);
  }
  const [told, came] = await income(await broken("game/session/forecast.ts", "const look = this.latest();", "const look = this.facts.look;"), "fortress");
  ok(told !== came, "a forecast that begins with the turn before is not noticed");
});

/** Why the entry of this label is impossible. */
async function reasonFor(code, game, { update, look }, label) {
  const entry = code.menus(game, look.scene, look.legal, null, 0).anywhere.find((one) => one.label === label);
  ok(entry && !entry.legal, `${label} is possible`);
  const verdicts = await rules.judge(game.id, 0, update.view, entry.tries);
  return code.reasonsOf(game, entry.tries.map(() => entry.key), verdicts).get(entry.key)?.text;
}

const RING = [[0, 6], [1, 6], [0, 8], [1, 8], [0, 7], [1, 7], [2, 7], [-1, 6], [-1, 8]];
async function refused(code) {
  const apoca = byId("apoca"), poor = await begun(apoca, undefined, { options: { money: 0 } });
  const full = byId("classic"), ringed = await begun(full, { turn: 9, players: [{ gold: 500 }, {}] });
  for (let i = 0; i < RING.length; i++) { // until the ring around the base is bought up
    const { look } = await lookOf(full, ringed, 0), buy = look.legal.find((action) => full.verbs[action.verb].name === "buy");
    if (!buy) break;
    await rules.order(ringed, 0, buy);
  }
  const answers = [await reasonFor(code, apoca, await lookOf(apoca, poor, 0), "cannon"), await reasonFor(code, full, await lookOf(full, ringed, 0), "scout")];
  await rules.end(poor);
  await rules.end(ringed);
  return answers;
}

await test("a refusal says what one can act on first: the money, not the tile", async () => {
  const [poor, full] = await refused(page);
  ok(/costs more than you have/.test(poor), `without money: ${poor}`);
  ok(/bought a unit for that tile|stands there/.test(full), `a full ring: ${full}`);
  const [wrong] = await refused(await broken("game/orderlist.tsx", "verdict.why >= (last.get(owners[i]!)?.why ?? 0)", "verdict.why <= (last.get(owners[i]!)?.why ?? 65535)"));
  ok(wrong !== poor, "the first refusal instead of the last is not noticed");
});

await test("an attack tells the odds of hitting before it is declared", async () => {
  const game = byId("fate"), [scenario] = JSON.parse(readFileSync(join(dist, "lessons", "fate.json"), "utf8"));
  const id = await begun(game, scenario.position, { steps: [] });
  const attackOf = (look) => look.legal.find((action) => game.verbs[action.verb].name === "attack");
  let now = await lookOf(game, id, 0);
  if (!attackOf(now.look)) {
    const answer = await rules.host({ op: "begin", scenario: { ...scenario, expect: undefined, title: undefined, note: undefined } });
    const [, verb, a, b, c] = answer.orders[0];
    await rules.order(id, 0, { verb, args: [a, b, c] });
    now = await lookOf(game, id, 0);
  }
  const odds = await rules.odds(game.id, 0, now.update.view, attackOf(now.look));
  ok(odds.hits > 30 && odds.hits < 60 && odds.hits + odds.asked <= 100, JSON.stringify(odds)); // two dice against two, and the higher sum wins
  await rules.end(id);
});

await test("FATE: every question says who asks, what, and what each answer does", async () => {
  const game = byId("fate");
  await know(rules, game);
  const knight = game.tokens.indexOf("knight"), signs = game.marks.flatMap((one, name) => (one.startsWith("asks ") ? [name] : []));
  ok(signs.length > 10);
  for (const name of signs) {
    const scene = { tokens: [{ cell: 4, unit: 6, kind: knight, owner: 1, healthMax: 9 }], marks: [{ name, from: 4, to: 4, owner: 1 }] };
    const asked = askedOf(game, scene, 0);
    ok(asked.who === scene.tokens[0] && asked.text.endsWith("?") && asked.card !== "", game.marks[name]);
    ok(asked.answers.size > 0 && [...asked.answers.values()].every((text) => text.length > 3), `${game.marks[name]}: an answer without a word`);
    strictEqual(askedOf(game, scene, 1), null, "the other side is asked");
  }
});

/** Sends a scout on a long way that ends, and reads what is told at it. */
async function wayEnded(code) {
  const game = byId("fortress"), [, scenario] = JSON.parse(readFileSync(join(dist, "lessons", "fortress.json"), "utf8"));
  const id = await begun(game, scenario.position, { options: scenario.options });
  const first = await lookOf(game, id, 0), far = game.verbs.findIndex((verb) => verb.name === "move_to");
  const script = await rules.host({ op: "begin", scenario: { ...scenario, expect: undefined, title: undefined, note: undefined } });
  const [, verb, a, b, c] = script.orders.find((order) => order[1] === far);
  strictEqual(await rules.order(id, 0, { verb, args: [a, b, c] }), null);
  for (let turn = 0, before = first.look.scene; turn < 6; turn++) {
    await endTurn(game, id);
    const { update, look } = await lookOf(game, id, 0);
    const beats = code.makeBeats(game, skinOf(game), before, [{ name: "", row: 0, after: look.scene, events: update.events }], 0);
    const line = beats.flatMap((beat) => beat.lines).find((one) => /has arrived/.test(one.text));
    before = look.scene;
    if (!line) continue;
    await rules.end(id);
    return { loud: !line.quiet, floats: beats.flatMap((beat) => beat.floats.map((one) => one.text)) };
  }
  throw new Error("the scout never arrives");
}

await test("the end of a long way is told at the unit, and in the lines of the turn", async () => {
  const { loud, floats } = await wayEnded(page);
  ok(loud && floats.includes("arrived"), `told: ${loud}, ${floats}`);
  const silent = await wayEnded(await broken("game/announced.ts", 'arrived: "floatArrived", ', ""));
  ok(!silent.loud && !silent.floats.includes("arrived"), "a way that ends in silence is not noticed");
});

finish();
