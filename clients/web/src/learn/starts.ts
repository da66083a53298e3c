// The card at the beginning of a game: how you win, what a turn is, three things to try.
import { spokenStarts } from "../ui/strings";

export interface Start { goal: string; turn: string; tries: [string, string, string] }

const en: Record<string, Start> = {
  fortress: {
    goal: "Bring down the enemy's base before they bring down yours. After the last turn the stronger base wins.",
    turn: "Both sides give their orders in secret. Then all orders are carried out together, step by step.",
    tries: ["Buy a scout: it lifts the fog and takes mines.", "Send a unit onto a mine: it pays gold every turn.", "Buy a builder and let it lay a road from the mine to your base: the mine pays more."],
  },
  classic: {
    goal: "Bring down the enemy's base before they bring down yours.",
    turn: "Both sides give their orders in secret. Then all orders are carried out together.",
    tries: ["Buy a scout and take the nearest mine.", "Save for an archer: it strikes from two tiles away.", "Strike an enemy from two sides: it defends worse."],
  },
  apoca: {
    goal: "Bring down the other base. Mercenaries walk the roads to it by themselves; towers stop theirs.",
    turn: "Both sides build and hire at the same time. Then everything on the lanes moves and shoots.",
    tries: ["Build a house on a tile of your colour: it earns money.", "Build a crossbow near the last bend before your base.", "Hire a mercenary and see which road it takes."],
  },
  civ: {
    goal: "Own all cities, or more than anybody else when the last round is over.",
    turn: "Players move one after the other. Your cities harvest when your turn begins.",
    tries: ["Save production for a worker: it harvests a second tile.", "Send it to a forest or a hill near your city.", "Build a second city where food and production are good."],
  },
  fate: {
    goal: "Defeat all seven units of the other side.",
    turn: "Each unit has a turn of its own, in the order of the row above the board. Attacks are rolled: two dice against two.",
    tries: ["Choose your team, or let the rest be chosen for you.", "Place the knight in the middle, and archers behind it.", "Let an assassin hide, and strike from there."],
  },
};

/** Null: this game has none. */
export const startOf = (game: string): Start | null => spokenStarts()?.[game] ?? en[game] ?? null;
