// A person who knows no game: looks at what the page offers, chooses among it, and ends the turn. One plays by mouse
// only, one by touch, one by keyboard only.

const ORDERS_A_TURN = 3;
const STEPS_MAX = 1500;
const KEYS_MAX = 120; // to go over the board
const SETTLE_MS = 1500;
const STUCK_MAX = 20; // decisions in a row that change nothing

/** What the page shows; runs within it. */
function look() {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const reachable = (element, { x, y }) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const spots = (selector) => [...document.querySelectorAll(selector)].map((element, index) => {
    const at = centre(element);
    return { index, ...at, name: element.getAttribute("aria-label") ?? element.textContent, keys: element.dataset.keys ?? "", cell: element.dataset.cell ?? "", reachable: reachable(element, at) };
  });
  const status = text(".status");
  return {
    over: text(".endbox h2"), mine: status === "Your turn", turn: text(".turn"), status,
    targets: spots(".board .cell.target"), orders: spots(".menu .order:not(:disabled)"), idle: spots(".idle .order"),
    done: spots(".donebar .primary:not(:disabled)"), skip: spots(".playback-keys button:last-child:not(:disabled)"),
    chosen: document.querySelector(".chosen") !== null, focus: document.activeElement?.getAttribute("data-cell") ?? "",
  };
}

/** What changes when something was done; runs within the page. Waits for a while until it is another than before. */
async function digest([before, ms]) {
  const read = () => [
    ...[".status", ".turn", ".given", ".chosen", ".refusal", ".aiming", ".endbox h2", ".sums"].map((one) => document.querySelector(one)?.textContent),
    ...[".order:not(:disabled)", ".cell.target", ".log-lines p", ".donebar .primary:not(:disabled)"].map((one) => document.querySelectorAll(one).length),
  ].join("/");
  for (const end = Date.now() + ms; read() === before && Date.now() < end;) await new Promise((resolve) => { setTimeout(resolve, 20); });
  return read();
}

/** Does something and waits until the page shows it. */
export async function doing(page, act) {
  const before = await page.evaluate(digest, ["", 0]);
  await act();
  await page.evaluate(digest, [before, SETTLE_MS]);
}

/** A small generator: the same inclinations every time. */
function chances(seed) {
  let state = seed * 2654435761 % 4294967296;
  return (count) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor(state / 4294967296 * count);
  };
}

