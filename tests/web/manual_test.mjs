// The rulebooks in the page: every paragraph's examples as pictures, search, and a way into the sandbox. TAP.
// usage: node manual_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, check, goTo, pictures4, run, same, STILL, test } from "./harness.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const GAMES = ["apoca", "civ", "classic", "fate", "fortress"];

for (const game of GAMES) {
  test(`${game}: examples stand below their paragraphs, drawn as boards`, async ({ page, shoot }) => {
    const text = readFileSync(join(dist, "rules", `${game}.md`), "utf8");
    const named = [...text.matchAll(/\]\(examples\/([^)\s]+)\.json\)/g)].map(([, name]) => name);
    const book = JSON.parse(readFileSync(join(dist, "examples", `${game}.json`), "utf8"));
    same(named.filter((name) => !(book[name]?.length > 0)).join(), "", "examples that are named and missing");
    await goTo(page, `#/rules/${game}`);
    await page.waitForSelector("details.example[open]");
    await page.waitForFunction((count) => document.querySelectorAll("details.example").length === count, new Set(named).size);
    const open = page.locator("details.example[open]");
    const chapters = await open.count();
    check(chapters >= 5, `only ${chapters} chapters begin with a picture`);
    for (let i = 0; i < Math.min(chapters, 5); i++) {
      await open.nth(i).scrollIntoViewIfNeeded();
      await open.nth(i).locator(".case .board").first().waitFor();
    }
    await shoot(`manual-${game}`);
    if (game === GAMES[2]) await accessible(page, `the rules of ${game}`); // all are made alike, and large ones take long
  });
}

test("a case says what was ordered, and shows the board before and after", async ({ page, shoot }) => {
  await goTo(page, "#/rules/classic/R5.1");
  const example = page.locator("details.example", { hasText: "the way by hand" }).first();
  const any = await example.count() > 0 ? example : page.locator("#R5\\.1 ~ .examples details").first();
  if (await any.getAttribute("open") === null) await any.locator("summary").click();
  await any.locator(".case .board").nth(1).waitFor();
  check(await any.locator(".case li").count() > 0, "no orders");
  same((await any.locator("figcaption").allTextContents()).join(), "Before,After", "pictures");
  await any.scrollIntoViewIfNeeded();
  await pictures4(page, shoot, "manual");
  const next = any.locator('button[aria-label="Next"]');
  if (await next.count() > 0) {
    await next.click();
    check(/^2 of/.test(await any.locator(".row span").first().textContent()), "the second case isn't named");
  }
  await any.getByRole("button", { name: "Sandbox" }).click();
  await page.waitForSelector(".sandbox .board.live");
});

test("search goes from place to place and says how many there are", async ({ page }) => {
  await goTo(page, "#/rules/apoca");
  await page.waitForSelector(".rulebook .rule");
  await page.fill('input[type="search"]', "cannon"); // typing is enough
  await page.waitForSelector(".hit");
  const said = () => page.textContent(".search [role=status]");
  check(/^1 of \d+$/.test(await said()), `it says ${await said()}`);
  check(/cannon/i.test(await page.textContent(".hit")), "another place is marked");
  await page.press('input[type="search"]', "Enter");
  check(/^2 of \d+$/.test(await said()), `it says ${await said()}`);
  await page.fill('input[type="search"]', "zeppelin");
  await page.press('input[type="search"]', "Enter");
  same(await said(), "not found", "what isn't there");
});

test("the console stayed clean", async ({ page }) => {
  same(page.troubles.join("; "), "", "complaints");
});

await run({ dist, chromium, pictures, options: STILL });
