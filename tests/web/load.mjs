// Parts of the page in node, without a browser: bundled as the page is, and tests that print TAP.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { install } from "../../clients/web/build.mjs";

const page = fileURLToPath(new URL("../../clients/web", import.meta.url));

/** All that these files of clients/web/src export, in one module. */
export async function load(...files) {
  install(true);
  const { require } = await import("./browser.mjs");
  const built = await require("esbuild").build({
    stdin: { contents: files.map((name) => `export * from "./src/${name}";`).join("\n"), resolveDir: page, loader: "ts" },
    bundle: true, write: false, format: "esm", platform: "browser", jsx: "automatic", jsxImportSource: "preact", logLevel: "error",
  });
  const folder = mkdtempSync(join(tmpdir(), "redoubt-"));
  try {
    const file = join(folder, "bundle.mjs");
    writeFileSync(file, built.outputFiles[0].text);
    return await import(pathToFileURL(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The page's worker, in this very thread: what it is asked and what it answers goes through the real code. */
export async function startWorker(dist) {
  const here = [], there = [];
  globalThis.self = {
    location: { href: pathToFileURL(join(dist, "worker.js")).href },
    addEventListener: (_, listener) => there.push(listener),
    postMessage: (data) => queueMicrotask(() => here.forEach((listener) => listener({ data: structuredClone(data) }))),
  };
  globalThis.fetch = async (url) => new Response(readFileSync(fileURLToPath(url)));
  await load("rules/worker");
  return {
    addEventListener: (kind, listener) => { if (kind === "message") here.push(listener); },
    postMessage: (data) => queueMicrotask(() => there.forEach((listener) => listener({ data: structuredClone(data) }))),
  };
}

const tests = [];
export const test = (name, body) => tests.push({ name, body });

export async function runTests() {
  let failed = 0;
  for (const [i, { name, body }] of tests.entries()) {
    let problem = null;
    await Promise.resolve().then(body).catch((error) => { problem = error; });
    console.log(`${problem ? "not ok" : "ok"} ${i + 1} - ${name}`);
    if (!problem) continue;
    failed++;
    console.log(`# ${String(problem.stack ?? problem).replace(/\n/g, "\n# ")}`);
  }
  console.log(`1..${tests.length}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
