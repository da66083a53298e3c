// Things that happen just when the page is drawn, or before: nothing may be lost. Whatever is done here is done
// in the very moment after a drawing, before any effect of it could run. TAP.
// usage: node races_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, drawn, goTo, newGame, run, same, test } from "./harness.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-races-"));

/** Runs within the page before its own scripts: does something once, as soon as the selector finds something. */
function onceDrawn([selector, what]) {
  const acts = {
    hash: (value) => { location.hash = value; },
    key: (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
    release: () => globalThis.release(),
  };
  new MutationObserver((_, watch) => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    const [name, value] = what;
    acts[name](value);
  }).observe(document, { subtree: true, childList: true });
}

/** A page with scripts that run before its own, each with what it is told. */
async function pageWith(context, url, ...scripts) {
  const { openPage } = await import("./browser.mjs");
  const page = await openPage(context, "about:blank");
  for (const [script, told] of scripts) await page.addInitScript(script, told);
  await page.goto(url);
  return page;
}

/** A page where that happens. */
const pageThat = (context, url, selector, ...what) => pageWith(context, url, [onceDrawn, [selector, what]]);

async function clean(page) {
  same(page.troubles.join("; "), "", "complaints");
  await page.close();
}

test("an address that changes while the page starts", async ({ context, server }) => {
  const early = await pageThat(context, server.url, "#app", "hash", "#/rules/apoca"); // before the page's script runs
  await early.waitForSelector(".rulebook h1");
  await clean(early);
  const late = await pageThat(context, server.url, ".home-page", "hash", "#/rules/civ"); // with its first drawing
  await late.waitForSelector(".rulebook h1");
  same(await late.locator(".home-page").count(), 0, "two pages at once");
  await late.goBack();
  await late.waitForSelector(".home-page");
  await clean(late);
});

test("a key that is pressed with the drawing", async ({ page, context, server }) => {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": 3 });
  await page.click("button.big");
  for (let turn = 1; turn <= 3; turn++) {
    await page.click(".donebar .primary:not(:disabled)");
    await page.waitForFunction((n) => document.querySelector(".endbox") || document.querySelector(".turn").textContent.includes(`turn ${n}`), turn);
    await page.keyboard.press("x");
  }
  await page.waitForSelector(".endbox h2");
  const replay = await pageThat(context, `${server.url}#/replay/mine`, ".seek", "key", "End");
  await replay.waitForFunction(() => document.querySelector(".seek")?.value === "3");
  await clean(replay);
  const game = await pageThat(context, `${server.url}#/play`, ".board.live", "key", "?");
  await game.waitForSelector("dialog[open]");
  await clean(game);
});

test("going elsewhere in a replay while other eyes open", async ({ page }) => {
  await goTo(page, "#/replay/mine/2");
  await page.waitForFunction(() => document.querySelector(".seek")?.value === "2");
  await page.evaluate(() => {
    const eyes = document.querySelector(".eyes select");
    eyes.value = "1";
    eyes.dispatchEvent(new Event("change", { bubbles: true }));
    document.querySelector('[aria-label="To the end"]').click();
  });
  await page.waitForSelector('.side-sums.mine:has-text("Blue")');
  await page.waitForFunction(() => document.querySelector(".seek").value === "3" && document.querySelector(".turn").textContent.includes("turn 3"));
});

/** Holds back what sockets or workers say from hold() until release(); runs within the page. */
function holdMessages([kind, atOnce]) {
  const held = [];
  let holding = atOnce;
  globalThis.hold = () => { holding = true; };
  globalThis.held = () => held.length;
  globalThis.release = () => {
    holding = false;
    held.splice(0).forEach((tell) => tell());
  };
  const speakers = globalThis[kind].prototype, listen = speakers.addEventListener;
  speakers.addEventListener = function add(type, heard) {
    listen.call(this, type, type !== "message" ? heard : (event) => {
      if (holding) held.push(() => heard(event));
      else heard(event);
    });
  };
}

const pageThatHears = (context, url, selector) =>
  pageWith(context, url, [holdMessages, ["WebSocket", true]], [onceDrawn, [selector, ["release"]]]);

test("what the server says with the drawing", async ({ page, context, server }) => {
  await goTo(page, "#/account");
  await page.fill("#name", "Cleo");
  await page.fill("#password", "correct horse");
  await page.click("text=Make an account");
  await page.waitForSelector("text=Log out");
  const account = await pageThatHears(context, `${server.url}#/account`, "main h1");
  await account.waitForSelector("text=Log out");
  await clean(account);
  const form = await pageThatHears(context, `${server.url}#/new/apoca/friend`, "#rated");
  await form.waitForSelector("#rated:not(:disabled)");
  await clean(form);
});

test("two pages of one player are told the same", async ({ page, context }) => {
  await newGame(page, "classic", { rival: "beginner" });
  await page.check("#on-server");
  await page.click("button.big");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
  const { openPage } = await import("./browser.mjs");
  const other = await openPage(context, page.url()); // the same player
  await other.waitForSelector(".donebar .primary:not(:disabled)");
  await page.click(".donebar .primary");
  for (const one of [page, other]) {
    await one.waitForFunction(() => document.querySelector(".turn").textContent.includes("turn 2"));
    await one.keyboard.press("x");
    await one.waitForFunction(() => document.querySelector(".status").textContent === "Your turn");
  }
  await clean(other);
});

