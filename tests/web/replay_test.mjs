// Replays in the browser: watched, forked, downloaded for `redoubt replay` and opened from it. TAP.
// usage: node replay_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, goTo, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-replay-"));
const TURNS = 6;

const command = (...args) => spawnSync(redoubt, args, { encoding: "utf8" });
const turnShown = async (page) => Number(/(?:turn|round) (\d+)/.exec(await page.textContent(".turn"))[1]);
const stopShown = (page) => page.inputValue(".seek").then(Number);
const waitStop = (page, stop) => page.waitForFunction((want) => Number(document.querySelector(".seek")?.value) === want, stop);

async function playToTheEnd(page) {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": TURNS, "option-money": 60 });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await page.click('button[aria-label="hire N"]');
  for (let turn = 0; turn < TURNS; turn++) {
    await page.click(".donebar .primary");
    await page.waitForFunction((n) => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return document.querySelector(".endbox") || document.querySelector(".turn").textContent.includes(`turn ${n}`);
    }, turn + 1);
  }
  await page.waitForSelector(".endbox");
}

test("after a game its replay is one click away, and begins at the beginning", async ({ page }) => {
  await playToTheEnd(page);
  await page.click("text=Watch the replay");
  await page.waitForSelector(".seek");
  same(await stopShown(page), 0, "stop");
  same(await turnShown(page), 0, "turn");
  same(await page.getAttribute(".seek", "max"), String(TURNS), "turns of the bar");
});

test("step, play, seek, speed", async ({ page, shoot }) => {
  await page.click('button[aria-label="One turn on"]');
  await waitStop(page, 1);
  await page.waitForFunction(() => document.querySelectorAll(".log-lines p").length > 1);
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("turn 1"));
  await page.locator('button[aria-label^="Speed"]').click();
  await page.locator('button[aria-label^="Speed"]').click();
  same(await page.textContent('button[aria-label^="Speed"]'), "4×", "speed");
  await page.click(".replay-bar .primary");
  await page.waitForFunction(() => Number(document.querySelector(".seek").value) >= 3); // it may go on before anybody looks
  await page.click(".replay-bar .primary");
  await page.locator(".seek").fill("5");
  await waitStop(page, 5);
  await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("turn 5"));
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await waitStop(page, 4);
  await pictures4(page, shoot, "replay");
  await accessible(page, "the replay");
});

test("through the eyes of a seat: what it kept to itself is seen, and only there", async ({ page }) => {
  const said = () => page.textContent(".log-lines");
  const watch = async (eyes) => {
    await page.selectOption(".eyes select >> nth=0", eyes);
    await page.click('button[aria-label="To the beginning"]');
    await waitStop(page, 0);
    await page.click('button[aria-label="One turn on"]');
    await page.waitForFunction(() => document.querySelectorAll(".log-lines p").length > 0);
    await page.keyboard.press("x");
    await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("turn 1"));
    return said();
  };
  check(/Your side/.test(await watch("0")), "Red doesn't read that it was Red");
  check(!/your side/i.test(await watch("7")), "a spectator is told it were somebody");
});

test("charts follow the game's counters", async ({ page }) => {
  const names = await page.locator(".eyes select >> nth=1").locator("option").allTextContents();
  check(names.includes("money") && names.includes("health") && names.includes("pieces on the board"), `counters: ${names}`);
  check(!names.some((name) => name.includes("price")), "prices are no story");
  await page.selectOption(".eyes select >> nth=1", "health");
  same(await page.locator(".chart .line").count(), 2, "lines");
  check(/health: Red 200, Blue 200/.test(await page.getAttribute(".chart svg", "aria-label")), "the chart isn't told in words");
  const box = await page.locator(".chart svg").boundingBox();
  await page.mouse.click(box.x + box.width - 22, box.y + box.height / 2);
  await waitStop(page, TURNS);
});

test("the link to a turn holds the whole game", async ({ page, context }) => {
  await page.locator(".seek").fill("2");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("text=Copy a link to this turn");
  await page.waitForFunction(() => document.querySelector(".said").textContent === "Copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  check(/#\/replay\/d\..+\/2\/all$/.test(link), `link ${link}`);
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await waitStop(page, 2);
  await page.waitForFunction(() => document.querySelector(".turn").textContent.includes("turn 2"));
});

test("redoubt replay verifies what the page wrote", async ({ page }) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
  const file = join(folder, "page.rdr");
  await download.saveAs(file);
  const verified = command("replay", file, "--verify");
  same(verified.status, 0, `status of --verify (${verified.stdout} ${verified.stderr})`);
  check(command("replay", file).stdout.includes("casual"), "the seats have no names");
});

test("a fork is a game of its own, which is played on from that turn", async ({ page }) => {
  await page.click("text=Play on from here");
  await page.waitForSelector(".donebar .primary");
  same(await turnShown(page), 2, "turn");
  await page.click(".donebar .primary");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".turn").textContent.includes("turn 3");
  });
  await page.reload();
  await page.waitForSelector(".board.live");
  same(await turnShown(page), 3, "turn after a reload");
});

test("files of redoubt are opened, compressed as they are; others are refused", async ({ page, shoot }) => {
  const file = join(folder, "bots.rdr");
  same(command("match", "civ", "greedy", "greedy", "greedy", "greedy", "--set", "size=8", "--set", "rounds=20", "--seed", "7", "--replay", file).status, 0, "match");
  await goTo(page, "#/replays");
  await page.waitForSelector("input[type=file]");
  await accessible(page, "the replays");
  writeFileSync(join(folder, "no.rdr"), "no replay");
  await page.setInputFiles("input[type=file]", join(folder, "no.rdr"));
  await page.waitForSelector(".warning");
  await pictures4(page, shoot, "replays");
  await page.setInputFiles("input[type=file]", file);
  await page.waitForSelector(".seek");
  const last = Number(await page.getAttribute(".seek", "max"));
  check(last >= 20, `only ${last} turns`);
  await page.locator(".seek").fill(String(last));
  await waitStop(page, last);
  check(await page.locator(".warning").count() === 0, "it can't be played to its end");
  await page.selectOption(".eyes select >> nth=0", "2");
  await page.waitForSelector(".cell.light-0");
  await shoot("replay-civ");
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
rmSync(folder, { recursive: true, force: true });
