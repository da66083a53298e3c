// What this browser adds to the luck of its matches, and whether the luck came of it in the end: see docs/protocol.md, "Luck that can be checked".

/** What is told of the luck: the hashes of what seats add, what they have opened, who is waited for. */
export interface Luck { seals: (string | null)[]; shares: (string | null)[]; wanted: number[] }

const SHARES = "redoubt.luck.shares", COMMITMENTS = "redoubt.luck.commitments";
const KEPT = 200; // of each; the oldest go

// ---- BLAKE2b (RFC 7693): pages without https have no hashes of the browser's ----

const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ROUNDS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
  "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0", "0123456789abcdef", "ea489fd61c02b753",
].map((row) => Array.from(row, (digit) => parseInt(digit, 16)));
const COLUMNS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const WORD = (1n << 64n) - 1n, BLOCK = 128;

const turned = (word: bigint, by: bigint) => ((word >> by) | (word << (64n - by))) & WORD;

function mixed(v: bigint[], [a, b, c, d]: number[], x: bigint, y: bigint): void {
  const half = (word: bigint, one: bigint, two: bigint) => {
    v[a!] = (v[a!]! + v[b!]! + word) & WORD;
    v[d!] = turned(v[d!]! ^ v[a!]!, one);
    v[c!] = (v[c!]! + v[d!]!) & WORD;
    v[b!] = turned(v[b!]! ^ v[c!]!, two);
  };
  half(x, 32n, 24n);
  half(y, 16n, 63n);
}

function compressed(h: bigint[], block: Uint8Array, counted: number, last: boolean): bigint[] {
  const bytes = new DataView(block.buffer, block.byteOffset, BLOCK);
  const words = Array.from({ length: 16 }, (_, i) => bytes.getBigUint64(8 * i, true));
  const v = [...h, ...IV];
  v[12]! ^= BigInt(counted);
  if (last) v[14]! ^= WORD;
  for (const row of ROUNDS) COLUMNS.forEach((column, i) => mixed(v, column, words[row[2 * i]!]!, words[row[2 * i + 1]!]!));
  return h.map((word, i) => word ^ v[i]! ^ v[i + 8]!);
}

/** The hash of a text, of so many bytes, as hexadecimal digits. */
export function blake2b(text: string, size: number): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  let h = [IV[0]! ^ 0x01010000n ^ BigInt(size), ...IV.slice(1)];
  for (let i = 1; i <= blocks; i++) {
    h = compressed(h, padded.subarray((i - 1) * BLOCK, i * BLOCK), Math.min(i * BLOCK, bytes.length), i === blocks);
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return Array.from(new Uint8Array(out.buffer, 0, size), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---- what is remembered in this browser ----

function kept(store: string): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(store) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

function keep(store: string, key: string, value: string): void {
  localStorage.setItem(store, JSON.stringify([...kept(store).filter(([known]) => known !== key), [key, value]].slice(-KEPT)));
}

const found = (store: string, key: string) => kept(store).find(([known]) => known === key)?.[1];

// ---- sealing, opening, checking ----

const sealOf = (share: string) => blake2b(`redoubt-share-1:${share}`, 32);

/** The hash of a share that is told to nobody yet. */
export function sealed(): string {
  const share = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const seal = sealOf(share);
  keep(SHARES, seal, share);
  return seal;
}

/** What this seat has to open now; undefined: nothing, or it was sealed in another browser. */
export function toOpen(luck: Luck | undefined, seat: number): string | undefined {
  const seal = luck?.wanted.includes(seat) ? luck.seals[seat] : null;
  return seal ? found(SHARES, seal) : undefined;
}

/** What the server said of its key when it could not know our share; the first word counts. */
export function remember(match: string, commitment: string): void {
  if (!found(COMMITMENTS, match)) keep(COMMITMENTS, match, commitment);
}

/** Was the key the one that was committed to, and is everybody's share what they sealed, and ours among them? */
export function isFair(match: string, key: string, luck: Luck, seat: number): boolean {
  const fits = luck.seals.every((seal, i) => seal === null ? luck.shares[i] === null : luck.shares[i] !== null && sealOf(luck.shares[i]!) === seal);
  const seal = luck.seals[seat], ours = Boolean(seal && found(SHARES, seal));
  return fits && ours && found(COMMITMENTS, match) === blake2b(`redoubt-luck-1:${match}:${key}`, 32);
}
