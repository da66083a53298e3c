// rules.wasm as a client uses it: no imports, readable tables, whole games between bots. TAP.
// usage: node rules_wasm.mjs MODULE GAME...
import { readFileSync } from "node:fs";
import { memoryOf } from "./memory.mjs";

const [file, ...ids] = process.argv.slice(2);
const bytes = readFileSync(file);
const module = await WebAssembly.compile(bytes);
const w = (await WebAssembly.instantiate(module, {})).exports;

const GAME = 0, OPTIONS = 1, VERBS = 2, EVENTS = 3, REFUSALS = 4, ENDINGS = 5, SEATS = 7, BOTS = 12;
const ARG = 8, STEPS_MAX = 200000;
const THOUGHTS = 5; // orders of bots that search
let tests = 0, failed = 0, troubles = [];

const check = (truth, what) => { if (!truth) troubles.push(what); };

function report(name) {
  for (const trouble of troubles) console.log(`# ${trouble}`);
  console.log(`${troubles.length ? "not ok" : "ok"} ${++tests} - ${name}`);
  failed += troubles.length > 0;
  troubles = [];
}

function text(pointer) {
  if (pointer === 0) return null;
  const memory = new Uint8Array(w.memory.buffer, pointer);
  return new TextDecoder("utf-8", { fatal: true }).decode(memory.subarray(0, memory.indexOf(0)));
}

const textAt = (game, table, row, column, item = 0) => text(w.text_at(game, table, row, column, item));

function rows(game, table, column = 0, first = 0) {
  const list = [];
  for (let row = first; textAt(game, table, row, column) !== null; row++) {
    list.push(textAt(game, table, row, column));
  }
  return list;
}

const { room, mark, release } = memoryOf(w);

function write(word) {
  const encoded = new TextEncoder().encode(word + "\0");
  const at = room(encoded.length);
  new Uint8Array(w.memory.buffer).set(encoded, at);
  return at;
}

function checkTables(game, id) {
  check(textAt(game, GAME, 0, 0) === id, `game ${game} is ${textAt(game, GAME, 0, 0)}, not ${id}`);
  check(rows(game, VERBS).length > 0, "verbs");
  check(rows(game, EVENTS).length > 0, "events");
  check(rows(game, REFUSALS, 0, 1).every((rule) => rule.startsWith("R")), "refusals cite rules");
  check(rows(game, ENDINGS, 0, 1).length > 0, "endings");
  check(rows(game, SEATS).length >= w.number_at(game, GAME, 0, 2, 0), "seat names");
  check(rows(game, BOTS).includes("random"), "bots");
  rows(game, OPTIONS).forEach((key, row) => {
    const [min, max, preset, named] = [0, 1, 2, 3].map((c) => w.number_at(game, OPTIONS, row, c, 0));
    check(min <= preset && preset <= max, `option ${key}: ${min}..${max}, preset ${preset}`);
    check(!named || textAt(game, OPTIONS, row, ARG, max - min), `option ${key}: choices`);
  });
  rows(game, VERBS).forEach((verb, row) => {
    for (let arg = 0; arg < 3 && w.number_at(game, VERBS, row, ARG + 1, arg) !== 0; arg++) {
      check(textAt(game, VERBS, row, ARG, arg), `${verb}: argument ${arg} has no name`);
      check(w.number_at(game, VERBS, row, ARG + 2, arg) > 0, `${verb}: argument ${arg} has no limit`);
    }
  });
}

// A game between the bots of one name, to its end if no number of orders is given; the hash of its
// last state.
function play(game, bot, seed, most = STEPS_MAX) {
  const fact = (column) => w.number_at(game, GAME, 0, column, 0);
  const [stateSize, viewSize, legalMax, eventsMax] = [4, 5, 7, 8].map(fact);
  const before = mark();
  const setup = room(w.size_of(0)), luck = room(w.size_of(1)), botLuck = room(w.size_of(1));
  const verdict = room(w.size_of(3)), log = room(w.size_of(5)), outcome = room(w.size_of(6));
  const state = room(stateSize), view = room(viewSize), scene = room(w.size_of(8));
  const legal = room(legalMax * 8), events = room(eventsMax * w.size_of(4)), action = room(8);
  const tensor = room(fact(9)), guess = room(stateSize);
  w.setup_presets(game, setup);
  w.check_setup(game, setup, verdict);
  check(new Uint16Array(w.memory.buffer, verdict, 1)[0] === 0, "the presets are refused");
  w.luck_from_key(luck, BigInt(seed), 0n);
  w.luck_from_key(botLuck, BigInt(seed), 1n);
  w.init(game, state, setup, luck);
  let steps = 0;
  for (; steps < most && w.to_act(game, state) !== 0; steps++) {
    const seat = 31 - Math.clz32(w.to_act(game, state));
    const count = w.legal(game, state, seat, legal, legalMax);
    w.observe(game, state, seat, view);
    const choice = w.bot_choose(bot, game, view, seat, legal, count, botLuck);
    const chosen = legal + 8 * choice;
    check(choice < count && w.judge(game, state, seat, chosen, verdict) === 0, "a bot chose badly");
    w.action_from_index(game, w.action_index(game, chosen), action);
    w.log_open(log, events, eventsMax);
    w.apply(game, state, seat, action, luck, log);
    check(w.log_count(log) <= eventsMax, "too many events");
    if (troubles.length) break;
  }
  check(w.audit(game, state) === 0, text(w.audit(game, state)));
  const over = w.outcome(game, state, outcome) === 1;
  check(over || most < STEPS_MAX, `no end after ${steps} orders`);
  w.observe(game, state, 0, view);
  w.encode(game, view, tensor);
  w.scene(game, view, scene);
  w.guess(game, view, botLuck, guess);
  check(w.audit(game, guess) === 0, "a guess fails audit");
  const hash = w.hash(state, stateSize);
  release(before);
  return hash;
}

