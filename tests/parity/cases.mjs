// The worked cases of the rulebooks in rules.wasm: the same verdicts, states, events and views after every
// order as in the native build, whose results the examples and adjudication suites check. TAP.
// usage: node cases.mjs MODULE CASES-PROGRAM GAMES-FOLDER GAME...
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { memoryOf } from "./memory.mjs";

const [file, program, games, ...ids] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(file));
const w = (await WebAssembly.instantiate(module, {})).exports;
const GAME = 0, STATE_SIZE = 4, VIEW_SIZE = 5, EVENTS_MAX = 8, SEATS_MAX = 2;
const RESIGN = 0xffff, GAME_OVER = 7, SPECTATOR = 7, EVENT_SIZE = w.size_of(4);

const { room, mark, release } = memoryOf(w);

const bytesAt = (at, size) => new Uint8Array(w.memory.buffer, at, size);
const hex = (hash) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");
const number = (text) => BigInt(`0x${text}`);

// struct rd_luck: two words of key, draws so far, the script and its length, 0 for the rest.
function writeLuck(luck) {
  const at = room(w.size_of(1)), script = room(4 * luck.rolls.length);
  bytesAt(at, w.size_of(1)).fill(0);
  w.luck_from_key(at, number(luck.key0), number(luck.key1));
  const memory = new DataView(w.memory.buffer);
  memory.setBigUint64(at + 16, number(luck.drawn), true);
  memory.setUint32(at + 24, luck.rolls.length ? script : 0, true);
  memory.setUint32(at + 28, luck.rolls.length, true);
  luck.rolls.forEach((roll, i) => memory.setInt32(script + 4 * i, roll, true));
  return at;
}

function begin(one) {
  const fact = (column) => w.number_at(one.game, GAME, 0, column, 0);
  const play = {
    game: one.game, size: fact(STATE_SIZE), viewSize: fact(VIEW_SIZE), eventsMax: fact(EVENTS_MAX),
    seatsMax: fact(SEATS_MAX),
  };
  play.state = room(play.size);
  play.spare = room(play.size);
  play.view = room(play.viewSize);
  play.events = room(play.eventsMax * EVENT_SIZE);
  play.log = room(w.size_of(5));
  play.action = room(8);
  play.verdict = room(8);
  play.outcome = room(w.size_of(6));
  play.luck = writeLuck(one.luck);
  bytesAt(play.state, play.size).set(Buffer.from(one.state, "hex"));
  return play;
}

// One action; its verdict as [code, why].
function act(play, seat, action) {
  const memory = new DataView(w.memory.buffer);
  action.forEach((value, i) => memory.setUint16(play.action + 2 * i, value, true));
  if (action[0] === RESIGN) { // which the host judges, not the game
    if (w.outcome(play.game, play.state, play.outcome)) return [GAME_OVER, 0];
    w.resign(play.game, play.state, seat, play.log);
    return [0, 0];
  }
  const code = w.judge(play.game, play.state, seat, play.action, play.verdict);
  if (code === 0) w.apply(play.game, play.state, seat, play.action, play.luck, play.log);
  return [code, memory.getUint16(play.verdict + 2, true)];
}

function viewsHash(play) {
  w.outcome(play.game, play.state, play.outcome);
  const seats = bytesAt(play.outcome, 2)[1];
  let sum = 0n;
  for (let seat = 0; seat <= play.seatsMax; seat++) {
    if (seat >= seats && seat !== play.seatsMax) continue;
    w.observe(play.game, play.state, seat < seats ? seat : SPECTATOR, play.view);
    sum = BigInt.asUintN(64, sum * 31n + BigInt.asUintN(64, w.hash(play.view, play.viewSize)));
  }
  return hex(sum);
}

// All the actions of an order or none, as the host does it.
function order(play, step) {
  let verdict = [0, 0];
  bytesAt(play.spare, play.size).set(bytesAt(play.state, play.size));
  w.log_open(play.log, play.events, play.eventsMax);
  for (const action of step.actions) {
    verdict = act(play, step.seat, action);
    if (verdict[0] !== 0) break;
  }
  if (verdict[0] !== 0) bytesAt(play.state, play.size).set(bytesAt(play.spare, play.size));
  const events = verdict[0] === 0 ? w.log_count(play.log) : 0;
  return {
    code: verdict[0], why: verdict[1], state: hex(w.hash(play.state, play.size)), events,
    log: hex(w.hash(play.events, events * EVENT_SIZE)), views: viewsHash(play),
  };
}

// null, or the first difference.
function difference(one) {
  const play = begin(one);
  for (const [index, step] of one.steps.entries()) {
    const got = order(play, step);
    for (const key of Object.keys(got)) {
      if (got[key] !== step[key]) {
        return `${one.title ?? "a case"}: order ${index}: ${key} is ${got[key]}, not ${step[key]}`;
      }
    }
  }
  return null;
}

let tests = 0, failed = 0;
for (const id of ids) {
  for (const part of ["examples", "adjudication"]) {
    const folder = `${games}/${id}/${part}`;
    if (!existsSync(folder)) continue;
    const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
    const lines = execFileSync(program, files.map((name) => `${folder}/${name}`),
      { encoding: "utf-8", maxBuffer: 1 << 30 }).trimEnd().split("\n");
    const before = mark(), troubles = [];
    for (const line of lines) {
      const trouble = difference(JSON.parse(line));
      if (trouble) troubles.push(trouble);
      release(before);
    }
    const fine = troubles.length === 0 && lines.length >= files.length;
    for (const trouble of troubles.slice(0, 20)) console.log(`# ${trouble}`);
    console.log(`${fine ? "ok" : "not ok"} ${++tests} - ${id}: ${lines.length} cases of ${part}`);
    failed += !fine;
  }
}
console.log(`1..${tests}`);
process.exit(failed || !tests ? 1 : 0);
