// The parts of a game screen's session one by one, and together through the real worker; in node, TAP.
// usage: node session_test.mjs DIST
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { finish, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist] = process.argv.slice(2);
const worker = await startWorker(dist);
const { startRules, Session, LocalPlay, newRecord, Log, LOG_MAX, Playback, SPEEDS, Aiming, Ordering, Preview, PREVIEW_MS, Forecast, menuAnywhere, turnEnd, makeBeats, stepsOf, skinOf, LessonStep, know, momentsOf } =
  await load("rules/client", "game/session", "game/match", "game/session/log", "game/session/playback", "game/session/aiming",
    "game/session/ordering", "game/session/preview", "game/session/forecast", "game/menu", "game/playback", "skins", "learn/lesson", "rules/known", "replay/story");
const rules = startRules(worker);
const games = await rules.games();

/** Waits for what must come, however slow the machine is. */
async function until(truth) {
  for (let i = 0; i < 500 && !truth(); i++) await sleep(20);
  ok(truth(), `it never came: ${truth}`);
}

/** Lets everything run that is due already: promises, and what they start. */
async function settled() {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => { setImmediate(resolve); });
}

/** Timers that a test moves by hand: run(ms) lets that much time go by. */
async function withClock(act) {
  const kept = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  let now = 0, next = 1, timers = [];
  globalThis.setTimeout = (call, ms = 0) => (timers.push({ id: next, at: now + ms, call }), next++);
  globalThis.clearTimeout = (id) => { timers = timers.filter((one) => one.id !== id); };
  const run = async (ms) => {
    const end = now + ms;
    for (let due; (due = timers.filter((one) => one.at <= end).sort((a, b) => a.at - b.at || a.id - b.id)[0]);) {
      timers = timers.filter((one) => one !== due);
      now = due.at;
      due.call();
      await settled();
    }
    now = end;
  };
  try {
    await act(run);
  } finally {
    Object.assign(globalThis, kept);
  }
}

async function begin(id, seats = ["me", "greedy"]) {
  const game = games.find((one) => one.id === id);
  return LocalPlay.begin(rules, games, { ...newRecord({ game: id, options: game.options.map((one) => one.preset), seats }), seed: "5" });
}

/** Two updates in a row with something that happened between them. */
async function twoUpdates(id) {
  const match = await begin(id), told = [];
  const look = (update) => rules.look(id, 0, update.view, update.act, update.frames);
  await match.start((update) => told.push(update));
  for (let i = 0; i < 20 && !told.some((update) => update.events.length > 0); i++) {
    const { legal } = await look(told.at(-1));
    await match.order(legal.at(-1));
  }
  match.close();
  const [first, next] = [told[0], told.find((update) => update.events.length > 0)];
  return { game: match.game, skin: skinOf(match.game), first: { update: first, look: await look(first) }, next: { update: next, look: await look(next) } };
}

// ---- the log --------------------------------------------------------------------------------------

await test("the log numbers its lines, keeps the newest and forgets what was undone", () => {
  const log = new Log();
  for (let i = 0; i < LOG_MAX + 5; i++) log.add({ text: `line ${i}` }, i);
  strictEqual(log.length, LOG_MAX);
  strictEqual(log.lines[0].text, "line 5");
  strictEqual(log.last.key, LOG_MAX + 5);
  log.cut(3);
  deepStrictEqual(log.lines.map((line) => line.key), [6, 7, 8]);
  log.cut(10);
  strictEqual(log.length, 3);
});

// ---- playback -------------------------------------------------------------------------------------

function playbackOf({ game, skin }, still = false) {
  const heard = [], log = new Log();
  const listener = { begins: () => heard.push("begins"), stands: () => heard.push("stands"), ends: () => heard.push("ends"), changed: () => undefined, skips: () => undefined, pauses: () => undefined };
  return { playback: new Playback(game, skin, 0, log, listener, () => still), log, heard };
}
const linesOf = ({ game, skin, first, next }) =>
  makeBeats(game, skin, first.look.scene, stepsOf(game, next), 0).flatMap((beat) => beat.lines.map((line) => line.text));

