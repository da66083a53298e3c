// The web client in a real browser, TAP.
// usage: node web_test.mjs DIST CHROMIUM GOLDEN-FOLDER PICTURES-FOLDER
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { goldenHashes } from "./golden.mjs";
import { accessible, check, drawn, newGame, run, same, test } from "./harness.mjs";

const [dist, chromium, golden, pictures] = process.argv.slice(2);
const FIRST_GAME = "apoca"; // the one that the big button plays
const FONTS = ["fell-sc", "asans-400", "asans-700", "asans-800"].map((name) => `fonts/${name}.woff2`);
const FIRST_LOAD = ["index.html", "app.css", "app.js", ...imported(), "worker.js", "ground.js", ...FONTS, "games.json", `rules-${FIRST_GAME}.wasm`, "icon.svg", "manifest.webmanifest", "sw.js"];
/** What the page's script needs before it begins: named in the page, so that it is fetched at once. */
function imported() {
  const [head] = readFileSync(join(dist, "index.html"), "utf8").split("</head>"); // its body names what a game needs besides
  return [...head.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, file]) => file);
}
const BUDGET = 300 * 1024, CODE_BUDGET = 170 * 1024; // as it is sent; code: scripts, styles and the module of the rules
const isCode = (name) => /\.(js|css|wasm)$/.test(name);
const SEEDS = 6;

// ---- what a player does ------------------------------------------------------------------------------

const home = (page) => page.goto(page.url().replace(/#.*/, "#/"));

const turnShown = async (page) => Number(/turn (\d+)/.exec(await page.textContent(".turn"))[1]);
const money = (page) => page.textContent(".side-sums.mine .sum >> nth=0");
const cell = (page, start) => page.locator(`.board [aria-label^="${start}"]`).first();
const over = (page) => page.locator(".endbox h2").count();

/** Ends the turn and waits until it was played back. */
async function endTurn(page, how) {
  const before = await turnShown(page);
  await how();
  await page.waitForFunction((turn) => document.querySelector(".endbox") ||
    Number(/turn (\d+)/.exec(document.querySelector(".turn")?.textContent)[1]) > turn, before);
}

/** Ends the turn, and what is played back as soon as it is, by keys. */
async function endTurnByKeys(page) {
  await endTurn(page, async () => {
    const before = await turnShown(page);
    await page.keyboard.press("d");
    await page.waitForFunction((turn) => document.querySelector(".endbox") ||
      [...document.querySelectorAll("button.tool")].some((one) => one.textContent === "Skip" && !one.disabled) ||
      Number(/turn (\d+)/.exec(document.querySelector(".turn")?.textContent)[1]) > turn, before);
    await page.keyboard.press("x");
  });
}

// ---- tests ----------------------------------------------------------------------------------------------

test("the first load is small", async () => {
  const sent = (name) => (existsSync(join(dist, `${name}.gz`)) ? `${name}.gz` : name); // made with the page
  const sizes = FIRST_LOAD.map((name) => statSync(join(dist, sent(name))).size);
  const code = FIRST_LOAD.reduce((sum, name, i) => sum + (isCode(name) ? sizes[i] : 0), 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`# ${total} bytes compressed: ${FIRST_LOAD.map((name, i) => `${name} ${sizes[i]}`).join(", ")}`);
  check(total <= BUDGET, `${total} bytes are more than ${BUDGET}`);
  check(code <= CODE_BUDGET, `${code} bytes of code are more than ${CODE_BUDGET}`);
});

test("the modules play the golden games in the browser", async ({ page }) => {
  const kept = readdirSync(golden).filter((name) => name.endsWith(".hashes.txt"))
    .flatMap((name) => readFileSync(join(golden, name), "utf8").split("\n"))
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.trim().split(/\s+/).slice(0, 5));
  const modules = readdirSync(dist).flatMap((name) => /^rules-(.+)\.wasm$/.exec(name)?.[1] ?? []);
  let played = 0;
  for (const id of modules) {
    const mine = kept.filter(([game, , seed]) => game === id && Number(seed) <= SEEDS);
    const lines = await page.evaluate(goldenHashes, [id, mine.map(([, , , orders]) => Number(orders))]);
    mine.forEach((line, i) => same(lines[i], line.join(" "), "a golden game"));
    played += mine.length;
  }
  check(played >= 5 * SEEDS, "too few games were played");
});

test("the first page has a card for each game and one big button", async ({ page, shoot }) => {
  await home(page);
  await page.waitForSelector(".card canvas[data-baked]");
  check(await page.locator(".card").count() >= 2, "cards are missing");
  same(await page.locator("button.big").count(), 1, "big buttons");
  await accessible(page, "the first page");
  await shoot("home");
});

test("play now: in a game with one click", async ({ page, shoot }) => {
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  check((await page.textContent(".coach")).length > 20, "the coach says nothing");
  await shoot("begin");
});

test("every cell is a named control, one of them in the tab sequence", async ({ page }) => {
  const cells = await page.$$eval(".board [data-cell]", (all) => all.map((one) => ({
    label: one.getAttribute("aria-label"), role: one.getAttribute("role"), tab: one.getAttribute("tabindex") })));
  check(cells.length > 50, "too few cells");
  check(cells.every((one) => /^\d+,\d+, \w+/.test(one.label) && one.role === "button"), "a cell without name or role");
  same(cells.filter((one) => one.tab === "0").length, 1, "cells in the tab sequence");
  check(cells.some((one) => one.label.includes("your base, 200 of 200 health")), "the base isn't described");
});

test("orders: chosen tile, planned spending, replaced, undone", async ({ page, shoot }) => {
  await cell(page, "3,0, red land").click();
  await page.click('button[aria-label="build house"]');
  await page.waitForSelector(".given li");
  await page.click('button[aria-label="build cannon"]');
  await page.waitForSelector(".given li.replaced");
  await page.click('button[aria-label="hire N"]');
  await page.waitForFunction(() => document.querySelectorAll(".given li").length === 3);
  await page.hover('button[aria-label="hire N"]');
  check(await page.locator(".flow.meant").count() > 10, "the lane isn't shown");
  check((await page.textContent('button[aria-label="hire N"]')).includes("10"), "hiring has no price");
  check((await money(page)).includes("−20"), `planned spending isn't shown: ${await money(page)}`);
  await accessible(page, "the game screen");
  await shoot("orders");
  for (let left = 2; left >= 0; left--) {
    await page.keyboard.press("u");
    await page.waitForFunction((n) => document.querySelectorAll(".given li").length === n, left);
  }
  check(!(await money(page)).includes("−"), "spending is still planned after undo");
});

test("what is not possible says why, with its paragraph", async ({ page }) => {
  const reason = page.locator('.reason[data-verb~="destroy"]');
  await reason.waitFor();
  check((await reason.textContent()).includes("R5.6"), "no paragraph");
  check(await page.locator('button[aria-label="destroy"]').isDisabled(), "it can be pressed all the same");
});

test("spending too much is told before the turn ends", async ({ page }) => {
  await page.click('button[aria-label="build minigun"]');
  await page.click('button[aria-label="hire N"]');
  await page.click('button[aria-label="provoke"]');
  await page.waitForSelector(".warning");
  check((await page.textContent(".warning")).includes("comes to nothing"), "no warning");
  await page.keyboard.press("u");
  await page.waitForFunction(() => !document.querySelector(".warning"));
});

test("order first, then one of the ringed tiles", async ({ page, shoot }) => {
  await page.keyboard.press("Escape");
  await page.click('button[aria-label="build house"]');
  await page.waitForSelector(".cell.target");
  check(await page.locator(".cell.target").count() > 20, "too few targets");
  await shoot("targets");
  await page.locator(".cell.target").nth(3).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".given li")].some((li) => li.textContent.startsWith("build house")));
});

