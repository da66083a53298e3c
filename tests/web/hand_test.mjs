// The player's hand in the browser: nothing moves under the pointer, fixed keys, the wheel, who is idle, games that are kept. TAP.
// usage: node hand_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, drawn, goTo, newGame, run, same, scoutOnTheBoard, STILL, test } from "./harness.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const cell = (page, start) => page.locator(`.board [aria-label^="${start}"]`).first();
const begin = async (page, game, options = {}) => {
  await newGame(page, game, options);
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await page.waitForSelector(".menu .order:not(:disabled)");
};

/** Where everything lies that a pointer may be over. */
const places = (page) => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".menu .order, .donebar button, .stage .board, .stage .board [data-cell='0']")]
  .map((one, i) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.getAttribute("aria-label") || `${one.className} ${i}`, [x, y, width, height].map(Math.round).join()];
  })));
const moved = (before, after) => Object.keys(before).filter((one) => one in after && before[one] !== after[one]).map((one) => `${one}: ${before[one]} -> ${after[one]}`).join("; ");

test("a second game leaves the first one as it was, and both go on", async ({ page }) => {
  await begin(page, "apoca", { "option-map": "duel" });
  await page.click('button[aria-label="hire N"]');
  await page.waitForSelector(".given li");
  await begin(page, "classic");
  await goTo(page, "#/");
  await page.waitForSelector(".go-on li");
  same(await page.locator(".go-on li").count(), 2, "games to go on with");
  await page.click('.go-on a[aria-label*="ApocaWarlords"]:has-text("Go on")');
  await page.waitForSelector(".given li");
  same(await page.textContent(".given li"), "hire N", "the order of the first game");
  await goTo(page, "#/games");
  await page.waitForSelector(".kept li");
  await accessible(page, "the list of games");
});

test("nothing moves under the pointer: choosing an order, pointing, hints", async ({ page }) => {
  await begin(page, "fortress");
  const before = await places(page);
  await page.click('button[aria-label="buy scout"]');
  await page.waitForSelector(".aiming");
  same(moved(before, await places(page)), "", "what moved when an order was chosen");
  await page.locator(".cell.target").first().hover();
  await drawn(page);
  same(moved(before, await places(page)), "", "what moved when a tile was pointed at");
  await page.keyboard.press("Escape");
  await page.click(".coach button");
  await drawn(page);
  same(moved(before, await places(page)), "", "what moved when a hint was closed");
});

test("plus, minus and 0 zoom wherever the focus is", async ({ page }) => {
  await page.focus(".donebar button:not(:disabled)");
  const width = () => page.evaluate(() => document.querySelector(".stage .board [data-cell='0']").getBoundingClientRect().width);
  const before = await width();
  await page.keyboard.press("+");
  await page.waitForFunction((old) => document.querySelector(".stage .board [data-cell='0']").getBoundingClientRect().width > old, before);
  await page.keyboard.press("0");
});

test("the wheel at the unit, keys that never change, and Tab to who is idle", async ({ page, shoot }) => {
  await begin(page, "fortress");
  await scoutOnTheBoard(page);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Tab");
  await page.waitForSelector(".wheel .disc");
  same(await page.getAttribute('.menu .order[aria-label="defend"]', "data-keys"), "5", "the key of defend");
  await accessible(page, "the wheel");
  await shoot("wheel");
  await page.click('.wheel .disc[aria-label="defend"]');
  await page.waitForFunction(() => /^defend/.test(document.querySelector(".given li")?.textContent ?? ""));
  await page.keyboard.press("u");
  await page.waitForFunction(() => !document.querySelector(".given li"));
});

test("Done asks once while units are idle", async ({ page }) => {
  await page.evaluate(() => localStorage.setItem("redoubt.settings", JSON.stringify({ askIdle: true, startCards: false })));
  await page.reload();
  await page.waitForFunction(() => /1 unit idle/.test(document.querySelector(".donebar .done")?.textContent ?? ""));
  const turn = await page.textContent(".turn");
  await page.click(".donebar .done");
  await page.waitForSelector(".asking");
  same(await page.textContent(".turn"), turn, "the turn while it is asked");
  await page.click(".donebar .done");
  await page.waitForFunction((old) => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".turn").textContent !== old;
  }, turn);
  await page.evaluate(() => localStorage.setItem("redoubt.settings", JSON.stringify({ askIdle: false, startCards: false })));
});

test("what a screen reader says of an order has its price", async ({ page }) => {
  await begin(page, "apoca", { "option-map": "duel" });
  const said = await page.$eval('button[aria-label="build cannon"]', (one) => document.getElementById(one.getAttribute("aria-describedby"))?.textContent);
  check(/\d+ money/.test(said ?? ""), `it says ${said}`);
});

