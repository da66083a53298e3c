// Several people at one device, with a curtain between them. TAP.
// usage: node hotseat_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { accessible, check, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";
import { mouse, play } from "./player.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const TURNS = 3;

const isCurtain = (page) => page.locator(".curtain").count();

/** Lifts the curtain, which must name this seat. */
async function sitDown(page, seat) {
  await page.waitForSelector(".curtain");
  same(await page.textContent(".curtain h1"), seat, "whom the curtain waits for");
  same(await page.locator(".board, .log, .sum").count(), 0, "parts of the game behind the curtain");
  await page.click(".curtain button");
  await page.waitForSelector(".donebar");
}

const yourTurn = (page) => page.waitForFunction(() => {
  document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
  return document.querySelector(".endbox") || document.querySelector(".status")?.textContent === "Your turn";
});

test("a curtain hides everything until the next person sits down", async ({ page, shoot }) => {
  await newGame(page, "apoca", { rival: "people at this device, in turn", "option-map": "duel", "option-turns": TURNS });
  await page.click("button.big");
  await page.waitForSelector(".curtain");
  await accessible(page, "the curtain");
  await pictures4(page, shoot, "curtain");
  await sitDown(page, "Red");
  await page.click('button[aria-label="hire N"]');
  await page.waitForSelector(".given li");
  await page.click(".donebar .primary");
  await sitDown(page, "Blue");
  check(!/mercenary|Red hires/.test(await page.textContent(".log-lines")), "Blue reads what Red ordered");
  same(await page.locator(".given li").count(), 0, "orders that Blue sees");
  check(await page.locator("text=Undo").isDisabled(), "Blue could take Red's order back");
});

test("who ends the turn sees it first; the other sees all of it behind the curtain", async ({ page }) => {
  await page.click(".donebar .primary");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".turn")?.textContent.includes("turn 1");
  });
  same(await isCurtain(page), 0, "curtains");
  same(await page.textContent(".side-sums.mine .who").then((text) => text.replace("you", "")), "Blue", "who looks");
  check(/hires|mercenary/.test(await page.textContent(".log-lines")), "Blue isn't told what happened");
  await page.click(".donebar .primary");
  await sitDown(page, "Red");
  await yourTurn(page);
  check(/mercenary/.test(await page.textContent(".log-lines")), "Red isn't told what happened");
});

test("a reload draws the curtain again, and the game goes on to its end", async ({ page }) => {
  await page.reload();
  await page.waitForSelector(".curtain");
  for (let i = 0; i < 4 * TURNS && !await page.locator(".endbox").count(); i++) {
    if (await isCurtain(page)) await page.click(".curtain button");
    await page.waitForSelector(".donebar, .endbox");
    await yourTurn(page);
    if (await page.locator(".endbox").count()) break;
    const before = await page.textContent(".turn");
    await page.click(".donebar .primary");
    await page.waitForFunction((old) => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return document.querySelector(".curtain, .endbox") || document.querySelector(".turn").textContent !== old;
    }, before);
  }
  await page.waitForSelector(".endbox");
  check(/(Red|Blue) wins|A tie/.test(await page.textContent(".endbox h2")), "it isn't said who won");
});

test("two people and two bots take turns in the fog", async ({ page }) => {
  await newGame(page, "civ", { "option-size": 8, "option-rounds": 3, rival: "choose for each seat" });
  await page.selectOption("#seat-2", { label: "somebody at this device" });
  await page.click("button.big");
  for (const seat of ["Northwest", "Southwest", "Northwest", "Southwest"]) {
    await sitDown(page, seat);
    await yourTurn(page);
    same(await page.textContent(".side-sums.mine .who").then((text) => text.replace("you", "")), seat, "who looks");
    check(await page.locator(".cell.light-0").count() > 30, "the fog is gone");
    await page.click(".donebar .primary");
  }
});

/** Plays one turn of whoever sits there, or answers their questions, until the curtain falls or the game is over. */
async function oneTurn(page, seed) {
  await play(page, mouse, { seed, hexes: false, turnsMax: 1, stop: () => page.locator(".curtain").count().then(Boolean) });
}

for (const [game, options] of Object.entries({
  apoca: { "option-map": "duel", "option-turns": 2 }, civ: { seats: 2, "option-size": 8, "option-rounds": 2 },
  classic: { "option-turn_limit": 2 }, fate: { "option-rounds": 1 }, fortress: { "option-map": "skirmish", "option-turn_limit": 2 },
})) {
  test(`${game}: two at one device, to the end`, async ({ page }) => {
    await newGame(page, game, { rival: "people at this device, in turn", ...options });
    await page.click("button.big");
    const seen = new Set();
    for (let i = 0; i < 120 && !await page.locator(".endbox h2").count(); i++) {
      await page.waitForSelector(".curtain button, .donebar, .endbox h2");
      if (await isCurtain(page)) {
        same(await page.locator(".board, .log, .sum").count(), 0, "parts of the game behind the curtain");
        seen.add(await page.textContent(".curtain h1"));
        await page.click(".curtain button");
        await page.waitForSelector(".donebar, .endbox h2");
      }
      await oneTurn(page, i + 1);
    }
    same(seen.size, 2, "people who sat down");
    check(/wins|A tie/.test(await page.textContent(".endbox h2")), "it isn't said who won");
  });
}

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