test("the turn plays back: pause, step, skip", async ({ page, shoot }) => {
  await page.keyboard.press("p");
  await page.click(".donebar .primary");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "The turn plays");
  same(await turnShown(page), 0, "turn while it is played back");
  const lines = () => page.locator(".log-lines p").count();
  const before = await lines();
  await page.keyboard.press(".");
  await page.waitForFunction((n) => document.querySelectorAll(".log-lines p").length > n, before);
  await shoot("playback");
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent === "Your turn");
  same(await turnShown(page), 1, "turn afterwards");
  check((await page.textContent(".log-lines")).includes("Your side builds a house"), "the log doesn't tell");
  await page.keyboard.press("p");
});

test("a reload goes on where it was, orders included", async ({ page }) => {
  await page.click('button[aria-label="hire S"]');
  await page.waitForSelector(".given li");
  await page.reload();
  await page.waitForSelector(".board.live");
  same(await turnShown(page), 1, "turn");
  same(await page.textContent(".given li"), "hire S", "order");
});

test("a whole game by mouse", async ({ page, shoot }) => {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": 8, "option-money": 60 });
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  for (let turn = 0; !(await over(page)); turn++) {
    check(turn < 9, "it doesn't end");
    if (turn === 0) {
      await cell(page, "1,0, red land").click();
      await page.click('button[aria-label="build house"]');
    }
    if (turn < 5) await page.click('button[aria-label="hire S"]');
    await endTurn(page, async () => {
      await page.click(".donebar .primary");
      if (turn > 2) await page.click("text=Skip", { timeout: 3000 }).catch(() => undefined);
    });
  }
  check(/won|lost|tie/i.test(await page.textContent(".endbox h2")), "nobody won");
  check((await page.textContent(".endbox")).includes("R8."), "by no rule");
  await accessible(page, "the end");
  await shoot("end");
  await page.click("text=Rematch");
  await page.waitForFunction(() => !document.querySelector(".endbox"));
  same(await turnShown(page), 0, "turn of the rematch");
});

