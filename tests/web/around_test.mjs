// Around the board, on the real server: accounts, the live list, clocks, chat, draws, rematches, the invitation. TAP.
// usage: node around_test.mjs REDOUBT DIST CHROMIUM PICTURES-FOLDER
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accessible, check, goTo, newGame, pictures4, run, same, STILL, test } from "./harness.mjs";
import { startServer } from "./server.mjs";

const [redoubt, dist, chromium, pictures] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "redoubt-around-"));
const PASSWORD = "correct horse";
let friend = null; // a second person, in a browser of her own

const clockOf = async (page, seat) => {
  const [minutes, seconds] = (await page.textContent(`.side-sums >> nth=${seat} >> .clock`)).split(":").map(Number);
  return 60 * minutes + seconds;
};

async function register(page, name) {
  await goTo(page, "#/account");
  await page.fill("#name", name);
  await page.fill("#password", PASSWORD);
  await page.click("text=Make an account");
  await page.waitForSelector("text=Log out");
}

test("an account is made, left and entered again", async ({ page, shoot }) => {
  await goTo(page, "#/account");
  await page.waitForSelector("text=You are the guest");
  await accessible(page, "the account page");
  await pictures4(page, shoot, "account");
  await page.fill("#name", "Ada");
  await page.fill("#password", "short12");
  await page.click("text=Make an account");
  await page.waitForSelector(".warning");
  await register(page, "Ada");
  check(/You are Ada/.test((await page.textContent("main")).replace(/\s+/g, " ")), "she isn't named");
  await page.click("text=Log out");
  await page.waitForSelector("text=You are the guest");
  await page.fill("#name", "Ada");
  await page.fill("#password", PASSWORD);
  await page.click("button:has-text('Log in')");
  await page.waitForSelector("text=Log out");
  for (let time = 0; time < 5; time++) { // the greeting comes now before, now after the page listens for it
    await page.reload();
    await page.waitForSelector("text=Log out");
  }
});

test("the invitation has a link, and a QR code that cameras read", async ({ page, shoot }) => {
  await newGame(page, "apoca", { rival: "whoever comes, on the list of open games", "option-map": "duel", "option-turns": 30, clock: "5 minutes, and 5 seconds a turn" });
  await page.check("#rated");
  await accessible(page, "the form");
  await shoot("terms");
  await page.click("button.big");
  await page.waitForSelector(".qr");
  const link = await page.inputValue(".invite input");
  const picture = await page.locator(".qr").evaluate(async (svg) => {
    const image = new Image();
    const copy = svg.cloneNode(true);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", "300");
    copy.setAttribute("height", "300");
    copy.querySelector("rect").setAttribute("fill", "#fff");
    image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 300, height: 300 });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return [...pen.getImageData(0, 0, 300, 300).data];
  });
  const { require } = await import("./browser.mjs");
  const read = require("jsqr")(Uint8ClampedArray.from(picture), 300, 300);
  same(read?.data, link, "what a camera reads");
  await pictures4(page, shoot, "invite");
});

test("the list shows it at once, filters it, and leads to it", async ({ shoot }) => {
  const { openBrowser, openPage } = await import("./browser.mjs");
  friend = await openBrowser(chromium, STILL);
  const page = await openPage(friend.context, friendUrl);
  page.setDefaultTimeout(Number(process.env.WEB_TIMEOUT_MS ?? 60000));
  friend.page = page;
  await register(page, "Bea");
  await goTo(page, "#/");
  await page.waitForSelector('.lobby li:has-text("Ada")');
  check(/Rated, live/.test(await page.textContent(".lobby li")), "it isn't said that it is rated and live");
  await accessible(page, "the first page with a list");
  await page.selectOption('.filters select[aria-label="Clock"]', "days");
  await page.waitForSelector(".lobby li", { state: "detached" });
  await page.selectOption('.filters select[aria-label="Clock"]', "live");
  await page.waitForSelector(".lobby li");
  await page.screenshot({ path: join(pictures, "lobby-filters.png") });
  await page.click(".lobby li >> text=Join");
  await page.waitForSelector(".board.live");
  await shoot("clocks");
});

