// For Node: the module is read from beside this file, or given by the caller.
import { readFile } from "node:fs/promises";
import { Rules } from "./rules.js";

export { Match, Rules } from "./rules.js";

export async function load(source = new URL("./rules.wasm", import.meta.url)) {
  return Rules.from(source instanceof URL || typeof source === "string" ? await readFile(source) : source);
}