test("a whole game by keyboard only", async ({ page }) => {
  await newGame(page, "apoca", { "option-map": "duel", "option-turns": 6 });
  await page.focus("form button");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".board.live");
  for (let turn = 0; !(await over(page)); turn++) {
    check(turn < 7, "it doesn't end");
    if (turn === 0) {
      await page.keyboard.press("b");
      const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      for (let i = 0; i < 12 && !/^\d+,\d+, red land/.test(await at()); i++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      check(/red land/.test(await at()), `the keys led to ${await at()}`);
      await page.keyboard.press("Enter");
      await page.waitForSelector('.menu button[aria-label="build house"][data-keys="1 1"]');
      await page.keyboard.press("1");
      await page.keyboard.press("1");
      await page.waitForSelector(".given li");
    }
    await endTurnByKeys(page);
  }
  check((await page.textContent(".endbox")).includes("R8.3"), "by no rule");
});

test("keys are listed by ?", async ({ page, shoot }) => {
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  check((await page.textContent("dialog")).includes("end your turn"), "the list is short");
  await shoot("keys");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
});

test("the heap game, which has no board and hardly a skin", async ({ page, shoot }) => {
  await newGame(page, "null", { "option-heap": 9 });
  await page.click("button.big");
  await page.waitForSelector(".pebbles");
  await shoot("heap");
  for (let turn = 0; !(await over(page)); turn++) {
    check(turn < 9, "it doesn't end");
    await page.waitForSelector('.order[data-keys="1"]');
    await page.keyboard.press("1");
    await page.waitForFunction(() => document.querySelector(".endbox") ||
      document.querySelector(".status")?.textContent !== "Your turn", null, { timeout: 3000 }).catch(() => undefined);
    await page.keyboard.press("x");
    await page.waitForFunction(() => document.querySelector(".endbox") || document.querySelector(".order"));
  }
  check((await page.textContent(".endbox")).includes("R3.1"), "by no rule");
});

test("a game in the fog for four: seats, purse, a worker by mouse, undo, the end", async ({ page, shoot }) => {
  await newGame(page, "civ", { "option-size": 8, "option-rounds": 11 });
  same(await page.inputValue("#seats"), "4", "players that the form presets");
  await page.click("form button");
  await page.waitForSelector(".board.live");
  same(await page.locator(".side-sums").count(), 4, "sides in the top bar");
  check(/food2production1trade0/.test((await page.textContent(".side-sums.mine")).replace(/\s/g, "")), "the purse isn't shown");
  const frame = await page.getAttribute(".board", "data-view").then((box) => box.split(" ").map(Number));
  const dark = await page.locator(".cell.light-0").count();
  check(dark > 40 && frame[3] < 300, `the view doesn't begin with what is known: ${dark} dark cells, ${frame}`);
  const round = async () => Number(/round (\d+) of 11/.exec(await page.textContent(".turn"))[1]);
  const pass = async () => {
    const before = await round();
    await page.click(".donebar .primary");
    await page.waitForFunction((n) => {
      document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
      return document.querySelector(".endbox") || Number(/round (\d+)/.exec(document.querySelector(".turn").textContent)[1]) > n;
    }, before);
  };
  check(await page.locator('.order:disabled[aria-label="produce worker"]').textContent().then((text) => /\d+ production/.test(text)), "no price");
  check((await page.textContent('.reason[data-verb~="produce"]')).includes("R9."), "no reason why nothing can be produced");
  await page.click("text=Done until something can be ordered");
  await page.waitForSelector('.order:not(:disabled)[aria-label="produce worker"]');
  same(await round(), 10, "the round in which something can be ordered");
  await cell(page, "0,0").click();
  await page.click('button[aria-label="produce worker"]');
  await page.waitForSelector('.board [aria-label*="your worker"]');
  await page.keyboard.press("u");
  await page.waitForFunction(() => !document.querySelector('.board [aria-label*="your worker"]'));
  await page.click('button[aria-label="produce worker"]');
  await page.waitForSelector('.board [aria-label*="your worker"]');
  await pass();
  await cell(page, "0,0").click();
  await cell(page, "1,0").click();
  await page.waitForSelector('.board [aria-label^="1,0"][aria-label*="your worker, moved"]');
  check(/moves from 0,0 to 1,0/.test(await page.textContent(".log-lines")) === false, "movements are told unasked");
  await shoot("fog");
  await accessible(page, "a board in the fog");
  await pass();
  check(/R13/.test(await page.textContent(".endbox")), "it doesn't end by a rule");
});

