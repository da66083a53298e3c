// What the page adds to the luck of its matches, and how it checks the luck afterwards; in node, TAP. With the mistakes that it is there to find.
// usage: node luck_test.mjs
import { createHash, randomBytes } from "node:crypto";
import { fails, finish, pageCode, same, test } from "./code.mjs";

const KEY = "0123456789abcdef0123456789abcdef", OTHERS = "ffeeddccbbaa99887766554433221100";

function forget() {
  const stored = new Map();
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
}

const whole = (text) => createHash("blake2b512").update(text).digest("hex");

/** Hashes of all lengths around the size of a block, against node's. */
function hashes({ blake2b }) {
  for (const length of [0, 1, 64, 127, 128, 129, 255, 256, 257, 1000]) same(blake2b("x".repeat(length), 64), whole("x".repeat(length)), `${length} bytes`);
  const text = randomBytes(333).toString("hex");
  same(blake2b(text, 64), whole(text), text);
  same(blake2b("abc", 32), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319", "32 bytes"); // b2sum -l 256
}

/** A match from its seals to its end. change: what somebody has done to it. */
function played({ blake2b, isFair, remember, sealed, toOpen }, change = () => undefined) {
  forget();
  const seals = [sealed(), blake2b(`redoubt-share-1:${OTHERS}`, 32), null];
  const told = { seals, shares: [null, null, null], wanted: [] };
  remember("m1", blake2b(`redoubt-luck-1:m1:${KEY}`, 32));
  same(toOpen(told, 0), undefined, "before it is wanted");
  const share = toOpen({ ...told, wanted: [0, 1] }, 0);
  same(toOpen({ ...told, wanted: [0, 1] }, 1), undefined, "the other's");
  same(/^[0-9a-f]{32}$/.test(share), true, "a share");
  const end = { key: KEY, seals: [...seals], shares: [share, OTHERS, null], wanted: [] };
  change(end, { blake2b, remember });
  return isFair("m1", end.key, end, 0);
}

const fraud = {
  "another key": (end) => { end.key = OTHERS; },
  "another commitment, told later": (end, { blake2b, remember }) => {
    end.key = OTHERS;
    remember("m1", blake2b(`redoubt-luck-1:m1:${OTHERS}`, 32));
  },
  "another share of ours": (end, { blake2b }) => {
    end.shares[0] = OTHERS;
    end.seals[0] = blake2b(`redoubt-share-1:${OTHERS}`, 32);
  },
  "another share of the other's": (end) => { end.shares[1] = KEY; },
  "a share that was never opened": (end) => { end.shares[1] = null; },
  "a share that was never sealed": (end) => { end.shares[2] = OTHERS; },
  "our share left out": (end) => { end.seals[0] = end.shares[0] = null; },
};

function sharesDiffer({ sealed }) {
  forget();
  same(new Set(Array.from({ length: 50 }, () => sealed())).size, 50, "seals");
}

const page = () => pageCode('export * from "./net/luck";');
await test("hashes are those of RFC 7693", async () => hashes(await page()));
await test("what is fair is called so", async () => same(played(await page()), true, "fair"));
await test("shares are drawn anew each time", async () => sharesDiffer(await page()));
for (const [name, change] of Object.entries(fraud)) {
  await test(`found: ${name}`, async () => same(played(await page(), change), false, "fair"));
}

const mutants = [
  ["a round too few", ['"0123456789abcdef", "ea489fd61c02b753",\n].map', '"0123456789abcdef"].map'], (code) => hashes(code)],
  ["the first word does not count", ["if (!found(COMMITMENTS, match)) ", ""],
    (code) => same(played(code, fraud["another commitment, told later"]), false, "fair")],
  ["others' shares are not looked at", ["const fits = ", "const fits = true || "],
    (code) => same(played(code, fraud["another share of the other's"]), false, "fair")],
  ["our own share is not looked for", ["fits && ours && ", "fits && "],
    (code) => same(played(code, fraud["another share of ours"]), false, "fair")],
  ["a share is told too early", ["luck?.wanted.includes(seat) ?", "luck ?"], (code) => played(code)],
];
for (const [name, [right, wrong], body] of mutants) {
  await test(`the mistake is found: ${name}`, async () => {
    const code = await pageCode('export * from "./net/luck";', ["net/luck.ts", right, wrong]);
    if (await fails(async () => body(code)) === null) throw new Error("it is not");
  });
}
finish();
