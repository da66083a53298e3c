// Orders by touch, on a phone: fingers choose the unit, the order and its tiles, on the real page; what was given is read out of the game
// that the browser keeps. One order for each way of touching there is; with EVERY one for each verb and each choice of it. TAP.
// usage: node touch_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER [EVERY]
import { readdirSync, readFileSync } from "node:fs";
import { check, drawn, goTo, run, same, STILL, test } from "./harness.mjs";
import { load, startWorker } from "./load.mjs";

const [, dist, chromium, pictures, every] = process.argv.slice(2);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1, ...STILL };
const GAMES = 3, EVERY = 8, ORDERS_MAX = 200; // games besides the worked cases; orders between two positions and of a game
const BOTS_TURNS = 40;
const SWIPES_MAX = 12, THUMB = 43.5; // pixels: where tiles are smaller the first touch brings them nearer
const TILE = 40; // units of the board
const PERSON = { who: "person", name: "x" };

const worker = await startWorker(dist, true);
const { startRules, know, menus, nextCells, completed, keysOf, packRecord, recordOf } =
  await load("rules/client", "rules/known", "game/menu", "game/orderlist", "rules/record", "rules/words", "learn/lesson");
const rules = startRules(worker);
const games = (await rules.games()).filter((one) => one.id !== "null");

/** Numbers that are the same in every run. */
function luckOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** An order of a random verb: where there are thousands of moves, turns end all the same. */
function random(legal, luck) {
  const verbs = [...new Set(legal.map((action) => action.verb))], verb = verbs[luck(verbs.length)];
  const those = legal.filter((action) => action.verb === verb);
  return those[luck(those.length)];
}

/** As it is played at first; in other games of FATE all units are heroes, which have orders of their own, and some are drafted. */
function optionsOf(game, seed, luck) {
  return game.options.map((one) => {
    if (game.id !== "fate" || seed === 1) return one.preset;
    if (one.key === "mode" && seed % 3 === 0) return one.min + one.choices.indexOf("draft");
    return one.key.startsWith("heroes") ? one.min + 1 + luck(one.choices.length - 1) : one.preset;
  });
}

/** The orders of a game between quick bots: they fight, which those who order at random never do. */
async function playedByBots(game, options, seed) {
  const id = await rules.begin({ game: game.id, options, seats: Array.from({ length: game.seatsPreset }, () => ({ who: "bot", name: "greedy" })), seed, orders: [] });
  for (let i = 0; i < BOTS_TURNS; i++) if (!await rules.advance(id, 1)) break;
  const { orders } = await rules.record(id);
  await rules.end(id);
  return orders;
}

/** Positions on the way through these orders, each with whom the page asks first; where they end, random ones follow. */
async function* along(game, record, orders, luck, step) {
  const id = await rules.begin({ ...record, orders: [] });
  for (let i = 0; i < Math.max(orders.length, luck ? ORDERS_MAX : 0); i++) {
    const acting = await rules.people(id);
    if (acting.length === 0) break;
    const asked = acting[0], [seat, played] = orders[i] ?? [i % step === 0 ? asked : acting[luck(acting.length)]];
    if (i % step === 0) yield { seat: asked, look: await lookOf(game, id, asked), record: { ...await rules.record(id), open: true } };
    if (await rules.order(id, seat, played ?? random((await lookOf(game, id, seat)).legal, luck))) break; // the example shows a refusal
  }
  await rules.end(id);
}