const apoca = await twoUpdates("apoca");

await test("playback shows a silent update at once and an eventful one beat by beat", () => {
  const { playback, log, heard } = playbackOf(apoca);
  playback.pause();
  playback.add(apoca.first);
  strictEqual(playback.look, apoca.first.look);
  deepStrictEqual(heard, ["stands"]);
  playback.add(apoca.next);
  ok(!playback.running, "it waits for next()");
  strictEqual(playback.latest, apoca.next.look);
  playback.next();
  ok(playback.running && playback.look === apoca.first.look);
  deepStrictEqual(heard, ["stands", "begins"]);
  for (let i = 0; i < 1000 && playback.running; i++) playback.step();
  strictEqual(playback.look, apoca.next.look);
  strictEqual(playback.turn, apoca.next.update.turn[0]);
  deepStrictEqual(heard, ["stands", "begins", "stands", "ends"]);
  deepStrictEqual(log.lines.map((line) => line.text), linesOf(apoca));
});

await test("skipping tells every line once, in the middle of a beat and for all that waits", () => {
  const { playback, log } = playbackOf(apoca);
  playback.add(apoca.first);
  playback.add(apoca.next);
  const last = { update: { ...apoca.next.update, events: [], frames: [] }, look: { ...apoca.next.look } };
  playback.add(last);
  playback.next();
  playback.skip();
  ok(!playback.running && playback.look === last.look);
  deepStrictEqual(log.lines.map((line) => line.text), linesOf(apoca));
});

await test("the newest look is known while it is played back, and stands after the turn was played again", () => {
  const { playback } = playbackOf(apoca);
  playback.pause();
  playback.add(apoca.first);
  playback.add(apoca.next);
  playback.next();
  ok(playback.running);
  strictEqual(playback.latest, apoca.next.look, "while it is played back");
  playback.skip();
  const later = { update: { ...apoca.next.update, events: [], frames: [] }, look: { ...apoca.next.look } }; // an order was taken back
  playback.add(later);
  playback.repeat();
  ok(playback.running);
  strictEqual(playback.latest, later.look, "while an older turn is played again");
  playback.skip();
  strictEqual(playback.look, later.look, "after that");
});

await test("whoever wants no motion is told everything at once", () => {
  const { playback, log, heard } = playbackOf(apoca, true);
  playback.add(apoca.first);
  playback.add(apoca.next);
  playback.next();
  ok(!playback.running);
  deepStrictEqual(log.lines.map((line) => line.text), linesOf(apoca));
  deepStrictEqual(heard, ["stands", "begins", "stands", "ends"]);
});

await test("playback goes on by itself, faster if it is told to, and not while it is paused", () => withClock(async (run) => {
  const { playback, log } = playbackOf(apoca);
  playback.add(apoca.first);
  playback.add(apoca.next);
  deepStrictEqual(SPEEDS.map(() => (playback.faster(), playback.speed)), [2, 4, 1]);
  playback.faster();
  playback.faster();
  playback.pause();
  playback.next();
  const lines = log.length;
  await run(60000);
  strictEqual(log.length, lines, "it was paused");
  ok(playback.running);
  playback.pause();
  await run(60000);
  ok(!playback.running);
  playback.close();
}));

// ---- aiming ---------------------------------------------------------------------------------------

const factsOf = ({ game, skin, first }) => ({ game, skin, seat: 0, update: first.update, look: first.look, acting: true, playing: false });

await test("an order that asks for a cell gets it by a click on one of its cells", () => {
  const facts = factsOf(apoca), aiming = new Aiming(facts);
  const { scene, legal } = facts.look;
  const entry = menuAnywhere(facts.game, scene, legal, 0, true).find((one) => one.legal && !one.action);
  aiming.aimAt(entry.draft);
  const targets = aiming.targets();
  ok(targets.size > 0 && aiming.canCancel);
  strictEqual(aiming.targets(), targets, "found once");
  const action = aiming.choose([...targets.keys()][0]);
  ok(legal.some((one) => JSON.stringify(one) === JSON.stringify(action)), "it is one of the legal ones");
  aiming.cancel();
  strictEqual(aiming.targets().size, 0);
});

