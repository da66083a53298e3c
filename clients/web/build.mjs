// Builds the page: node build.mjs --out FOLDER --wasm rules.wasm --module id=rules-id.wasm ... --host host.wasm --rules id=RULES.md ... [--stamp FILE --depfile FILE]
// node build.mjs --dev only installs, with what the tests need.
// Everything that the browser needs lies in FOLDER afterwards.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
const WORTH = 0.9;

function readArguments(argv) {
  const wanted = { out: "", wasm: "", host: "", module: [], rules: [], stamp: "", depfile: "", dev: false };
  for (let i = 0; i < argv.length; i++) {
    const name = argv[i].replace(/^--/, "");
    if (name === "dev") wanted.dev = true;
    else if (name === "rules" || name === "module") wanted[name].push(argv[++i].split("="));
    else if (name in wanted) wanted[name] = argv[++i];
    else throw new Error(`unknown argument ${argv[i]}`);
  }
  return wanted;
}

/** npm ci, but only where its result is not there yet. `dev` adds what the tests need. */
export function install(dev) {
  const stamp = join(modules, ".redoubt");
  const lock = createHash("sha256").update(readFileSync(join(here, "package-lock.json"))).digest("hex");
  const there = () => (existsSync(stamp) ? readFileSync(stamp, "utf8") : "");
  const enough = () => there() === `${lock} dev` || (!dev && there() === `${lock} build`);
  if (enough()) return;
  withLock(join(here, ".installing"), () => {
    if (enough()) return;
    const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(dev ? [] : ["--omit=dev"])];
    try {
      execFileSync("npm", args, { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
    } catch {
      throw new Error("npm could not install the page's packages; without network configure with -Dweb=disabled");
    }
    writeFileSync(stamp, `${lock} ${dev ? "dev" : "build"}`);
  });
}

/** Two builds of one checkout share node_modules. */
function withLock(folder, work) {
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      const old = existsSync(folder) && Date.now() - statSync(folder).mtimeMs > 600000;
      if (error.code !== "EEXIST") throw error;
      if (old) rmSync(folder, { recursive: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
  try {
    work();
  } finally {
    rmdirSync(folder);
  }
}

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

function filesBelow(folder, prefix = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name;
    return entry.isDirectory() ? filesBelow(join(folder, entry.name), `${path}/`) : [path];
  }).sort();
}

const FORMS = {
  gz: (plain) => gzipSync(plain, { level: 9 }),
  br: (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }), // as small as can be
};

/** The packed forms of an earlier build, by what they are of: most files are the same again, and packing takes seconds. */
function packedBefore(folder) {
  const forms = new Map(), files = existsSync(folder) ? filesBelow(folder) : [];
  for (const file of files.filter((one) => one.slice(-2) in FORMS && files.includes(one.slice(0, -3)))) {
    const plain = readFileSync(join(folder, file.slice(0, -3)));
    forms.set(`${hashOf(plain)} ${file.slice(-2)}`, readFileSync(join(folder, file)));
  }
  return forms;
}

/** Beside each file its packed forms, where they are worth it: servers send them to those who take them. */
function pack(folder, before) {
  for (const file of filesBelow(folder)) {
    const plain = readFileSync(join(folder, file)), hash = hashOf(plain);
    for (const [ending, form] of Object.entries(FORMS)) {
      const packed = before.get(`${hash} ${ending}`) ?? form(plain);
      if (packed.length < WORTH * plain.length) writeFileSync(join(folder, `${file}.${ending}`), packed);
    }
  }
}

/** What the browser must fetch before the page begins, besides the page's own script. */
function importedAtOnce(metafile, isStart) {
  const found = new Set();
  const visit = (file) => metafile.outputs[file].imports.filter((one) => one.kind === "import-statement").forEach(({ path }) => {
    if (found.has(path)) return;
    found.add(path);
    visit(path);
  });
  visit(Object.keys(metafile.outputs).find(isStart));
  return [...found];
}

/** A game's lesson lies beside its rulebook, if it has one. */
const lessonsBeside = (rules) => rules.map(([id, file]) => [id, join(dirname(file), "lesson.json")]).filter(([, file]) => existsSync(file));

/** And the puzzles that were found for it. */
const puzzlesBeside = (rules) => rules.map(([id, file]) => [id, join(dirname(file), "puzzles.json")]).filter(([, file]) => existsSync(file));

/** The examples of a rulebook, by name: each a list of scenarios. */
function examplesBeside(rules) {
  return rules.map(([id, file]) => {
    const folder = join(dirname(file), "examples");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")).sort() : [];
    const read = (name) => [JSON.parse(readFileSync(join(folder, name), "utf8"))].flat();
    return [id, Object.fromEntries(names.map((name) => [name.replace(/\.json$/, ""), read(name)])), names.map((name) => join(folder, name))];
  });
}

