// Numbers between page and server, without a browser: node wire_test.mjs REDOUBT RULES_WASM. The page's own code plays
// every game against a real server and reads it in numbers; a stranger's eyes read the same matches in names. What the
// two understand must be the same: every fact of every event, every order, every ending. Mutants of the page's code
// must be caught by the very same comparison.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fails, finish, pageCode, same, test } from "./code.mjs";
import { require } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [redoubt, wasm] = process.argv.slice(2);
const ORDERS = 40; // of ours, in each match
const LINES = `
  export { Server } from "./net/server";
  export { eventFrom, orderNumbers, outcomeFrom, verdictFrom } from "./net/forms";
  export { Rules } from "./rules/module";
  export { orderJson } from "./rules/named";
  export { ArgType, RESIGN } from "./rules/types";
  export { actionText, cellName, cellX, cellY, endingOf, eventText, unitName, verdictReason } from "./rules/words";`;

const { ws } = require("playwright-core/lib/utilsBundle");
class WebSocket extends ws {
  constructor(url) {
    super(url);
    this.on("error", () => undefined); // close follows, as in a page
  }
}
const kept = new Map();
globalThis.WebSocket = WebSocket;
globalThis.navigator ??= {}; // older node has none
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
const plainFetch = globalThis.fetch;
globalThis.fetch = (path) => plainFetch(new URL(path, globalThis.location.href)); // as in a page

const folder = mkdtempSync(join(tmpdir(), "redoubt-wire-"));
writeFileSync(join(folder, "index.html"), "the page itself is not needed here");
const server = await startServer(redoubt, folder, folder);
globalThis.location = { href: server.url };

/** Somebody who reads and writes names: a connection of the same player. */
function stranger() {
  const socket = new WebSocket(new URL("v1/ws", server.url).href.replace("http", "ws"));
  const updates = new Map(), waiting = new Map();
  let next = 1;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data);
    if (message.type) updates.set(message.n, message);
    else waiting.get(message.re)?.(message);
  });
  const ask = (cmd, fields) => new Promise((resolve) => {
    const id = `s${Math.random()}-${next++}`;
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ cmd, id, ...fields }));
  });
  return new Promise((resolve) => socket.addEventListener("open", () => resolve({ ask, updates, close: () => socket.close() })));
}

/** A fact as the named JSON has it. */
function factJson(code, game, arg, value) {
  const { ArgType } = code;
  if (arg.type === ArgType.Choice) return arg.choices[value];
  if (arg.type === ArgType.Refusal) return game.refusals[value].text;
  if (arg.type === ArgType.Unit) return arg.choices.length > 0 ? code.unitName(arg, value) : value;
  if (arg.type !== ArgType.Cell) return value;
  const x = code.cellX(game.cells, value), y = code.cellY(game.cells, value);
  return game.cells.letters ? code.cellName(game.cells, x, y) : [x, y];
}

function sameUpdate(code, game, update, named) {
  const list = named.events ?? [];
  same(update.events.length, list.length, `events of update ${update.n}`);
  update.events.forEach((event, i) => {
    const kind = game.events[event.kind];
    same([kind.name, event.cause], [list[i].kind, (list[i].cause ?? -1) + 1], "kind and cause of an event");
    kind.args.forEach((arg, a) => same(factJson(code, game, arg, event.args[a]), list[i][arg.name], `${kind.name} ${arg.name}`));
    same(code.eventText(game, event), list[i].text, `the sentence of ${kind.name}`);
  });
  const ending = update.outcome && code.endingOf(game, update.outcome);
  same(update.outcome && [update.outcome.rank, ending?.text ?? "Draw agreed"], named.outcome && [named.outcome.rank, named.outcome.reason], "the outcome");
}

/** A legal order of a verb that was used least, so that all of them come in turn. */
function choose(code, rules, game, update, used) {
  const legal = rules.legal(game, rules.guess(game, update.view), update.seat);
  const least = Math.min(...legal.map((action) => used.get(action.verb) ?? 0));
  const rare = legal.filter((action) => (used.get(action.verb) ?? 0) === least);
  const action = rare[Math.floor(rare.length * 0.6)];
  used.set(action.verb, (used.get(action.verb) ?? 0) + 1);
  return action;
}

async function until(ready, what) {
  for (let i = 0; i < 6000 && !ready(); i++) await new Promise((resolve) => { setTimeout(resolve, 5); });
  if (!ready()) throw new Error(`waited in vain for ${what}`);
}

/** The orders of a seat out of the replay, in names, as the program that wrote it reads them. */
async function orderedBy(id, seat) {
  const file = join(folder, "a.replay");
  writeFileSync(file, Buffer.from(await (await fetch(`v1/matches/${id}/replay`)).arrayBuffer()));
  const replay = JSON.parse(execFileSync(redoubt, ["replay", file, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 }));
  return replay.turns.flatMap((turn) => turn.steps).filter((one) => one.seat === seat).map((one) => one.order);
}

