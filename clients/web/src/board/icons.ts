// Small signs, each in a box of 24 x 24, drawn as lines.
export const ICONS = {
  hourglass: "M6 3h12M6 21h12M7 3c0 6 10 12 10 18M17 3c0 6-10 12-10 18",
  shield: "M4 4h16v8c0 5-4 8-8 9-4-1-8-4-8-9z",
  flag: "M6 22V3M6 4h13l-4 4 4 4H6M3 22h7",
  heart: "M12 20C3 13 3 5 8 5c2 0 4 2 4 4 0-2 2-4 4-4 5 0 5 8-4 15z",
  eye: "M1 12c6-9 16-9 22 0-6 9-16 9-22 0zM12 9a3 3 0 100 6 3 3 0 000-6z",
  hammer: "M3 8l6-5 9 4-4 4-3-1-4 3zM11 10l9 9-2 2-9-9z",
  star: "M12 2l3 7 7 .6-5.4 4.7L18.5 22 12 18l-6.5 4 1.9-7.7L2 9.6 9 9z",
  coin: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v10M9 9h5M9 14h5",
  swords: "M5 3l9 11-2 2L2 6V3zM19 3l-9 11 2 2L22 6V3zM5 15l4 4M19 15l-4 4M4 21l4-4M20 21l-4-4",
  bow: "M6 3c12 3 12 15 0 18M6 3v18M2 12h18M16 8l4 4-4 4",
  steps: "M6 18c-2 0-2-3 0-4s3-4 2-7 3-4 4-1-1 6 1 8 4 2 4 4-3 2-5 1-3-2-6-1z",
  mana: "M12 2l7 9-7 11-7-11zM5 11h14",
  undo: "M9 5L4 10l5 5M4 10h10c8 0 8 10 1 10",
  cross: "M5 5l14 14M19 5L5 19",
  plus: "M12 4v16M4 12h16",
  minus: "M4 12h16",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
} as const;

export type IconName = keyof typeof ICONS;