const ORDER = 8; // bytes: verb and three arguments
const LOOK_EVERY = 7;

/** What may be chosen in a step, read from the list of all orders. */
function maskOfList(orders, step, chosen, width) {
  const mask = new Uint8Array(width);
  for (const order of orders) {
    if (order.slice(0, step).every((value, i) => value === chosen[i])) mask[order[step]] = 1;
  }
  return mask;
}

/** Masks and draws against the list, and packed views against tensors, in some positions of a game of random orders. */
function steps(game, seed, most) {
  const fact = (column) => w.number_at(game, GAME, 0, column, 0);
  const before = mark();
  const setup = room(w.size_of(0)), luck = room(w.size_of(1)), drawn = room(w.size_of(1));
  const state = room(fact(4)), view = room(fact(5)), legal = room(fact(7) * ORDER), action = room(ORDER), chosen = room(ORDER);
  const tensor = room(fact(9)), unpacked = room(fact(9)), packed = room(w.packed_size(game)), block = room(w.factors_size(game));
  const widths = [0, 1, 2, 3].map((step) => w.step_width(game, step)), shown = room(Math.max(...widths));
  const seen = new Set();
  w.setup_presets(game, setup);
  w.luck_from_key(luck, BigInt(seed), 0n);
  w.luck_from_key(drawn, BigInt(seed), 2n);
  w.init(game, state, setup, luck);
  for (let turn = 0; turn < most && w.to_act(game, state) !== 0 && !troubles.length; turn++) {
    const seat = 31 - Math.clz32(w.to_act(game, state)), count = w.legal(game, state, seat, legal, fact(7));
    check(w.factors(game, state, seat, block) === count, "as many orders as in the list");
    w.sample(block, drawn, action);
    const one = Array.from(new Uint16Array(w.memory.buffer, action, 4));
    seen.add(`${one}`);
    if (turn % LOOK_EVERY) {
      w.apply(game, state, seat, action, luck, 0);
      continue;
    }
    const numbers = new Uint16Array(w.memory.buffer, legal, 4 * count);
    const orders = Array.from({ length: count }, (_, i) => Array.from(numbers.subarray(4 * i, 4 * i + 4)));
    check(orders.some((order) => `${order}` === `${one}`), `${one} was drawn, and is not legal`);
    for (let step = 0; step < 4; step++) {
      new Uint16Array(w.memory.buffer, chosen, 4).set(one.map((value, i) => (i < step ? value : 0)));
      w.step_mask(game, block, step, chosen, shown);
      check(`${new Uint8Array(w.memory.buffer, shown, widths[step])}` === `${maskOfList(orders, step, one, widths[step])}`, `the mask of step ${step}`);
    }
    w.observe(game, state, seat, view);
    w.encode(game, view, tensor);
    w.pack(game, view, packed);
    w.unpack(game, packed, unpacked);
    const bytes = (at) => Buffer.from(w.memory.buffer, at, fact(9));
    check(bytes(tensor).equals(bytes(unpacked)), "packed and full views differ");
    w.apply(game, state, seat, action, luck, 0);
  }
  check(seen.size > 1 || troubles.length, `only ${seen.size} different orders were drawn`);
  release(before);
}

check(WebAssembly.Module.imports(module).length === 0, "the module has imports");
check(w.game_count() === ids.length, `${w.game_count()} games, not ${ids.length}`);
report(`no imports, ${bytes.length} bytes`);
ids.forEach((id, game) => {
  checkTables(game, id);
  report(`${id}: tables`);
  for (const name of ["random", "greedy"]) {
    const bot = w.bot_find(game, write(name));
    if (bot < 0) continue;
    check(play(game, bot, 7) === play(game, bot, 7), "the same seeds give another game");
    report(`${id}: a game between ${name} bots`);
  }
  steps(game, 5, 25 * LOOK_EVERY);
  report(`${id}: masks by steps, draws and packed views`);
  const strong = w.bot_find(game, write("strong"));
  check(play(game, strong, 7, THOUGHTS) === play(game, strong, 7, THOUGHTS), "it thinks twice and differs");
  report(`${id}: ${THOUGHTS} orders of bots that search`);
});
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
