// Lessons of all games, and the page in its other language. TAP.
// usage: node learn_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, check, goTo, pictures4, run, same, STILL, test } from "./harness.mjs";
import { doing } from "./player.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const STEP_MS = 60000; // for one step of a lesson on a busy machine
const PLAYED = 4; // the first steps of a game, and its last one: web-lessons finishes all of them without a page

// The packed form of each file stands beside it (.json.gz).
const filesOf = (folder, ending) => readdirSync(join(dist, folder)).filter((file) => file.endsWith(ending))
  .map((file) => [file.slice(0, -ending.length), join(dist, folder, file)]);
const lessons = filesOf("lessons", ".json").map(([id, file]) => [id, JSON.parse(readFileSync(file, "utf8"))]);
const games = filesOf("rules", ".md").map(([id]) => id);

const skip = (page) => page.evaluate(() => document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click());
const finished = (page) => page.locator(".lesson a.primary").count();

/** Lets the lesson give one order after the other until this step is done. */
async function showAll(page) {
  for (const end = Date.now() + STEP_MS; Date.now() < end && !await finished(page);) {
    await doing(page, () => page.locator('.lesson button:text-is("Show me")').click({ timeout: 5000 }).catch(() => undefined)); // it may be done meanwhile
    await skip(page);
  }
  await page.waitForSelector(".lesson a.primary");
}

test("every game has a lesson", async () => {
  same(lessons.map(([game]) => game).sort().join(), games.sort().join(), "games with a lesson");
});

for (const [game, steps] of lessons) {
  test(`the lesson of ${game}, to its end`, async ({ page, shoot }) => {
    await goTo(page, `#/learn/${game}`);
    for (const [i, step] of steps.entries()) {
      await page.waitForFunction((title) => document.querySelector(".lesson h2")?.textContent.startsWith(title), step.title.split(": ").pop());
      check((await page.textContent(".lesson")).includes(step.note), "the lesson says what to do");
      if (i === 0) await shoot(`lesson-${game}`);
      const last = i + 1 === steps.length;
      if (i >= PLAYED && !last) {
        await goTo(page, `#/learn/${game}/${i + 2}`);
        continue;
      }
      await showAll(page);
      same(await page.getAttribute(".lesson a.primary", "href"), last ? `#/new/${game}` : `#/learn/${game}/${i + 2}`, "where it leads on");
      if (!last) await page.click(".lesson a.primary");
    }
  });
}

test("a lesson shows what to touch, goes along with other orders, and can be begun again", async ({ page, shoot }) => {
  await goTo(page, "#/learn/classic/2");
  await page.waitForSelector('.board [aria-label^="3,2"].hinted');
  await page.locator('.board [aria-label^="3,2"]').first().click();
  await page.waitForSelector('.board [aria-label^="5,2"].hinted');
  await accessible(page, "a lesson");
  await pictures4(page, shoot, "lesson");
  await page.locator('.board [aria-label^="4,1"]').first().click();
  await page.waitForSelector('.given li:has-text("move scout 3,2 → 4,1")');
  await page.keyboard.press("f");
  await page.waitForFunction(() => {
    document.querySelector(".playback-keys button:last-child:not(:disabled)")?.click();
    return document.querySelector('.board [aria-label^="4,1"].hinted');
  });
  same(await finished(page), 0, "done by another order");
  await page.click('.lesson button:text-is("Begin again")');
  await page.waitForSelector('.board [aria-label^="3,2"].hinted');
  await page.locator('.board [aria-label^="3,2"]').first().click();
  await page.locator('.board [aria-label^="5,2"]').first().click();
  await page.waitForSelector('.given li:has-text("move scout 3,2 → 5,2")');
  await page.waitForSelector(".donebar .done.hinted");
  same(await finished(page), 0, "done before the turn has ended");
  await page.keyboard.press("f");
  await page.waitForSelector(".lesson a.primary");
});

test("Fortress has four lessons, FATE three, and each can be chosen", async ({ page }) => {
  for (const [game, count] of [["fortress", 4], ["fate", 3]]) {
    await goTo(page, `#/learn/${game}`);
    await page.waitForSelector(".lesson select");
    same(await page.locator(".lesson select option").count(), count, `lessons of ${game}`);
  }
});

test("the page speaks German to whoever wants it, and remembers", async ({ page }) => {
  await goTo(page, "#/");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.waitForSelector('html[lang="de"] .hero:has-text("Jetzt spielen")');
  await accessible(page, "the first page in German");
  await page.reload();
  await page.waitForSelector('html[lang="de"] .hero:has-text("Jetzt spielen")');
  await page.getByRole("button", { name: "English" }).click();
  await page.waitForSelector('html[lang="en"] .hero:has-text("Play now")');
});

test("the console stayed clean", async ({ page }) => same(page.troubles.join("; "), "", "complaints of the console"));

await run({ dist, chromium, pictures, options: STILL });