/** Worked cases, where all kinds are wanted, and games: of bots for a while, and then random. */
async function* positions(game) {
  const folder = new URL(`../../games/${game.id}/examples/`, import.meta.url);
  for (const file of (every ? readdirSync(folder) : []).filter((name) => name.endsWith(".json"))) {
    for (const { expect: _expect, title: _title, note: _note, ...scenario } of [JSON.parse(readFileSync(new URL(file, folder), "utf8"))].flat()) {
      const begun = scenario.position ? await rules.host({ op: "begin", scenario }) : { ok: false };
      if (!begun.ok) continue;
      const orders = begun.orders.map(([seat, verb, a, b, c]) => [seat, { verb, args: [a, b, c] }]);
      const record = recordOf(game, scenario, begun);
      yield* along(game, { ...record, seats: record.seats.map(() => PERSON) }, orders, null, 1);
    }
  }
  for (let seed = 1; seed <= GAMES; seed++) {
    const luck = luckOf(seed), options = optionsOf(game, seed, luck), seats = Array.from({ length: game.seatsPreset }, () => PERSON);
    const orders = seed % 2 === 0 ? await playedByBots(game, options, String(seed)) : [];
    yield* along(game, { game: game.id, options, seats, seed: String(seed) }, orders, luck, EVERY);
  }
}

const lookOf = async (game, id, seat) => rules.look(game.id, seat, (await rules.update(id, seat)).view, true);

/** The tiles to touch for an order in the making, and the order; null: it can't be ended. */
function wayOf(game, { scene, legal }, draft) {
  const action = completed(draft);
  if (action) return { tiles: [], action };
  for (const [cell, next] of nextCells(game, scene, legal, draft)) {
    const rest = wayOf(game, { scene, legal }, next);
    if (rest) return { tiles: [cell, ...rest.tiles], action: rest.action };
  }
  return null;
}

/** All kinds of orders here, each with what to touch for one of them: a tile of mine or none, a button by its keys, more tiles. */
function kindsOf(game, { look, seat }) {
  const kinds = new Map();
  const mine = new Set(look.scene.tokens.filter((token) => token.owner === seat + 1).map((token) => token.cell));
  for (const cell of [null, ...mine]) {
    const { here, anywhere } = menus(game, look.scene, look.legal, cell, seat);
    for (const entries of [here, anywhere]) {
      const possible = entries.filter((one) => one.legal);
      for (const entry of possible) {
        const { name, args } = game.verbs[entry.verb], way = wayOf(game, look, entry.draft);
        const touches = `${cell === null ? "" : "a tile, "}${args.map((arg) => arg.type).join()} by ${way?.tiles.length} tiles`;
        const kind = every ? `${name} ${entry.choice ?? ""}`.trim() : touches;
        if (way && !kinds.has(kind)) kinds.set(kind, { cell, title: entries === here, keys: keysOf({ game }, possible.filter((one) => one.verb === entry.verb), entry), ...way });
      }
    }
  }
  return kinds;
}

/** Few positions in which each kind can be given: [position, [kind, touches]...]. */
async function chosen(game) {
  const all = [], missing = new Set();
  for await (const position of positions(game)) {
    const kinds = kindsOf(game, position);
    if ([...kinds.keys()].every((kind) => missing.has(kind))) continue; // an earlier one does
    kinds.forEach((_, kind) => missing.add(kind));
    all.push({ ...position, kinds });
  }
  const found = [];
  while (missing.size > 0) {
    const news = (one) => [...one.kinds.keys()].filter((kind) => missing.has(kind)).length;
    const best = all.sort((a, b) => news(b) - news(a))[0];
    for (const [kind, touches] of best.kinds) if (missing.delete(kind)) found.push({ ...best, kind, ...touches });
  }
  return found;
}

/** Where a tile is on the screen, and how far a finger has to move the board: not at all where the tile itself would be touched; runs
    within the page. */
function placeOf(cell) {
  const board = document.querySelector(".stage .board.live").getBoundingClientRect(), tile = document.querySelector(`.stage .board [data-cell="${cell}"]`);
  const ground = tile.querySelector(".ground"), box = ground.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2, top = document.elementFromPoint(x, y), seen = tile.contains(top);
  const middle = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
  return { x, y, hint: top?.closest(".coach") !== null && top !== null, scale: box.width / ground.getBBox().width, dx: seen ? 0 : x - middle.x, dy: seen ? 0 : y - middle.y, board: { ...middle, width: board.width, height: board.height } };
}

