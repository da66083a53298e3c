// `make dev`: a changed source is built, served, and open pages are told. Works on a copy of the page's sources, TAP.
// dev_test.mjs BUILD_FOLDER
import { spawn } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../clients/web/build.mjs";

const sources = fileURLToPath(new URL("../../clients/web", import.meta.url));
const bindings = join(resolve(process.argv[2]), "bindings");
const room = realpathSync(mkdtempSync(join(tmpdir(), "redoubt-dev-")));
const web = join(room, "web"), dist = join(room, "dist");
let count = 0, failed = 0;
function report(name, good) {
  count++;
  failed += good ? 0 : 1;
  console.log(`${good ? "ok" : "not ok"} ${count} - ${name}`);
}

/** The address that the program prints when it listens. */
function addressOf(child) {
  return new Promise((found, lost) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const match = /the page: (\S+)/.exec(text);
      if (match) found(match[1]);
    });
    child.on("exit", (status) => lost(new Error(`dev.mjs ended with ${status}: ${text}`)));
  });
}

/** The messages for open pages, one at a time. */
async function listen(url) {
  const reader = (await fetch(`${url}dev/events`)).body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return async () => {
    while (!text.includes("data: built\n\n")) text += decoder.decode((await reader.read()).value, { stream: true });
    text = text.slice(text.indexOf("data: built\n\n") + "data: built\n\n".length);
  };
}

const read = async (url) => (await fetch(url)).text();

/** Told as often as it takes until the address has these words: a build may have begun before the change. */
async function waitFor(told, url, words) {
  for (;;) {
    await told();
    if ((await read(url)).includes(words)) return true;
  }
}

async function tryOut(url) {
  const page = await read(url);
  report("the page is served, with a script that listens", page.includes("/dev/events") && page.includes("app.js"));
  report("no service worker keeps old files", (await fetch(`${url}sw.js`)).status === 404);
  report("nothing outside is served", (await fetch(`${url}%2e%2e/web/package.json`)).status === 404);
  const told = await listen(url);
  appendFileSync(join(web, "src/main.tsx"), '\nconsole.log("a changed script");\n');
  report("a changed script is served", await waitFor(told, `${url}app.js`, "a changed script"));
  appendFileSync(join(web, "src/css/app.css"), "\n.changed-style{color:red}\n");
  report("a changed style is served", await waitFor(told, `${url}app.css`, "changed-style"));
  writeFileSync(join(room, "rules/RULES.md"), "# A changed rulebook\n");
  report("a changed rulebook is served", await waitFor(told, `${url}rules/null.md`, "A changed rulebook"));
  mkdirSync(join(web, "src/added"));
  writeFileSync(join(web, "src/added/word.ts"), 'export const word = "from a new folder";\n');
  appendFileSync(join(web, "src/main.tsx"), 'import { word } from "./added/word";\nconsole.log(word);\n');
  report("a new folder is noticed", await waitFor(told, `${url}app.js`, "from a new folder"));
  writeFileSync(join(web, "src/added/word.ts"), "export const word = ;\n");
  report("a mistake is shown", await waitFor(told, url, "The build failed"));
  writeFileSync(join(web, "src/added/word.ts"), 'export const word = "mended";\n');
  report("and goes away", await waitFor(told, `${url}app.js`, "mended"));
}

install(false);
cpSync(sources, web, { recursive: true, filter: (path) => !path.includes("node_modules") });
symlinkSync(join(sources, "node_modules"), join(web, "node_modules"));
mkdirSync(join(room, "rules"));
writeFileSync(join(room, "rules/RULES.md"), readFileSync(join(sources, "../../games/null/RULES.md")));
const build = [process.execPath, join(web, "build.mjs"), "--out", dist, "--wasm", join(bindings, "rules.wasm"), "--host", join(bindings, "host.wasm"),
  "--rules", `null=${join(room, "rules/RULES.md")}`, "--module", `null=${join(bindings, "rules-null.wasm")}`];
const child = spawn(process.execPath, [join(web, "dev.mjs"), "--dist", dist, "--port", "0", "--watch", web, "--watch", join(room, "rules"), "--", ...build],
  { stdio: ["ignore", "pipe", "inherit"] });
process.on("SIGTERM", () => child.kill() && process.exit(1));
try {
  await tryOut(await addressOf(child));
} catch (error) {
  report(error.message, false);
}
child.kill();
rmSync(room, { recursive: true, force: true });
console.log(`1..${count}`);
process.exit(failed > 0 ? 1 : 0);
