// The way of a newcomer: from the first page to the first sealed turn of each game, by clicks on what is offered, with a picture of
// each kind. Time is counted in clicks, not by a clock. Nothing moves under the pointer meanwhile. TAP.
// usage: node newcomer_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { check, goTo, run, same, STILL, test } from "./harness.mjs";
import { mouse, play } from "./player.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const CLICK_S = 2.5; // what a person takes to look, to decide and to click
const ALL_S = 60;
const GAMES = ["fortress", "classic", "apoca", "civ", "fate"];

/** Collects what moves under the pointer; runs within the page from its beginning. */
function watchShifts() {
  globalThis.shifts = [];
  let at = { x: -1, y: -1 };
  addEventListener("pointermove", ({ clientX, clientY }) => { at = { x: clientX, y: clientY }; }, true);
  const inside = ({ left, top, right, bottom }) => at.x >= left && at.x < right && at.y >= top && at.y < bottom;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.sources.forEach(({ node, previousRect, currentRect }) => {
    const element = node?.nodeType === 3 ? node.parentElement : node;
    const moved = previousRect.left !== currentRect.left || previousRect.top !== currentRect.top;
    if (element?.closest?.(".game") && moved && inside(previousRect) && element.closest("button, .cell, a")) globalThis.shifts.push(`${element.className?.baseVal ?? element.className} ${element.textContent.slice(0, 30)} ${[previousRect, currentRect].map((rect) => [rect.left, rect.top, rect.width, rect.height].map(Math.round).join()).join(" -> ")}`);
  }))).observe({ type: "layout-shift", buffered: true });
}

/** Clicks, counted, each kind of them with a picture of what it was for. */
function hand(page, game) {
  const kinds = new Set();
  let clicks = 0;
  return {
    get clicks() { return clicks; },
    click: async (target) => {
      const one = typeof target === "string" ? page.locator(target).first() : target;
      await one.waitFor();
      clicks++;
      if (!kinds.has(target)) await page.screenshot({ path: `${pictures}/newcomer-${game}-${String(clicks).padStart(2, "0")}.png` });
      kinds.add(target);
      await one.click();
    },
  };
}

const mine = (page) => page.waitForFunction(() => {
  document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click(); // whoever watches the turn needs no click
  return document.querySelector(".status")?.textContent === "Your turn";
});

const PLACE = '.menu .order[aria-label^="place"]:not(:disabled)';

/** My turn, and so many of these are offered; runs within the page. Whoever watches what the other side does needs no click. */
function standing([selector, count]) {
  document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
  return document.querySelector(".status")?.textContent === "Your turn" && document.querySelectorAll(selector).length === count;
}

/** By any of these a turn that was sealed shows: a move out of sight adds no line, and FATE's rounds have many turns. In the page. */
const told = () => ({
  turn: document.querySelector(".turn").textContent, lines: document.querySelectorAll(".log-lines p").length, given: document.querySelectorAll(".given li").length,
});

/** What the start card of each game says to try first. */
const FIRST = {
  fortress: async (page, { click }) => {
    await click('button[aria-label="buy scout"]');
    await click(".cell.target");
  },
  classic: async (page, { click }) => {
    await click('button[aria-label="buy scout"]');
    await click(".cell.target");
  },
  apoca: async (page, { click }) => {
    await click('button[aria-label="build house"]');
    await click(".cell.target");
  },
  civ: async (page, { click }) => {
    await click('button[aria-label="produce worker"]');
    await click('.cell.target');
  },
  fate: async (page, { click }) => {
    await click(".draft h2 button");
    await page.waitForSelector(PLACE);
    for (let left = 7; left > 0; left--) {
      await page.waitForFunction(standing, [PLACE, left]);
      await click(PLACE);
      await click(".cell.target");
    }
    await page.waitForFunction(standing, [PLACE, 0]);
  },
};

for (const game of GAMES) {
  test(`${game}: from the first page to the first sealed turn in ${ALL_S} seconds of clicks`, async ({ context, server }) => {
    const { openPage } = await import("./browser.mjs");
    const page = await openPage(context, server.url);
    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem("redoubt.settings", JSON.stringify({ askIdle: false }));
    });
    await page.addInitScript(watchShifts);
    await page.reload();
    const newcomer = hand(page, game);
    await newcomer.click(`.card:has(a[href="#/new/${game}"]) button.primary`);
    await newcomer.click(".startcard .primary");
    await mine(page);
    await FIRST[game](page, newcomer);
    await page.waitForSelector(".donebar .done:not(:disabled)");
    const before = await page.evaluate(told);
    await newcomer.click(".donebar .done:not(:disabled)");
    await page.waitForFunction((was) => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return document.querySelector(".turn").textContent !== was.turn || document.querySelectorAll(".log-lines p").length > was.lines
        || document.querySelectorAll(".given li").length < was.given;
    }, before);
    await page.screenshot({ path: `${pictures}/newcomer-${game}-sealed.png` });
    console.log(`# ${newcomer.clicks} clicks`);
    check(newcomer.clicks * CLICK_S <= ALL_S, `${newcomer.clicks} clicks are more than ${ALL_S} seconds`);
    await play(page, mouse, { seed: 3, hexes: false, turnsMax: 2 });
    same((await page.evaluate(() => globalThis.shifts)).join("; "), "", "what moved under the pointer");
    same(page.troubles.filter((one) => !/Manifest/.test(one)).join("; "), "", "complaints"); // its icon is given up when the page is loaded again
    await page.close();
  });
}

test("the watch for shifts notices one", async ({ context, server }) => {
  const { openPage } = await import("./browser.mjs");
  const page = await openPage(context, server.url);
  await page.addInitScript(watchShifts);
  await page.reload();
  await page.waitForSelector(".cards");
  await page.evaluate(() => {
    const box = document.createElement("div");
    box.className = "game";
    box.innerHTML = '<button id="low">a button that is moved</button>';
    document.body.prepend(box);
  });
  await page.hover("#low");
  await page.evaluate(() => {
    const banner = document.createElement("p");
    banner.style.height = "90px";
    document.querySelector(".game").prepend(banner);
  });
  await page.waitForFunction(() => globalThis.shifts.length > 0);
  await page.close();
});

test("all works with the server gone: games, lessons, puzzles, replays, sandbox, settings", async ({ context }) => {
  const { openPage } = await import("./browser.mjs");
  const { serve } = await import("./serve.mjs");
  const server = await serve(dist), page = await openPage(context, server.url);
  await page.emulateMedia(STILL);
  await page.click("button.big"); // all of the page is kept as soon as somebody plays
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(server.url); // now it is the service worker that answers
  await page.waitForSelector(".cards");
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 20);
  server.close();
  for (const game of GAMES) {
    await goTo(page, `#/learn/${game}`);
    await page.waitForSelector(".lesson");
    await goTo(page, `#/puzzle/${game}`);
    await page.waitForSelector(".puzzle");
    await goTo(page, `#/sandbox/${game}`);
    await page.waitForSelector(".sandbox .board.live");
    await goTo(page, "#/");
    await page.click(`.card:has(a[href="#/new/${game}"]) button.primary`);
    await page.waitForSelector(".board.live");
  }
  await goTo(page, "#/settings");
  await page.waitForSelector(".settings form");
  await goTo(page, "#/games");
  await page.locator('.kept a:has-text("Replay")').first().click();
  await page.waitForSelector(".seek");
  await page.close();
});

await run({ dist, chromium, pictures });
