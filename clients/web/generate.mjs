// What the C headers know and the page needs, as TypeScript in src/generated, which git ignores:
// node generate.mjs --layout layout.wasm --names PROGRAM --stamp FILE
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "src/generated");
const HEAD = "// Made by generate.mjs out of the C headers and tables: don't edit.\n";

const PRELUDE = `${HEAD}
/** Fields of a struct at \`at\` in the module's memory. */
const field = <T>(at: number, get: (data: DataView, at: number) => T, set: (data: DataView, at: number, value: T) => void) => ({
  get: (data: DataView, base: number) => get(data, base + at), set: (data: DataView, base: number, value: T) => set(data, base + at, value),
});
const list = <T>(at: number, step: number, count: number, get: (data: DataView, at: number) => T, set: (data: DataView, at: number, value: T) => void) => ({
  count, get: (data: DataView, base: number, i: number) => get(data, base + at + step * i),
  set: (data: DataView, base: number, i: number, value: T) => set(data, base + at + step * i, value),
});
/** Structs within a struct: where number i of them begins. */
const structs = (at: number, step: number, count: number) => ({ count, at: (base: number, i: number) => base + at + step * i });
`;

const KINDS = ["Uint8", "Int8", "Uint16", "Int16", "Uint32", "Int32", "BigUint64"];
const access = (rows) => KINDS.filter((kind) => rows.some((row) => row.kind === kind)).map((kind) => {
  const type = kind.startsWith("Big") ? "bigint" : "number", little = /8$/.test(kind) ? "" : ", true";
  return `const get${kind} = (data: DataView, at: number): ${type} => data.get${kind}(at${little});\n` +
    `const set${kind} = (data: DataView, at: number, value: ${type}) => data.set${kind}(at, value${little});\n`;
});

/** "health_max" as TypeScript calls it. */
const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

async function readRows(wasm) {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), {});
  const { memory, row_count, row_text, row_number } = instance.exports;
  const text = (row, column) => {
    const at = row_text(row, column), bytes = new Uint8Array(memory.buffer);
    return at === 0 ? null : Buffer.from(bytes.slice(at, bytes.indexOf(0, at))).toString();
  };
  return Array.from({ length: row_count() }, (_, row) => ({
    owner: text(row, 0), name: text(row, 1), kind: text(row, 2),
    value: row_number(row, 0), step: row_number(row, 1), count: row_number(row, 2),
  }));
}

function fieldText({ name, kind, value, step, count }) {
  const key = camel(name);
  if (kind === "") return `  ${key}: structs(${value}, ${step}, ${count}),`;
  if (!KINDS.includes(kind)) throw new Error(`${name}: ${kind} is no kind of number`);
  return step > 0 ? `  ${key}: list(${value}, ${step}, ${count}, get${kind}, set${kind}),` : `  ${key}: field(${value}, get${kind}, set${kind}),`;
}

function layoutText(rows) {
  const parts = [];
  for (const row of rows) {
    if (row.name === null) parts.push({ name: row.owner, size: row.value, fields: [] });
    else if (row.kind !== null) parts[parts.length - 1].fields.push(fieldText(row));
  }
  return [
    PRELUDE, ...access(rows),
    ...parts.map(({ name, size, fields }) => `\nexport const ${name} = {\n  size: ${size},\n${fields.map((one) => `${one}\n`).join("")}};`), "",
  ].join("\n");
}

function numbersText(rows) {
  const plain = rows.filter((row) => row.name !== null && row.kind === null), enums = new Map();
  for (const { owner, name, value } of plain) if (owner !== null) enums.set(owner, [...(enums.get(owner) ?? []), `${name} = ${value}`]);
  return [
    HEAD, ...[...enums].map(([name, values]) => `export enum ${name} { ${values.join(", ")} }`),
    ...plain.filter((row) => row.owner === null).map((row) => `export const ${row.name} = ${row.value};`), "",
  ].join("\n");
}

/** Two builds of one checkout share the folder: written only where something is new, and at once. */
function write(name, text) {
  const file = join(folder, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(folder, { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, text);
  renameSync(aside, file);
}

const given = Object.fromEntries(process.argv.slice(2).map((word, i, all) => [word, all[i + 1]]).filter(([word]) => word.startsWith("--")));
const rows = await readRows(given["--layout"]);
write("layout.ts", layoutText(rows)); // of the structs, for whoever has the module's memory
write("numbers.ts", numbersText(rows)); // enums and limits, for everybody
write("names.ts", HEAD + execFileSync(given["--names"], { encoding: "utf8" }));
writeFileSync(given["--stamp"], "");
