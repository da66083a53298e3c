// Where a replay comes from: this browser, a file, the address itself, or the server.
import type { App } from "../app";
import { keptRecord } from "../game/shelf";
import { packRecord, toBase64, fromBase64, unpackRecord, type GameRecord } from "../rules/record";
import type { Game } from "../rules/types";
import { refusedText } from "../rules/language";
import { readReplay } from "./file";

const MINE = "mine."; // and the name of a game on the shelf
const CONTEST = "contest."; // and the name of a game on the site of a contest
const LINK_MAX = 24000; // letters: more than some programs carry in an address

/** Whether only this browser has it. */
export const onlyHere = (source: string): boolean => source === "mine" || source === "file" || source.startsWith(MINE);

async function squeeze(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const through = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(through).arrayBuffer());
}

/** The game itself as a part of an address; null where it would be too long. */
export async function addressOf(game: Game, record: GameRecord): Promise<string | null> {
  const packed = await squeeze(new TextEncoder().encode(packRecord(game, record)), new CompressionStream("deflate-raw"));
  const text = toBase64(packed).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return text.length > LINK_MAX ? null : `d.${text}`;
}

async function fromAddress(games: Game[], text: string): Promise<GameRecord> {
  const packed = fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));
  return unpackRecord(games, new TextDecoder().decode(await squeeze(packed, new DecompressionStream("deflate-raw"))));
}

export async function fromFile(app: App, bytes: Uint8Array): Promise<GameRecord> {
  const { record } = await readReplay(app.games, bytes, (key, data) => app.rules.siphash(key, data), (header) => app.beginning(header),
    (id, version) => app.gameOf(id, version));
  return record;
}

async function fromServer(app: App, id: string): Promise<GameRecord> {
  const contest = id.startsWith(CONTEST);
  const response = await fetch(contest ? `contest/replay/${encodeURIComponent(id.slice(CONTEST.length))}` : `v1/matches/${encodeURIComponent(id)}/replay`);
  if (!response.ok) {
    const answer = await response.json().catch(() => ({})) as { code?: string; why?: string };
    throw new Error(refusedText(answer.code, answer.why ?? "the server has no such replay"));
  }
  return fromFile(app, new Uint8Array(await response.arrayBuffer()));
}

export async function findReplay(app: App, source: string): Promise<GameRecord> {
  if (source.startsWith("d.")) return fromAddress(app.games, source.slice(2));
  const record = source === "mine" ? keptRecord(app.games) : source.startsWith(MINE) ? keptRecord(app.games, source.slice(MINE.length)) : source === "file" ? app.opened : await fromServer(app, source);
  if (!record) throw new Error("there is no such replay in this browser");
  return record;
}
