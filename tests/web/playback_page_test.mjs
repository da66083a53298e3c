// The playback in the browser: what moves and ends, what is told in short, sounds, motion that isn't wanted, and a hundred turns
// without growing memory (thirty in short). TAP.
// usage: node playback_page_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER [TURNS]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, drawn, goTo, run, same, test } from "./harness.mjs";

const [redoubt, dist, chromium, pictures, turns = "30"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-playback-"));
const TURNS = Number(turns), GROWTH = 12 << 20; // bytes that may be left over after that many turns

/** Opens a recorded game of bots and waits for its board. */
async function openGame(page, game, ...options) {
  const file = join(folder, `${game}.rdr`);
  same(spawnSync(redoubt, ["match", game, "greedy", "greedy", "--seed", "5", "--replay", file, ...options]).status, 0, "match");
  await goTo(page, "#/replays");
  await page.setInputFiles("input[type=file]", file);
  await page.waitForSelector(".seek");
  await page.waitForSelector(".board.live");
}

const seek = async (page, stop) => {
  await page.locator(".seek").fill(String(stop));
  await page.waitForFunction((want) => Number(document.querySelector(".seek")?.value) === want, stop);
};
const oneOn = (page) => page.click('button[aria-label="One turn on"]');
/** Nothing moves and nothing of the playback is left on the board. */
const settled = (page) => page.waitForFunction(() => !document.querySelector(".board-box.acted") && document.querySelectorAll(".play-thing").length === 0);

/** Counts, from now on, what is acted out: animations of pieces, and what is put on the board. */
const watchActs = (page) => page.evaluate(() => {
  globalThis.acted = { bodies: 0, things: new Set() };
  const animate = Element.prototype.animate;
  globalThis.plainAnimate ??= animate;
  Element.prototype.animate = function counted(...args) {
    if (this.classList?.contains("body")) globalThis.acted.bodies++;
    if (this.classList?.contains("play-thing")) this.classList.forEach((name) => globalThis.acted.things.add(name));
    return globalThis.plainAnimate.apply(this, args);
  };
});
const acted = (page) => page.evaluate(() => ({ bodies: globalThis.acted.bodies, things: [...globalThis.acted.things] }));

test("blows, shots, numbers and the dying are acted out, and nothing is left over", async ({ page, shoot }) => {
  await openGame(page, "classic");
  await watchActs(page);
  for (const stop of [40]) {
    await seek(page, stop);
    await oneOn(page);
    if (stop === 40) {
      await page.waitForSelector(".play-thing", { state: "attached" });
      await shoot("playback-classic");
    }
    await settled(page);
  }
  const seen = await acted(page);
  check(seen.bodies > 5, `${seen.bodies} pieces moved`);
  check(seen.things.includes("burst") && seen.things.includes("shot-arrow"), `on the board were ${seen.things}`);
});

test("three lines tell the turn, and each shows it again", async ({ page, shoot }) => {
  await page.waitForSelector(".told-line");
  const lines = await page.locator(".told-line").allTextContents();
  check(lines.length >= 1 && lines.length <= 3, `${lines.length} lines`);
  const before = await page.textContent(".log-lines");
  await watchActs(page);
  await page.locator(".told-line").first().click();
  await page.waitForFunction(() => globalThis.acted.bodies + globalThis.acted.things.size > 0);
  await settled(page);
  same(await page.textContent(".log-lines"), before, "the log after it was shown again");
  same((await page.locator(".told-line").allTextContents()).join(), lines.join(), "the lines");
  await shoot("playback-told");
  await accessible(page, "the replay with its lines");
});

/** Notes, whenever a verdict comes, where it and the rows of dice lie: left, top and how many dice. */
const watchDice = (page) => page.evaluate(() => {
  globalThis.laid = [];
  const spot = (one) => [parseFloat(one.style.left), parseFloat(one.style.top), one.querySelectorAll(".play-die").length];
  new MutationObserver((all) => all.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.classList.contains("play-verdict"))
    .forEach((one) => globalThis.laid.push({ verdict: spot(one), rows: [...document.querySelectorAll(".play-dice")].map(spot) })))
    .observe(document.querySelector(".effects"), { childList: true });
});
const DIE = 34, ROW = 36; // units: as wide and as high as they are drawn

test("dice lie on the board with what they decided", async ({ page, shoot }) => {
  await openGame(page, "fate");
  await watchActs(page);
  await watchDice(page);
  for (let stop = 55; stop < 75; stop++) {
    await seek(page, stop);
    await oneOn(page);
    if (await page.waitForSelector(".play-dice", { timeout: 700 }).then(() => true, () => false)) await shoot("playback-dice");
    await settled(page);
    const pairs = (await page.evaluate(() => globalThis.laid)).filter(({ rows }) => rows.length === 2);
    for (const { verdict, rows: [first, second] } of pairs) {
      check(second[1] >= first[1] + ROW, `the second row lies on the first: ${JSON.stringify([first, second])}`);
      check(verdict[0] >= first[0] + DIE * Math.max(first[2], second[2]), `the verdict lies on dice: ${JSON.stringify([verdict, first])}`);
    }
    if (pairs.length > 0) return;
  }
  throw new Error("nobody rolled dice");
});

test("sound is off until somebody presses it, and stays as it was left", async ({ page }) => {
  await page.evaluate(() => {
    globalThis.heard = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function counted(...args) { globalThis.heard++; return start.apply(this, args); };
  });
  const button = page.locator("button.sound");
  same(await button.getAttribute("aria-pressed"), "false", "at first");
  await seek(page, 60);
  await oneOn(page);
  await settled(page);
  same(await page.evaluate(() => globalThis.heard), 0, "what was heard");
  await button.click();
  await seek(page, 60);
  await oneOn(page);
  await page.waitForFunction(() => globalThis.heard > 1);
  await settled(page);
  same(await page.evaluate(() => localStorage.getItem("redoubt.sound")), "on", "what is kept");
  await button.click();
  same(await button.getAttribute("aria-pressed"), "false", "afterwards");
});

test("who wants no motion gets marks and numbers", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openGame(page, "classic");
  await watchActs(page);
  await seek(page, 40);
  await oneOn(page);
  await page.waitForFunction(() => document.querySelectorAll(".told-line").length > 0);
  await page.waitForSelector(".float", { state: "attached" });
  same((await acted(page)).bodies, 0, "pieces that moved");
  await page.emulateMedia({ reducedMotion: "no-preference" });
});

test(`${TURNS} turns of playback leave nothing behind`, async ({ page }) => {
  await openGame(page, "apoca", "--set", `turns=${TURNS + 15}`);
  const client = await page.context().newCDPSession(page);
  const used = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize;
  };
  const last = Number(await page.getAttribute(".seek", "max"));
  const some = Math.min(TURNS, last - 12);
  const play = async (turns) => {
    for (let i = 0; i < turns; i++) {
      await oneOn(page);
      await drawn(page);
      await page.keyboard.press(".");
      await page.keyboard.press("x");
    }
    await settled(page);
  };
  await play(10);
  const before = await used(), nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await play(some);
  const after = await used(), more = await page.evaluate(() => document.querySelectorAll("*").length);
  console.log(`# ${some} turns: from ${before} to ${after} bytes, from ${nodes} to ${more} elements`);
  check(some >= TURNS - 20, `only ${last} turns were played`);
  check(after - before < GROWTH, `memory grew by ${after - before} bytes`);
});

await run({ dist, chromium, pictures });
rmSync(folder, { recursive: true, force: true });
