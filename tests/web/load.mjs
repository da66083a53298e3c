// Parts of the page in node, and its worker in the same thread.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pageCode } from "./code.mjs";

/** All that these files of the page's src export, in one module. */
export const load = (...files) => pageCode(files.map((name) => `export * from "./${name}";`).join("\n"));

/** The page's worker: what it is asked and what it answers goes through the real code. `share`: without copies of the answers,
    which are most of the time where there are thousands of orders; for tests that change none. */
export async function startWorker(dist, share = false) {
  const here = [], there = [];
  globalThis.self = {
    location: pathToFileURL(join(dist, "worker.js")),
    addEventListener: (_, listener) => there.push(listener),
    postMessage: (data) => queueMicrotask(() => here.forEach((listener) => listener({ data: share ? data : structuredClone(data) }))),
  };
  globalThis.fetch = async (url) => new Response(readFileSync(fileURLToPath(url)));
  await load("rules/worker");
  return {
    addEventListener: (kind, listener) => { if (kind === "message") here.push(listener); },
    postMessage: (data) => queueMicrotask(() => there.forEach((listener) => listener({ data: structuredClone(data) }))),
  };
}
