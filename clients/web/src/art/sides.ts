// Colours and shapes of the sides. Seats 2 and 4 are light where 1 and 3 are dark, so two armies differ in grey as well.
export interface Side { name: string; side: string; dark: string; light: string; facing: 1 | -1; changed: boolean }

export const SIDES: readonly Side[] = [
  { name: "wild", side: "#6d6a60", dark: "#3d3b35", light: "#d9d3c2", facing: -1, changed: false },
  { name: "azure", side: "#2a67b1", dark: "#173f78", light: "#bcd6f2", facing: 1, changed: false },
  { name: "ember", side: "#d2601f", dark: "#8c360a", light: "#fbd9b8", facing: -1, changed: true },
  { name: "moss", side: "#3f8450", dark: "#1f5230", light: "#cbe6c4", facing: 1, changed: false },
  { name: "plum", side: "#83479c", dark: "#512563", light: "#e6cdf0", facing: -1, changed: true },
];

/** By the owner of a token: 0 is nobody. */
export const sideOfOwner = (owner: number): Side => SIDES[owner === 0 ? 0 : ((owner - 1) % 4) + 1]!;

export const INK = "#241a12", CREAM = "#f7ecd0", CUT = "#fbf3dd", GOLD = "#e0ac34";

/** What a figure may be made of, by the names that the tables of figures use. */
export const MATERIALS: Record<string, string> = {
  ink: INK, steel: "#c3c9cc", slate: "#89939a", skin: "#e9bf95", wood: "#96633a", bark: "#5f3c1f", gold: GOLD, cream: CREAM,
  hide: "#6f4c31", crystal: "#5fd0d8", stone: "#d3c7ad", stonedark: "#a3957b", stonelight: "#ece3cb",
};

/** Body, wings and belly of a dragon, by what it guards. */
export const DRAGONS: Record<string, [body: string, wings: string, belly: string]> = {
  gold: ["#c98f1c", "#7d5608", "#ffe9a8"], melee: ["#a8352c", "#6d1c1b", "#e7a45a"],
  ranged: ["#2a67b1", "#173f78", "#bcd6f2"], mana: ["#3f8450", "#1f5230", "#d5e6a0"],
};
