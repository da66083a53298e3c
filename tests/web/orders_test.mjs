// Every legal order can be given by clicks: the page's menus, over random positions of each game; in node, TAP.
// usage: node orders_test.mjs DIST [POSITIONS]
import { ok, strictEqual } from "node:assert";
import { finish, pageCode, test } from "./code.mjs";
import { load, startWorker } from "./load.mjs";

const [dist, wanted] = process.argv.slice(2);
const worker = await startWorker(dist, true);
const { startRules, know, turnEnd, actionText, keysOf, towards, centre, ...page } =
  await load("rules/client", "rules/known", "game/menu", "rules/words", "game/orderlist", "board/geometry");
let { completed, menus, nextCells } = page; // the last test tries others
const rules = startRules(worker);
const games = await rules.games();

const POSITIONS = Number(wanted ?? 200), ORDERS_MAX = 400; // a game goes on as long as this at most
const EVERY = 3; // orders between two positions
const DULL = 1; // such positions offer nothing but Done
const textOf = ({ verb, args }) => `${verb}:${args.join()}`;

/** Numbers that are the same in every run. */
function luckOf(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The orders that clicks on cells make of an order in the making. */
function clicksFrom(game, { scene, legal }, draft) {
  const action = completed(draft);
  if (action) return [action];
  return [...nextCells(game, scene, legal, draft).values()].flatMap((next) => clicksFrom(game, { scene, legal }, next));
}

/** All orders that somebody can give with this cell chosen (null: none). */
function givenAt(game, look, cell, seat) {
  const { here, anywhere } = menus(game, look.scene, look.legal, cell, seat);
  return [...here, ...anywhere].filter((entry) => entry.legal).flatMap((entry) => clicksFrom(game, look, entry.draft));
}

/** The legal orders that no clicks give. */
function missing(game, look, seat) {
  const left = new Map(look.legal.map((action) => [textOf(action), action]));
  const end = turnEnd(game, look.legal);
  if (end) left.delete(textOf(end)); // Done
  const mine = new Set(look.scene.tokens.filter((token) => token.owner === seat + 1).map((token) => token.cell));
  for (const cell of new Set([null, ...mine, ...look.scene.cells.keys()])) { // most orders are for mine: the rest is soon found
    if (left.size === 0) break;
    for (const action of givenAt(game, look, cell, seat)) left.delete(textOf(action));
  }
  return [...left.values()];
}

/** Buttons of one cell that a keyboard could not tell apart, or not press. */
function keyless(game, look, cell, seat) {
  const { here, anywhere } = menus(game, look.scene, look.legal, cell, seat);
  return [here, anywhere].flatMap((entries) => {
    const possible = entries.filter((entry) => entry.legal), keys = possible.map((entry) => keysOf({ game }, entries.filter((one) => one.verb === entry.verb), entry));
    return possible.filter((_, i) => keys[i] === "" || keys.indexOf(keys[i]) !== i).map((entry) => `${game.verbs[entry.verb].name} ${entry.label}`);
  });
}

/** Cells that the arrow keys don't lead to, from the first one. */
function unreached(scene) {
  const places = scene.cells.map((one) => centre(scene.topology, one.x, one.y));
  const ways = [[1, 0], [-1, 0], [0, 1], [0, -1], [0.5, -0.87], [-0.5, -0.87], [-0.5, 0.87], [0.5, 0.87]];
  const found = new Set([0]);
  for (let edge = [0]; edge.length > 0;) {
    edge = [...new Set(edge.flatMap((from) => ways.map(([dx, dy]) => towards(places, places[from], dx, dy))))].filter((one) => one >= 0 && !found.has(one));
    edge.forEach((one) => found.add(one));
  }
  return scene.cells.length - found.size;
}

/** An order of a random verb: where there are thousands of moves, turns end all the same. */
function drawn(legal, luck) {
  const verbs = [...new Set(legal.map((action) => action.verb))], verb = verbs[luck(verbs.length)];
  const those = legal.filter((action) => action.verb === verb);
  return those[luck(those.length)];
}

/** Random positions of random games, each with the seat that is to decide. */
async function* positions(game, count) {
  for (let seed = 1, left = count; left > 0; seed++) {
    const luck = luckOf(seed);
    const options = game.options.map((one) => one.preset);
    const seats = Array.from({ length: game.seatsPreset }, () => ({ who: "person", name: "x" }));
    const id = await rules.begin({ game: game.id, options, seats, seed: String(seed), orders: [] });
    for (let i = 0; i < ORDERS_MAX && left > 0; i++) {
      const acting = await rules.people(id);
      if (acting.length === 0) break;
      const seat = acting[luck(acting.length)];
      const update = await rules.update(id, seat);
      const look = await rules.look(game.id, seat, update.view, true);
      if (i % EVERY === 0 && look.legal.length > DULL) {
        left--;
        yield { look, seat };
      }
      await rules.order(id, seat, drawn(look.legal, luck));
    }
    await rules.end(id);
  }
}

for (const game of games) {
  await test(`${game.id}: every legal order of ${POSITIONS} random positions can be given by clicks`, async () => {
    await know(rules, game);
    const lost = [];
    let all = 0;
    for await (const { look, seat } of positions(game, POSITIONS)) {
      all += look.legal.length;
      lost.push(...missing(game, look, seat));
    }
    console.log(`# ${all} orders, ${lost.length} of them cannot be given`);
    strictEqual(lost.slice(0, 5).map((action) => actionText(game, action)).join("; "), "");
  });
}

await test("menus that see only one unit of a tile, or not those within a tower, are noticed", async () => {
  const game = games.find((one) => one.id === "fortress");
  ({ completed, menus, nextCells } = await pageCode('export * from "./game/menu.ts";', ["game/menu.ts", "[...new Set(mine.map((one) => one.unit))]", "[...new Set(mine.map((one) => one.unit))].slice(0, 1)"]));
  let lost = 0;
  for await (const { look, seat } of positions(game, POSITIONS)) {
    const mine = look.scene.tokens.filter((token) => token.owner === seat + 1 && token.unit !== 0xffff).map((token) => token.cell);
    if (new Set(mine).size < mine.length) lost += missing(game, look, seat).length; // two stand on a tile
    if (lost > 0) break;
  }
  ({ completed, menus, nextCells } = page);
  ok(lost > 0, "nothing was missed");
});

for (const game of games.filter((one) => one.topology !== 0)) {
  await test(`${game.id}: every order has keys of its own where it is offered, and keys lead to every tile`, async () => {
    const mute = new Set();
    let tiles = 0, most = 0;
    for await (const { look, seat } of positions(game, POSITIONS / 10)) {
      const mine = new Set(look.scene.tokens.filter((token) => token.owner === seat + 1).map((token) => token.cell));
      for (const cell of [null, ...mine]) keyless(game, look, cell, seat).forEach((one) => mute.add(one));
      if (most++ === 0) tiles = unreached(look.scene);
    }
    strictEqual([...mute].slice(0, 5).join("; "), "");
    strictEqual(tiles, 0, "tiles that no key leads to");
  });
}

finish();
