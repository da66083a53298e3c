// The strict type checker over the whole page, TAP.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../../clients/web/build.mjs";

const folder = fileURLToPath(new URL("../../clients/web", import.meta.url));
install(true);
const run = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "."], { cwd: folder, encoding: "utf8" });
console.log(run.stdout.replace(/^(?=.)/gm, "# "));
console.log(`${run.status === 0 ? "ok" : "not ok"} 1 - types`);
console.log("1..1");
process.exitCode = run.status === 0 ? 0 : 1;
