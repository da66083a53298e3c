// The playouts of the parity test from a WebAssembly module, a line for each step.
// usage: node lines.mjs MODULE GAME-NUMBER SEEDS STEPS
import { readFileSync } from "node:fs";

const [file, ...numbers] = process.argv.slice(2);
const [game, seeds, steps] = numbers.map(Number);
const module = await WebAssembly.compile(readFileSync(file));
const w = (await WebAssembly.instantiate(module, {})).exports;
const hex = (hash) => BigInt.asUintN(64, hash).toString(16).padStart(16, "0");

for (let seed = 1; seed <= seeds; seed++) {
  if (!w.parity_begin(game, seed)) process.exit(2);
  const lines = [];
  for (let step = 0; step < steps && (step === 0 || w.parity_step()); step++) {
    lines.push(`${seed} ${step} ${hex(w.parity_state())} ${hex(w.parity_answers())}\n`);
  }
  process.stdout.write(lines.join(""));
}
