// What tests of several people at real servers share: how their turns stand, and what came of it all, TAP.

export const status = (page, text) => page.waitForFunction((want) =>
  document.querySelector(".endbox h2") || document.querySelector(".status")?.textContent.includes(want), text);

/** The next turn has begun, or it is over. */
export async function ready(page) {
  await page.waitForFunction(() => document.querySelector(".endbox h2") ||
    ["Your turn", "The turn plays"].includes(document.querySelector(".status")?.textContent));
  await page.keyboard.press("x");
  await status(page, "Your turn");
}

/** Each promise with whether it was kept. facts.error and facts.troubles say why not. */
export function report(facts, wanted) {
  if (facts.error) console.log(`# ${facts.error.replace(/\n/g, "\n# ")}`);
  wanted.forEach(([name, fine], i) => console.log(`${fine ? "ok" : "not ok"} ${i + 1} - ${name}`));
  if (facts.troubles) console.log(`# ${facts.troubles}`);
  console.log(`1..${wanted.length}`);
  process.exitCode = wanted.every(([, fine]) => fine) ? 0 : 1;
}
