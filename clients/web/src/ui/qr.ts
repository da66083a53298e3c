// QR codes (ISO/IEC 18004) of short texts: bytes, error correction L, versions 1 to 10. Enough for a link.

/** By version: data bytes and check bytes of each block, and the number of blocks of the first and the second kind. */
const BLOCKS: [data: number, check: number, first: number, second: number][] = [
  [19, 7, 1, 0], [34, 10, 1, 0], [55, 15, 1, 0], [80, 20, 1, 0], [108, 26, 1, 0],
  [68, 18, 2, 0], [78, 20, 2, 0], [97, 24, 2, 0], [116, 30, 2, 0], [68, 18, 2, 2],
];
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const PRIMITIVE = 0x11d;

// ---- bytes -------------------------------------------------------------------------------------

const EXP: number[] = [], LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x << 1 ^ (x & 0x80 ? PRIMITIVE : 0);
}
const times = (a: number, b: number) => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** The remainder that makes a block a code word of Reed and Solomon. */
function checkBytes(data: number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((factor, at) => { next[at + 1]! ^= times(factor, EXP[i]!); });
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at]!;
    divisor.forEach((factor, i) => { rest[at + i]! ^= times(factor, lead); });
  });
  return rest.slice(data.length);
}

const capacity = (version: number) => {
  const [data, , first, second] = BLOCKS[version - 1]!;
  return data * first + (data + 1) * second;
};
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

function dataBytes(text: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => { for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1); };
  push(4, 4);
  push(text.length, lengthBits(version));
  text.forEach((byte) => push(byte, 8));
  const room = 8 * capacity(version);
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: room / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((sum, bit) => 2 * sum + bit, 0));
}

/** Blocks are told byte by byte in turn: first their data, then their check bytes. */
function interleaved(data: number[], version: number): number[] {
  const [size, check, first, second] = BLOCKS[version - 1]!;
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < first + second; i++) {
    const length = size + (i < first ? 0 : 1);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => checkBytes(block, check));
  const inTurn = (lists: number[][]) => Array.from({ length: Math.max(...lists.map((one) => one.length)) }, (_, i) =>
    lists.flatMap((one) => (i < one.length ? [one[i]!] : []))).flat();
  return [...inTurn(blocks), ...inTurn(checks)];
}

// ---- the picture --------------------------------------------------------------------------------

type Grid = (boolean | null)[][]; // null: free for data

function patterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (x: number, y: number, dark: boolean) => { if (x >= 0 && y >= 0 && x < size && y < size) grid[y]![x] = dark; };
  const ring = (cx: number, cy: number, reach: number, dark: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) set(cx + dx, cy + dy, dark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const places = ALIGNMENT[version - 1]!;
  const last = places[places.length - 1];
  for (const x of places) {
    for (const y of places) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!corner) ring(x, y, 2, (distance) => distance !== 1);
    }
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) ring(x, y, 4, (distance) => distance !== 2 && distance < 4);
  return grid;
}

/** Error correction L and the mask, with check bits, twice; from version 7 on the version too. */
function notes(grid: Grid, version: number, mask: number): void {
  const size = grid.length;
  const withCheck = (value: number, bits: number, divisor: number) => {
    let rest = value;
    for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? divisor : 0);
    return (value << bits) | (rest & ((1 << bits) - 1));
  };
  const format = withCheck((1 << 3) | mask, 10, 0x537) ^ 0x5412;
  const bit = (i: number) => ((format >> i) & 1) === 1;
  const near = [[8, 0], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 7], [8, 8], [7, 8], [5, 8], [4, 8], [3, 8], [2, 8], [1, 8], [0, 8]];
  near.forEach(([x, y], i) => { grid[y!]![x!] = bit(i); });
  for (let i = 0; i < 8; i++) grid[8]![size - 1 - i] = bit(i);
  for (let i = 8; i < 15; i++) grid[size - 15 + i]![8] = bit(i);
  grid[size - 8]![8] = true;
  if (version < 7) return;
  const told = withCheck(version, 12, 0x1f25);
  for (let i = 0; i < 18; i++) {
    const dark = ((told >> i) & 1) === 1, a = size - 11 + (i % 3), b = Math.floor(i / 3);
    grid[b]![a] = dark;
    grid[a]![b] = dark;
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Bits go up and down in columns of two, from the right; column 6 is no part of it. */
function fill(free: Grid, grid: Grid, bytes: number[], mask: number): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (free[y]![x] !== null) continue;
        const dark = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
        grid[y]![x] = dark !== MASKS[mask]!(x, y);
      }
    }
  }
}

/** How hard to read: long runs, squares, patterns like the finders, and too much of one tone. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const at = (x: number, y: number) => grid[y]![x] === true;
  let sum = 0, dark = 0;
  const line = (cell: (i: number) => boolean) => {
    let run = 0;
    const text = Array.from({ length: size }, (_, i) => (cell(i) ? "1" : "0")).join("");
    for (let i = 0; i < size; i++) {
      run = i > 0 && text[i] === text[i - 1] ? run + 1 : 1;
      if (run === 5) sum += 3;
      else if (run > 5) sum++;
    }
    for (const like of ["10111010000", "00001011101"]) for (let i = text.indexOf(like); i >= 0; i = text.indexOf(like, i + 1)) sum += 40;
  };
  for (let i = 0; i < size; i++) {
    line((j) => at(j, i));
    line((j) => at(i, j));
    for (let j = 0; j < size; j++) {
      dark += at(j, i) ? 1 : 0;
      const square = i > 0 && j > 0 && at(j, i) === at(j - 1, i) && at(j, i) === at(j, i - 1) && at(j, i) === at(j - 1, i - 1);
      sum += square ? 3 : 0;
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** Rows of dark (true) and light modules; null when the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => 4 + lengthBits(i + 1) + 8 * bytes.length <= 8 * capacity(i + 1)) + 1;
  if (version === 0) return null;
  const words = interleaved(dataBytes(bytes, version), version);
  const candidates = MASKS.map((_, mask) => {
    const grid = patterns(version);
    notes(grid, version, mask);
    const whole = grid.map((row) => [...row]);
    fill(grid, whole, words, mask);
    return whole;
  });
  const scores = candidates.map(penalty);
  const best = candidates[scores.indexOf(Math.min(...scores))]!;
  return best.map((row) => row.map((cell) => cell === true));
}
