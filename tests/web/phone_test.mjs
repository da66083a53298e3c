// Every game on a phone: everything fits on the screen, cells are large enough for a thumb, turns are played by touch. TAP.
// usage: node phone_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { accessible, check, newGame, run, same, test } from "./harness.mjs";
import { play, touch } from "./player.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const WIDTH = 390, HEIGHT = 844;
const THUMB = 14; // pixels: the smallest cell of any board
const BOARD = 540; // pixels of the screen's height: the board has it
const GAMES = ["apoca", "civ", "classic", "fate", "fortress"];

const PHONE = { viewport: { width: WIDTH, height: HEIGHT }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const outside = (page) => page.$$eval(".topbar *, .donebar *, .panel *, .playback *", (all) => all.filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && !one.closest(".log-lines, .table") && (box.right > innerWidth + 1 || box.left < -1);
}).map((one) => one.className || one.tagName).join());

for (const game of GAMES) {
  test(`${game} by touch`, async ({ page }) => {
    await newGame(page, game, {});
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "the form fits");
    await page.tap("button.big");
    await page.waitForSelector(".board.live");
    await page.waitForSelector(".donebar");
    const cell = await page.locator(".board [data-cell]").first().evaluate((one) => one.querySelector(".ground").getBoundingClientRect().width);
    check(await page.locator('.topbar a[href="#/"]').isVisible(), "there is no way back to the first page");
    check(cell >= THUMB, `cells are ${cell.toFixed(1)} pixels wide`);
    const high = await page.locator(".board.live").evaluate((one) => one.getBoundingClientRect().height);
    check(high >= BOARD, `the board is only ${high} pixels high`);
    same(await outside(page), "", "parts outside the page");
    await page.screenshot({ path: `${pictures}/phone-${game}.png` });
    await page.evaluate(() => { // whatever is told there while a turn plays
      globalThis.heights = new Set();
      new ResizeObserver(([one]) => globalThis.heights.add(Math.round(one.contentRect.height))).observe(document.querySelector(".board.live"));
    });
    const played = await play(page, touch, { seed: 5, hexes: false, turnsMax: 2 });
    same(played.turns, 2, "turns");
    same((await page.evaluate(() => [...globalThis.heights])).length, 1, "heights of the board: it would move under a finger");
    same(await outside(page), "", "parts outside the page");
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "the game fits");
    check(await page.locator(".donebar").isVisible(), "Done can't be reached");
    await accessible(page, `${game} on a phone`);
    await page.screenshot({ path: `${pictures}/phone-${game}-later.png` });
    same(page.troubles.join("; "), "", "complaints");
  });
}

await run({ dist, chromium, pictures, options: PHONE });
