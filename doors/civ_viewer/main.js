// Shows a game through the routes that its bots use, as an observer's key or a player's sees it.
const TILE = 20, RETRY_MS = 2000, SVG = "http://www.w3.org/2000/svg";
const LISTS = ["cities", "armies", "workers"];
const WORDS = { cities: ["city", "cities"], armies: ["army", "armies"], workers: ["worker", "workers"] };
const api = `${location.pathname.replace(/\/+$/, "")}/api/`;
const part = (id) => document.getElementById(id);

let key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "observe0";
let refreshMs = 500, paused = false, drawn = "", watches = 0;

async function ask(route) {
  const reply = await fetch(`${api}${route}?key=${encodeURIComponent(key)}`);
  return reply.json();
}

/** An element with attributes and what is in it; texts are texts, never markup. */
function make(space, name, attributes, ...inside) {
  const element = document.createElementNS(space, name);
  for (const [one, value] of Object.entries(attributes)) element.setAttribute(one, value);
  element.append(...inside);
  return element;
}
const svg = (...words) => make(SVG, ...words);
const html = (...words) => make("http://www.w3.org/1999/xhtml", ...words);

// ---- the board

function drawLand(size, board) {
  const tiles = [];
  board.forEach((column, x) => column.forEach((land, y) => {
    if (land < 0) return; // fog: nothing is drawn
    tiles.push(svg("rect", { class: `land-${land}`, x: x * TILE, y: y * TILE, width: TILE, height: TILE }),
      svg("use", { href: `#land-${land}`, x: x * TILE, y: y * TILE }));
  }));
  part("land").replaceChildren(...tiles);
  part("board").setAttribute("viewBox", `0 0 ${size * TILE} ${size * TILE}`);
}

const SHAPES = {
  cities: (seat) => [svg("rect", { class: "thing", x: 2, y: 2, width: 16, height: 16, rx: 2 }),
    svg("text", { class: "mark", x: 10, y: 10 }, String(seat))],
  armies: (_, count) => [svg("path", { class: "thing", d: "M14 8l5 2v4q0 4-5 6-5-2-5-6v-4z" }),
    svg("text", { class: "mark small", x: 14, y: 16.5 }, count > 1 ? String(count) : "")],
  workers: () => [svg("path", { class: "thing", d: "M5 9l5 5.500-5 5.500-5-5.500z" })],
};

/** What stands on one tile, of one seat and kind: [{x, y, hitpoints}] as one picture. */
function drawHeap(kind, seat, owner, heap) {
  const { x, y } = heap[0];
  const health = kind === "armies" ? `, hit points ${heap.map((one) => one.hitpoints).join(", ")}` : "";
  const words = `${heap.length} ${WORDS[kind][heap.length > 1 ? 1 : 0]} of seat ${seat} (${owner}) at ${x}, ${y}${health}`;
  return svg("g", { class: `side-${seat}`, transform: `translate(${x * TILE} ${y * TILE})` },
    svg("title", {}, words), ...SHAPES[kind](seat, heap.length));
}

function drawThings(seen) {
  const heaps = LISTS.flatMap((kind) => seen[kind].flatMap((list, seat) => {
    const tiles = new Map();
    for (const one of list) tiles.set(`${one.x},${one.y}`, [...tiles.get(`${one.x},${one.y}`) ?? [], one]);
    return [...tiles.values()].map((heap) => drawHeap(kind, seat, seen.players[seat].name, heap));
  }));
  part("things").replaceChildren(...heaps);
}

// ---- words and numbers

/** A line of the table: its name, and a number of each seat. */
const LINES = [
  ...LISTS.map((kind) => [kind, (seen, seat) => seen[kind][seat].length]),
  ...["production", "food", "trade"].map((what) => [what, (seen, seat) => seen.resources[seat][what]]),
  ...["offense", "defense"].map((what) => [what, (seen, seat) => seen.players[seat][what].toFixed(1)]),
];

function drawTable(seen) {
  const heads = seen.players.map((one, seat) => html("th", { scope: "col", class: `side-${seat}` }, html("b", {}, `seat ${seat}`), one.name));
  const lines = LINES.map(([name, number]) => html("tr", {}, html("th", { scope: "row" }, name),
    ...seen.players.map((_, seat) => html("td", seen.turn === seat ? { class: "moves" } : {}, String(number(seen, seat))))));
  part("seats").replaceChildren(html("td", {}), ...heads);
  part("numbers").replaceChildren(...lines);
}

/** How it stands: who moves, why nobody does, or who won. */
function say(seen) {
  const { turn, result, players } = seen;
  const winners = result ? players.filter((_, seat) => result.rank[seat] === 1).map((one) => one.name) : [];
  if (result) return `${winners.join(" and ")} ${winners.length > 1 ? "share the first place" : "won"}: ${result.reason}.`;
  return turn >= 0 ? `${players[turn].name} (seat ${turn}) is to move.` : "Nobody is to move.";
}

function drawAll(seen) {
  const summary = seen.players.map((one, seat) => `${one.name} ${LISTS.map((kind) => `${seen[kind][seat].length} ${kind}`).join(", ")}`);
  drawLand(seen.size, seen.board);
  drawThings(seen);
  part("board").setAttribute("aria-label", `The board. ${summary.join("; ")}.`);
  drawTable(seen);
  part("eyes").textContent = seen.player === undefined ? "You see everything." : `You see what seat ${seen.player} sees.`;
  part("replay").hidden = seen.player !== undefined && !seen.result; // players get it when the game is over
  part("replay").href = `${api}replay?key=${encodeURIComponent(key)}`;
}

/** Another key may not show what the last one did. */
function forget() {
  drawn = "";
  for (const id of ["land", "things", "seats", "numbers"]) part(id).replaceChildren();
  part("board").setAttribute("aria-label", "the board");
  part("eyes").textContent = "";
  part("replay").hidden = true;
}

// ---- looking again and again

const NO_GAME = "No game is under way: it has not begun, or the admin has stopped it.";
const SILENCE = "The server does not answer. Trying again …";

/** What there is to see, or the words for why there is nothing. */
async function look() {
  const info = await ask("info");
  if (info.error) return { words: `The server says: ${info.error}. Which key is it?` };
  refreshMs = info.observeRefreshRate;
  const routes = ["board", ...LISTS, "resources", "players", "player_index", "result", "current_player"];
  const replies = await Promise.all(routes.map(ask));
  if (replies.slice(1, 6).some((one) => one.error)) return { words: NO_GAME };
  const seen = Object.assign({}, ...replies);
  return { seen, words: say(seen) };
}

/** Looks until another watch begins or a pause ends it: what comes too late is not shown. */
async function watch() {
  const mine = ++watches;
  while (mine === watches && !paused) {
    const { seen, words } = await look().catch(() => ({ words: SILENCE }));
    if (mine !== watches || paused) return;
    const text = JSON.stringify(seen);
    if (seen && text !== drawn) drawAll(seen);
    drawn = seen ? text : drawn;
    if (part("status").textContent !== words) part("status").textContent = words;
    await new Promise((resolve) => setTimeout(resolve, words === SILENCE ? RETRY_MS : refreshMs));
  }
}

function setPaused(on) {
  paused = on;
  part("pause").setAttribute("aria-pressed", String(on));
  void watch();
}

part("key").value = key;
part("who").addEventListener("submit", (event) => {
  event.preventDefault();
  key = part("key").value;
  history.replaceState(null, "", `#${new URLSearchParams({ key })}`);
  forget();
  setPaused(false);
});
part("pause").addEventListener("click", () => setPaused(!paused));
void watch();
