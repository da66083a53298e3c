#!/usr/bin/env node
// Takes the pictures of docs/img: each game in play, in the middle of a match, on a wide screen and on a phone.
// usage: tools/pictures.mjs BUILD-FOLDER (one where redoubt and the page are built)
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const top = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = process.argv[2] ?? "";
if (!existsSync(join(build, "clients/web/dist"))) {
  console.error("usage: tools/pictures.mjs BUILD-FOLDER (one where redoubt and the page are built)");
  process.exit(2);
}
const { install } = await import(join(top, "clients/web/build.mjs"));
install(true);
const { openBrowser, openPage } = await import(join(top, "tests/web/browser.mjs"));
const { drawn } = await import(join(top, "tests/web/harness.mjs"));
const { serve } = await import(join(top, "tests/web/serve.mjs"));

/** How far into which match: far enough that much is on the board. */
const SCENES = {
  apoca: { turn: 60, seats: 2 },
  civ: { turn: 160, seats: 4, options: ["size=16"] },
  classic: { turn: 14, seats: 2 },
  fate: { turn: 34, seats: 2, options: ["mode=draft"] },
  fortress: { turn: 24, seats: 2 },
};
const SCREENS = [["wide", 1280, 800], ["phone", 390, 844]];

/** Whether the view stands still, the ground is as it will be, and the pieces have their pictures; runs within the page. */
function rested() {
  const board = document.querySelector(".board.live"), place = board?.querySelector(".ground-layer");
  return board?.dataset.rests === "yes" && place.dataset.waits === "0" && place.children.length === Number(place.dataset.baked) &&
    [...board.querySelectorAll(".figure")].every((one) => one.naturalWidth > 0);
}

const folder = mkdtempSync(join(tmpdir(), "redoubt-pictures-"));
const out = join(top, "docs/img");
mkdirSync(out, { recursive: true });
const server = await serve(join(build, "clients/web/dist"));
const browser = await openBrowser("/usr/bin/chromium", { reducedMotion: "reduce" });
try {
  for (const [game, { turn, seats, options = [] }] of Object.entries(SCENES)) {
    const file = join(folder, `${game}.rdr`);
    execFileSync(join(build, "redoubt"), ["match", game, ...Array(seats).fill("greedy"), "--seed", "5", "--replay", file,
      ...options.flatMap((option) => ["--set", option])], { stdio: "ignore" });
    const page = await openPage(browser.context, `${server.url}#/replays`);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForSelector(".seek");
    const last = Number(await page.getAttribute(".seek", "max"));
    await page.locator(".seek").fill(String(Math.min(turn, Math.floor(last * 0.7))));
    await page.selectOption(".eyes select >> nth=0", "0");
    await page.waitForFunction(() => document.querySelector(".topbar")?.textContent.includes("you"));
    await page.click("text=Play on from here");
    await page.waitForSelector(".donebar .primary:not(:disabled), .order:not(:disabled)");
    for (const [name, width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.reload(); // the game goes on, in the room that there is now
      await page.waitForSelector(".board.live");
      await page.waitForSelector(".donebar .primary:not(:disabled), .order:not(:disabled)");
      await page.keyboard.press("n"); // somebody who waits for orders, with what they could do
      await drawn(page); // what another size needs has been asked for
      await page.waitForFunction(rested);
      await page.screenshot({ path: join(out, `${game}-${name}.jpg`), type: "jpeg", quality: 82 });
    }
    if (page.troubles.length > 0) throw new Error(`${game}: ${page.troubles.join("; ")}`);
    await page.close();
    console.log(`${game}: turn ${turn} of ${last}`);
  }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