test("the log tells the turns before, after a jump in a replay", async ({ page }) => {
  await begin(page, "apoca", { "option-map": "duel", "option-turns": 6 });
  for (let i = 0; i < 8 && !await page.locator(".endbox").count(); i++) {
    await page.keyboard.press("d");
    await page.waitForFunction(() => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return document.querySelector(".endbox") || document.querySelector(".status")?.textContent === "Your turn";
    });
  }
  await page.click("text=Watch the replay");
  await page.waitForSelector(".seek");
  await page.locator(".seek").focus();
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelectorAll(".log-lines p:not(.help)").length > 1);
});

test("a server that is away is told in words, and that an order waits for it", async ({ context }) => {
  const folder = mkdtempSync(join(tmpdir(), "redoubt-away-"));
  const { openPage } = await import("./browser.mjs");
  const server = await startServer(redoubt, dist, folder);
  const page = await openPage(context, server.url);
  await newGame(page, "apoca", { "option-map": "duel" });
  await page.check("#on-server");
  await page.click("button.big");
  await page.waitForSelector(".menu .order:not(:disabled)");
  await server.kill();
  await page.waitForSelector(".message .away");
  same(await page.textContent(".status"), "No connection", "the status");
  await page.click('button[aria-label="hire N"]');
  await page.waitForFunction(() => /order waits/.test(document.querySelector(".message .away").textContent));
  await page.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a question of FATE says who asks, what, and what each answer does", async ({ page }) => {
  await goTo(page, "#/sandbox/fate");
  await page.waitForSelector(".sandbox .board.live");
  await page.click("summary:has-text('as text')");
  await page.fill(".as-text textarea", JSON.stringify({ game: "fate", title: "Flare", steps: [], position: { state: {
    queue: ["P2-knight", "P1-archer"], units: { "P1-archer": { hero: "nettle", at: "E4", ch: { flare: 3 } }, "P2-knight": { at: "I8" } } } } }));
  await page.click("text=Check and take over");
  await page.waitForSelector('.board [aria-label^="E4"][aria-label*="Nettle"]');
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .done:not(:disabled)");
  await page.click(".donebar .done");
  await page.waitForSelector(".question");
  check(/Nettle.*Flare.*Where shall the flare burst.*ringed tile.*revealed/i.test((await page.textContent(".question")).replace(/\s+/g, " ")), `it says ${await page.textContent(".question")}`);
});

test("the sandbox sets gold and mana", async ({ page }) => {
  await goTo(page, "#/sandbox/fortress");
  await page.waitForSelector(".sandbox .board.live");
  await page.click("details.numbers summary");
  for (const name of ["gold", "mana"]) check(await page.locator(`.numbers label:has-text("Blue ${name}")`).count() > 0, `no field for ${name}`);
  await page.locator('.numbers .field:has(label:text-is("Blue gold")) input').fill("321");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => /321/.test(document.querySelector(".as-text textarea")?.value ?? "") || document.querySelector(".sandbox[aria-busy=false]"));
  same(await page.locator('.numbers .field:has(label:text-is("Blue gold")) input').inputValue(), "321", "gold");
});

const FIELD = { game: "fortress", title: "Two soldiers", seed: "1", steps: [], position: { turn: 3,
  board: { origin: [0, 0], rows: Array(9).fill(".............."), bases: [[0, 4], [13, 4]], towers: [[], []] },
  players: [{ gold: 0 }, { gold: 0 }], units: [{ id: 9, owner: 0, type: "soldier", at: [4, 3], hp: 100 }, { id: 11, owner: 0, type: "soldier", at: [4, 5], hp: 100 }] } };

/** Plays a position from the sandbox. */
async function playField(page, scenario) {
  await goTo(page, `#/sandbox/${scenario.game}`);
  await page.waitForSelector(".sandbox .board.live");
  await page.click("summary:has-text('as text')");
  await page.fill(".as-text textarea", JSON.stringify(scenario));
  await page.click("text=Check and take over");
  await page.waitForSelector('.board [aria-label^="4,3"][aria-label*="soldier"]');
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .done:not(:disabled)");
  await page.waitForSelector(".menu");
}
const spot = (page, start) => cell(page, start).evaluate((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
});
const given = (page) => page.$$eval(".given li", (all) => all.map((one) => one.textContent));
const untilGiven = (page, count) => page.waitForFunction((want) => document.querySelectorAll(".given li").length === want, count);

test("several units by Shift: clicks, a box, one order for all who can", async ({ page, shoot }) => {
  await playField(page, FIELD);
  await cell(page, "4,3").click({ modifiers: ["Shift"] });
  await cell(page, "4,5").click({ modifiers: ["Shift"] });
  await page.waitForSelector(".grouped-count");
  await shoot("group");
  await cell(page, "8,4").click();
  await untilGiven(page, 2);
  same((await given(page)).sort().join("; "), "move to soldier 4,3 → 8,4; move to soldier 4,5 → 8,4", "the orders of both");
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await untilGiven(page, 0);
  const from = await spot(page, "3,2"), to = await spot(page, "5,6");
  await page.keyboard.down("Shift");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await page.waitForSelector(".grouped-count");
  await page.click('.wheel .disc[aria-label="defend"]');
  await untilGiven(page, 2);
  same((await given(page)).sort().join("; "), "defend soldier 4,3; defend soldier 4,5", "both defend");
});