test("two games that are asked for at once, and one that is left before it begins", async ({ page }) => {
  await goTo(page, "#/");
  await page.waitForSelector(".card");
  await page.evaluate(() => ["Play now: ApocaWarlords", "Play now: Civ"].forEach((name) => document.querySelector(`[aria-label="${name}"]`).click()));
  await page.waitForSelector(".board.live");
  same(await page.textContent(".topbar h1"), "Civ", "the game that was asked for last");
  await goTo(page, "#/");
  await page.waitForSelector(".card");
  await page.evaluate(() => {
    document.querySelector('[aria-label="Play now: ApocaWarlords"]').click();
    location.hash = "#/rules/civ";
  });
  await page.waitForSelector(".rulebook h1");
  await page.waitForSelector("nav >> text=Go on with your game");
  check(page.url().endsWith("#/rules/civ"), `who reads the rules is led to ${page.url()}`);
});

test("a drag that ends beside the board is over", async ({ page }) => {
  await newGame(page, "fortress", {});
  await page.click("button.big");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
  await page.focus('.board [tabindex="0"]');
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  const viewBox = () => page.getAttribute(".board", "data-view");
  await page.mouse.move(500, 300);
  await page.mouse.down();
  await page.mouse.move(600, 350, { steps: 3 });
  await page.mouse.move(1100, 350, { steps: 3 }); // over the panel
  await page.mouse.up();
  const before = await viewBox();
  await page.mouse.move(500, 300, { steps: 4 });
  await page.mouse.move(400, 500, { steps: 4 });
  same(await viewBox(), before, "the board follows a pointer that holds nothing");
});

test("the first click in the sandbox puts something down", async ({ context, server }) => {
  const { openPage } = await import("./browser.mjs");
  const page = await openPage(context, `${server.url}#/sandbox/classic`);
  await page.waitForSelector(".board.live");
  const pieces = () => page.locator(".board .piece").count();
  const before = await pieces();
  await page.click('.board [aria-label$=", plain"] >> nth=40');
  await page.waitForFunction((n) => document.querySelectorAll(".board .piece").length === n, before + 1);
  same(await page.locator(".refusal").count(), 0, "refusals");
  await clean(page);
});

test("an order that is chosen again before it has come through", async ({ page }) => {
  await newGame(page, "fate", {});
  await page.click("button.big");
  await page.click(".menu .order:not(:disabled)");
  await page.waitForSelector(".board .cell.target");
  await page.evaluate(async () => {
    const order = document.querySelector(".menu .order.aimed");
    document.querySelector(".board .cell.target").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await new Promise((resolve) => { setTimeout(resolve, 0); }); // it is under way now
    order.click();
  });
  await page.waitForSelector(".given li");
  await page.waitForFunction(() => document.querySelector(".status").textContent === "Your turn" && !document.querySelector(".playback-keys button:last-child:not(:disabled)"));
  const aims = () => page.evaluate(() => [document.querySelectorAll(".aiming").length, document.querySelectorAll(".board .cell.target").length]);
  const [asked, offered] = await aims();
  check(asked === 0 || offered > 0, "it asks for one of the ringed tiles, and none is");
});

test("what would come of an order comes too late for who points elsewhere", async ({ context, server }) => {
  const page = await pageWith(context, server.url, [holdMessages, ["Worker", false]]);
  await newGame(page, "apoca", { "option-map": "duel" });
  await page.click("button.big");
  await page.locator('.board [aria-label^="1,0, red land"]').first().click();
  await page.waitForSelector(".reasons .reason"); // the rules have told why some orders are impossible
  await page.evaluate(() => globalThis.hold());
  await page.hover('button[aria-label="build house"]');
  await page.waitForFunction(() => globalThis.held() > 0);
  await page.hover("h1");
  await page.evaluate(() => globalThis.release());
  await page.waitForFunction(() => globalThis.held() === 0);
  await drawn(page);
  same(await page.locator(".foreseen").count(), 0, "previews of what nobody points at");
  await page.hover('button[aria-label="build house"]');
  await page.waitForSelector(".foreseen p");
  await clean(page);
});

test("a question stays asked while another tile is looked at", async ({ page }) => {
  await newGame(page, "fate", {});
  await page.click("button.big");
  for (let left = 7; left > 1; left--) {
    await page.waitForFunction((n) => document.querySelectorAll(".menu .order:not(:disabled)").length === n, left);
    await page.click(".menu .order:not(:disabled)");
    await page.locator(".board .cell.target").first().click();
    await page.waitForFunction((n) => document.querySelectorAll(".given li").length === n, 8 - left);
  }
  await page.waitForSelector(".board .cell.target"); // one unit is left: it is asked for by itself
  await page.click('.board [data-cell][aria-label^="C4"]');
  await page.waitForSelector(".chosen");
  same(await page.locator(".board .cell.target").count(), 1, "tiles for the last unit");
  same(await page.locator(".aiming button").count(), 0, "buttons that cancel what has to be answered");
  await page.locator(".board .cell.target").click();
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 7 || document.querySelector(".donebar .primary:not(:disabled)"));
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, begin: () => startServer(redoubt, dist, folder) });
rmSync(folder, { recursive: true, force: true });
