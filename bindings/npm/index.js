// For browsers and bundlers: the module is fetched from beside this file, or given by the caller.
import { Rules } from "./rules.js";

export { Match, Rules } from "./rules.js";

export async function load(source = new URL("./rules.wasm", import.meta.url)) {
  const bytes = source instanceof URL || typeof source === "string" ? await (await fetch(source)).arrayBuffer() : source;
  return Rules.from(bytes);
}
