// Replay files (docs/replay-format.md), read and written. What is written is not compressed: a zstd frame
// may hold its bytes as they are.
import { decompress } from "fzstd";
import { optionsJson, optionValues, ordersOf, type GameRecord, type Json } from "../rules/record";
import type { ReplaySheet } from "../rules/replayed";
import { ArgType, type Game, type SeatInfo } from "../rules/types";
import { endingOf } from "../rules/words";

export type Siphash = (key: [bigint, bigint], bytes: Uint8Array) => Promise<bigint>;

const MAGIC = [0x89, 0x52, 0x44, 0x52, 0x0d, 0x0a, 0x1a, 0x0a];
const FORMAT = 1;
const FILE_HEAD = 16, BLOCK_HEAD = 24, CHECKED_FROM = 8;
const LIMITS: Record<string, number> = { HEAD: 1 << 20, TURN: 1 << 16, ENDS: 1 << 20 };
const FILE_MAX = 64 << 20;
const ARG_TYPES: Record<number, string> = {
  [ArgType.Cell]: "cell", [ArgType.Unit]: "unit", [ArgType.Seat]: "seat", [ArgType.Amount]: "amount",
  [ArgType.Choice]: "choice", [ArgType.Refusal]: "refusal", [ArgType.Step]: "step",
};

const letters = (text: string) => new TextEncoder().encode(text);
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const KEY = ((): [bigint, bigint] => {
  const key = view(letters("redoubt replay 1"));
  return [key.getBigUint64(0, true), key.getBigUint64(8, true)];
})();

// ---- blocks -----------------------------------------------------------------------------------

interface Block { type: string; bytes: Uint8Array }

/** The whole blocks of a file, up to the first that is damaged. */
async function readBlocks(file: Uint8Array, siphash: Siphash): Promise<Block[]> {
  if (file.length > FILE_MAX || !MAGIC.every((byte, i) => file[i] === byte)) throw new Error("this is no replay");
  if (view(file).getUint32(8, true) !== FORMAT) throw new Error("this replay is of a newer program");
  const blocks: Block[] = [];
  for (let at = FILE_HEAD; at + BLOCK_HEAD <= file.length;) {
    const head = view(file.subarray(at, at + BLOCK_HEAD));
    const type = new TextDecoder().decode(file.subarray(at + 8, at + 12));
    const packed = head.getUint32(16, true), size = head.getUint32(20, true);
    const limit = LIMITS[type] ?? 0;
    const end = at + BLOCK_HEAD + packed;
    if (head.getUint32(12, true) !== blocks.length || size > limit || end > file.length) break;
    if (await siphash(KEY, file.subarray(at + CHECKED_FROM, end)) !== head.getBigUint64(0, true)) break;
    const bytes = decompress(file.subarray(at + BLOCK_HEAD, end), new Uint8Array(size));
    if (bytes.length !== size) break;
    blocks.push({ type, bytes });
    at = end;
  }
  return blocks;
}

const RAW_BLOCK_MAX = 128 << 10;

/** One zstd frame whose blocks are stored as they are. */
function frame(bytes: Uint8Array): Uint8Array {
  const count = Math.max(1, Math.ceil(bytes.length / RAW_BLOCK_MAX));
  const out = new Uint8Array(9 + bytes.length + 3 * count);
  const data = view(out);
  data.setUint32(0, 0xfd2fb528, true);
  data.setUint8(4, 0xa0); // one segment, its size in four bytes
  data.setUint32(5, bytes.length, true);
  let at = 9;
  for (let i = 0; i < count; i++) {
    const part = bytes.subarray(i * RAW_BLOCK_MAX, (i + 1) * RAW_BLOCK_MAX);
    const head = (part.length << 3) | (i === count - 1 ? 1 : 0);
    out.set([head & 0xff, (head >> 8) & 0xff, head >> 16], at);
    out.set(part, at + 3);
    at += 3 + part.length;
  }
  return out;
}

async function writeBlock(block: Block, number: number, siphash: Siphash): Promise<Uint8Array> {
  const packed = frame(block.bytes);
  const out = new Uint8Array(BLOCK_HEAD + packed.length);
  const data = view(out);
  out.set(letters(block.type), 8);
  data.setUint32(12, number, true);
  data.setUint32(16, packed.length, true);
  data.setUint32(20, block.bytes.length, true);
  out.set(packed, BLOCK_HEAD);
  data.setBigUint64(0, await siphash(KEY, out.subarray(CHECKED_FROM)), true);
  return out;
}

// ---- reading ------------------------------------------------------------------------------------

