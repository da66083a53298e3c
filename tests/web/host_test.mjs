// host.wasm reads and writes positions as the host does: every example of every rulebook, TAP.
// usage: node host_test.mjs REDOUBT HOST-WASM GAMES-FOLDER
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { load } from "./load.mjs";

const [redoubt, wasm, games] = process.argv.slice(2);

async function loadHost() {
  const { Host } = await load("rules/host");
  return Host.load(readFileSync(wasm));
}

const scenariosOf = (folder) => readdirSync(folder).filter((name) => name.endsWith(".json")).sort()
  .flatMap((name) => [JSON.parse(readFileSync(join(folder, name), "utf8"))].flat());

/** What the program itself says about each scenario: its lines, the last of them the final one. */
function native(scenarios) {
  const run = spawnSync(redoubt, ["scenario", "-"], { input: JSON.stringify(scenarios), encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(run.stderr);
  const told = [[]];
  for (const line of run.stdout.trim().split("\n").map((text) => JSON.parse(text))) {
    told.at(-1).push(line);
    if (line.final) told.push([]);
  }
  return told.slice(0, -1);
}

function differs(host, scenario, lines, start) {
  const mine = host.ask({ op: "begin", scenario });
  if (!mine.ok) return `refused: ${mine.why}`;
  const refused = lines.filter((line) => line.ok === false).map((line) => line.step);
  if (!isDeepStrictEqual(mine.refused, refused)) return `refused ${mine.refused}, not ${refused}`;
  if (!isDeepStrictEqual(mine.position, start)) return "another position";
  const again = host.ask({ op: "position", game: scenario.game, state: mine.state });
  return isDeepStrictEqual(again.position, start) ? "" : `its state is another one: ${again.why ?? ""}`;
}

/** The examples of a folder that host.wasm takes otherwise than the program. */
function wrongOnes(host, scenarios) {
  const plain = scenarios.map(({ expect, show, ...rest }) => rest);
  const lines = native(plain), starts = native(plain.map((one) => ({ ...one, steps: [] })));
  return plain.map((one, i) => [one.id ?? one.title ?? String(i), differs(host, one, lines[i], starts[i].at(-1).position)]).filter(([, why]) => why);
}

const host = await loadHost();
let number = 0, failed = 0;
const report = (fine, name, why = "") => {
  console.log(`${fine ? "ok" : "not ok"} ${++number} - ${name}${why ? `\n# ${why}` : ""}`);
  if (!fine) failed++;
};
for (const id of readdirSync(games).filter((name) => existsSync(join(games, name, "examples")))) {
  if (host.ask({ op: "begin", scenario: { game: id } }).why?.includes("there is no game")) continue;
  const scenarios = scenariosOf(join(games, id, "examples"));
  const wrong = wrongOnes(host, scenarios);
  report(scenarios.length > 0 && wrong.length === 0, `${scenarios.length} examples of ${id}`, wrong.slice(0, 3).map(([name, why]) => `${name}: ${why}`).join("; "));
}
for (const [what, question, want] of [
  ["no object", 7, /question is an object/], ["an unknown question", { op: "x" }, /op/],
  ["a field too many", { op: "begin", scenario: { game: "null", colour: 1 } }, /colour/],
  ["a bad option", { op: "begin", scenario: { game: "null", options: { heap: -4 } } }, /heap/],
  ["half a state", { op: "position", game: "null", state: "00" }, /no state/],
]) {
  const answer = host.ask(question);
  report(answer.ok === false && want.test(answer.why), `${what} is refused in words`, `${answer.why}`);
}
console.log(`1..${number}`);
process.exitCode = failed > 0 ? 1 : 0;
