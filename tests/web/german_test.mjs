// The page in German: no word of the games' tables, nor a small word of English, is left on any page, tile, card, order or line of the
// log; what is read out is read too. TAP.
// usage: node german_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { readFileSync } from "node:fs";
import { check, goTo, run, same, STILL, test } from "./harness.mjs";
import { load, startWorker } from "./load.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const source = (name) => readFileSync(new URL(`../../clients/web/src/${name}`, import.meta.url), "utf8");
const wordsOf = (text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const SMALL = wordsOf("the your you are with and not its this that there than from for has have been where who choose against side");
const GAMES = ["fortress", "classic", "apoca", "civ", "fate"];

/** Words of English tables that no German sentence has. */
async function englishWords() {
  const { startRules } = await load("rules/client");
  const rules = startRules(await startWorker(dist, true));
  const german = new Set(wordsOf(Object.values(JSON.parse(source("words/de.json")).texts).flatMap((one) => Object.values(one)).join(" ")));
  wordsOf(Object.values(JSON.parse(source("words/de.json")).nouns).join(" ")).forEach((word) => german.add(word));
  wordsOf(source("ui/de.ts").replace(/^ *\w+: /gm, "")).forEach((word) => german.add(word));
  const english = new Set(SMALL);
  for (const id of GAMES) {
    const game = await rules.tables(id);
    const names = [...game.tokens, ...game.terrain, ...game.moods, ...game.counters, ...game.steps, ...game.verbs.flatMap(({ name, help }) => [name, help]),
      ...game.refusals.map((one) => one.text), ...game.pieces.flatMap((one) => [one.text, ...one.traits, ...Object.keys(one.numbers)])];
    wordsOf(names.join(" ").replace(/_/g, " ")).forEach((word) => english.add(word));
    wordsOf([game.title, ...game.bots.map((one) => one.name)].join(" ")).forEach((word) => german.add(word));
  }
  return new Set([...english].filter((word) => !german.has(word)));
}

/** All that is read on the page, or read out; runs within it. */
function texts() {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, noscript, style, textarea, button[lang], .rulebook")) found.push(walk.currentNode.textContent);
  for (const name of ["aria-label", "title", "placeholder"]) document.querySelectorAll(`[${name}]`).forEach((one) => found.push(one.getAttribute(name)));
  return [...new Set(found.map((one) => one.trim()))];
}

let english = null;
const read = new Set(), faults = new Set();
async function reads(page) {
  english ??= await englishWords();
  for (const text of await page.evaluate(texts)) {
    read.add(text);
    const word = wordsOf(text).find((one) => english.has(one));
    if (word) faults.add(`${word}: ${text.slice(0, 100)}`);
  }
}
const none = () => {
  same([...faults].slice(0, 8).join("; "), "", "English");
  faults.clear();
};

test("pages around the games", async ({ page }) => {
  await page.evaluate(() => localStorage.setItem("redoubt.language", "de"));
  await page.reload();
  for (const hash of ["#/", "#/settings", "#/games", "#/replays", "#/conduct", "#/sandbox/fortress", "#/rules/apoca"]) {
    await goTo(page, hash);
    await page.waitForSelector(hash === "#/" ? ".cards" : hash.includes("sandbox") ? ".sandbox .board.live" : "h1");
    await reads(page);
  }
  same(await page.textContent("#R4 ~ h2, h2#R4, h2:has-text('Eine Runde')").then((text) => /Eine Runde/.test(text)), true, "the title of a chapter");
  none();
});

const mine = (page) => page.waitForFunction(() => {
  document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
  return document.querySelector(".endbox") || document.querySelector(".donebar .done:not(:disabled), .draft, .menu .order:not(:disabled)");
});

/** Clicks the first of these, where there is one. */
const click = async (page, selector) => {
  const one = page.locator(selector).first();
  if (await one.count() > 0) await one.click();
};

/** What is found by its English name is there in German too: prices and pictures of what can be bought, and who it is. */
async function priced(page, game) {
  const bought = { fortress: "Späher", classic: "Späher", apoca: "Haus", civ: "Arbeiter" }[game];
  if (!bought) return;
  const button = page.locator(`.menu .order:has(.price):has(.pic):has-text("${bought}")`);
  await button.first().waitFor({ state: "attached" });
}

for (const game of GAMES) {
  test(`${game}: options, lesson, orders, tiles, log and end`, async ({ page, shoot }) => {
    for (const hash of [`#/new/${game}`, `#/learn/${game}`]) {
      await goTo(page, hash);
      await page.waitForSelector(hash.includes("new") ? "#rival" : ".lesson");
      await reads(page);
    }
    await goTo(page, "#/");
    await page.click(`.card:has(a[href="#/new/${game}"]) button.primary`);
    await page.waitForSelector(".board.live, .draft");
    await mine(page);
    await reads(page);
    await click(page, ".draft h2 button");
    for (let turn = 0; turn < 2; turn++) {
      await mine(page);
      await click(page, ".menu .order:not(:disabled)");
      await reads(page);
      await click(page, ".board .cell.target");
      await reads(page);
      if (turn === 0) await priced(page, game);
      await click(page, '.board [aria-label*="dein"]');
      await reads(page);
      await page.keyboard.press("Escape");
      await click(page, ".donebar .done:not(:disabled)");
    }
    await mine(page);
    await click(page, ".why-button");
    await reads(page);
    await shoot(`german-${game}`);
    if (game !== "civ") { // there the others would play on
      page.once("dialog", (dialog) => dialog.accept());
      await page.click(".resign button:last-child");
      await page.waitForSelector(".endbox .story");
      await reads(page);
    }
    none();
  });
}

test("hundreds of texts were read, and an English one among them is found", async ({ page }) => {
  check(read.size > 300 && english.size > 200, `${read.size} texts, ${english.size} words`);
  await page.evaluate(() => document.body.append("your soldier"));
  await reads(page);
  check(faults.size > 0, "English on the page was not found");
});

await run({ dist, chromium, pictures, options: STILL });
process.exit(process.exitCode);
