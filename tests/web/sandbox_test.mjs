// The sandbox: positions set up on the board and as text, played, kept for `redoubt scenario` and opened again. TAP.
// usage: node sandbox_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, goTo, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-sandbox-"));
const cell = (page, start) => page.locator(`.board [aria-label^="${start}"]`).first();
const said = (page) => page.textContent(".playback [role=status]");
/** When all that was asked is answered, and nothing is wrong. */
const fine = (page) => page.waitForFunction(() => document.querySelector('.sandbox[aria-busy="false"]') &&
  document.querySelector(".playback [role=status]").textContent.includes("can be played"));

/** Saves the scenario of the page and has the program play it. */
async function save(page, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as scenario")]);
  const file = join(folder, name);
  await download.saveAs(file);
  const played = spawnSync(redoubt, ["scenario", file], { encoding: "utf8" });
  same(played.status, 0, `redoubt scenario (${played.stderr})`);
  return { file, final: JSON.parse(played.stdout.trim().split("\n").at(-1)), lines: played.stdout.trim().split("\n").map((line) => JSON.parse(line)) };
}

test("towers and mercenaries are put on the board by the game's tables", async ({ page, shoot }) => {
  await goTo(page, "#/sandbox/apoca");
  await page.waitForSelector(".board.live");
  await fine(page);
  await page.click('.menu button:has-text("cannon")');
  await cell(page, "3,0, red land").click();
  await page.waitForSelector('.board [aria-label^="3,0"][aria-label*="cannon"]');
  await page.click('.menu button:has-text("mercenary")');
  await page.selectOption("#owner", { label: "Blue" });
  await page.fill("#amount", "7");
  await cell(page, "6,1, path").click();
  await page.waitForSelector('.board [aria-label^="6,1"][aria-label*="the mercenary of"][aria-label*=", 7 of"]');
  await accessible(page, "the sandbox");
  await pictures4(page, shoot, "sandbox");
});