test("the rules with an anchor for each paragraph", async ({ page, shoot }) => {
  await page.goto(page.url().replace(/#.*/, "#/rules/apoca/R5.4"));
  await page.waitForSelector("#R5\\.4");
  await page.waitForFunction(() => document.activeElement.id === "R5.4");
  check(await page.locator(".rulebook table").count() > 3, "tables are missing");
  same(await page.locator(".rulebook .rule").evaluateAll((all) => new Set(all.map((one) => one.id)).size === all.length), true, "anchors");
  await accessible(page, "the rules");
  await shoot("rules");
});

test("everything fits on the screen of a phone", async ({ page, shoot, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, address, wait] of [["phone-home", "#/", ".card"], ["phone-options", "#/new/apoca", "form"]]) {
    await page.goto(server.url + address);
    await page.waitForSelector(wait);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `${name} is ${wide} wide`);
    await accessible(page, name);
    await shoot(name);
  }
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await cell(page, "3,0, red land").click();
  await page.click('button[aria-label="build house"]');
  await page.waitForSelector(".given li");
  const outside = await page.$$eval(".topbar *, .donebar *", (all) => all.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.right > 391 || box.left < -1);
  }).length);
  same(outside, 0, "parts outside the page");
  check(await page.locator(".donebar .primary").isVisible(), "Done can't be reached");
  await shoot("phone-game");
  for (let turn = 0; turn < 12; turn++) {
    await endTurnByKeys(page);
  }
  await shoot("phone-later");
  await page.setViewportSize({ width: 1280, height: 800 });
  await drawn(page);
  await shoot("later");
});

test("dark, and without motion", async ({ page, shoot }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const before = await turnShown(page);
  await page.keyboard.press("d");
  await page.waitForFunction((turn) => document.querySelector(".turn")?.textContent.includes(`turn ${turn + 1} `), before);
  await accessible(page, "the dark page");
  await shoot("dark");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
});

test("it plays on without network", async ({ page, context, server }) => {
  await page.goto(server.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  server.close();
  await page.reload();
  await page.waitForSelector("button.big");
  await page.click("button.big");
  await page.waitForSelector(".board.live");
  await page.goto(page.url().replace(/#.*/, "#/rules/apoca"));
  await page.waitForSelector("#R1\\.1");
});

test("a large board of hexes: names, keys, panning within its frame", async ({ page, shoot }) => {
  const { require } = await import("./browser.mjs");
  const script = await require("esbuild").build({
    entryPoints: [fileURLToPath(new URL("hexes.tsx", import.meta.url))], bundle: true, write: false, format: "iife",
    jsx: "automatic", jsxImportSource: "preact", nodePaths: [fileURLToPath(new URL("../../clients/web/node_modules", import.meta.url))],
  });
  await page.evaluate(script.outputFiles[0].text);
  await page.waitForSelector("#hexes .board");
  same(await page.locator("#hexes [data-cell]").count(), 36 * 31, "cells");
  const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await page.focus('#hexes [tabindex="0"]');
  same((await at()).split(",")[0], "D2", "the chosen cell has the focus");
  const steps = [["ArrowRight", "E2"], ["e", "E1"], ["a", "D1"], ["c", "E2"], ["z", "D3"]];
  for (const [key, want] of steps) {
    await page.keyboard.press(key);
    same((await at()).split(",")[0], want, `after ${key}`);
  }
  await page.keyboard.press("Enter");
  same(await page.locator('#hexes [aria-pressed="true"]').getAttribute("aria-label").then((label) => label.split(",")[0]), "D3", "chosen");
  await shoot("hexes");
  for (let i = 0; i < 4; i++) await page.keyboard.press("+");
  const frames = await page.evaluate(async () => {
    const board = document.querySelector("#hexes .board");
    const send = (type, x) => board.dispatchEvent(new PointerEvent(type, { pointerId: 1, buttons: 1, clientX: x, clientY: 400, bubbles: true }));
    send("pointerdown", 640);
    const times = [];
    for (let i = 0; i < 30; i++) {
      const began = performance.now();
      send("pointermove", 640 - i * 8);
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - began);
    }
    send("pointerup", 400);
    return times.sort((a, b) => a - b);
  });
  console.log(`# a frame while panning: median ${frames[15].toFixed(1)} ms, slowest ${frames[29].toFixed(1)} ms`);
  await shoot("hexes-near");
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures });
