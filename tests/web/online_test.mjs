// Two people play through the real server, which is killed and started again in the middle. TAP.
// usage: node online_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "../../clients/web/build.mjs";
import { STILL } from "./harness.mjs";
import { ready, report, status } from "./people.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const TURNS = 6;

const isOver = (page) => page.locator(".endbox h2").count();

async function play(folder, openBrowser, openPage) {
  let server = await startServer(redoubt, dist, folder);
  const browsers = [await openBrowser(chromium, STILL), await openBrowser(chromium, STILL), await openBrowser(chromium, STILL)];
  const facts = {};
  try {
    const host = await openPage(browsers[0].context, `${server.url}#/new/apoca`);
    await host.waitForSelector("#rival");
    await host.selectOption("#rival", { value: "@anybody" });
    await host.selectOption("#option-map", { label: "duel" });
    await host.fill("#option-turns", String(TURNS));
    await host.click("button.big");
    await host.waitForSelector(".invite input");
    const link = await host.inputValue(".invite input");
    facts.link = link.includes("#/m/");
    await host.screenshot({ path: join(pictures, "invite.png") });

    const guest = await openPage(browsers[1].context, server.url);
    await guest.waitForSelector(".lobby li");
    facts.listed = (await guest.textContent(".lobby")).includes("ApocaWarlords");
    await guest.screenshot({ path: join(pictures, "lobby.png") });
    await guest.goto(link);
    for (const page of [host, guest]) {
      page.setDefaultTimeout(60000);
      await page.waitForSelector(".board.live");
      await status(page, "Your turn");
    }
    const watcher = await openPage(browsers[2].context, server.url);
    await watcher.click(".lobby >> text=Watch");
    await watcher.waitForSelector(".board.live");
    facts.watching = (await watcher.textContent(".status")).includes("watching") && await watcher.locator(".order").count() === 0;
    facts.sides = await host.textContent(".side-sums.mine .who") !== await guest.textContent(".side-sums.mine .who");

    for (let turn = 0; turn < TURNS; turn++) {
      await host.click('button[aria-label="hire S"]:not(:disabled)', { timeout: 2000 }).catch(() => undefined);
      await host.click(".donebar .primary");
      await status(host, "Waiting");
      if (turn === 0) {
        facts.sealed = !(await guest.textContent(".log-lines")).includes("mercenary");
        await host.click("text=Take back");
        await status(host, "Your turn");
        facts.takenBack = true;
        await host.click(".donebar .primary");
        await status(host, "Waiting");
      }
      if (turn === 1) { // nothing that was acknowledged is lost
        const { port } = new URL(server.url);
        await server.kill();
        await guest.waitForSelector(".dot.off");
        server = await startServer(redoubt, dist, folder, port);
        await guest.waitForSelector(".dot.on");
        await host.waitForSelector(".dot.on");
        facts.reconnected = true;
      }
      await guest.click(".donebar .primary");
      await Promise.all([ready(host), ready(guest)]);
      if (turn === 3) {
        await guest.reload();
        await status(guest, "Your turn");
        facts.reloaded = true;
      }
    }
    // The last order may still be on its way when Done has been pressed.
    await Promise.all([host, guest].map((page) => page.waitForSelector(".endbox h2")));
    facts.over = await isOver(host) === 1 && await isOver(guest) === 1;
    facts.results = [await host.textContent(".endbox h2"), await guest.textContent(".endbox h2")].sort().join();
    await Promise.all([host, guest].map((page) => page.waitForFunction(() => document.querySelector(".endbox")?.textContent.includes("drawn by everybody together"))));
    facts.fair = true;
    await watcher.waitForFunction(() => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return /wins|tie/.test(document.querySelector(".endbox h2")?.textContent ?? "");
    });
    facts.watchedEnd = true;
    await watcher.screenshot({ path: join(pictures, "watched-end.png") });
    await guest.screenshot({ path: join(pictures, "online-end.png") });
    await guest.click("text=Watch the replay");
    await guest.waitForSelector(".seek");
    facts.replay = await guest.getAttribute(".seek", "max") === String(TURNS) && await guest.locator(".warning").count() === 0;
    // Chromium itself complains of connections that the killed server dropped.
    facts.troubles = [host, guest, watcher].flatMap((page) => page.troubles).filter((text) => !/WebSocket connection/.test(text)).join();
  } catch (error) {
    facts.error = String(error);
    for (const [i, { context }] of browsers.entries()) {
      await context.pages().at(-1)?.screenshot({ path: join(pictures, `failed-online-${i}.png`) }).catch(() => undefined);
    }
  } finally {
    for (const browser of browsers) await browser.close();
    await server.stop();
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
  const folder = mkdtempSync(join(tmpdir(), "redoubt-online-"));
  const facts = await play(folder, openBrowser, openPage);
  rmSync(folder, { recursive: true, force: true });
  const wanted = [
    ["a new game for a friend has a link to send", facts.link === true],
    ["the first page lists it", facts.listed === true],
    ["each has a side", facts.sides === true],
    ["sealed orders are not told", facts.sealed === true],
    ["a finished turn can be taken back while the other thinks", facts.takenBack === true],
    ["both come back after the server was killed", facts.reconnected === true],
    ["a reload comes back too", facts.reloaded === true],
    ["somebody else watches, without orders", facts.watching === true],
    ["who watches sees the end too", facts.watchedEnd === true],
    ["the replay is there at once", facts.replay === true],
    ["both see the end", facts.over === true],
    ["both have checked the luck", facts.fair === true],
    ["one won and one lost, or it was a tie", ["You lost,You won", "A tie,A tie"].includes(facts.results)],
    ["the consoles stayed clean", facts.troubles === ""],
  ];
  report(facts, wanted);
}

await main();
