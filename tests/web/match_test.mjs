// Matches of the page, played by the host within the modules of the games, in node, TAP.
// usage: node match_test.mjs REDOUBT DIST
import { deepStrictEqual, ok, strictEqual, throws } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finish, test } from "./code.mjs";
import { load } from "./load.mjs";

const [redoubt, dist] = process.argv.slice(2);
const { Rules, HostMatch, LocalMatch, Replayed, packRecord, unpackRecord, writeReplay, readReplay, RESIGN, VERB_ENDS_TURN } =
  await load("rules/module", "rules/hostmatch", "rules/local", "rules/replayed", "rules/record", "rules/types", "replay/file");
const saved = JSON.parse(readFileSync(new URL("saved_games.json", import.meta.url), "utf8"));

const loaded = new Map();
async function rulesOf(id) {
  if (!loaded.has(id)) loaded.set(id, await Rules.load(readFileSync(join(dist, `rules-${id}.wasm`))));
  const rules = loaded.get(id);
  return { rules, game: rules.games[0] };
}

const person = { who: "person", name: "me" };
const bot = (name) => ({ who: "bot", name });
const quickBot = (game) => bot(game.bots.some((one) => one.name === "greedy") ? "greedy" : "random");
const begin = (game, seats, seed = "7") => ({ game: game.id, options: game.options.map((one) => one.preset), seats, seed, orders: [] });
const bytes = (match, seat) => Buffer.from(match.update(seat).view).toString("hex");
const legalOf = (rules, game, match, seat) => rules.legal(game, rules.guess(game, match.update(seat).view), seat);

const endOf = (rules, game, match, seat) => legalOf(rules, game, match, seat).find((action) => game.verbs[action.verb].flags & VERB_ENDS_TURN);

/** The seat's person gives whatever is legal, so many times. */
function wander(rules, game, match, seat, orders) {
  for (let i = 0; i < orders && match.update(seat).act; i++) {
    const legal = legalOf(rules, game, match, seat);
    strictEqual(match.order(seat, legal[(i * 37) % legal.length]), null);
  }
}