/** What all games say about themselves, read out of the module that has them all: so that the first page needs none. */
async function tablesOf(esbuild, common, wasm) {
  const reader = await esbuild.build({ ...common, entryPoints: ["src/rules/tables.ts"], format: "esm", write: false });
  const { readGames } = await import(`data:text/javascript;base64,${Buffer.from(reader.outputFiles[0].contents).toString("base64")}`);
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
  return readGames(instance.exports);
}

const GAME_PARTS = ["table", "screen"]; // as src/app.tsx fetches them when a game begins

const LATER = ["verbs", "events", "refusals", "endings", "terrain", "tokens", "moods", "counters", "marks", "steps", "pieces"];

/** A game without the tables that its own module has as well. */
const inShort = (game) => ({ ...game, ...Object.fromEntries(LATER.map((table) => [table, []])) });

async function build({ out, wasm, host, module, rules, stamp, depfile }) {
  const esbuild = await import("esbuild");
  const common = {
    bundle: true, minify: true, target: "es2020", charset: "utf8", legalComments: "none", logLevel: "warning",
    jsx: "automatic", jsxImportSource: "preact", metafile: true, absWorkingDir: here,
  };
  const before = packedBefore(out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, "rules"), { recursive: true });
  mkdirSync(join(out, "lessons"), { recursive: true });
  mkdirSync(join(out, "examples"), { recursive: true });
  const page = await esbuild.build({ // what isn't needed at first is fetched later, from assets/
    ...common, outdir: out, format: "esm", splitting: true, chunkNames: "assets/[name]-[hash]", entryPoints: { app: "src/main.tsx" },
  });
  const rulesWorker = await esbuild.build({ ...common, outfile: join(out, "worker.js"), format: "iife", entryPoints: ["src/rules/worker.ts"] });
  const groundWorker = await esbuild.build({ ...common, outfile: join(out, "ground.js"), format: "iife", entryPoints: ["src/art/ground/worker.ts"] });
  const style = await esbuild.build({ ...common, outfile: join(out, "app.css"), entryPoints: ["src/css/app.css"], external: ["fonts/*"] });
  const first = importedAtOnce(page.metafile, (file) => file.endsWith("/app.js"));
  for (const name of readdirSync(join(here, "static"))) cpSync(join(here, "static", name), join(out, name), { recursive: true });
  const html = readFileSync(join(out, "index.html"), "utf8");
  const hints = (files) => files.map((file) => `<link rel="modulepreload" href="assets/${basename(file)}">`).join("\n");
  const inGame = [...new Set(GAME_PARTS.flatMap((name) => importedAtOnce(page.metafile, (file) => basename(file).startsWith(`${name}-`))))].filter((file) => !first.includes(file));
  const games = JSON.stringify((await tablesOf(esbuild, common, wasm)).map(inShort));
  const told = `<script type="application/json" id="games">${games.replaceAll("<", "\\u003c")}</script>`; // so that the first page waits for no worker
  writeFileSync(join(out, "index.html"), html.replace("</head>", () => `${hints(first)}\n</head>`)
    .replace("</body>", () => `${told}\n<template id="game-parts">\n${hints(inGame)}\n</template>\n</body>`));
  writeFileSync(join(out, "games.json"), games);
  for (const [id, file] of module) copyFileSync(file, join(out, `rules-${id}.wasm`));
  copyFileSync(host, join(out, "host.wasm"));
  for (const [id, file] of rules) copyFileSync(file, join(out, "rules", `${id}.md`));
  for (const [id, file] of lessonsBeside(rules)) copyFileSync(file, join(out, "lessons", `${id}.json`));
  mkdirSync(join(out, "puzzles"), { recursive: true });
  for (const [id, file] of puzzlesBeside(rules)) copyFileSync(file, join(out, "puzzles", `${id}.json`));
  const examples = examplesBeside(rules);
  for (const [id, book] of examples) writeFileSync(join(out, "examples", `${id}.json`), JSON.stringify(book));

  const files = filesBelow(out);
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join(out, file)));
  const worker = await esbuild.build({
    ...common, outfile: join(out, "sw.js"), entryPoints: ["src/sw.ts"], format: "iife",
    define: { BUILD: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(["./", ...files]) },
  });
  pack(out, before);
  if (stamp) writeFileSync(stamp, files.join("\n"));
  if (depfile) {
    const inputs = [page, rulesWorker, groundWorker, style, worker].flatMap((one) => Object.keys(one.metafile.inputs))
      .map((file) => join(here, file)).filter(existsSync) // definitions are listed as inputs too
      .concat([...lessonsBeside(rules), ...puzzlesBeside(rules)].map(([, file]) => file), examples.flatMap(([, , files]) => files));
    const escaped = [...new Set(inputs)].map((file) => file.replace(/ /g, "\\ "));
    writeFileSync(depfile, `${stamp.replace(/ /g, "\\ ")}: ${escaped.join(" ")}\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const wanted = readArguments(process.argv.slice(2));
    install(wanted.dev);
    if (wanted.out) await build(wanted);
  } catch (error) {
    console.error(`build.mjs: ${error.message}`);
    process.exit(1);
  }
}
