// The page's own code outside a browser, as it is or with a mistake put into it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../clients/web/src", import.meta.url));

/** Puts mistakes into files as they are read: [file, right, wrong]. What is right must be there. */
const mistakes = (list) => ({
  name: "mistakes",
  setup(build) {
    for (const [file, right, wrong] of list) {
      build.onLoad({ filter: new RegExp(`${file.replace(/[./]/g, "\\$&")}$`) }, ({ path }) => {
        const text = readFileSync(path, "utf8");
        if (!text.includes(right)) throw new Error(`${file} has no "${right}": the mutant is out of date`);
        return { contents: text.replace(right, wrong), loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    }
  },
});

/** The exports of some lines of TypeScript whose imports are relative to the page's src. */
export async function pageCode(lines, ...mutants) {
  const { require } = await import("./browser.mjs");
  const built = await require("esbuild").build({
    stdin: { contents: lines, resolveDir: source, loader: "ts" }, bundle: true, write: false, format: "esm", logLevel: "error",
    jsx: "automatic", jsxImportSource: "preact", nodePaths: [join(source, "../node_modules")], plugins: [mistakes(mutants)],
  });
  return import(`data:text/javascript;base64,${Buffer.from(built.outputFiles[0].text).toString("base64")}`);
}

let failures = 0, count = 0;
/** One test, TAP. */
export async function test(name, body) {
  let trouble = null;
  try {
    await body();
  } catch (error) {
    trouble = error;
  }
  if (trouble) {
    failures++;
    console.log(String(trouble.stack ?? trouble).replace(/^/gm, "# ").replace(/data:text\/javascript[^)\s]*/g, "page"));
  }
  console.log(`${trouble ? "not ok" : "ok"} ${++count} - ${name}`);
}
export function finish() {
  console.log(`1..${count}`);
  process.exitCode = failures === 0 ? 0 : 1;
}

export function same(got, want, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}

/** How it fails, as it must with a mistake in it; null: it doesn't. */
export async function fails(body) {
  try {
    await body();
  } catch (error) {
    return error.message;
  }
  return null;
}
