// What the hand does in few clicks: the ten most frequent orders of each game, why others are refused, odds, questions, forecasts;
// in node, TAP. Mutants of the page's own code at the end.
// usage: node likely_test.mjs DIST
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { finish, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist] = process.argv.slice(2);
const worker = await startWorker(dist);
const { startRules, know, Aiming, menus, turnEnd, skinOf, actionText, keyOfVerb, keyOfChoice, Forecast, reasonsOf, askedOf, fromHex } =
  await load("rules/client", "rules/known", "game/session/aiming", "game/menu", "skins", "rules/words", "game/likely", "game/session/forecast",
    "game/orderlist", "game/question", "rules/record");
const rules = startRules(worker);
const games = (await rules.games()).filter((one) => one.id !== "null");
const QUICK_BOT = "greedy", TURNS = 24, ORDERS_MAX = 80, FREQUENT = 10, SHARE = 0.9, CLICKS_MAX = 2;

const equal = (a, b) => a !== null && a.verb === b.verb && a.args.every((value, i) => value === b.args[i]);

/** The same order; or a walk of one turn to the tile that the other would reach within this turn too. */
const sameFor = (game) => {
  const [near, far] = ["move", "move_to"].map((name) => game.verbs.findIndex((verb) => verb.name === name));
  return (a, b) => equal(a, b) || (a !== null && near >= 0 && a.verb === near && b.verb === far && equal({ ...a, verb: far }, b));
};
const options = (game) => game.options.map((one) => one.preset);

/** A game between two quick bots, order by order: what each seat saw when it gave one. */
async function* played(game, seed) {
  const seats = Array.from({ length: game.seatsPreset }, () => ({ who: "bot", name: QUICK_BOT }));
  const watched = await rules.begin({ game: game.id, options: options(game), seats, seed, orders: [] });
  for (let i = 0; i < TURNS; i++) if (!await rules.advance(watched, 1)) break;
  const { orders } = await rules.record(watched);
  await rules.end(watched);
  const people = seats.map(() => ({ who: "person", name: "x" }));
  const id = await rules.begin({ game: game.id, options: options(game), seats: people, seed, orders: [] });
  for (const [seat, action] of orders.slice(0, ORDERS_MAX)) {
    const update = await rules.update(id, seat);
    yield { seat, action, update, look: await rules.look(game.id, seat, update.view, true) };
    await rules.order(id, seat, action);
  }
  await rules.end(id);
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
    if ([...then.cells.values()].some((draft) => !draft.args.includes(null) && same({ verb: draft.verb, args: [0, 1, 2].map((i) => draft.args[i] ?? 0) }, action))) return 2;
  }
  const other = [...look.scene.cells.keys()].filter((cell) => !mine.has(cell));
  for (const cell of other) {
    const aiming = fresh();
    if (aiming.choose(cell)) continue;
    if (clicksOf(game, seat, look, aiming).orders.some((one) => same(one, action))) return 2;
  }
  return 3;
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
    deepStrictEqual(most.filter(([, one]) => one.quick < SHARE * one.all).map(([name, one]) => `${name}: ${one.slow}`), []);
  });

  await test(`${game.id}: every order has keys of its own, which never change`, () => {
    const keys = game.verbs.flatMap((verb, i) => (verb.args.length > 0 || !(verb.flags & 2) ? [keyOfVerb(game, i)] : []));
    const single = game.verbs.filter((verb) => verb.args.length > 0).length === 1; // then its choices have the keys
    ok(single || !keys.includes(""), "an order without a key");
    ok(single || new Set(keys).size === keys.length, `keys that mean two things: ${keys}`);
    ok(keyOfChoice(0) === "1" && keyOfChoice(9) === "A");
  });
}

finish();
