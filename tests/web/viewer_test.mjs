// The page of `redoubt serve-civ`: a game between programs, watched while they play. TAP.
// usage: node viewer_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { accessible, check, pictures4, run, same, test } from "./harness.mjs";
import { startCommand } from "./server.mjs";

const [redoubt, , chromium, pictures] = process.argv.slice(2);
const ROUNDS = 12, SEATS = 4;

/** Of two games the second is watched: the page must find its own. */
async function begin() {
  const args = ["serve-civ", "--port", "0", "--games", "2", "--seed", "5", "--refresh-ms", "50", "--set", `rounds=${ROUNDS}`];
  const server = await startCommand(redoubt, args);
  return { ...server, url: `${server.url}2/` };
}

const post = (server, route, words) => fetch(`${server.url}api/${route}`, { method: "POST", body: new URLSearchParams(words) }).then((one) => one.json());
const endTurn = (server, seat) => post(server, "end_turn", { key: `secret${seat}` });
const statusIs = (page, words) => page.waitForFunction((want) => document.getElementById("status").textContent === want, words);
const numbers = (page, seat) => page.locator(`#numbers td:nth-child(${seat + 2})`).allTextContents();

test("an observer sees the whole board and who is to move", async ({ page, server }) => {
  await statusIs(page, "Unnamed AI 0 (seat 0) is to move.");
  same(await page.locator("#land rect").count(), 32 * 32, "tiles");
  same(await page.locator("#things g").count(), SEATS, "cities");
  same(await page.textContent("#eyes"), "You see everything.", "eyes");
  await endTurn(server, 0);
  await statusIs(page, "Unnamed AI 1 (seat 1) is to move.");
  same(await page.locator("#numbers tr:first-child td.moves:nth-child(3)").count(), 1, "the column of the seat on move");
});

test("names are texts, and what is built is drawn and counted", async ({ page, server }) => {
  await post(server, "set_name", { key: "secret1", name: "<b>Ada</b>" });
  await statusIs(page, "<b>Ada</b> (seat 1) is to move.");
  for (let turn = 1; (await post(server, "produce", { key: "secret0", type: 0, x: 0, y: 0 })).error; turn++) {
    check(turn < SEATS * ROUNDS, "nothing could ever be built");
    await endTurn(server, turn % SEATS);
  }
  await page.waitForFunction(() => document.querySelectorAll("#things g").length === 5);
  same((await numbers(page, 0)).slice(0, 3).join(" "), "1 1 0", "cities, armies and workers");
  same(await page.locator("#things g title").last().textContent(), "1 army of seat 0 (Unnamed AI 0) at 0, 0, hit points 100", "title");
});

test("it reads well on wide and narrow screens, light and dark, and without a mouse", async ({ page, shoot }) => {
  await pictures4(page, shoot, "civ-viewer");
  await accessible(page, "the viewer of civ");
});

/** Another page, which nobody has paused, shows another status by now. */
async function seenElsewhere(page, before) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction((old) => ((now) => now.endsWith("is to move.") && now !== old)(document.getElementById("status").textContent), before);
  await other.close();
}

test("a pause holds the picture", async ({ page, server }) => {
  await page.click("#pause");
  const before = await page.textContent("#status");
  await endTurn(server, 0);
  await seenElsewhere(page, before);
  same(await page.textContent("#status"), before, "status");
  await page.click("#pause");
  await page.waitForFunction((old) => document.getElementById("status").textContent !== old, before);
});

test("a player's key sees what the player sees; a wrong one is told so", async ({ page }) => {
  await page.fill("#key", "secret3");
  await page.click("text=Watch");
  await page.waitForFunction(() => document.getElementById("eyes").textContent === "You see what seat 3 sees.");
  check(await page.locator("#land rect").count() < 200, "there is fog");
  same((await numbers(page, 0))[0], "0", "cities of others in sight");
  check(await page.locator("#replay").isHidden(), "no replay for a player before the end");
  await page.fill("#key", "nonsense");
  await page.keyboard.press("Enter");
  await statusIs(page, "The server says: not a valid key. Which key is it?");
  same(await page.locator("#land rect, #numbers tr, #things g").count(), 0, "things that are still shown");
  same(await page.locator("#eyes").textContent(), "", "whose eyes");
});

test("at the end the winner and the replay", async ({ page, server }) => {
  await page.fill("#key", "secret3");
  await page.keyboard.press("Enter");
  for (let turn = 0; (await endTurn(server, turn % SEATS)).error !== "no active game"; turn++) {
    check(turn < 2 * SEATS * ROUNDS, "the game never ends");
  }
  await page.waitForFunction(() => /the last round is over\.$/.test(document.getElementById("status").textContent));
  await page.waitForSelector("#replay:not([hidden])");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#replay")]);
  same(download.suggestedFilename(), "civ.rdr", "name of the file");
  same(page.troubles.join("; "), "", "complaints of the page");
});

await run({ chromium, pictures, begin });