test("clocks run, for whoever still thinks", async ({ page }) => {
  await page.waitForSelector(".clock.runs");
  const before = await clockOf(page, 0);
  check(before > 280 && before <= 305, `it begins with ${before} seconds`);
  await page.waitForFunction((old) => {
    const [minutes, seconds] = document.querySelector(".side-sums .clock").textContent.split(":").map(Number);
    return 60 * minutes + seconds < old;
  }, before);
  await page.click(".donebar .primary");
  await page.waitForFunction(() => document.querySelector(".status").textContent.includes("Waiting"));
});

test("chat is escaped and arrives", async ({ page }) => {
  await friend.page.click(".chat summary");
  await friend.page.fill(".say input", "<b>Good luck</b> & have fun");
  await friend.page.press(".say input", "Enter");
  await page.waitForSelector(".chat .count");
  await page.click(".chat summary");
  same((await page.textContent(".chat-lines p")).trim(), "Bea: <b>Good luck</b> & have fun", "what was said");
  same(await page.locator(".chat-lines p b").count(), 1, "bold parts");
  await page.screenshot({ path: join(pictures, "chat.png") });
  await accessible(page, "a game with chat and clocks");
});

test("a name from right to left turns nothing round beside it", async ({ page }) => {
  const places = await page.evaluate(() => {
    const line = document.createElement("p");
    line.innerHTML = "<a href='#/'>\u05e9\u05dc\u05d5\u05dd</a> <i>12</i> <b>\u05d0\u05d1</b> <i>34</i>";
    document.querySelector(".chat-lines").append(line);
    const lefts = [...line.children].map((part) => part.getBoundingClientRect().left);
    line.remove();
    return lefts;
  });
  same(String(places), String([...places].sort((a, b) => a - b)), "places from left to right");
});

test("who talks too much is muted, heard again, and reported", async ({ page, shoot }) => {
  const lines = () => page.locator(".chat-lines p").count();
  await page.click('.person:has-text("Bea") >> text=Mute');
  await page.waitForSelector("text=Listen again");
  same(await lines(), 0, "lines of somebody muted");
  await friend.page.fill(".say input", "Are you there?");
  await friend.page.press(".say input", "Enter");
  await friend.page.waitForFunction(() => document.querySelectorAll(".chat-lines p").length === 2);
  same(await lines(), 0, "lines of somebody muted");
  await page.click("text=Listen again");
  await page.waitForFunction(() => document.querySelectorAll(".chat-lines p").length === 1);
  await page.click('.person:has-text("Bea") >> text=Mute');
  await page.waitForSelector("text=Listen again");
  await page.reload(); // the server remembers, and says so
  await page.waitForSelector(".board.live");
  await page.click(".chat summary");
  await page.waitForSelector("text=Listen again");
  await page.click("text=Listen again");
  await page.waitForSelector('.person:has-text("Bea") >> text=Mute');
  await friend.page.fill(".say input", "Hello?");
  await friend.page.press(".say input", "Enter");
  await page.waitForSelector('.chat-lines p:has-text("Hello?")');
  await page.click('.person:has-text("Bea") >> text=Report');
  await page.fill("#report-why", "too many questions");
  await accessible(page, "a report");
  await shoot("report");
  await page.click("dialog .primary");
  await page.waitForSelector("text=The report is with the host");
  check(spawnSync(redoubt, ["admin", "--db", join(folder, "games.db"), "reports"], { encoding: "utf8" }).stdout.includes("too many questions"), "the host doesn't read it");
});

test("a pause is asked for, granted and ended", async ({ page }) => {
  await page.click("text=Ask for a pause");
  await friend.page.waitForSelector("text=Red asked for a pause");
  await friend.page.click(".offer >> text=Accept");
  for (const one of [page, friend.page]) await one.waitForSelector("text=The match is paused");
  same(await page.locator(".clock.runs").count(), 0, "clocks that run");
  await page.click("text=Go on");
  for (const one of [page, friend.page]) await one.waitForFunction(() => !document.body.textContent.includes("The match is paused"));
  await page.waitForSelector(".clock.runs");
});