/** A finger that moves the board so far, and rests before it leaves: after a throw browsers take the next touch for its end. */
async function swipe(page, line, { board }, dx, dy) {
  const clip = (far, most) => Math.max(-most, Math.min(most, far));
  const [sx, sy] = [clip(dx, board.width * 0.4), clip(dy, board.height * 0.4)];
  const at = (part) => [{ x: board.x + sx / 2 - sx * part, y: board.y + sy / 2 - sy * part }];
  await line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const part of [0.5, 1, 1.01, 1, 1.01, 1]) {
    await line.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
    await drawn(page);
  }
  await line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function touchTile(page, line, cell) {
  for (let i = 0; i < SWIPES_MAX; i++) {
    await page.waitForSelector(".stage .board.live[data-rests]");
    const place = await page.evaluate(placeOf, cell);
    if (place.hint) await page.locator(".coach button").tap(); // what a newcomer is told lies over it
    if (place.dx === 0 && place.dy === 0) { // nothing lies over it
      await page.touchscreen.tap(place.x, place.y);
      if (place.scale * TILE >= THUMB) return;
      await page.waitForFunction(([at, old]) => {
        const ground = document.querySelector(`.stage .board [data-cell="${at}"] .ground`);
        return ground.getBoundingClientRect().width / ground.getBBox().width > old;
      }, [cell, place.scale]);
    } else if (!place.hint) await swipe(page, line, place, place.dx, place.dy);
  }
  throw new Error(`tile ${cell} can't be brought into view`);
}

/** The last order of the game that this browser keeps; runs within the page. */
const lastOrder = (id) => JSON.parse(localStorage[`redoubt.game.${id}`]).orders.slice(-5).join();

async function give(page, line, game, { record, seat, cell, keys, tiles, action, look }, id) {
  const text = packRecord(game, record), wanted = [seat, action.verb, ...action.args].join();
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [`redoubt.game.${id}`, text]);
  await goTo(page, `#/play/${id}`);
  await page.waitForSelector(".stage .board.live[data-rests]");
  await page.waitForSelector(".panel .order:not(:disabled), .donebar .done:not(:disabled)");
  if (cell !== null) {
    await touchTile(page, line, cell);
    const chosen = await page.waitForFunction(([at, key, want]) => (JSON.parse(localStorage[`redoubt.game.${key}`]).orders.slice(-5).join() === want ? "given"
      : document.querySelector(`.stage .board [data-cell="${at}"][aria-pressed="true"]`) && "chosen"), [cell, id, wanted]).then((found) => found.jsonValue())
      .catch(() => { throw new Error(`tile ${cell} was touched and is not chosen`); });
    if (chosen === "given") return; // a question that a tile answers
  }
  await page.locator(`.panel .order[data-keys="${keys}"]:not(:disabled)`).first().tap();
  for (const tile of tiles) {
    await page.waitForSelector(`.stage .board [data-cell="${tile}"].target`);
    await touchTile(page, line, tile);
  }
  await page.waitForFunction(([key, want]) => JSON.parse(localStorage[`redoubt.game.${key}`]).orders.slice(-5).join() === want, [id, wanted], { timeout: 5000 })
    .catch(async () => { throw new Error(`wanted ${wanted}, the last order is ${await page.evaluate(lastOrder, id)}`); });
}

for (const game of games) {
  test(`${game.id}: orders by touch`, async ({ page, context }) => {
    await know(rules, game);
    const line = await context.newCDPSession(page), lost = [];
    const all = await chosen(game);
    for (const [i, one] of all.entries()) {
      await give(page, line, game, one, `touch${i}`).catch(async (error) => {
        lost.push(`${one.kind}: ${error.message.split("\n")[0]}`);
        await page.screenshot({ path: `${pictures}/touch-lost-${game.id}-${i}.png` });
      });
    }
    const verbs = new Set(all.map((one) => one.action.verb)), others = game.verbs.filter((_, verb) => !verbs.has(verb));
    console.log(`# ${all.length} kinds, without ${others.map((verb) => verb.name).join(", ")}`);
    same(lost.join("; "), "", "orders that were not given");
    check(all.length > 1, "hardly an order was tried");
  });
}

await run({ dist, chromium, pictures, options: PHONE });
process.exit(process.exitCode);