const rulesOf = (code) => code.Rules.load(readFileSync(wasm));

/** A new page, open while something is done with it. All pages share what is kept: one that came back after its end
 * would be a new guest, and put that guest's token where the next page has just put its own. */
async function withPage(code, body) {
  kept.clear();
  const page = new code.Server();
  await page.find();
  try {
    return await body(page);
  } finally {
    page.socket().open = () => undefined;
    await page.socket().signOut();
  }
}

/** Plays a match through the page's code and compares everything with the names. */
const playAndCompare = (code, id, orders = ORDERS) => withPage(code, async (page) => {
  const rules = await rulesOf(code), game = rules.games.find((one) => one.id === id);
  const seats = Array.from({ length: Math.max(game.seatsMin, 2) }, (_, i) => (i === 0 ? "me" : "random"));
  const { address } = await page.create(game, game.options.map((one) => one.preset), seats, { public: false });
  page.gameOf = () => Promise.resolve(game);
  const match = await page.join(/m\/(\w+)/.exec(address)[1], undefined);
  const matchId = /m\/(\w+)/.exec(address)[1];
  const other = await stranger();
  const hello = await other.ask("hello", { version: 1, token: kept.get("redoubt.token") });
  same(hello.player, page.socket().player.id, "the stranger's player");
  const watched = await other.ask("watch", { match: matchId, seat: 0 });
  same(watched.ok, true, `the stranger watches: ${watched.why}`);
  const updates = [], sent = [], used = new Map();
  await match.start((update) => updates.push(update));
  for (let i = 0; i < orders && updates.at(-1).state === "running"; i++) {
    await until(() => updates.at(-1).act || updates.at(-1).state === "over", "my turn");
    if (updates.at(-1).state === "over") break;
    const action = choose(code, rules, game, updates.at(-1), used);
    const refused = await match.order(action);
    same(refused, null, `an order that is legal: ${code.actionText(game, action)}`);
    sent.push(code.orderJson(game, action));
  }
  if (updates.at(-1).state !== "over") await match.resign();
  await until(() => updates.at(-1).state === "over" && other.updates.has(updates.at(-1).n), "the end");
  const compared = updates.filter((update) => other.updates.get(update.n)?.type === "update");
  if (compared.length < Math.min(orders, sent.length) / 2) throw new Error(`only ${compared.length} updates to compare`);
  compared.forEach((update) => sameUpdate(code, game, update, other.updates.get(update.n)));
  const ordered = await orderedBy(matchId, 0);
  same(ordered.filter((one) => one.verb !== "resign"), sent, "the orders in the replay");
  match.close();
  other.close();
  return { events: compared.flatMap((update) => update.events), verbs: used.size };
});

const right = await pageCode(LINES);
const tables = (await rulesOf(right)).games;
for (const game of tables) {
  await test(`${game.id}: numbers say what names say`, async () => {
    const { events, verbs } = await playAndCompare(right, game.id);
    const choices = events.filter((event) => game.events[event.kind].args.some((arg, i) => arg.type === right.ArgType.Choice && event.args[i] > 0));
    console.log(`# ${verbs} verbs, ${events.length} events of ${new Set(events.map((one) => one.kind)).size} kinds, ${choices.length} with a choice other than the first`);
    if (["apoca", "fate"].includes(game.id) && choices.length === 0) throw new Error("no event has a choice that a mutant could lose");
  });
}

