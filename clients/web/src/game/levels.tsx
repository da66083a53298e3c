// How strong the computer plays: four named levels that every game has, and bots of other kinds beside them.
import type { Bot, Game } from "../rules/types";
import { t, type Word } from "../ui/strings";

/** From weak to strong, with the page's words for them. */
const LEVELS: [name: string, word: Word][] = [
  ["beginner", "levelBeginner"], ["casual", "levelCasual"], ["strong", "levelStrong"], ["expert", "levelExpert"],
];
const PRESET = "casual";

const has = (game: Game, name: string) => game.bots.some((bot) => bot.name === name);
const rankOf = (name: string) => LEVELS.findIndex(([level]) => level === name);

/** The one that a newcomer plays against. */
export const presetBot = (game: Game): string => (has(game, PRESET) ? PRESET : game.bots[0]?.name ?? "random");

/** What "Play now" chooses where the presets are not the best of a game: FATE with its heroes. */
const QUICK: Record<string, Record<string, string>> = { fate: { mode: "standard" } };

export const quickOptions = (game: Game): number[] => game.options.map((option) => {
  const choice = option.choices.indexOf(QUICK[game.id]?.[option.key] ?? "");
  return choice < 0 ? option.preset : option.min + choice;
});

/** The levels of a game, from weak to strong. */
export const levelsOf = (game: Game): string[] => botsOf(game).levels.map((bot) => bot.name);

/** The one that is quick enough for pictures in passing. */
export const quickBot = (game: Game): string => (has(game, "greedy") ? "greedy" : "random");

/** Levels first, each with its word; the others by name. */
function botsOf(game: Game): { levels: Bot[]; others: Bot[] } {
  const levels = game.bots.filter((bot) => rankOf(bot.name) >= 0).sort((a, b) => rankOf(a.name) - rankOf(b.name));
  return { levels, others: game.bots.filter((bot) => rankOf(bot.name) < 0) };
}

export const botWord = (name: string): string => (rankOf(name) < 0 ? name : t(LEVELS[rankOf(name)]![1]));

/** The level so many above or below; null: there is none. */
export function levelBeside(game: Game, name: string, step: 1 | -1): string | null {
  const next = rankOf(name) < 0 ? undefined : LEVELS[rankOf(name) + step]?.[0];
  return next !== undefined && has(game, next) ? next : null;
}

/** The bots of a game within a select. */
export function BotOptions({ game }: { game: Game }) {
  const { levels, others } = botsOf(game);
  const list = (bots: Bot[]) => bots.map((bot) => <option key={bot.name} value={bot.name}>{botWord(bot.name)}</option>);
  return (
    <>
      {levels.length > 0 ? <optgroup label={t("computer")}>{list(levels)}</optgroup> : null}
      {others.length > 0 ? <optgroup label={levels.length > 0 ? t("otherBots") : t("computer")}>{list(others)}</optgroup> : null}
    </>
  );
}