for (const id of readdirSync(dist).flatMap((name) => /^rules-(\w+)\.wasm$/.exec(name)?.[1] ?? [])) {
  await test(`${id}: what the page saves is verified by redoubt replay, and read back`, async () => {
    const { rules, game } = await rulesOf(id);
    const match = new LocalMatch(rules, game, begin(game, [person, ...Array(game.seatsMin - 1).fill(quickBot(game))]));
    wander(rules, game, match, 0, 25);
    match.order(0, { verb: RESIGN, args: [0, 0, 0] });
    const record = match.record(), replay = new Replayed(rules, game, record);
    strictEqual(replay.info().problem, null);
    const siphash = async (key, data) => rules.siphash(key, data);
    const file = await writeReplay(game, record, replay.sheet(), siphash);
    const folder = mkdtempSync(join(tmpdir(), "redoubt-"));
    try {
      writeFileSync(join(folder, "game.rdr"), file);
      const run = spawnSync(redoubt, ["replay", "--verify", join(folder, "game.rdr")], { encoding: "utf8" });
      strictEqual(run.status, 0, run.stdout + run.stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const back = await readReplay(rules.games, file, siphash, () => { throw new Error("it began plainly"); });
    deepStrictEqual(back.record.orders, record.orders);
    ok(back.whole && record.orders.length > 2);
    match.close();
  });
}

for (const kept of saved) {
  await test(`${kept.game}: a game that an earlier page saved goes on where it was`, async () => {
    const { rules, game } = await rulesOf(kept.game);
    if (JSON.parse(kept.saved).rules !== game.rulesVersion) {
      throws(() => unpackRecord(rules.games, kept.saved), /other rules/);
      return;
    }
    const record = unpackRecord(rules.games, kept.saved);
    const replay = new Replayed(rules, game, record), match = new LocalMatch(rules, game, record);
    strictEqual(replay.info().hash, kept.hash);
    strictEqual(replay.sheet().first, kept.first);
    strictEqual(match.record().orders.length, kept.orders);
    strictEqual(match.drafts(0).orders.length, kept.drafts);
    deepStrictEqual(match.update(0).events, [], "what was before is known");
    strictEqual(packRecord(game, match.record()), kept.saved);
    match.close();
  });
}

await test("undo brings back the view and the orders, in the latest turn only", async () => {
  const { rules, game } = await rulesOf("apoca");
  const match = new LocalMatch(rules, game, begin(game, [person, bot("greedy")]));
  const before = bytes(match, 0), [first] = legalOf(rules, game, match, 0);
  strictEqual(match.undo(0), false);
  strictEqual(match.order(0, first), null);
  ok(bytes(match, 0) !== before && match.update(0).undoable);
  deepStrictEqual(match.drafts(0).orders, [first]);
  strictEqual(Buffer.from(match.drafts(0).begin).toString("hex"), before);
  strictEqual(match.undo(0), true);
  const update = match.update(0);
  ok(update.undone && !match.update(0).undone, "it is told once that something was undone");
  strictEqual(Buffer.from(update.view).toString("hex"), before);
  strictEqual(match.record().orders.length, 0);
  match.order(0, first);
  strictEqual(match.order(0, endOf(rules, game, match, 0)), null);
  ok(match.record().orders.length > 2, "the bot has answered");
  ok(!match.update(0).undoable && !match.undo(0));
  match.close();
});

await test("every person is told once what happened, those who look later too", async () => {
  const { rules, game } = await rulesOf("apoca");
  const match = new LocalMatch(rules, game, begin(game, [person, person]));
  for (const seat of [0, 1]) strictEqual(match.order(seat, legalOf(rules, game, match, seat)[0]), null);
  strictEqual(match.order(0, endOf(rules, game, match, 0)), null);
  deepStrictEqual(match.acting(), [1]);
  strictEqual(match.order(1, endOf(rules, game, match, 1)), null);
  const [first, late] = [match.update(0).events, match.update(1).events];
  ok(late.length > 0, "the second one was not told of the turn");
  strictEqual(match.update(0).events.length + match.update(1).events.length, 0);
  ok([first, late].every((events) => events.every((event, i) => event.cause <= i)), "causes come before what they cause");
  match.close();
});

await test("an order that the rules refuse says why and changes nothing", async () => {
  const { rules, game } = await rulesOf("null");
  const match = new LocalMatch(rules, game, begin(game, [person, person]));
  const before = bytes(match, 0);
  ok(match.order(0, { verb: 0, args: [game.verbs[0].args[0].limit, 0, 0] }).code !== 0);
  ok(match.order(1, { verb: 0, args: [1, 0, 0] }).code !== 0, "it is not the turn of seat 1");
  strictEqual(bytes(match, 0), before);
  match.close();
});

await test("a replay shows every stop as the match was then, from any side", async () => {
  const { rules, game } = await rulesOf("fortress");
  const match = new LocalMatch(rules, game, begin(game, [bot("greedy"), bot("greedy")]));
  const views = [], told = [];
  const seen = HostMatch.begin(rules, game, match.record(), { listeners: [0] });
  for (let turn = 0; turn < 6; turn++) {
    views.push(bytes(match, 0));
    match.advance();
  }
  const record = match.record(), replay = new Replayed(rules, game, record), frugal = new Replayed(rules, game, record, 3 * game.stateSize);
  for (const [seat, action] of record.orders) {
    const [turn] = seen.turns;
    seen.order(seat, action);
    if (seen.turns[0] !== turn) told.push(seen.tell(0));
  }
  for (const stop of [5, 0, 3, 1, 4, 2]) {
    for (const one of [replay, frugal]) {
      const update = one.at(stop, 0, true);
      strictEqual(Buffer.from(update.view).toString("hex"), views[stop], `stop ${stop}`);
      deepStrictEqual(update.events, stop === 0 ? [] : told[stop - 1]);
    }
  }
  ok(told.some((events) => events.length > 0));
  const { state, orders } = replay.turnBefore(3);
  deepStrictEqual(replay.until(2).orders.concat(orders), replay.until(3).orders);
  strictEqual(rules.hash(state), new Replayed(rules, game, replay.until(2)).info().hash);
  seen.close();
  match.close();
});

await test("a damaged list of orders is played as far as it goes, and says where it ends", async () => {
  const { rules, game } = await rulesOf("null");
  const record = { ...begin(game, [person, person]), orders: [[0, { verb: 0, args: [1, 0, 0] }], [0, { verb: 0, args: [1, 0, 0] }]] };
  const replay = new Replayed(rules, game, record);
  ok(/order 2/.test(replay.info().problem ?? ""));
  strictEqual(replay.sheet().orders, 1);
});

await test("matches that are closed give their memory back", async () => {
  const { rules, game } = await rulesOf("fortress");
  const size = () => rules.data.byteLength;
  const round = () => {
    const match = new LocalMatch(rules, game, begin(game, [person, bot("greedy")]));
    wander(rules, game, match, 0, 2);
    match.close();
  };
  round();
  const before = size();
  for (let i = 0; i < 20; i++) round();
  strictEqual(size(), before);
});

finish();
