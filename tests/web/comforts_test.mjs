// What makes playing comfortable: previews, units that wait, undo and redo, why something happened. TAP.
// usage: node comforts_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { accessible, check, goTo, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const cell = (page, start) => page.locator(`.board [aria-label^="${start}"]`).first();

/** Ends the turn and skips its playback. */
async function endTurn(page) {
  const before = await page.textContent(".turn");
  await page.click(".donebar .primary");
  await page.waitForFunction((old) => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".endbox") || document.querySelector(".turn").textContent !== old;
  }, before);
}

test("pointing at an order shows what would come of it", async ({ page, shoot }) => {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": 30 });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await cell(page, "1,0, red land").click();
  await page.hover('button[aria-label="build house"]');
  await page.waitForSelector(".foreseen p");
  check(/builds a house.*R5/.test(await page.textContent(".foreseen")), `it says ${await page.textContent(".foreseen")}`);
  check(/20/.test(await page.textContent(".foreseen")), "what is left isn't told");
  await accessible(page, "a preview");
  await pictures4(page, shoot, "preview");
  await page.hover("h1");
  await page.waitForFunction(() => !document.querySelector(".foreseen"));
});

test("an order is undone and done again", async ({ page }) => {
  await page.click('button[aria-label="build house"]');
  await page.waitForSelector(".given li");
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 0);
  await page.click(".donebar >> text=Redo");
  await page.waitForFunction(() => document.querySelector(".given li")?.textContent.startsWith("build house"));
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 0);
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 1);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 0);
  await page.click('button[aria-label="hire N"]');
  await page.waitForFunction(() => document.querySelector(".given li")?.textContent.startsWith("hire"));
  check(await page.locator(".donebar >> text=Redo").isDisabled(), "there is a way to redo after another order");
});

test("why: facts, what led to it, and the rule", async ({ page, shoot }) => {
  for (let turn = 0; turn < 3; turn++) await endTurn(page);
  await page.locator(".why-button").last().click();
  await page.waitForSelector(".why dl");
  check(await page.locator(".why a[href*='#/rules/apoca/R']").count() > 0, "no way to the rule");
  await accessible(page, "a reason");
  await shoot("why");
});

test("a death names the blow that led to it", async ({ page }) => {
  await goTo(page, "#/sandbox/apoca");
  await page.waitForSelector(".sandbox .board.live");
  await page.click('.menu button:has-text("minigun")');
  await cell(page, "3,0, red land").click();
  await page.waitForSelector('.board [aria-label^="3,0"][aria-label*="minigun"]');
  await page.click('.menu button:has-text("mercenary")');
  await page.selectOption("#owner", { label: "Blue" });
  await page.fill("#amount", "1");
  await cell(page, "5,1, path").click();
  await page.waitForSelector('.board [aria-label^="5,1"][aria-label*="mercenary"]');
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .primary");
  await page.click(".donebar .primary");
  await page.waitForFunction(() => document.querySelector(".side-sums.mine .who")?.textContent.startsWith("Blue"));
  await endTurn(page);
  await page.locator('.log-lines p:has-text("dies") .why-button, .log-lines p:has-text("killed") .why-button, .log-lines p:has-text("falls") .why-button').first().click();
  await page.waitForSelector(".why");
  check(/Because:.*R7/.test((await page.textContent(".why")).replace(/\s+/g, " ")), `it says ${await page.textContent(".why")}`);
});

test("a ringed tile says what the order would do there", async ({ page }) => {
  await newGame(page, "apoca", { "option-map": "duel" });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await page.click('button[aria-label="build crossbow"]');
  await page.waitForSelector(".cell.target");
  await page.locator(".cell.target").nth(2).hover();
  await page.waitForFunction(() => /builds a crossbow/.test(document.querySelector(".foreseen")?.textContent ?? ""));
  await page.click(".aiming >> text=Cancel"); // those without a key for it
  await page.waitForFunction(() => !document.querySelector(".cell.target"));
});

test("a click on an enemy strikes it", async ({ page }) => {
  await goTo(page, "#/sandbox/classic");
  await page.waitForSelector(".sandbox .board.live");
  await page.click('.menu button:has-text("soldier")');
  await cell(page, "5,5").click();
  await page.waitForSelector('.board [aria-label^="5,5"][aria-label*="soldier"]');
  await page.selectOption("#owner", { label: "Red" });
  await cell(page, "6,5").click();
  await page.waitForSelector('.board [aria-label^="6,5"][aria-label*="soldier"]');
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .primary");
  await cell(page, "5,5").click();
  await page.waitForSelector('.cell.target[aria-label^="6,5"]');
  await cell(page, "6,5").click();
  await page.waitForFunction(() => /^melee/.test(document.querySelector(".given li")?.textContent ?? ""));
});