const apoca = tables.find((one) => one.id === "apoca");
await test("what the tables don't have is an error", async () => {
  const { eventFrom, outcomeFrom, verdictFrom, orderNumbers, verdictReason, actionText, endingOf } = right;
  const kind = (name) => apoca.events.findIndex((one) => one.name === name);
  const skipped = kind("order_skipped"), built = kind("built");
  same(eventFrom(apoca, [skipped, 0, 1, 4, 2]).args, [1, 4, 2], "an event");
  const bad = {
    "an unknown event": () => eventFrom(apoca, [apoca.events.length, 0]), "an event without a kind": () => eventFrom(apoca, []),
    "a fact too few": () => eventFrom(apoca, [skipped, 0, 1, 4]), "a fact too many": () => eventFrom(apoca, [skipped, 0, 1, 4, 2, 0]),
    "an unknown choice": () => eventFrom(apoca, [skipped, 0, 1, 5, 2]), "an unknown refusal": () => eventFrom(apoca, [skipped, 0, 1, 4, apoca.refusals.length]),
    "no refusal": () => eventFrom(apoca, [skipped, 0, 1, 4, 0]), "an unknown seat": () => eventFrom(apoca, [skipped, 0, 2, 4, 2]),
    "an unknown unit": () => eventFrom(apoca, [built, 0, 0, 0, 5, 9 << 16, 1, 1]), "a cell off the board": () => eventFrom(apoca, [built, 0, 0, 0, -1, 0, 1, 1]),
    "half a number": () => eventFrom(apoca, [skipped, 0, 1, 4, 2.5]), "names": () => eventFrom(apoca, { kind: "hired" }),
    "an unknown ending": () => outcomeFrom(apoca, { ending: apoca.endings.length, rank: [1, 2], score: [0, 0] }),
    "ending 0": () => outcomeFrom(apoca, { ending: 0, rank: [1, 2], score: [0, 0] }), "an ending in words": () => outcomeFrom(apoca, { reason: "Draw agreed", rank: [1, 1], score: [0, 0] }),
    "an unknown code": () => verdictFrom(apoca, [99, 0, 0]), "an unknown reason": () => verdictFrom(apoca, [6, apoca.refusals.length, 0]),
    "an unknown verb": () => orderNumbers(apoca, { verb: 9, args: [0, 0, 0] }), "resigning as an order": () => orderNumbers(apoca, { verb: right.RESIGN, args: [0, 0, 0] }),
    "an argument past its limit": () => orderNumbers(apoca, { verb: 0, args: [4, 0, 0] }), "an argument too many": () => orderNumbers(apoca, { verb: 0, args: [0, 1, 0] }),
    "words for an unknown verb": () => actionText(apoca, { verb: 9, args: [0, 0, 0] }), "words for an unknown reason": () => verdictReason(apoca, { code: 6, why: 999, detail: 0 }),
    "words for ending 0": () => endingOf(apoca, { ending: 0, rank: [1, 2], score: [0, 0] }),
  };
  for (const [what, read] of Object.entries(bad)) if (!await fails(read)) throw new Error(`${what} is taken`);
});

await test("an agreed draw has no ending of the rules", async () => {
  const outcome = right.outcomeFrom(apoca, { ending: null, rank: [1, 1], score: [3, 4] });
  same([outcome.ending, right.endingOf(apoca, outcome)], [null, null], "the ending");
});

await test("a page with other tables is told to load itself again", () => withPage(right, async (page) => {
  const other = { ...apoca, tables: "0123456789abcdef" };
  const { address } = await page.create(apoca, apoca.options.map((one) => one.preset), ["me", "random"], { public: false });
  const id = /m\/(\w+)/.exec(address)[1];
  page.gameOf = () => Promise.resolve(other);
  const words = await page.join(id, undefined).then(() => "", (error) => error.message);
  same(/load the page again/.test(words), true, words);
  page.gameOf = () => Promise.resolve(apoca);
  const match = await page.join(id, undefined);
  await match.start(() => undefined);
  match.game = other; // as if the server had become another one meanwhile
  const refused = await match.order({ verb: 4, args: [0, 0, 0] });
  same(/load the page again/.test(refused?.text ?? ""), true, `an order in other numbers: ${JSON.stringify(refused)}`);
  match.game = apoca;
  const poor = await match.order({ verb: 2, args: [0, 0, 0] }); // tear down what isn't mine
  same(poor, apoca.refusals.find((one) => one.text === poor.text), "the refusal is one of the table");
  match.close();
}));

const CHOICES_0 = "args.map((value, i) => (known[i]!.type === ArgType.Choice ? 0 : value))";
/** A file, what is right and what is wrong in it, and after how many orders we give up. */
const mutants = {
  "every choice of an event is the first": ["net/forms.ts", "return { kind, cause, args };", `return { kind, cause, args: ${CHOICES_0} };`],
  "every choice of an order is the first": ["net/forms.ts", "return [action.verb, ...action.args];",
    "return [action.verb, ...action.args.map((value, i) => (args[i]?.type === ArgType.Choice ? 0 : value))];"],
  "every event is of the first kind that fits": ["net/forms.ts", "return { kind, cause, args };",
    "return { kind: game.events.findIndex((one) => one.args.length === args.length), cause, args };"],
  "no event has a cause": ["net/forms.ts", "return { kind, cause, args };", "return { kind, cause: 0, args };"],
  "every ending is the first": ["net/forms.ts", "return { ending: ending as number | null,", "return { ending: ending === null ? null : 1,", 3],
  "every verb is the first": ["net/forms.ts", "return [action.verb, ...action.args];", "return [0, ...action.args];"],
};
for (const [name, [file, right, wrong, orders]] of Object.entries(mutants)) {
  await test(`is caught: ${name}`, async () => {
    const code = await pageCode(LINES, [file, right, wrong]);
    const noticed = await fails(() => playAndCompare(code, "apoca", orders));
    if (!noticed) throw new Error("nobody notices");
    console.log(`# ${noticed.slice(0, 160)}`);
  });
}

await server.stop();
rmSync(folder, { recursive: true });
finish();
process.exit(); // no timer of a closed page is waited for
