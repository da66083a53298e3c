// What is laid over the board and written on it, who comes next, and the small map of a large board. TAP.
// usage: node overlays_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { accessible, check, goTo, newGame, run, same, scoutOnTheBoard, STILL, test } from "./harness.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const TURNS_MAX = 12; // until an enemy is there

async function begin(page, game, options = {}) {
  await newGame(page, game, options);
  await page.click("button.big");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
}

const pressed = (page) => page.$$eval(".overlay-bar [aria-pressed=true]", (all) => all.map((one) => one.textContent).join());
const named = (page, words) => page.locator(`.board [data-cell][aria-label*="${words}"]`).count();

test("sight and networks: by key and by button, said in words, remembered", async ({ page, shoot }) => {
  await begin(page, "fortress");
  same(await pressed(page), "", "overlays at first");
  same(await named(page, "in sight"), 0, "words before anybody asked");
  await page.keyboard.press("v");
  await page.waitForSelector('.shade[data-overlay="sight"]');
  const seen = await page.locator(".board .cell.light-2").count();
  same(await named(page, "in sight"), seen, "cells that are called in sight");
  await page.click(".overlay-bar button:text-is('Networks')");
  await page.waitForSelector('.shade.net[data-overlay="networks"]');
  check(await named(page, "road network") > 0, "not even the base is in a network");
  same(await pressed(page), "Sight,Networks", "overlays that are on");
  await shoot("overlays");
  await accessible(page, "a board with overlays");
  await page.reload();
  await page.waitForSelector('.shade[data-overlay="sight"]');
  same(await pressed(page), "Sight,Networks", "overlays after a reload");
  await page.focus('.board [tabindex="0"]'); // keys work from the board too
  for (const key of ["v", "l"]) await page.keyboard.press(key);
  await page.waitForFunction(() => !document.querySelector(".shade"));
  same(await pressed(page), "", "overlays that were put away");
});

test("threats follow the enemy", async ({ page, shoot }) => {
  await begin(page, "classic", { rival: "greedy" });
  await page.keyboard.press("t");
  for (let turn = 0; turn < TURNS_MAX && await named(page, "threatened") === 0; turn++) {
    const before = await page.textContent(".turn");
    await page.click(".donebar .primary:not(:disabled)");
    await page.waitForFunction((old) => document.querySelector(".turn").textContent !== old, before);
    await page.keyboard.press("x");
    await page.waitForSelector(".donebar .primary:not(:disabled)");
  }
  check(await named(page, "threatened") > 0, "nobody threatens anything");
  check(await page.locator('.shade.hatch[data-overlay="threats"]').count() === 1, "nothing is hatched");
  await shoot("threats");
  await page.keyboard.press("t");
});

test("ranges of towers, and what land yields", async ({ page }) => {
  await begin(page, "civ");
  await page.keyboard.press("y");
  await page.waitForSelector('.shade.pips[data-overlay="yields"]');
  check(await named(page, " food") > 0, "no cell says what it yields");
  await page.keyboard.press("y");
  await begin(page, "apoca");
  same((await page.locator(".overlay-bar button").allTextContents()).join(), "Ranges", "overlays of a game without fog");
});

const viewBox = (page) => page.$eval(".board", (board) => board.getAttribute("data-view").split(" ").map(Number));
/** How bright the small map is, or whether it is darker than that; runs within the page. */
function brightness(most) {
  const small = new OffscreenCanvas(40, 40).getContext("2d", { willReadFrequently: true });
  small.drawImage(document.querySelector(".mini-land"), 0, 0, 40, 40);
  const now = small.getImageData(0, 0, 40, 40).data.reduce((sum, value, i) => sum + (i % 4 === 1 ? value : 0), 0) / 1600;
  return most === null ? now : now < most;
}
const frame = (page) => page.$eval(".mini-view", (one) => one.dataset.view.split(" ").map(Number));