/** A scout of mine on the board, and the turn after it was bought. */
async function withScout() {
  const session = new Session(rules, await begin("fortress"), () => true);
  await session.start();
  const { verbs } = session.game, named = (action) => verbs[action.verb].args.map((arg, i) => arg.choices[action.args[i]]);
  await session.give(session.look.legal.find((action) => verbs[action.verb].name === "buy" && named(action).includes("scout")));
  await session.done();
  return session;
}

await test("a unit that waits is gone to, aims by itself, and is let go by a second click", async () => {
  const session = await withScout(), { aiming } = session, [scout] = session.idle();
  session.goToIdle(1);
  strictEqual(aiming.selected, scout.cell);
  ok(aiming.aim && aiming.targets().size > 0 && !aiming.targets().has(scout.cell));
  session.goToIdle(-1);
  strictEqual(aiming.selected, scout.cell, "there is no other");
  session.choose(scout.cell);
  strictEqual(aiming.selected, null);
  strictEqual(aiming.aim, null);
  session.choose(scout.cell);
  session.choose([...aiming.targets().keys()][0]);
  await session.ordering.redo(); // behind the order
  strictEqual(session.forecast.orders.length, 1);
  strictEqual(session.idle().length, 0);
  session.close();
});

await test("who may not act aims at nothing and has no idle units", async () => {
  const session = await withScout(), [scout] = session.idle(), { game, skin, seat, update, look } = session;
  const aiming = new Aiming({ game, skin, seat, update, look, acting: false, playing: false });
  strictEqual(aiming.choose(scout.cell), null);
  strictEqual(aiming.selected, scout.cell);
  strictEqual(aiming.aim, null);
  deepStrictEqual(aiming.idle([]), []);
  session.close();
});

// ---- ordering -------------------------------------------------------------------------------------

const order = (n) => ({ verb: 0, args: [n, 0, 0] });

function orderingOf(facts = {}) {
  const heard = [], log = new Log();
  const match = {
    link: null, refuse: null,
    order: async (action) => { heard.push(`order ${action.args[0]}`); await sleep(1); return match.refuse; },
    undo: async () => { heard.push("undo"); return match.refuse; },
  };
  const hooks = {
    skip: () => undefined, ordered: () => undefined, unselect: () => undefined, cancel: () => undefined, changed: () => undefined,
    settled: async () => { await sleep(1); heard.push("settled"); },
  };
  const known = { ...factsOf(apoca), ...facts };
  known.update = { ...known.update, undoable: undefined };
  const ordering = new Ordering(known, match, log, hooks);
  ordering.onUpdate(known.update, null);
  return { ordering, match, log, heard, facts: known };
}
const given = (ordering) => ordering.drafts.orders.map((action) => action.args[0]);

await test("orders given in haste go one after the other", async () => {
  const { ordering, heard } = orderingOf();
  await Promise.all([ordering.give(order(1)), ordering.give(order(2))]);
  deepStrictEqual(heard, ["order 1", "settled", "order 2", "settled"]);
  deepStrictEqual(given(ordering), [1, 2]);
});

await test("a refused order is none, and says why; one that fails stops nothing", async () => {
  const { ordering, match } = orderingOf();
  match.refuse = { rule: "R1", text: "no" };
  await ordering.give(order(1));
  strictEqual(ordering.refusal.text, "no");
  deepStrictEqual(given(ordering), []);
  match.refuse = null;
  match.order = async () => { throw new Error("gone"); };
  await ordering.give(order(2));
  strictEqual(ordering.refusal.text, "gone");
  match.order = async () => null;
  await ordering.give(order(3));
  strictEqual(ordering.refusal, null);
});

