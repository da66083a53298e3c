// Two people play on two servers that share a database of PostgreSQL: one at the server that has the match, the other one by way
// of the other server. Then the first server is killed, and both play on. TAP.
// usage: node elsewhere_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER DATABASE    tests/server/postgres.py adds the last one
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { install } from "../../clients/web/build.mjs";
import { STILL } from "./harness.mjs";
import { ready, report, status } from "./people.mjs";
import { startCommand } from "./server.mjs";

const [redoubt, dist, chromium, pictures, database] = process.argv.slice(2);
const TURNS = 3;

const listen = (server) => new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

async function freePort() {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The one address that people know, as a proxy has it: whoever comes is brought to the port that it says. */
async function openDoor() {
  const door = { port: 0, to: 0, url: "", close: null };
  const server = createServer((near) => {
    const far = connect(door.to, "127.0.0.1");
    near.pipe(far).pipe(near);
    for (const [one, other] of [[near, far], [far, near]]) one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  door.port = await listen(server);
  door.url = `http://127.0.0.1:${door.port}/`;
  door.close = () => server.close();
  return door;
}

async function start() {
  const port = await freePort();
  const settings = [`peer=127.0.0.1:${port}`, "admin=/nonexistent/admin"].flatMap((one) => ["--set", one]);
  const server = await startCommand(redoubt, ["serve", "--port", String(port), "--db", database, "--web", dist, "--quiet", ...settings]);
  return { ...server, port };
}

async function invite(page) {
  await page.waitForSelector("#rival");
  await page.selectOption("#rival", { value: "@anybody" });
  await page.selectOption("#option-map", { label: "duel" });
  await page.fill("#option-turns", String(TURNS));
  await page.click("button.big");
  await page.waitForSelector(".invite input");
  return page.inputValue(".invite input");
}

async function endTurn(host, guest) {
  await host.click(".donebar .primary");
  await status(host, "Waiting");
  await guest.click(".donebar .primary");
  await Promise.all([ready(host), ready(guest)]);
}

async function play(openBrowser, openPage) {
  const [first, second] = [await start(), await start()];
  const door = await openDoor();
  const browsers = [await openBrowser(chromium, STILL), await openBrowser(chromium, STILL)];
  const facts = {};
  try {
    door.to = first.port;
    const host = await openPage(browsers[0].context, `${door.url}#/new/apoca`);
    const link = await invite(host);
    door.to = second.port;
    const commands = [];
    const guest = await openPage(browsers[1].context, door.url);
    guest.on("websocket", (socket) => commands.push(new URL(socket.url()).search));
    await guest.waitForSelector(".lobby li");
    facts.listed = true;
    await guest.goto(link);
    for (const page of [host, guest]) {
      await page.waitForSelector(".board.live");
      await status(page, "Your turn");
    }
    facts.seated = commands.some((search) => search.startsWith("?match="));
    await endTurn(host, guest);
    facts.played = true;
    const killed = Date.now();
    await first.kill();
    await Promise.all([host, guest].map((page) => page.waitForSelector(".dot.off")));
    await Promise.all([host, guest].map((page) => page.waitForSelector(".dot.on")));
    await host.click(".donebar .primary");
    await status(host, "Waiting");
    facts.seconds = (Date.now() - killed) / 1000;
    await guest.click(".donebar .primary");
    await Promise.all([ready(host), ready(guest)]);
    for (let turn = 2; turn < TURNS; turn++) await endTurn(host, guest);
    await Promise.all([host, guest].map((page) => page.waitForSelector(".endbox h2")));
    facts.results = [await host.textContent(".endbox h2"), await guest.textContent(".endbox h2")].sort().join();
    facts.troubles = [host, guest].flatMap((page) => page.troubles).filter((text) => !/WebSocket connection/.test(text)).join();
  } catch (error) {
    facts.error = String(error);
    for (const [i, { context }] of browsers.entries()) {
      await context.pages().at(-1)?.screenshot({ path: join(pictures, `failed-elsewhere-${i}.png`) }).catch(() => undefined);
    }
  } finally {
    for (const browser of browsers) await browser.close();
    await Promise.all([first.kill(), second.stop()]);
    door.close();
  }
  return facts;
}

async function main() {
  if (!existsSync(chromium)) {
    console.log("1..0 # SKIP needs chromium");
    return;
  }
  install(true);
  const { openBrowser, openPage } = await import("./browser.mjs");
  mkdirSync(pictures, { recursive: true });
  execFileSync(redoubt, ["admin", "--db", database, "migrate"]);
  const facts = await play(openBrowser, openPage);
  const wanted = [
    ["the first page lists a match of another server", facts.listed === true],
    ["who takes a seat in it is passed on", facts.seated === true],
    ["both play", facts.played === true],
    ["both are back when the server of the match was killed", facts.seconds > 0],
    ["and play on to the end", ["You lost,You won", "A tie,A tie"].includes(facts.results)],
    ["the consoles stayed clean", facts.troubles === ""],
  ];
  if (facts.seconds) console.log(`# the next order was taken ${facts.seconds.toFixed(1)} s after the server was killed`);
  report(facts, wanted);
}

await main();
