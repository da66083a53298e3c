// The page while one works on it: builds at every change of a source, serves the result, and has open pages load again.
// node dev.mjs --dist FOLDER [--port N] --watch FOLDER ... -- COMMAND ...     COMMAND builds FOLDER anew.
import { spawn } from "node:child_process";
import { createReadStream, existsSync, readFileSync, readdirSync, statSync, watch } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";

const SOURCES = new Set([".c", ".css", ".def", ".h", ".html", ".json", ".map", ".md", ".mjs", ".svg", ".ts", ".tsx", ".webmanifest"]);
const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".md": "text/markdown; charset=utf-8",
};
const QUIET_MS = 40; // an editor writes a file in several steps
const RELOAD = '<script>new EventSource("/dev/events").onmessage = () => location.reload();</script>';

function readArguments(argv) {
  const end = argv.indexOf("--");
  const wanted = { dist: "", port: 8100, watch: [], command: end < 0 ? [] : argv.slice(end + 1) };
  for (let i = 0; i < (end < 0 ? argv.length : end); i += 2) {
    if (argv[i] === "--watch") wanted.watch.push(resolve(argv[i + 1]));
    else if (argv[i] === "--dist") wanted.dist = resolve(argv[i + 1]);
    else if (argv[i] === "--port") wanted.port = Number(argv[i + 1]);
    else throw new Error(`unknown argument ${argv[i]}`);
  }
  if (!wanted.dist || wanted.watch.length === 0 || wanted.command.length === 0) throw new Error("--dist, --watch and a command are needed");
  return wanted;
}

/** Calls back when a source below one of the folders changes; each folder is watched by itself, for node 18 can't do better. */
function watchBelow(folders, changed) {
  const watched = new Set();
  const add = (folder) => {
    if (watched.has(folder) || !existsSync(folder)) return;
    watched.add(folder);
    const watcher = watch(folder, (_, name) => {
      const path = join(folder, name ?? "");
      const isFolder = existsSync(path) && statSync(path).isDirectory();
      if (isFolder) addAll(path);
      if (isFolder || SOURCES.has(extname(path))) changed();
    });
    watcher.on("error", () => watcher.close() ?? watched.delete(folder)); // the folder was removed
  };
  const addAll = (folder) => {
    add(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) addAll(join(folder, entry.name));
    }
  };
  folders.forEach(addAll);
}

/** Runs the command now and after every change, never twice at once. `built` resolves when all is as it should be. */
function makeBuilder([program, ...args], done) {
  const builder = { problem: "", built: Promise.resolve(), changed: () => { } };
  let again = false, running = false;
  const once = () => new Promise((finish) => {
    const output = [];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (data) => output.push(data));
    child.stderr.on("data", (data) => output.push(data));
    child.on("error", (error) => finish(error.message));
    child.on("close", (status) => finish(status === 0 ? "" : Buffer.concat(output).toString() || `exit status ${status}`));
  });
  const run = async () => {
    running = true;
    do {
      again = false;
      const began = Date.now();
      builder.problem = await once();
      console.log(builder.problem || `built in ${Date.now() - began} ms`);
    } while (again);
    running = false;
    done();
  };
  builder.changed = () => {
    again = true;
    if (!running) builder.built = run();
  };
  return builder;
}

const escaped = (text) => text.replace(/[&<]/g, (letter) => (letter === "&" ? "&amp;" : "&lt;"));

function sendPage(response, folder, problem) {
  const page = problem ? `<!doctype html><title>The build failed</title><pre>${escaped(problem)}</pre>` : readFileSync(join(folder, "index.html"), "utf8");
  response.writeHead(200, { "Content-Type": TYPES[".html"], "Cache-Control": "no-store" });
  response.end(`${page}${RELOAD}`);
}

function sendFile(response, file) {
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Cache-Control": "no-store" });
  createReadStream(file).pipe(response);
}

function main({ dist, port, watch: folders, command }) {
  const listeners = new Set();
  const builder = makeBuilder(command, () => listeners.forEach((one) => one.write("data: built\n\n")));
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    if (path === "/dev/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write(": hello\n\n");
      listeners.add(response);
      request.on("close", () => listeners.delete(response));
      return;
    }
    await builder.built; // the folder is made anew: nobody may look at half of it
    const file = join(dist, path.endsWith("/") ? "index.html" : path);
    if (path === "/healthz") response.end('{"ok":false}'); // there is no game server here
    else if (path.endsWith("/") || path === "/index.html") sendPage(response, dist, builder.problem);
    else if (path !== "/sw.js" && file.startsWith(dist + sep) && existsSync(file) && statSync(file).isFile()) sendFile(response, file);
    else response.writeHead(404).end(); // the service worker too: it would keep old files
  });
  let quiet;
  watchBelow(folders, () => {
    clearTimeout(quiet);
    quiet = setTimeout(builder.changed, QUIET_MS);
  });
  builder.changed();
  server.listen(port, "127.0.0.1", () => console.log(`the page: http://127.0.0.1:${server.address().port}/`));
}

try {
  main(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(`dev.mjs: ${error.message}`);
  process.exit(2);
}