await test("undo takes the latest order back, with its lines in the log; redo gives it again", async () => {
  const { ordering, log, match } = orderingOf();
  log.add({ text: "before" }, 0);
  await ordering.give(order(1));
  log.add({ text: "after 1" }, 0);
  await ordering.give(order(2));
  log.add({ text: "after 2" }, 0);
  match.refuse = { rule: "", text: "not now" };
  await ordering.undo();
  deepStrictEqual(given(ordering), [1, 2]);
  match.refuse = null;
  await ordering.undo();
  deepStrictEqual(given(ordering), [1]);
  deepStrictEqual(log.lines.map((line) => line.text), ["before", "after 1"]);
  ok(ordering.redoable && ordering.undoable);
  await ordering.redo();
  deepStrictEqual(given(ordering), [1, 2]);
  ok(!ordering.redoable);
  await ordering.undo();
  await ordering.give(order(3));
  ok(!ordering.redoable, "another order was given instead");
  deepStrictEqual(given(ordering), [1, 3]);
});

await test("with a new turn orders begin anew", async () => {
  const { ordering, facts } = orderingOf();
  await ordering.give(order(1));
  await ordering.give(order(2));
  await ordering.undo();
  const { update } = facts;
  ordering.onUpdate({ ...update }, update);
  deepStrictEqual(given(ordering), [1]);
  ok(ordering.redoable);
  ordering.onUpdate({ ...update, turn: [update.turn[0] + 1, 9] }, update);
  deepStrictEqual(given(ordering), []);
  ok(!ordering.redoable && !ordering.undoable);
});

await test("resting ends turns while nothing else can be ordered", async () => {
  const end = turnEnd(apoca.game, apoca.first.look.legal);
  const { ordering, heard, facts } = orderingOf({ look: { ...apoca.first.look, legal: [end] } });
  ok(ordering.onlyEnd);
  ordering.rest(true);
  await until(() => heard.length > 1);
  deepStrictEqual(heard, ["order 0", "settled"]);
  facts.look = apoca.first.look;
  ordering.keepPassing();
  ok(!ordering.resting && !ordering.onlyEnd);
});

// ---- preview and forecast ---------------------------------------------------------------------------

await test("a preview is asked for after a moment, and one that nobody points at any more is dropped", () => withClock(async (run) => {
  const asked = [], answer = { events: apoca.next.update.events, varies: true };
  const facts = factsOf(apoca);
  let give = null;
  const preview = new Preview(facts, { odds: async () => null, preview: (...args) => (asked.push(args[3]), new Promise((resolve) => { give = () => resolve(answer); })) }, () => undefined);
  preview.hint(["x"], order(1));
  preview.hint(["x"], order(2));
  await run(PREVIEW_MS);
  deepStrictEqual(asked, [order(2)]);
  give();
  await settled();
  ok(preview.foreseen.varies && preview.foreseen.lines.length > 0);
  preview.hint([], order(3));
  await run(PREVIEW_MS);
  strictEqual(asked.length, 2);
  preview.clear(); // it is ordered
  give();
  await settled();
  strictEqual(preview.foreseen, null);
  facts.acting = false;
  preview.hint([], order(4));
  await run(10 * PREVIEW_MS);
  strictEqual(asked.length, 2);
}));

await test("a cell that is pointed at again asks nothing again", () => withClock(async (run) => {
  const asked = [];
  const preview = new Preview(factsOf(apoca), { odds: async () => null, preview: async (...args) => (asked.push(args[3]), { events: [], varies: false }) }, () => undefined);
  preview.point(4, () => order(4));
  preview.point(4, () => order(5));
  await run(PREVIEW_MS);
  await run(10 * PREVIEW_MS);
  deepStrictEqual(asked, [order(4)]);
}));

await test("a forecast tells which orders count, and drops what comes too late", async () => {
  const facts = factsOf(apoca);
  facts.game = { ...facts.game, marks: ["queue"] };
  const look = { ...facts.look, scene: { ...facts.look.scene, marks: [{ name: 0, owner: 1, from: 0, to: 1 }] } };
  const stops = [{ unit: 1, cell: 2, turn: 2 }];
  let give = null;
  const asked = { standing: async () => [false, true], forecast: async () => [], stopsAhead: () => new Promise((resolve) => { give = resolve; }) };
  const forecast = new Forecast(facts, asked, () => look, () => undefined);
  await forecast.ask({ begin: facts.update.view, orders: [order(1), order(2)] });
  deepStrictEqual(forecast.counting, [order(2)]);
  give(stops);
  await until(() => forecast.stops.length > 0);
  deepStrictEqual(forecast.stops, stops);
  await forecast.ask({ begin: facts.update.view, orders: [] });
  facts.update = { ...facts.update };
  give([]);
  await settled();
  strictEqual(forecast.stops.length, 1, "of another update");
  deepStrictEqual(forecast.orders, []);
});

