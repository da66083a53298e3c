// Two people play a whole game of each kind through the real server, one by mouse only and one by keyboard only. In the
// middle one loses the connection and one loads the page again; at the end both watch the replay. TAP.
// usage: node games_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, newGame, run, same, STILL, test } from "./harness.mjs";
import { openLine } from "./line.mjs";
import { keyboard, mouse, play } from "./player.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-games-"));
const FRIEND = "a friend, by a link to send";
const HEXES = ["classic", "fortress"];

/** Options that bring a game to its end soon, by its own rules. */
const SHORT = {
  apoca: { "option-map": "duel", "option-turns": 5 },
  civ: { seats: 2, "option-size": 8, "option-rounds": 8 },
  classic: { "option-turn_limit": 5 },
  fate: { "option-rounds": 1 },
  fortress: { "option-map": "skirmish", "option-turn_limit": 5 },
};
const MIDDLE = 2; // turns of mine after which something goes wrong
let friend = null;

/** The line breaks and comes back; the page notices both and goes on. */
async function loseConnection(page) {
  friend.line.cut();
  await page.waitForSelector(".dot.off");
  friend.line.mend();
  await page.waitForSelector(".dot.on");
}

async function loadAgain(page) {
  await page.reload();
  await page.waitForSelector(".board.live");
  await page.waitForSelector(".dot.on");
}

const inTheMiddle = (event) => {
  let times = 0;
  return { between: async (page, turns) => {
    if (turns !== MIDDLE) return;
    await event(page);
    times++;
  }, times: () => times };
};

const winnerOf = (facts) => facts.find((text) => / wins|A tie/.test(text));
const endText = (page) => page.locator(".endbox p").first().textContent();

/** The end of the replay: the same winner, and the state that was recorded. */
async function watchReplay(page, byKeys, end) {
  if (byKeys) {
    const there = () => page.evaluate(() => document.activeElement.textContent);
    for (let i = 0; i < 6 && await there() !== "Watch the replay"; i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  } else await page.click("text=Watch the replay");
  await page.waitForSelector(".seek");
  const last = Number(await page.getAttribute(".seek", "max"));
  check(last >= 2, `the replay has ${last} turns`);
  if (byKeys) await page.keyboard.press("End");
  else await page.click('button[aria-label="To the end"]');
  await page.waitForFunction((stop) => Number(document.querySelector(".seek").value) === stop, last);
  const said = await page.textContent(".result");
  check(said.includes(winnerOf([end])?.split(".")[0] ?? "?") || /tie/.test(said), `the replay says ${said}, the end was ${end}`);
  check(/ends in the recorded state: *[0-9a-f]{16}/.test(said), `no hash: ${said}`);
  same(await page.locator(".warning").count(), 0, "warnings of the replay");
}

async function sitDown(page, game) {
  await newGame(page, game, { rival: FRIEND, ...SHORT[game] });
  await page.click("button.big");
  await page.waitForSelector(".invite input");
  await friend.page.goto(new URL(new URL(await page.inputValue(".invite input")).hash, friend.line.url).href);
  for (const one of [page, friend.page]) await one.waitForSelector(".board.live");
  await page.waitForSelector(".invite", { state: "detached" });
}

for (const [i, game] of Object.keys(SHORT).entries()) {
  test(`${game}: mouse against keyboard, to the end, with a broken line, a reload and the replay`, async ({ page }) => {
    await sitDown(page, game);
    const reload = inTheMiddle(loadAgain), lost = inTheMiddle(loseConnection);
    const hexes = HEXES.includes(game);
    const [mine, hers] = await Promise.all([
      play(page, mouse, { seed: 2 * i + 1, hexes, between: (turns) => reload.between(page, turns) }),
      play(friend.page, keyboard, { seed: 2 * i + 2, hexes, between: (turns) => lost.between(friend.page, turns) }),
    ]);
    console.log(`# ${mine.turns} and ${hers.turns} turns: ${mine.over}, ${hers.over}; ${await endText(page)}`);
    check(["You lost,You won", "A tie,A tie"].includes([mine.over, hers.over].sort().join()), `they read ${mine.over} and ${hers.over}`);
    same(reload.times() + lost.times(), 2, "accidents");
    check(/R\d+/.test(await endText(page)), "it didn't end by a rule");
    await friend.page.screenshot({ path: join(pictures, `whole-${game}.png`) });
    const end = await endText(page);
    await watchReplay(page, false, end);
    await watchReplay(friend.page, true, end);
  });
}

test("the consoles stayed clean", async ({ page }) => {
  const own = (text) => !/WebSocket connection/.test(text); // chromium's words when the line is cut
  same([page, friend.page].flatMap((one) => one.troubles).filter(own).join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL, begin: async () => {
  const server = await startServer(redoubt, dist, folder);
  const { openBrowser, openPage } = await import("./browser.mjs");
  friend = await openBrowser(chromium, STILL);
  friend.line = await openLine(server.url);
  friend.page = await openPage(friend.context, friend.line.url);
  return { ...server, close: async () => { await friend.close(); friend.line.close(); await server.close(); } };
} });
rmSync(folder, { recursive: true, force: true });