test("a draw is offered, declined, offered again and accepted", async ({ page }) => {
  for (const one of [page, friend.page]) { // before both have ordered nothing is rated
    if (await one.locator(".donebar .primary").isEnabled()) await one.click(".donebar .primary");
  }
  for (const one of [page, friend.page]) await one.waitForFunction(() => /turn 1/.test(document.querySelector(".turn").textContent));
  await page.click("text=Offer a draw");
  await friend.page.click(".offer >> text=Decline");
  await page.waitForSelector("text=Offer a draw");
  await page.click("text=Offer a draw");
  await friend.page.waitForSelector("text=Red offered a draw");
  await friend.page.click(".offer >> text=Accept");
  for (const one of [page, friend.page]) {
    await one.waitForSelector(".endbox");
    same(await one.textContent(".endbox h2"), "A tie", "the result");
    same(await one.textContent(".endbox p"), "A draw was agreed.", "how it ended");
    await one.waitForFunction(() => /1500 → 1500/.test(document.querySelector(".endbox").textContent));
  }
});

test("a rematch swaps the sides", async ({ page }) => {
  await page.click(".endbox >> text=Rematch");
  await friend.page.click("text=Accept the rematch");
  for (const [one, side] of [[page, "Blue"], [friend.page, "Red"]]) {
    await one.click("text=To the rematch");
    await one.waitForSelector(".donebar");
    same(await one.textContent(".side-sums.mine .who").then((text) => text.replace("you", "")), side, "side");
  }
});

test("who goes away is seen to be away; a match can be called off", async ({ page }) => {
  await friend.page.goto("about:blank");
  await page.waitForSelector("text=Red is away");
  await page.waitForSelector("text=You may claim the win in");
  let asked = "";
  page.once("dialog", (dialog) => { asked = dialog.message(); return dialog.dismiss(); });
  await page.click("text=Call it off");
  check(/Call this match off/.test(asked), "nobody was asked");
  same(await page.locator(".endbox").count(), 0, "results after a No");
  page.once("dialog", (dialog) => dialog.accept());
  await page.click("text=Call it off");
  await page.waitForSelector("text=The match was called off");
});

test("who stays away is claimed against", async ({ page }) => {
  await goTo(page, "#/");
  const link = await page.evaluate(() => new Promise((resolve, reject) => { // the form has no such short time
    const socket = new WebSocket(new URL("v1/ws", location.href).href.replace("http", "ws"));
    const ask = (fields) => socket.send(JSON.stringify({ id: `test-${Math.random()}`, ...fields }));
    socket.onopen = () => ask({ cmd: "hello", version: 1, token: localStorage.getItem("redoubt.token") });
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.ok === false) reject(new Error(answer.why));
      else if (answer.link) resolve(answer.link.slice(1));
      else if (answer.player) ask({ cmd: "create", game: "apoca", options: { map: "duel" }, seats: ["me", "open"], claim: 1 });
    };
  }));
  await goTo(page, link);
  await page.waitForSelector(".invite input");
  await friend.page.goto(new URL(link, friendUrl).href);
  await friend.page.waitForSelector(".donebar .primary");
  await page.waitForSelector(".donebar .primary:not(:disabled)");
  await page.click(".donebar .primary");
  await friend.page.goto("about:blank");
  await page.click('button:has-text("Claim the win")');
  await page.waitForSelector('.endbox h2:has-text("You won")');
});

test("ratings and games of a player", async ({ page, shoot }) => {
  await goTo(page, "#/account");
  await page.click("text=Ratings and games");
  await page.waitForSelector("table");
  check(/ApocaWarlords1500 ± /.test(await page.textContent("table tbody tr")), "no rating");
  await page.waitForSelector('.lobby li.over:has-text("Ada against Bea"):has-text("A tie")');
  await accessible(page, "a player");
  await pictures4(page, shoot, "player");
  await goTo(page, "#/games");
  await page.waitForSelector('.lobby li.over:has-text("Ada against Bea"):has-text("A tie") a[href^="#/replay/"]');
});

