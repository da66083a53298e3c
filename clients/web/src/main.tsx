// Where the page begins: start the rules, find out whether a server is there, draw.
import { render } from "preact";
import { App, Root } from "./app";
import { Server } from "./net/server";
import { startRules } from "./rules/client";
import { nameSides } from "./rules/known";
import { keepPageAtRest } from "./ui/quiet";
import type { Game } from "./rules/types";
import { applySettings } from "./ui/settings";
import { loadLanguage, t } from "./ui/strings";

async function begin(): Promise<void> {
  const place = document.getElementById("app")!;
  applySettings();
  try {
    const start = (kept = "") => startRules(new Worker(`worker.js${kept}`));
    const rules = start();
    const server = new Server();
    const games = JSON.parse(document.getElementById("games")!.textContent) as Game[]; // put there by the build
    await Promise.all([server.find(), loadLanguage()]);
    games.forEach(nameSides);
    place.textContent = "";
    render(<Root app={new App(start, rules, games, server)} />, place);
  } catch (error) {
    place.textContent = `${t("trouble")}: ${error instanceof Error ? error.message : String(error)}`;
  }
  keepPageAtRest();
}

void begin();