await test("what comes in is foretold rightly while the turn before is still played back", async () => {
  const session = new Session(rules, await begin("fortress"), () => false);
  await session.start();
  const { gained } = session.forecast.plan;
  ok(gained > 0);
  session.playback.pause();
  await session.done();
  ok(session.playing, "the turn is played back");
  strictEqual(session.forecast.plan.gained, gained);
  session.close();
});

await test("a game that is gone on with tells what happened before", async () => {
  const first = await begin("apoca"), session = new Session(rules, first, () => true);
  await session.start();
  for (let i = 0; i < 3; i++) await session.done();
  const lines = session.log.lines.map((line) => `${line.turn} ${line.text}`), record = await first.record();
  ok(lines.length > 0);
  session.close();
  const again = new Session(rules, await LocalPlay.begin(rules, games, record), () => true);
  await again.start();
  await until(() => again.log.length > 0);
  deepStrictEqual(again.log.lines.map((line) => `${line.turn} ${line.text}`), lines);
  again.close();
});

// ---- long ways by single steps -------------------------------------------------------------------------

const armiesOf = ({ look }) => look.scene.tokens.filter((token) => token.owner === 1 && token.healthMax > 0).map((token) => {
  const { x, y } = look.scene.cells[token.cell];
  return `${x},${y} ×${token.badge}`;
}).sort().join("; ");

/** A session of civ with three armies and a worker on 3,3, and what stands where: "army 3,3 ×3". `enemy`: the tile of a foreign army. */
async function withStack(enemy = [7, 7], code = { Session }, replay = null) {
  const game = games.find((one) => one.id === "civ");
  await know(rules, game);
  const armies = [[...enemy, 100, 0]];
  const scenario = { game: "civ", seed: "1", steps: [], position: { size: 8, board: Array(8).fill(Array(8).fill(1)), state: { current: 0, round: 1, players: [
    { cities: [[0, 0]], workers: [[3, 3, 0]], armies: [[3, 3, 100, 0], [3, 3, 100, 0], [3, 3, 100, 0]], food: 90 }, { cities: [[7, 0]], armies, food: 90 }, { cities: [[0, 7]] }, { cities: [[7, 7]] }] } } };
  const answer = await rules.host({ op: "begin", scenario });
  ok(answer.ok, answer.why);
  const match = await LessonStep.begin(rules, game, { ...scenario, steps: [[0, { verb: "research", what: "offense" }]] }).catch(() => null);
  ok(match, "no match");
  match.replay = replay;
  const session = new code.Session(rules, match, () => true);
  await session.start();
  const cell = (x, y) => session.look.scene.cells.findIndex((one) => one.x === x && one.y === y);
  return { session, cell, stands: () => armiesOf(session) };
}

await test("a stack goes together with one click, or a part of it", async () => {
  const { session, cell, stands } = await withStack();
  session.choose(cell(3, 3));
  strictEqual(session.stack, 3);
  session.party = 2;
  session.choose(cell(4, 3));
  await until(() => stands() === "3,3 ×1; 4,3 ×2");
  if (session.aiming.selected === null) session.choose(cell(3, 3));
  session.choose(cell(3, 4));
  await until(() => stands() === "3,4 ×1; 4,3 ×2");
  await session.undo();
  strictEqual(stands(), "3,3 ×1; 4,3 ×2", "taken back one by one");
  session.close();
});

