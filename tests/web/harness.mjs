// What the suites of the web client share: tests by name, checks, and running them in one browser, TAP. Tests begin alike: each goes to
// its page and waits for what it needs by itself.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "./serve.mjs";

const tests = [];
export const test = (name, body) => tests.push({ name, body });
export function check(truth, what) {
  if (!truth) throw new Error(what);
}
export function same(got, want, what) {
  check(got === want, `${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
}

export async function accessible(page, where) {
  const { require } = await import("./browser.mjs");
  await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  check(found.passes.length > 10, "axe-core looked at next to nothing");
  const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
  same(serious.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`).join("; "), "", `barriers on ${where}`);
}

/** Another address within the page. */
export const goTo = (page, hash) => page.goto(new URL(hash, page.url()).href);

export async function newGame(page, game, options) {
  await goTo(page, `#/new/${game}`);
  await page.waitForSelector("#rival");
  for (const [key, value] of Object.entries(options)) {
    const field = page.locator(`#${key}`);
    if (await field.getAttribute("role") === "switch") await field.setChecked(["on", "1", "true"].includes(String(value)));
    else if (await field.evaluate((one) => one.tagName === "SELECT")) await field.selectOption({ label: String(value) });
    else await field.fill(String(value));
  }
}

/** In the Fortress games: buys a scout, ends the turn, and skips what is shown of it. */
export async function scoutOnTheBoard(page) {
  await page.click('button[aria-label="buy scout"]');
  await page.locator(".cell.target").first().click();
  await page.waitForSelector(".given li");
  await page.keyboard.press("f");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector(".idle");
  });
}

/** Until the page has been drawn twice and the pieces have their pictures: what was asked of it before is on the screen. */
export async function drawn(page) {
  const twice = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await twice();
  await page.waitForFunction(() => [...document.querySelectorAll(".board.live[data-rests] .figure")].every((one) => one.naturalWidth > 0));
  await twice();
}

/** Until the view stands still and the ground is as it will be: none of it waits to be baked, and none fades in. */
export async function rested(page) {
  await drawn(page);
  await page.waitForSelector(".board.live[data-rests]");
  await drawn(page); // by now what another size or light needs has been asked for
  await page.waitForFunction(() => {
    const place = document.querySelector(".board.live .ground-layer");
    return place?.dataset.waits === "0" && place.children.length === Number(place.dataset.baked);
  });
}

/** Pictures of the page as it is: wide and narrow, light and dark. */
export async function pictures4(page, shoot, name) {
  for (const [width, height, size] of [[1280, 800, "wide"], [390, 844, "phone"]]) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await drawn(page);
      await shoot(`${name}-${size}-${colorScheme}`);
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth);
    check(over <= width, `${name} is ${over} wide on a screen of ${width}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function runOne({ name, body }, number, tools) {
  const began = Date.now();
  let problem = null;
  await body(tools).catch((error) => { problem = error; });
  console.log(`${problem ? "not ok" : "ok"} ${number} - ${name}`);
  console.log(`# ${Date.now() - began} ms`);
  if (!problem) return true;
  console.log(`# ${String(problem).replace(/\n/g, "\n# ")}`);
  await tools.shoot(`failed-${number}`).catch(() => undefined);
  return false;
}

/** Nothing moves by itself: for tests that look at no motion, which costs more than all the rest. */
export const STILL = { reducedMotion: "reduce" };

/** `begin` may start a server of its own: it gives { url, close }. `options` are those of the browser. */
export async function run({ dist, chromium, pictures, begin = () => serve(dist), options = {} }) {
  if (!existsSync(chromium)) {
    console.log("1..0 # SKIP needs chromium");
    return;
  }
  const { openBrowser, openPage } = await import("./browser.mjs");
  mkdirSync(pictures, { recursive: true });
  const server = await begin();
  const browser = await openBrowser(chromium, options);
  const page = await openPage(browser.context, server.url);
  page.setDefaultTimeout(Number(process.env.WEB_TIMEOUT_MS ?? 60000));
  const shoot = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
  const tools = { page, shoot, server, context: browser.context };
  let failed = 0;
  try {
    for (const [i, one] of tests.entries()) if (!await runOne(one, i + 1, tools)) failed++;
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`1..${tests.length}`);
  process.exitCode = failed > 0 ? 1 : 0;
}