test("the strongest of a game are listed, each with a way to their games", async ({ page, shoot }) => {
  await goTo(page, "#/");
  await page.click('.ways button:has-text("ApocaWarlords")');
  await page.click("text=Leaderboard");
  await page.waitForFunction(() => document.querySelectorAll(".ranking tbody tr").length === 2);
  check(/^1(Ada|Bea)1500 ± \d+1$/.test(await page.textContent(".ranking tbody tr")), "the first of the list");
  await accessible(page, "the leaderboard");
  await pictures4(page, shoot, "ranking");
  await page.click(".ranking tbody a");
  await page.waitForSelector('h1:has-text("a")');
  await goTo(page, "#/ranking/civ");
  await page.waitForSelector("text=Nobody has finished a rated game yet");
});

/** Six digits by RFC 6238, of now or so many steps later. */
function totp(secret, later) {
  const bits = Array.from(secret, (sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2))), step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + later));
  const mac = createHmac("sha1", key).update(step).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1000000).padStart(6, "0");
}

const isGuest = (page) => page.waitForSelector("text=You are the guest");

test("an account has codes, a second factor and sessions", async ({ page, shoot }) => {
  await goTo(page, "#/account");
  await page.click("text=Log out");
  await isGuest(page);
  await register(page, "Zoe");
  const code = await page.textContent(".codes li");
  same(await page.locator(".codes li").count(), 8, "codes");
  await accessible(page, "an account with its codes");
  await page.click("text=I have kept them");
  await page.click("summary:has-text('Second factor')");
  await page.fill("#factor-password", PASSWORD);
  await page.click("text=Set it up");
  const secret = await page.textContent("details[open] code");
  await page.fill("#first-digits", totp(secret, 0));
  await shoot("second-factor");
  await page.click("text=These are the digits");
  await page.waitForSelector("text=From now on they are asked for");
  await page.waitForSelector(".sessions li:has-text('here')");
  await page.click("text=Log out");
  await isGuest(page);
  await page.fill("#name", "Zoe");
  await page.fill("#password", PASSWORD);
  await page.click("button.primary");
  await page.waitForSelector("#digits");
  await page.fill("#digits", totp(secret, 1));
  await page.click("button.primary");
  await page.waitForSelector("text=Log out");
  await page.click("text=Log out");
  await isGuest(page);
  await page.click("text=Password lost?");
  await page.fill("#name", "Zoe");
  await page.fill("#code", code);
  await page.fill("#password", "a new password");
  await page.click("text=Open the account again");
  await page.waitForSelector("text=Log out");
});

test("a player takes a copy of the data, and is forgotten", async ({ page }) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Take a copy")]);
  const data = JSON.parse(readFileSync(await download.path(), "utf8"));
  same(JSON.stringify([data.name, data.account, data.keys.codes]), JSON.stringify(["Zoe", true, 7]), "the copy");
  await page.click("summary:has-text('Forget me')");
  await page.fill("#forget-password", "a new password");
  await page.click("form button:has-text('Forget me')");
  await isGuest(page);
  await page.fill("#name", "Zoe");
  await page.fill("#password", "a new password");
  await page.click("button.primary");
  await page.waitForSelector(".warning");
  await page.click("text=Rules for players");
  await page.waitForSelector("h1:has-text('Rules for players')");
  await accessible(page, "the rules for players");
});

test("the consoles stayed clean", async ({ page }) => {
  same([page, friend.page].flatMap((one) => one.troubles).join("; "), "", "complaints");
});

let friendUrl = "";
const begin = async () => {
  const server = await startServer(redoubt, dist, folder);
  friendUrl = server.url;
  return { ...server, close: async () => { await friend?.close(); await server.close(); } };
};
await run({ dist, chromium, pictures, options: STILL, begin });
rmSync(folder, { recursive: true, force: true });