const readSeats = (json: unknown): SeatInfo[] => (Array.isArray(json) ? json as Json[] : []).map((seat): SeatInfo => (
  { who: seat["who"] === "bot" ? "bot" : "person", name: String(seat["name"] ?? "").slice(0, 64) }));

export interface ReadReplay { record: GameRecord; whole: boolean }

/** `begin` is asked for beginnings that only the host's readers understand. */
export async function readReplay(
  games: Game[], file: Uint8Array, siphash: Siphash, begin: (header: Json) => Promise<GameRecord["begun"]>,
  kept?: (id: string, version: number) => Promise<Game>,
): Promise<ReadReplay> {
  const blocks = await readBlocks(file, siphash);
  if (blocks[0]?.type !== "HEAD") throw new Error("the beginning of this replay is damaged");
  const header = JSON.parse(new TextDecoder().decode(blocks[0].bytes)) as Json;
  const now = games.find((one) => one.id === header["game"]);
  if (!now) throw new Error(`this page doesn't know the game ${String(header["game"]).slice(0, 40)}`);
  const version = Number(header["rules_version"]), older = version !== now.rulesVersion;
  const game = older ? await kept?.(now.id, version).catch(() => undefined) : now;
  if (!game) throw new Error("it was played by another version of the rules");
  const options = optionValues(game, (header["options"] ?? {}) as Json);
  const record: GameRecord = {
    game: game.id, ...(older ? { rules: version } : {}), options: options ?? game.options.map((option) => option.preset), seats: readSeats(header["seats"]),
    seed: String(header["seed"]), orders: blocks.filter((block) => block.type === "TURN").flatMap((block) => ordersOf(block.bytes)),
  };
  const end = blocks[blocks.length - 1];
  if (end?.type === "ENDS") record.hash = String((JSON.parse(new TextDecoder().decode(end.bytes)) as Json)["hash"]).slice(0, 16);
  const begun = options === null || header["position"] !== undefined ? await begin(header) : undefined;
  return { record: begun ? { ...record, begun } : record, whole: end?.type === "ENDS" };
}

// ---- writing --------------------------------------------------------------------------------------

const verbsJson = (game: Game) => game.verbs.map((verb) => ({
  name: verb.name,
  arguments: verb.args.map((arg) => ({
    name: arg.name, type: ARG_TYPES[arg.type],
    ...(arg.type === ArgType.Choice && arg.choices.length > 0 ? { choices: arg.choices } : {}),
  })),
}));

function headerJson(game: Game, record: GameRecord, sheet: ReplaySheet): Json {
  const { cells } = game;
  const { begun } = record;
  return {
    game: game.id, rules_version: game.rulesVersion,
    options: begun?.options ?? optionsJson(game, record.options, record.seats.length),
    seats: record.seats.map(({ who, name }) => ({ name, who: who === "bot" ? "bot" : "person" })),
    seed: record.seed, drawn: begun?.position === undefined ? 0 : Number(begun.drawn), hash: sheet.first, verbs: verbsJson(game),
    cells: { stride: cells.stride, x0: cells.x0, y0: cells.y0, style: cells.letters ? "letters" : "xy" },
    ...(begun?.position === undefined ? {} : { position: begun.position }),
  };
}

function endJson(game: Game, sheet: ReplaySheet): Json {
  const { outcome } = sheet;
  const ending = outcome && endingOf(game, outcome);
  return {
    turns: sheet.turns, orders: sheet.orders, hash: sheet.last,
    outcome: outcome && { rank: outcome.rank, score: outcome.score, rule: ending?.rule ?? "", reason: ending?.text ?? "" },
  };
}

export async function writeReplay(game: Game, record: GameRecord, sheet: ReplaySheet, siphash: Siphash): Promise<Uint8Array> {
  const { records } = sheet;
  const most = LIMITS["TURN"]!;
  const turns = Array.from({ length: Math.ceil(records.length / most) }, (_, i): Block => (
    { type: "TURN", bytes: records.subarray(i * most, (i + 1) * most) }));
  const json = (type: string, value: Json): Block => ({ type, bytes: letters(JSON.stringify(value)) });
  const blocks = [json("HEAD", headerJson(game, record, sheet)), ...turns, json("ENDS", endJson(game, sheet))];
  const head = new Uint8Array(FILE_HEAD);
  head.set(MAGIC);
  head[8] = FORMAT;
  const parts = [head, ...await Promise.all(blocks.map((block, i) => writeBlock(block, i, siphash)))];
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => {
    out.set(part, at);
    return at + part.length;
  }, 0);
  return out;
}
