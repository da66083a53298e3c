// Debian's chromium, driven by playwright-core out of the page's own packages.
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../clients/web/build.mjs";

install(true);
const packages = fileURLToPath(new URL("../../clients/web/package.json", import.meta.url));
/** The packages of the page and of its tests. */
export const require = createRequire(packages);
const { chromium } = require("playwright-core");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A browser with a profile of its own; close() leaves nothing behind. */
export async function openBrowser(executablePath, options = {}) {
  const profile = mkdtempSync(join(tmpdir(), "redoubt-web-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath, args: FLAGS, headless: true, viewport: { width: 1280, height: 800 }, ...options,
  });
  return { context, close: async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  } };
}

/** Tests press Done when they mean it; the one that looks at the question asks for it. */
const SETTINGS = JSON.stringify({ askIdle: false, startCards: false, passEmpty: false });

/** A page that remembers every complaint of the console. */
export async function openPage(context, url) {
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.troubles.push(message.text());
  });
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  await page.addInitScript((kept) => {
    if (location.protocol !== "about:") localStorage["redoubt.settings"] ??= kept;
  }, SETTINGS);
  await page.goto(url);
  return page;
}
