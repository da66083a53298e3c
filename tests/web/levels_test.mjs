// The computer's levels: offered for every game, played in this browser and on the server, without a page that stands still. TAP.
// usage: node levels_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, goTo, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";
import { mouse, play } from "./player.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-levels-"));
const GAMES = ["apoca", "civ", "classic", "fate", "fortress"];
const LEVELS = ["beginner", "casual", "strong", "expert"];
const ANSWER_MS = 20000; // for the slowest level on a slow and busy machine; a bot's turn is cut off at four seconds
const THINKS_MS = 1500; // long enough to be seen on any machine
const STILL_MS = 1500; // the longest that the page may stand still meanwhile, likewise

const rivals = (page) => page.textContent(".side-sums:not(.mine) .who small");

/** Counts the longest time between two frames, until it is asked. */
const watchFrames = (page) => page.evaluate(() => {
  globalThis.longest = 0;
  let last = performance.now();
  const frame = (now) => {
    globalThis.longest = Math.max(globalThis.longest, now - last);
    last = now;
    if (globalThis.longest >= 0) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});

/** Whose turn it is and how things stand; runs within the page. */
const shown = () => [".endbox h2", ".status", ".turn", ".log-lines", ".board .over"]
  .map((part, i) => (i < 2 ? document.querySelector(part)?.textContent ?? "" : document.querySelector(part)?.outerHTML)).join("");

/** Ends turns until the computer has answered, and measures it. */
async function answer(page) {
  const before = await page.evaluate(shown);
  const began = Date.now();
  await play(page, mouse, { seed: 3, hexes: false, turnsMax: 1 });
  await page.evaluate(`globalThis.shown = ${shown}`);
  await page.waitForFunction((old) => {
    const now = globalThis.shown();
    if (/^Your turn/.test(now) && now !== old) return true;
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return false;
  }, before, { timeout: ANSWER_MS });
  return Date.now() - began;
}

test("every game offers four levels, and presets the casual one", async ({ page }) => {
  for (const game of GAMES) {
    await newGame(page, game, {});
    const offered = await page.locator('#rival optgroup[label="The computer"] option').allTextContents();
    same(offered.join(), LEVELS.join(), `levels of ${game}`);
    same(await page.inputValue("#rival"), "casual", `preset of ${game}`);
    check((await page.textContent("#rival ~ small")).length > 10, "the level isn't described");
  }
  await accessible(page, "a form with levels");
});

for (const game of GAMES) {
  test(`${game}: all levels answer in this browser, and the page lives meanwhile`, async ({ page }) => {
    for (const level of LEVELS) {
      await newGame(page, game, { rival: level });
      await page.click("button.big");
      await page.waitForSelector(".board.live");
      same(await rivals(page), level, "who plays");
      await watchFrames(page);
      const time = await answer(page);
      const longest = await page.evaluate(() => {
        const seen = globalThis.longest;
        globalThis.longest = -1;
        return seen;
      });
      console.log(`# ${game} ${level}: ${time} ms for a turn with its orders, longest frame ${longest.toFixed(0)} ms`);
      check(longest < STILL_MS, `the page stood still for ${longest} ms`);
    }
  });
}

/** The computer takes its time: what is ordered reaches it later. Runs within the page. */
function slowly(ms) {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function post(message) {
    if (message.op === "order") setTimeout(() => send.call(this, message), ms);
    else send.call(this, message);
  };
}

test("the page says that the computer thinks", async ({ page, shoot }) => {
  await newGame(page, "classic", { rival: "expert" });
  await page.click("button.big");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
  await page.evaluate(slowly, THINKS_MS);
  await page.click(".donebar .primary");
  await page.waitForFunction(() => document.querySelector(".status").textContent === "The computer thinks");
  check(await page.locator(".donebar .primary").isDisabled(), "Done could be pressed meanwhile");
  await shoot("level-expert");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".status").textContent === "Your turn";
  });
  await page.reload(); // at its own pace again
});

test("after the end there are a chart, a friend to invite, and a harder level", async ({ page, shoot }) => {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": 1 });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await page.click(".donebar .primary");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".endbox h2");
  });
  await page.waitForSelector(".endbox .story .chart");
  same(await page.locator(".story .chart .line").count(), 2, "lines of the chart");
  same(await page.inputValue(".story select"), "health", "what the chart is of");
  await page.selectOption(".story select", "money");
  check((await page.getAttribute(".story svg", "aria-label")).startsWith("money: Red "), "the chart isn't of money now");
  same(await page.getAttribute(".endbox >> text=Invite a friend", "href"), "#/new/apoca/friend", "where a friend is invited");
  await page.focus(".endbox");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Tab"); // the rule, then what to do next
  same(await page.evaluate(() => document.activeElement.textContent), "Rematch", "the first of what can be done");
  await accessible(page, "the end of a game");
  await pictures4(page, shoot, "end-box");
  const box = await page.locator(".endbox").boundingBox(), stage = await page.locator(".stage").boundingBox();
  check(box.y >= stage.y && box.y + box.height <= stage.y + stage.height + 1, "the box is cut off");
  check(box.x >= stage.x + stage.width, "the box lies over the board and not beside it");
  await page.click("text=Look at the board");
  same(await page.locator(".endbox h2").count(), 0, "the box is still in the way");
  await page.click("text=Show the result");
  await page.click("text=Harder: strong");
  await page.waitForFunction(() => !document.querySelector(".endbox"));
  same(await rivals(page), "strong", "who plays now");
  await goTo(page, "#/new/apoca/friend");
  await page.waitForSelector("#clock"); // a friend comes through the server
  same(await page.locator("#rival option:checked").textContent(), "a friend, by a link to send", "whom the form is for");
});

test("a level on the server, which goes on after a reload", async ({ page }) => {
  await newGame(page, "classic", { rival: "casual" });
  await page.check("#on-server");
  await page.click("button.big");
  await page.waitForSelector(".dot.on");
  same(await rivals(page), "casual", "who plays");
  await answer(page);
  const inTurn = (number) => page.waitForFunction((text) => document.querySelector(".turn")?.textContent.startsWith(text), `turn ${number} `);
  await inTurn(2);
  await page.reload();
  await page.waitForSelector(".board.live");
  await inTurn(2);
  await answer(page);
});

test("friends and bots at one table", async ({ page }) => {
  await newGame(page, "civ", { rival: "choose for each seat", "option-size": 8 });
  await page.selectOption("#seat-1", { label: "whoever has the link" });
  await page.selectOption("#seat-2", { label: "somebody at this device" });
  check(await page.locator("button.big").isDisabled(), "one person could have two seats on the server");
  await page.selectOption("#seat-2", { label: "expert" });
  await page.click("button.big");
  await page.waitForSelector(".invite input");
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL, begin: () => startServer(redoubt, dist, folder) });
rmSync(folder, { recursive: true, force: true });
