// Who a tab is to the server when several are opened at once; in node, TAP. With the mistakes that it is there to find.
// usage: node socket_test.mjs
import { fails, finish, pageCode, same, test } from "./code.mjs";

const stored = new Map(), sockets = [];

class FakeSocket extends EventTarget {
  sent = [];
  constructor() { super(); sockets.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.dispatchEvent(new Event("close")); }
  answer(fields) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify({ re: this.sent.at(-1).id, ok: true, ...fields }) }));
  }
}

/** One after the other, as a browser hands out a lock. */
function fakeLocks() {
  let last = Promise.resolve();
  return { request: (_name, body) => (last = last.then(body)) };
}

const queuedWork = () => new Promise((resolve) => { setImmediate(resolve); });

/** Two tabs of one browser, both connected and nobody known yet. */
async function twoTabs({ Socket }, locks, token) {
  stored.clear();
  sockets.length = 0;
  if (token) stored.set("redoubt.token", token);
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value), removeItem: (key) => stored.delete(key) };
  Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
  globalThis.WebSocket = FakeSocket;
  for (let i = 0; i < 2; i++) new Socket("ws://x", "Guest").open();
  const tabs = [...sockets];
  for (const tab of tabs) tab.dispatchEvent(new Event("open"));
  await queuedWork();
  return tabs;
}

const said = (tab) => tab.sent.map(({ name, token }) => token ?? name).join();

async function oneGuest(code) {
  const [first, second] = await twoTabs(code, fakeLocks());
  same([said(first), said(second)], ["Guest", ""], "while the server thinks");
  first.answer({ token: "t1", player: "p1", name: "Guest" });
  await queuedWork();
  same([said(first), said(second)], ["Guest", "t1"], "when it has answered");
}

async function lineBreaks(code) {
  const [first, second] = await twoTabs(code, fakeLocks());
  globalThis.setTimeout = () => 0; // nobody tries again
  first.close();
  await queuedWork();
  same([said(first), said(second)], ["Guest", "Guest"], "when the first line broke");
}

async function refused(code) {
  const [first, second] = await twoTabs(code, fakeLocks());
  first.answer({ ok: false, code: "full" });
  await queuedWork();
  same(said(second), "Guest", "when the first was refused");
}

async function known(code) {
  same((await twoTabs(code, fakeLocks(), "t0")).map(said), ["t0", "t0"], "with a token");
}

async function noLocks(code) {
  same((await twoTabs(code, undefined)).map(said), ["Guest", "Guest"], "without locks");
}

const page = () => pageCode('export * from "./net/socket";');
await test("two tabs that are opened at once are one guest", async () => oneGuest(await page()));
await test("the second goes on when the line of the first breaks", async () => lineBreaks(await page()));
await test("and when the first is refused", async () => refused(await page()));
await test("who is known does not wait", async () => known(await page()));
await test("a browser without locks lets both in", async () => noLocks(await page()));

const mutants = [
  ["nobody waits", "|| !locks", "|| locks", oneGuest],
  ["the lock is not kept", "return new Promise<void>((resolve) => { this.introduced = resolve; })", "return undefined", oneGuest],
  ["a broken line keeps the lock", "this.connected = false;\n    this.introduced();", "this.connected = false;", lineBreaks],
  ["a refusal keeps the lock", "this.greeted(answer);\n      this.introduced();", "this.greeted(answer);\n      if (answer.ok) this.introduced();", refused],
];
for (const [name, right, wrong, body] of mutants) {
  await test(`found: ${name}`, async () => {
    const code = await pageCode('export * from "./net/socket";', ["net/socket.ts", right, wrong]);
    same(await fails(() => body(code)) !== null, true, "noticed");
  });
}
finish();