test("changes in haste are all kept", async ({ page }) => {
  const pieces = () => page.locator(".board .piece").count();
  const before = await pieces();
  await page.click('.menu button:has-text("house")');
  await page.selectOption("#owner", { label: "Red" });
  await page.evaluate(() => ["4,0, red land", "5,0, red land"].forEach((start) => ( // two clicks, and no time between them
    document.querySelector(`.board [aria-label^="${start}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true })))));
  await fine(page);
  same(await pieces(), before + 2, "pieces on the board");
  for (let i = 0; i < 2; i++) await page.click(".playback >> text=Undo");
  await page.waitForFunction((n) => document.querySelectorAll(".board .piece").length === n, before);
});

test("an impossible position is refused, with the reason, and nothing changes", async ({ page }) => {
  await page.click('.menu button:has-text("cannon")');
  await cell(page, "8,1, path").click();
  await page.waitForSelector(".refusal");
  check(/Towers\[1\]/.test(await said(page)), `it says ${await said(page)}`);
  same(await page.locator('.board [aria-label^="8,1"][aria-label*="cannon"]').count(), 0, "cannons on the path");
});

test("numbers, undo and redo", async ({ page }) => {
  await page.click("summary:has-text('Numbers')");
  const money = page.getByLabel("Red money");
  await money.fill("123");
  await money.blur();
  await fine(page);
  await page.click(".playback >> text=Undo");
  await page.waitForFunction(() => [...document.querySelectorAll(".numbers input")].every((one) => one.value !== "123"));
  await page.click(".playback >> text=Redo");
  await page.waitForFunction(() => [...document.querySelectorAll(".numbers input")].some((one) => one.value === "123"));
});

test("redoubt scenario plays what is saved, and the page opens it again", async ({ page }) => {
  const { file, final } = await save(page, "apoca.json");
  const { state } = final.position;
  same(state.RedTeamMoney, 123, "money");
  same(state.Mercenaries[0].Health, 7, "health");
  same(state.Towers[0].Type, "Cannon", "tower");
  await page.reload();
  await page.waitForSelector(".board.live");
  same(await page.locator('.board [aria-label*="cannon"]').count(), 0, "cannons of a new sandbox");
  await page.setInputFiles("input[type=file]", file);
  await page.waitForSelector('.board [aria-label^="3,0"][aria-label*="cannon"]');
  writeFileSync(join(folder, "bad.json"), JSON.stringify({ game: "apoca", position: { map: 7 } }));
  await page.setInputFiles("input[type=file]", join(folder, "bad.json"));
  await page.waitForFunction(() => /position\.map/.test(document.querySelector(".playback [role=status]").textContent));
});

test("one person plays both sides, without a curtain", async ({ page }) => {
  await page.click("button:has-text('Play this position')");
  await page.waitForSelector(".donebar .primary");
  const who = () => page.textContent(".side-sums.mine .who").then((text) => text.replace("you", ""));
  same(await who(), "Red", "who begins");
  await page.click('button[aria-label="hire S"]');
  await page.waitForSelector(".given li");
  await page.click(".donebar .primary");
  await page.waitForFunction(() => document.querySelector(".side-sums.mine .who")?.textContent.startsWith("Blue"));
  await page.click(".donebar .primary");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".turn").textContent.includes("turn 1");
  });
});

test("a disputed turn is a scenario with one click", async ({ page }) => {
  await page.click("text=This turn as a scenario");
  await page.waitForSelector(".sandbox .board.live");
  await fine(page);
  check(/3 orders/.test(await page.textContent(".panel")), "its orders are not kept");
  const { lines, final } = await save(page, "turn.json");
  same(lines.filter((line) => line.ok).length, 3, "steps that the program played");
  same(final.position.state.CurrentTurn, 1, "turn after it");
  same(final.position.state.RedTeamMoney, 113, "money after hiring");
});

test("a turn of a replay keeps its luck", async ({ page }) => {
  await newGame(page, "civ", { "option-size": 8, "option-rounds": 4 });
  await page.click("button.big");
  await page.waitForSelector(".donebar .primary");
  await page.click("text=Done until something can be ordered");
  await page.waitForSelector(".endbox");
  await page.click("text=Watch the replay");
  await page.waitForSelector(".seek");
  await page.locator(".seek").fill("6");
  await page.click("text=This turn as a scenario");
  await fine(page);
  const { file, final } = await save(page, "civ.json");
  check(JSON.parse(readFileSync(file, "utf8")).drawn > 0, "the luck that was used up is not told");
  same(final.position.state.round, 2, "round");
});

test("land, cities and armies on a board in the fog; dice in a script; as text", async ({ page, shoot }) => {
  await goTo(page, "#/sandbox/civ");
  await page.waitForSelector(".sandbox .board.live");
  await fine(page);
  await page.click('.menu button:has-text("mountains")');
  await cell(page, "1,0").click();
  await page.waitForSelector('.board [aria-label^="1,0, mountains"]');
  await page.click('.menu button:has-text("army")');
  await cell(page, "0,0").click();
  await page.waitForSelector('.board [aria-label^="0,0"][aria-label*="army"]');
  await page.fill("#rolls", "4, 2");
  await page.locator("#rolls").blur();
  await fine(page);
  await page.click("summary:has-text('as text')");
  const text = await page.inputValue(".as-text textarea");
  same(JSON.stringify(JSON.parse(text).rolls), "[4,2]", "rolls");
  await page.fill(".as-text textarea", text.replace('"rolls"', '"rools"'));
  await page.click("text=Check and take over");
  await page.waitForSelector(".refusal");
  check((await said(page)).includes("rools"), "the field isn't named");
  await shoot("sandbox-civ");
});

test("hexes and a heap", async ({ page }) => {
  await goTo(page, "#/sandbox/classic");
  await page.waitForSelector(".sandbox .board.live");
  await fine(page);
  await page.click('.menu button:has-text("archer")');
  await cell(page, "8,7").click();
  await page.waitForSelector('.board [aria-label^="8,7"][aria-label*="archer"]');
  await save(page, "classic.json");
  await goTo(page, "#/sandbox/null");
  await page.waitForSelector("text=This game has no board");
  await fine(page);
  await page.click("summary:has-text('Numbers')");
  await page.locator(".numbers input").first().fill("3");
  await page.locator(".numbers input").first().blur();
  await fine(page);
  const { final } = await save(page, "null.json");
  same(final.position.heap, 3, "stones");
});

for (const [game, piece, at] of [["fate", "knight", "E4"], ["fortress", "cavalry", "6,5"]]) {
  test(`${game}: somebody is put on the board, the position saved, played by the program and opened again`, async ({ page, shoot }) => {
    await goTo(page, `#/sandbox/${game}`);
    await page.waitForSelector(".sandbox .board.live");
    await fine(page);
    const there = `.board [aria-label^="${at}"][aria-label*="${piece}"]`;
    await page.click(`.menu button:has-text("${piece}")`);
    await cell(page, at).click();
    await page.waitForSelector(there);
    await fine(page);
    const { file } = await save(page, `${game}.json`);
    await page.reload();
    await page.waitForSelector(".sandbox .board.live");
    await fine(page);
    same(await page.locator(there).count(), 0, "pieces of a new sandbox");
    await page.setInputFiles("input[type=file]", file);
    await page.waitForSelector(there);
    await accessible(page, `the sandbox of ${game}`);
    await shoot(`sandbox-${game}`);
  });
}

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
rmSync(folder, { recursive: true, force: true });