test("a small map shows where one is, and leads elsewhere", async ({ page, shoot }) => {
  await begin(page, "fortress");
  await page.focus('.board [tabindex="0"]');
  await page.keyboard.press("0");
  check(!await page.isVisible(".minimap"), "a map of what is in view anyway");
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  await page.waitForSelector(".minimap");
  const first = await viewBox(page);
  same((await frame(page)).join(), first.join(), "the frame on the map");
  const map = await page.locator(".minimap").boundingBox();
  await page.mouse.click(map.x + map.width * 0.8, map.y + map.height * 0.5);
  const second = await viewBox(page);
  check(second[0] > first[0] + 200 && second[2] === first[2], `a click moved the view from ${first} to ${second}`);
  same((await frame(page)).join(), second.join(), "the frame after a click");
  await page.mouse.move(map.x + map.width * 0.8, map.y + map.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(map.x + map.width * 0.3, map.y + map.height * 0.2, { steps: 4 });
  await page.mouse.up();
  const third = await viewBox(page);
  check(third[0] < second[0] - 200 && third[1] < second[1], `dragging moved the view from ${second} to ${third}`);
  await shoot("minimap");
  await page.keyboard.press("ArrowRight"); // the view follows the keys, and so does the frame
  same((await frame(page)).join(), (await viewBox(page)).join(), "the frame after a key");
  await accessible(page, "a board with a small map");
  await page.waitForSelector('.ground-layer[data-waits="0"]', { state: "attached" });
  const light = await page.evaluate(brightness, null);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForFunction(brightness, light * 0.7);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  check(!await page.isVisible(".minimap"), "the map is in the way on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });
});

const signs = (page) => page.$$eval(".board .sign", (all) => all.map((one) => one.textContent).sort());

test("a long way shows after which turn somebody will be where", async ({ page, shoot }) => {
  await begin(page, "fortress");
  await scoutOnTheBoard(page);
  same((await signs(page)).join(), "", "signs before anybody is under way");
  await page.keyboard.press("n");
  await page.click('button[aria-label="move to"]');
  await page.waitForSelector(".cell.target");
  const at = (element) => element.getBoundingClientRect().x;
  const cells = await page.$$eval(".cell.target", (all) => all.map((one) => [one.dataset.cell, one.getBoundingClientRect().x]));
  const own = await page.$eval(".cell.selected", at);
  const [far] = cells.sort((a, b) => Math.abs(b[1] - own) - Math.abs(a[1] - own))[0];
  await page.$eval(`.cell[data-cell="${far}"]`, (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForFunction(() => [...document.querySelectorAll(".board .sign")].some((one) => one.textContent === "3"));
  const turns = (await signs(page)).map(Number).sort((a, b) => a - b);
  same(turns.join(), turns.map((_, i) => i + 1).join(), "turns on the way");
  check(await page.locator(".arrow-way").count() > 5, "the way isn't drawn");
  await shoot("long-way");
  await page.keyboard.press("u");
  await page.waitForFunction(() => !document.querySelector(".board .sign"));
});

test("who comes next, and what a unit has left in its turn", async ({ page, shoot }) => {
  await goTo(page, "#/learn/fate");
  await page.waitForSelector(".turn-queue li");
  const row = () => page.$$eval(".turn-queue svg", (all) => all.map((one) => one.getAttribute("aria-label").split(",")[0]).join());
  same(await row(), "your knight,the enemy rider", "who comes next");
  same((await signs(page)).join(), "MACS", "what the knight has left");
  check(await page.locator('.board [aria-label*="your knight"][aria-label*="move left, attack left"]').count() === 1, "it isn't said in words");
  await page.click("text=Show me");
  await page.waitForFunction(() => document.querySelector(".board .sign")?.textContent === "ACS");
  await accessible(page, "a row of those who come next");
  await shoot("turn-queue");
});

test("the console stays free of complaints", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