test("the known part of a board fits the window that it is in", async ({ page }) => {
  await newGame(page, "fortress", {});
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  const shape = () => page.evaluate(() => {
    const [, , width, height] = document.querySelector(".board.live").getAttribute("data-view").split(" ").map(Number);
    return width / height;
  });
  const before = await shape();
  await page.setViewportSize({ width: 800, height: 1100 });
  await page.waitForFunction((old) => {
    const [, , width, height] = document.querySelector(".board.live").getAttribute("data-view").split(" ").map(Number);
    return Math.abs(width / height - old) > 0.01;
  }, before);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("units that wait for orders are counted, and gone through by N", async ({ page, shoot }) => {
  await newGame(page, "civ", { "option-size": 8, "option-rounds": 40 });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  same(await page.locator(".idle").count(), 0, "lists without a unit");
  await page.click("text=Done until something can be ordered");
  await page.waitForSelector('.order:not(:disabled)[aria-label="produce worker"]');
  await cell(page, "0,0").click();
  await page.click('button[aria-label="produce worker"]');
  await page.waitForSelector('.board [aria-label*="your worker"]');
  await endTurn(page);
  await page.waitForSelector(".idle .order");
  same(await page.textContent(".idle small"), "1", "units that wait");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.waitForSelector('.board [aria-pressed="true"][aria-label^="0,0"]');
  await page.waitForSelector(".cell.target");
  await accessible(page, "units that wait");
  await shoot("idle");
  await cell(page, "1,0").click();
  await page.waitForFunction(() => !document.querySelector(".idle"));
});

/** Grum is hurt and has two Embers; Nettle's turn is the next one. */
const HEROES = {
  game: "fate", title: "Cards", steps: [],
  position: { state: { queue: ["P1-berserker", "P1-archer", "P2-knight"], units: {
    "P1-berserker": { hero: "grum", at: "E4", hp: 3, ch: { blood_price: 2 } }, "P1-archer": { hero: "nettle", at: "A0" }, "P2-knight": { at: "I8" },
  } } },
};

test("cards say what a unit can do, with its charges, and why not now", async ({ page, shoot }) => {
  await goTo(page, "#/sandbox/fate");
  await page.waitForSelector(".sandbox .board.live");
  await page.click("summary:has-text('as text')");
  await page.fill(".as-text textarea", JSON.stringify(HEROES));
  await page.click("text=Check and take over");
  await page.waitForSelector('.board [aria-label^="E4"][aria-label*="Grum"]');
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".abilities li");
  const says = (name, words) => page.waitForFunction(([title, text]) => [...document.querySelectorAll(".abilities li")].some((card) =>
    card.querySelector("h3").textContent.startsWith(title) && new RegExp(text).test(card.textContent)), [name, words]);
  await says("mend", "active, spends action.*heal as many HP.*Can be used now");
  await says("spiteful sweep", "charges 2/8.*strike at all enemies.*by itself");
  await says("blood price", "charges 2/8.*an Ember for every hit.*by itself");
  await accessible(page, "cards of a unit");
  await pictures4(page, shoot, "cards");
  await cell(page, "A0").click();
  await says("arrowfall", "charges 0/2.*arrows fall.*own turn");
  await page.keyboard.press("Escape");
  await page.click(".donebar .primary");
  await says("arrowfall", "charges 1/2.*R13"); // too few charges, as the rules say
});

/** A city in the north-west with armies, and food for one meal. */
async function hungry(page, armies) {
  await goTo(page, "#/sandbox/civ");
  await page.waitForSelector(".sandbox .board.live");
  await page.click('.menu button:has-text("army")');
  for (let i = 1; i <= armies; i++) {
    await cell(page, "0,0").click();
    await page.waitForSelector(`.board [aria-label^="0,0"][aria-label*="${i > 1 ? `${i} of them` : "army"}"]`);
  }
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
}

test("units that won't have enough to eat are told of before the turn ends", async ({ page, shoot }) => {
  await hungry(page, 1);
  same(await page.locator(".given .warning").count(), 0, "warnings where there is enough");
  await hungry(page, 5);
  await page.waitForSelector(".given .warning");
  check(/^\d+ food will be missing.*starve.*R7\.1/.test(await page.textContent(".given .warning")), `it says ${await page.textContent(".given .warning")}`);
  await accessible(page, "a warning of hunger");
  await shoot("hunger");
});

test("options of a drawn map are asked for with such a map only", async ({ page }) => {
  const fields = () => page.$$eval('[id^="option-"]', (all) => all.map((one) => one.id.slice(7)));
  await newGame(page, "fortress", {});
  same((await fields()).join(), "map,turn_limit,show_timers", "options of a map made by hand");
  await page.selectOption("#option-map", { label: "procedural" });
  check((await fields()).join().startsWith("map,turn_limit,show_timers,size,columns,rows,forest"), `then there are ${await fields()}`);
  await page.click("summary >> text=More options");
  await page.fill("#option-columns", "13");
  await page.selectOption("#option-map", { label: "skirmish" });
  same(await page.locator("#option-columns").count(), 0, "fields for columns");
  await page.click("button.big");
  await page.waitForSelector(".board.live");
});

test("orders of a host are shown in games that have one", async ({ page, shoot }) => {
  for (const host of ["off", "on"]) {
    await newGame(page, "civ", { "option-size": 8 });
    await page.click("summary >> text=More options");
    await page.setChecked("#option-host", host === "on");
    await page.click("button.big");
    await page.waitForSelector('.menu [aria-label="produce"]');
    same(await page.locator('.verb[aria-label="begin again"], .verb[aria-label="new map"]').count(), host === "on" ? 2 : 0, `orders of a host, ${host}`);
    await shoot(`host-${host}`);
  }
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