await test("whoever is sent to a far tile goes on turn after turn, around foreigners, until there", async () => {
  const { session, cell, stands } = await withStack([4, 3]);
  session.choose(cell(3, 3));
  session.choose(cell(5, 3));
  await until(() => session.marches.all.length === 1 && !/3,3/.test(stands()));
  const seen = [stands()];
  for (let i = 0; i < 3; i++) {
    const before = stands();
    await session.ordering.done(); // the worker waits, and is meant to
    await until(() => session.acting && stands() !== before);
    seen.push(stands());
  }
  strictEqual(seen.at(-1), "5,3 ×3");
  ok(!seen.some((one) => /4,3/.test(one)), `through the foreigner: ${seen}`);
  await until(() => session.marches.all.length === 0);
  ok(session.log.lines.some((line) => /arrived at 5,3/.test(line.text)), "it is told");
  session.close();
});

await test("a long way goes on after the page was loaded again, once in each turn", async () => {
  const shelf = new Map();
  globalThis.localStorage = { getItem: (key) => shelf.get(key) ?? null, setItem: (key, text) => shelf.set(key, text) };
  const { session, cell } = await withStack([4, 3], { Session }, "#/replay/mine.1");
  session.choose(cell(3, 3));
  session.choose(cell(5, 3));
  await until(() => /"count":3/.test(shelf.get("redoubt.marches")) && !/"at":27/.test(shelf.get("redoubt.marches")));
  const again = new Session(rules, session.match, () => true), gone = armiesOf(session);
  await again.start();
  strictEqual(again.marches.all.length, 1, "it is known");
  strictEqual(armiesOf(again), gone, "they have gone in this turn already");
  for (let i = 0; i < 3; i++) {
    const before = armiesOf(again);
    await again.ordering.done();
    await until(() => again.acting && armiesOf(again) !== before);
  }
  strictEqual(armiesOf(again), "5,3 ×3");
  await until(() => shelf.get("redoubt.marches") === "[]");
  again.close();
  delete globalThis.localStorage;
});

await test("a game in which chances hardly change has three moments too, and none that reads the same before and after", () => {
  const turns = [0, 1, 2, 3, 4, 5, 6], moments = (values) => momentsOf({ estimates: [values], turns }, 0).map((one) => `${one.turn}: ${one.was} ${one.is}`);
  deepStrictEqual(moments([500, 504, 506, 519, 512, 511, 0]), ["2: 50 51", "3: 51 52", "4: 52 51"]);
  deepStrictEqual(moments([500, 700, 600, 601, 900, 890, 0]), ["1: 50 70", "2: 70 60", "4: 60 90"]);
  deepStrictEqual(moments([500, 501, 502, 501, 502, 501, 0]), []);
});

// ---- all of it --------------------------------------------------------------------------------------

for (const id of ["null", "apoca"]) {
  await test(`${id}: a session from the first order to the end`, async () => {
    const session = new Session(rules, await begin(id), () => true);
    await session.start();
    ok(session.acting && session.look);
    for (let i = 0; i < 2000 && !session.over; i++) {
      const { legal } = session.look;
      const before = session.log.length;
      if (i === 3 && id === "apoca") {
        await session.give(legal[0]);
        strictEqual(session.forecast.orders.length, 1);
        await session.undo();
        strictEqual(session.forecast.orders.length, 0);
        strictEqual(session.log.length, before);
        await session.redo();
        strictEqual(session.forecast.orders.length, 1);
      }
      if (id === "apoca" && i < 60) await session.done();
      else if (id === "apoca") await session.match.resign().then(() => session.caughtUp());
      else await session.give(legal.at(-1));
      strictEqual(session.ordering.refusal, null);
    }
    ok(session.over && session.log.length > 0);
    session.close();
  });
}

await test("an order of which the match tells nothing is among the orders all the same", async () => {
  const match = await begin("apoca"), session = new Session(rules, match, () => true);
  await session.start();
  match.order = async () => null;
  await session.give(session.look.legal[0]);
  strictEqual(session.forecast.orders.length, 1);
  session.close();
});

await test("closing tells nobody anything any more", async () => {
  const match = await begin("null"), session = new Session(rules, match, () => true);
  await session.start();
  let heard = 0;
  const off = session.subscribe(() => heard++);
  session.changed();
  off();
  session.changed();
  strictEqual(heard, 1);
  session.close();
});

finish();
