// The first page needs only a few words about each game; the rest of its tables comes with its rules.
import type { RulesClient } from "./client";
import type { Game } from "./types";

/** Fills the game with all of its tables, once. */
export async function know(rules: RulesClient, game: Game): Promise<void> {
  if (game.verbs.length === 0) Object.assign(game, await rules.tables(game.id));
}
