// The npm package of the rules as its users get it: packed, installed offline into an empty folder, then used by Node, through a
// bundler and in a worker. All three must play the same game. TAP.
// usage: node npm_test.mjs SOURCES RULES.WASM
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [sources, wasm] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "redoubt-npm-"));
const env = { ...process.env, HOME: folder, npm_config_cache: join(folder, "cache"), npm_config_update_notifier: "false" };
let tests = 0, failed = 0;

function check(name, good, detail = "") {
  console.log(`${good ? "ok" : "not ok"} ${++tests} - ${name}`);
  if (!good) console.log(`# ${String(detail).slice(-1500).replaceAll("\n", "\n# ")}`);
  failed += !good;
  return good;
}

function run(file, ...args) {
  const done = spawnSync(process.execPath, [join(folder, file), ...args], { cwd: folder, env, encoding: "utf8", timeout: 60000 });
  return { fine: done.status === 0, out: done.stdout, all: `${done.stdout}\n${done.stderr}\n${done.error ?? ""}` };
}

const write = (name, text) => writeFileSync(join(folder, name), text);

// Two bots; a game that is the same every time. Says the fingerprint of its end.
const PLAY = `
export function play(rules) {
  const match = rules.begin("apoca", { seed: 7, options: { turns: 20, map: "duel" } });
  while (!match.outcome()) {
    const [seat] = match.toAct();
    match.apply(seat, match.ask(match.turn() % 2 ? "greedy" : "random", seat));
  }
  return match.hash() + " " + match.turn();
}
`;

function pack() {
  execFileSync(join(sources, "tools/pack-npm"), [wasm, folder], { env, stdio: ["ignore", "ignore", "inherit"] });
  const { version, files } = JSON.parse(readFileSync(join(sources, "bindings/npm/package.json"), "utf8"));
  const tarball = join(folder, `redoubt-rules-${version}.tgz`);
  check("npm pack makes a tarball of this version", existsSync(tarball));
  const listed = execFileSync("tar", ["tzf", tarball], { encoding: "utf8" }).trim().split("\n").map((name) => name.replace("package/", ""));
  const wanted = [...files, "package.json", "README.md"];
  check("with all its files and no others", wanted.every((name) => listed.includes(name)) && listed.length === wanted.length, listed);
  return tarball;
}

function install(tarball) {
  write("package.json", JSON.stringify({ name: "empty", private: true, type: "module" }));
  const done = spawnSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: folder, env, encoding: "utf8" });
  check("it is installed offline into an empty folder", done.status === 0 && existsSync(join(folder, "node_modules/redoubt-rules/rules.wasm")), done.stderr);
}

function inNode() {
  write("play.js", PLAY);
  write("node.js", 'import { load } from "redoubt-rules"; import { play } from "./play.js"; console.log(play(await load()));');
  const told = run("node.js");
  check("Node plays a whole game", told.fine && /^[0-9a-f]{16} 20\n$/.test(told.out), told.all);
  check("the same again", run("node.js").out === told.out);
  write("other.js", 'import { load } from "redoubt-rules"; const m = (await load()).begin("apoca", { seed: 8 }); console.log(m.hash());');
  check("another game has another fingerprint", run("other.js").out.slice(0, 16) !== told.out.slice(0, 16));
  write("bad.js", `import { load } from "redoubt-rules";
    const rules = await load();
    const said = [];
    for (const bad of [() => rules.begin("chess"), () => rules.begin("null", { options: { stones: 3 } }), () => rules.begin("null", { options: { heap: 999 } }),
      () => rules.begin("null").apply(0, { verb: "take", args: [60] }), () => rules.begin("null").apply(1, { verb: "take", args: [1] }), () => rules.begin("null").ask("nobody", 0)]) {
      try { bad(); said.push("nothing"); } catch (error) { said.push(error.message); }
    }
    console.log(said.join("\\n"));`);
  const bad = run("bad.js").out.trim().split("\n");
  check("what is wrong is said", bad.length === 6 && bad.every((line, i) => [/no game "chess"/, /no option "stones"/, /heap: 999/, /^take: /, /^take: /, /no bot "nobody"/][i].test(line)), bad.join("\n"));
  const example = run("node_modules/redoubt-rules/example.mjs", "null");
  check("the example runs", example.fine && /^Heap: /.test(example.out), example.all);
  return told.out;
}

async function bundled(expected) {
  const esbuild = createRequire(join(sources, "clients/web/package.json"))("esbuild");
  write("app.js", 'import wasm from "redoubt-rules/rules.wasm"; import { load } from "redoubt-rules"; import { play } from "./play.js"; console.log(play(await load(wasm)));');
  mkdirSync(join(folder, "alone"));
  for (const platform of ["browser", "neutral"]) {
    await esbuild.build({
      entryPoints: [join(folder, "app.js")], outfile: join(folder, "alone", `${platform}.mjs`), bundle: true, format: "esm", platform,
      mainFields: ["module", "main"], loader: { ".wasm": "binary" }, logLevel: "error", minify: true,
    });
    const text = readFileSync(join(folder, "alone", `${platform}.mjs`), "utf8");
    check(`a bundle for ${platform} asks Node for nothing`, !/node:/.test(text));
    const told = run(join("alone", `${platform}.mjs`));
    check(`and plays the same game (${platform})`, told.out === expected, told.all);
  }
}

function inWorker(expected) {
  write("worker.js", `import { parentPort } from "node:worker_threads"; import { load } from "redoubt-rules"; import { play } from "./play.js";
    parentPort.postMessage(play(await load()));`);
  write("boss.js", `import { Worker } from "node:worker_threads";
    for (const _ of [1, 2]) new Worker(new URL("./worker.js", import.meta.url)).on("message", (text) => console.log(text));`);
  const told = run("boss.js");
  check("two workers play the same game", told.out === expected + expected, told.all);
}

function types() {
  const tsc = join(sources, "clients/web/node_modules/typescript/bin/tsc");
  if (!existsSync(tsc)) return console.log(`ok ${++tests} - types # SKIP typescript is not installed`);
  const base = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom"];
  const compile = (name) => spawnSync(process.execPath, [tsc, ...base, name], { cwd: folder, encoding: "utf8" });
  write("good.ts", 'import { load, type Outcome } from "redoubt-rules"; const m = (await load()).begin("null", { seed: 7n }); const o: Outcome | null = m.outcome(); m.apply(0, { verb: "take", args: [1] }); console.log(o);');
  write("wrong.ts", 'import { load } from "redoubt-rules"; (await load()).begin(7).apply("red");');
  const good = compile("good.ts");
  check("its types fit", good.status === 0, good.stdout);
  check("and refuse what is wrong", compile("wrong.ts").status !== 0);
}

try {
  install(pack());
  const expected = inNode();
  await bundled(expected);
  inWorker(expected);
  types();
} catch (error) {
  check("the package", false, error.stack);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`1..${tests}`);
process.exit(failed ? 1 : 0);