/** Scrolls to an order that is out of sight, and tells where it is then; runs within the page. */
function reveal(index) {
  const order = document.querySelectorAll(".menu .order:not(:disabled)")[index];
  order?.scrollIntoView({ block: "center" });
  const box = order?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

/** A hand that points; whatever is in sight comes first. */
const pointing = (press) => ({
  orders: (now) => {
    const near = now.orders.filter((one) => one.reachable);
    return near.length > 0 ? near : now.orders;
  },
  targets: (now) => now.targets.filter((one) => one.reachable),
  give: async (page, order) => {
    const at = order.reachable ? order : await page.evaluate(reveal, order.index);
    if (at) await press(page, at);
  },
  aim: press,
  cancel: (page, now) => press(page, now.done[0] ?? { x: 5, y: 5 }), // Done cancels too
  idle: (now) => now.idle.filter((one) => one.reachable),
  wake: press,
  done: (page, now) => press(page, now.done[0]),
  skip: (page, now) => press(page, now.skip[0]),
});

export const mouse = pointing((page, { x, y }) => page.mouse.click(x, y));
export const touch = pointing((page, { x, y }) => page.touchscreen.tap(x, y));

const WAYS = [["ArrowRight", 1, 0], ["ArrowLeft", -1, 0], ["ArrowDown", 0, 1], ["ArrowUp", 0, -1]];
const HEX_WAYS = [["d", 1, 0], ["a", -1, 0], ["e", 0.5, -0.87], ["q", -0.5, -0.87], ["z", -0.5, 0.87], ["c", 0.5, 0.87]];

/** The keys that lead nearer from the focus to a cell, the best first; runs within the page. */
function waysTo([cell, ways]) {
  const at = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const focus = document.activeElement;
  if (focus?.dataset?.cell === cell) return null;
  if (!focus?.dataset?.cell) return ["b"]; // the board was drawn anew just now
  const from = at(focus), to = at(document.querySelector(`.board [data-cell="${cell}"]`));
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return ways.map(([key, dx, dy]) => [key, ((to.x - from.x) * dx + (to.y - from.y) * dy) / length])
    .filter(([, gain]) => gain > 0.1).sort((a, b) => b[1] - a[1]).map(([key]) => key);
}

async function walk(page, cell, hexes) {
  await page.keyboard.press("b");
  for (let pressed = 0, stuck = 0; pressed < KEYS_MAX; pressed++) {
    const keys = await page.evaluate(waysTo, [cell, hexes ? HEX_WAYS : WAYS]);
    if (keys === null) return;
    const before = await page.evaluate(() => document.activeElement.dataset.cell);
    await page.keyboard.press(keys[stuck % keys.length]);
    stuck = await page.evaluate(() => document.activeElement.dataset.cell) === before ? stuck + 1 : 0;
  }
  throw new Error(`the keys don't lead to cell ${cell}`);
}

export const keyboard = {
  orders: (now) => now.orders,
  targets: (now) => now.targets,
  give: async (page, { keys, index }) => {
    if (keys !== "") {
      for (const key of keys.split(" ")) await page.keyboard.press(/[A-Z]/.test(key) ? `Shift+${key}` : key);
      return;
    }
    await page.keyboard.press("o");
    const focused = (want) => page.evaluate((i) => document.querySelectorAll(".menu .order:not(:disabled)")[i] === document.activeElement, want);
    for (let i = 0; i < KEYS_MAX && !await focused(index); i++) await page.keyboard.press("Tab");
    if (await focused(index)) await page.keyboard.press("Enter"); // else the list has changed meanwhile
  },
  aim: async (page, { cell }, hexes) => {
    await walk(page, cell, hexes);
    await page.keyboard.press("Enter");
  },
  cancel: async (page) => page.keyboard.press("Escape"),
  idle: (now) => now.idle,
  wake: async (page) => page.keyboard.press("n"),
  done: async (page) => page.keyboard.press("f"),
  skip: async (page) => page.keyboard.press("x"),
};

/** One decision of mine: true when the turn was ended. */
async function decide(page, hand, now, { choose, given, hexes }) {
  const targets = hand.targets(now), orders = hand.orders(now), [idle] = hand.idle(now);
  if (given >= ORDERS_A_TURN && now.done.length > 0) {
    await doing(page, () => hand.done(page, now));
    return true;
  }
  if (targets.length > 0 && (orders.length === 0 || choose(3) > 0)) await doing(page, () => hand.aim(page, targets[choose(targets.length)], hexes));
  else if (idle && !now.chosen && choose(2) === 0) await doing(page, () => hand.wake(page, idle));
  else if (orders.length > 0) await doing(page, () => hand.give(page, orders[choose(orders.length)]));
  else if (now.done.length > 0) {
    await doing(page, () => hand.done(page, now));
    return true;
  } else await doing(page, () => hand.cancel(page, now));
  return false;
}

/** Plays to the end of the game, for so many turns of mine, or until `stop`. `between` is called after each turn with their number. */
export async function play(page, hand, { seed, hexes, between = async () => undefined, turnsMax = Infinity, stop = async () => false }) {
  const choose = chances(seed);
  let given = 0, turns = 0, stuck = 0, last = "";
  for (let step = 0; step < STEPS_MAX; step++) {
    const now = await page.evaluate(look), shown = await page.evaluate(digest, ["", 0]);
    stuck = now.mine && shown === last ? stuck + 1 : 0;
    last = shown;
    if (stuck >= STUCK_MAX) throw new Error(`nothing that is done changes anything: ${shown}`);
    if (now.over || turns >= turnsMax || await stop()) return { over: now.over, turns };
    if (now.skip.length > 0) await doing(page, () => hand.skip(page, now));
    else if (!now.mine) await doing(page, async () => undefined);
    else if (await decide(page, hand, now, { choose, given, hexes })) {
      given = 0;
      await between(++turns);
    } else given++;
  }
  throw new Error(`no end after ${STEPS_MAX} steps`);
}
