// What is drawn over the ground can be told from it: on real pixels, on every kind of ground, light and dark, as eyes see it that lack
// green, red or blue cones, and in grey. TAP.
// usage: node contrast_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { check, drawn, rested, run, same, test } from "./harness.mjs";

const [, dist, chromium, pictures] = process.argv.slice(2);
const LEAST = 3; // WCAG 1.4.11: things that are no text
const LAYOUTS = ["map", "lanes", "stone"];
const WIDE = { map: 2240, lanes: 1800, stone: 1800 }, HIGH = 1200, NAMED = 12;

/** A page with nothing but the board of all grounds. */
async function landsPage(context, server, layout) {
  const { openPage, require } = await import("./browser.mjs");
  const script = await require("esbuild").build({
    entryPoints: [fileURLToPath(new URL("lands.tsx", import.meta.url))], bundle: true, write: false, format: "iife",
    jsx: "automatic", jsxImportSource: "preact", nodePaths: [fileURLToPath(new URL("../../clients/web/node_modules", import.meta.url))],
  });
  const page = await openPage(context, server.url);
  page.setDefaultTimeout(Number(process.env.WEB_TIMEOUT_MS ?? 120000));
  await page.setViewportSize({ width: WIDE[layout], height: HIGH });
  await page.evaluate(script.outputFiles[0].text);
  return page;
}

/** Runs in a page: the contrast of what is in one picture and not in the other, patch by patch, for every kind of eyes. */
async function contrasts([before, after, spots]) {
  const EYES = {
    all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
    protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
    tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
    grey: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
  };
  const pixels = async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), to = canvas.getContext("2d");
    to.drawImage(bitmap, 0, 0);
    return to.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const LINEAR = Array.from({ length: 256 }, (_, value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const bright = (m, image, i) => {
    const r = LINEAR[image.data[i]], g = LINEAR[image.data[i + 1]], b = LINEAR[image.data[i + 2]]; // without lists: it is asked a million times
    const seen = (row) => Math.min(1, Math.max(0, m[row] * r + m[row + 1] * g + m[row + 2] * b));
    return 0.2126 * seen(0) + 0.7152 * seen(3) + 0.0722 * seen(6);
  };
  const at = (list, part) => Float64Array.from(list).sort()[Math.floor(list.length * part)] ?? 0;
  const [a, b] = [await pixels(before), await pixels(after)];
  return spots.map(({ name, mark, x, y, r }) => {
    const inside = [], changed = [];
    for (let py = Math.round(y - r); py < y + r; py++) for (let px = Math.round(x - r); px < x + r * 1.6; px++) {
      const i = 4 * (py * a.width + px);
      if (px % 3 === 0 && py % 3 === 0) inside.push(i); // enough for the middle of them
      if (Math.abs(a.data[i] - b.data[i]) + Math.abs(a.data[i + 1] - b.data[i + 1]) + Math.abs(a.data[i + 2] - b.data[i + 2]) > 24) changed.push(i);
    }
    const best = Object.entries(EYES).map(([eyes, m]) => {
      const ground = at(inside.map((i) => bright(m, a, i)), 0.5);
      const ratio = (one) => (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05);
      return [eyes, at(changed.map((i) => ratio(bright(m, b, i))), 0.98)];
    });
    return { name, mark, changed: changed.length, best };
  });
}

async function spotsOf(page, layout) {
  return page.evaluate((wanted) => globalThis.landsOf(wanted).map(({ name, mark, cell }) => {
    const box = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
    return { name, mark, x: box.x + box.width / 2, y: box.y + box.height / 2, r: box.width * 0.62 };
  }), layout);
}

const picture = async (page) => {
  await drawn(page);
  return (await page.screenshot()).toString("base64");
};

/** The contrast of every mark on every ground for all eyes, the weakest first. `keep` gets the picture of all marks. */
async function weakest(page, layout, bare, keep = () => undefined) {
  await page.evaluate((wanted) => globalThis.showLands(wanted, true), layout);
  const after = await picture(page);
  keep(after);
  const found = await page.evaluate(contrasts, [bare, after, await spotsOf(page, layout)]);
  return found.flatMap(({ name, mark, changed, best }) => best.map(([eyes, ratio]) => ({ mark, name, eyes, ratio: changed < 12 ? 0 : ratio })))
    .sort((one, other) => one.ratio - other.ratio);
}

const words = (list) => list.slice(0, NAMED).map((one) => `${one.mark} on ${one.name} (${one.eyes}) ${one.ratio.toFixed(1)}`).join(", ");

async function bareLands(context, server, layout, colorScheme) {
  const page = await landsPage(context, server, layout);
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate((wanted) => globalThis.showLands(wanted, false), layout);
  await rested(page);
  return { page, bare: await picture(page) };
}

let stone = null; // the last test looks at it once more
for (const colorScheme of ["light", "dark"]) {
  for (const layout of LAYOUTS) {
    test(`marks on ${layout}, ${colorScheme}`, async ({ context, server }) => {
      const { page, bare } = await bareLands(context, server, layout, colorScheme);
      const all = await weakest(page, layout, bare, (after) => writeFileSync(`${pictures}/lands-${layout}-${colorScheme}.png`, after, "base64"));
      console.log(`# the weakest of ${all.length}: ${words(all.slice(0, 4))}`);
      same(words(all.filter((one) => one.ratio < LEAST)), "", "marks that are hard to see");
      if (layout === "stone" && colorScheme === "light") stone = { page, bare };
      else await page.close();
    });
  }
}

test("a mark without its lines is found out", async () => {
  const { page, bare } = stone;
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".reach-line, .reach-case { display: none; }");
    document.adoptedStyleSheets = [sheet];
  });
  const weak = (await weakest(page, "stone", bare)).filter((one) => one.ratio < LEAST);
  check(weak.length > 0 && weak.every((one) => one.mark === "reach"), `the fill alone passes for a mark: ${words(weak)}`);
  await page.close();
});

await run({ dist, chromium, pictures });