test("a way is drawn from a unit to its end, as it was drawn", async ({ page }) => {
  await playField(page, FIELD);
  await cell(page, "4,3").click();
  await page.waitForSelector('.board [aria-label^="5,3"].target');
  await page.waitForSelector(".stage .board.live[data-rests]"); // spots are measured
  const way = [await spot(page, "4,3"), await spot(page, "5,3"), await spot(page, "6,3")];
  await page.mouse.move(way[0].x, way[0].y);
  await page.mouse.down();
  for (const { x, y } of way.slice(1)) await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await untilGiven(page, 2);
  same((await given(page)).join("; "), "move soldier 4,3 → 5,3; extend soldier 4,3 → 6,3", "the drawn path");
  await cell(page, "4,5").click();
  await page.waitForSelector('.board [aria-label^="5,5"].target');
  await page.waitForSelector(".stage .board.live[data-rests]");
  const [begin, end] = [await spot(page, "4,5"), await spot(page, "9,5")];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await page.mouse.up();
  await page.waitForFunction(() => /move to soldier 4,5 → 9,5/.test(document.querySelector(".given").textContent));
});

test("the other button sends a unit onto a tile of its own side", async ({ page }) => {
  await playField(page, FIELD);
  await cell(page, "4,3").click();
  await page.waitForSelector('.board [aria-label^="5,3"].target');
  await cell(page, "4,5").click({ button: "right" });
  await untilGiven(page, 1);
  same((await given(page)).join("; "), "move soldier 4,3 → 4,5", "the order");
});

test("a card tells about an order before it is given, its range is drawn, and a spell says what it lacks", async ({ page, shoot }) => {
  await begin(page, "apoca", { "option-map": "duel" });
  await page.hover('button[aria-label="build crossbow"]');
  await page.waitForSelector(".shop-card .piece-card");
  check(/Shoots at one hostile unit.*range ?5/s.test(await page.textContent(".shop-card")), `it says ${await page.textContent(".shop-card")}`);
  await page.click('button[aria-label="build crossbow"]');
  const ranges = () => page.locator(".board .under .range").count();
  const before = await ranges();
  await page.locator(".cell.target").first().hover();
  await page.waitForFunction((old) => document.querySelectorAll(".board .under .range").length > old, before);
  await shoot("range");
  await playField(page, { ...FIELD, position: { ...FIELD.position, players: [{ mana: 20, mana_rewards: 1 }, {}] } });
  await cell(page, "0,4").click();
  await page.waitForFunction(() => /needs 40 mana, you have 20/.test(document.querySelector('.menu .verb[aria-label="fireball"]')?.textContent ?? ""));
});

test("the goal is told before the first game of a kind, and a team of FATE can be chosen at once", async ({ page, shoot }) => {
  await page.evaluate(() => {
    localStorage.setItem("redoubt.settings", JSON.stringify({ askIdle: false, passEmpty: false }));
    localStorage.removeItem("redoubt.started");
  });
  await goTo(page, "#/");
  await page.reload();
  await page.locator('.card:has(a[href="#/new/fate"]) button.primary').click();
  await page.waitForSelector(".startcard");
  await accessible(page, "the card at the beginning");
  await page.click(".startcard .primary");
  await page.waitForSelector(".draft .piece-card .ability");
  await shoot("draft");
  await page.click(".draft h2 button");
  await page.waitForSelector('.menu .order[aria-label^="place"]:not(:disabled)');
  same((await given(page)).filter((one) => one.startsWith("pick")).length, 7, "fighters that were picked");
  same(await page.locator(".refusal").count(), 0, "refusals");
  await page.evaluate(() => localStorage.setItem("redoubt.settings", JSON.stringify({ askIdle: false, startCards: false, passEmpty: false })));
  await goTo(page, "#/");
  await page.reload();
});

test("settings are kept, and there is a page for them", async ({ page }) => {
  await goTo(page, "#/settings");
  await page.waitForSelector(".settings form");
  await accessible(page, "the settings");
  await page.selectOption("#set-theme", "dark");
  await page.waitForSelector('html[data-theme="dark"]');
  await page.setChecked("#set-wheel", false);
  await page.reload();
  await page.waitForSelector('html[data-theme="dark"]');
  same(await page.isChecked("#set-wheel"), false, "the wheel");
  await page.setChecked("#set-wheel", true);
  await page.selectOption("#set-theme", "system");
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.filter((one) => !/WebSocket|ERR_CONNECTION/.test(one)).join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
