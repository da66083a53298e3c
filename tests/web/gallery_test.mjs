// Every game as it begins, in battle and at its end, light and dark, on a desk and on a phone: pictures to be looked at. What must be
// on each of them is checked. TAP.
// usage: node gallery_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER [GAME...]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, goTo, rested, run, same, test } from "./harness.mjs";
import { load } from "./load.mjs";

const [, dist, chromium, pictures, ...wanted] = process.argv.slice(2);
const { Rules, LocalMatch, packRecord } = await load("rules/module", "rules/local", "rules/record");

/** How far a game has come when its battle is on: this part of its turns; and options that suit a picture. */
const GAMES = {
  apoca: { battle: 0.35, options: {} },
  civ: { battle: 0.7, options: { rounds: 100, size: 12 } },
  classic: { battle: 0.5, options: {} },
  fate: { battle: 0.5, options: {} },
  fortress: { battle: 0.55, options: { turn_limit: 90 } },
};
const TURNS_MAX = 400, SCREENS = [[1280, 800, "wide"], [390, 844, "phone"]];
const bot = { who: "bot", name: "greedy" }, me = { who: "person", name: "me" };

/** A game of bots, turn by turn: the record after each. */
async function played(id, { options }) {
  const rules = await Rules.load(readFileSync(join(dist, `rules-${id}.wasm`))), [game] = rules.games;
  const preset = game.options.map((one) => options[one.key] ?? one.preset);
  const record = { game: id, options: preset, seats: Array.from({ length: game.seatsPreset }, () => bot), seed: "20261119", orders: [] };
  const match = new LocalMatch(rules, game, record), stops = [record];
  for (let more = true; more && stops.length < TURNS_MAX;) {
    more = match.advance();
    stops.push(match.record());
  }
  match.close();
  const mine = (one) => packRecord(game, { ...one, seats: [me, ...one.seats.slice(1)] });
  return { first: mine(stops[0]), middle: (part) => mine(stops[Math.floor(stops.length * part)]), last: mine(stops[stops.length - 1]), turns: stops.length };
}

/** The game as it is: wide and narrow, light and dark, each loaded in the room that there is. */
async function pictures4(page, shoot, name) {
  for (const [width, height, size] of SCREENS) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await rested(page);
      await shoot(`${name}-${size}-${colorScheme}`);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth);
    check(over <= width, `${name} is ${over} wide on a screen of ${width}`);
  }
}

/** Opens a game of this browser as if it had been kept. */
async function open(page, id, game, saved) {
  await goTo(page, "#/");
  await page.evaluate(([key, text, list]) => {
    localStorage[`redoubt.game.${key}`] = text;
    localStorage["redoubt.games"] = JSON.stringify(list);
    localStorage["redoubt.settings"] = JSON.stringify({ askIdle: false, hints: false });
  }, [id, saved, [{ id, game, seats: [me, bot], seat: 0, turn: 1, played: 0, over: false, rank: null }]]);
  await goTo(page, `#/play/${id}`);
  await page.waitForSelector(".board.live");
}

for (const [game, how] of Object.entries(GAMES).filter(([id]) => wanted.length === 0 || wanted.includes(id))) {
  test(`${game}: how it begins, its battle and its end`, async ({ page, shoot }) => {
    const { first, middle, last, turns } = await played(game, how);
    console.log(`# ${turns} turns`);
    await open(page, "opening", game, first);
    await pictures4(page, shoot, `${game}-opening`);
    await open(page, "battle", game, middle(how.battle));
    check(await page.locator(".board .piece").count() > 6, "hardly anybody is on the board");
    await page.keyboard.press("n");
    await pictures4(page, shoot, `${game}-battle`);
    await open(page, "end", game, last);
    await page.waitForSelector(".endbox.ended");
    await pictures4(page, shoot, `${game}-end`);
    same(page.troubles.join("; "), "", "complaints");
  });
}

await run({ dist, chromium, pictures });
