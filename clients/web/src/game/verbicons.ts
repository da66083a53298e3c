// A picture for the orders that are given most, each in a box of 24 x 24. Others are told by their names.
const ICONS: Record<string, string> = {
  move: "M8 2c2 0 3 2 3 5 0 2-1 3-1 5h5c3 0 6 2 6 5v3H6v-4c0-4-1-5-1-9 0-3 1-5 3-5z",
  flag: "M5 2h2v20H5zM8 3h12l-3 4.500 3 4.500H8z",
  swords: "M4 2l9 9 1.500-1.500L16 11l-1.500 1.500L20 18l-2 2-5.500-5.500L11 16l-1.500-1.500L11 13 2 4V2zM20 2h2v2l-6.500 6.500-2-2zM9.500 14.500l2 2L6 22l-2-2z",
  bow: "M5 2c7 2 11 6 11 10S12 20 5 22l-.600-2C10 18 13.500 15.500 13.500 12S10 6 4.400 4zM2 11h14V8.500l6 3.500-6 3.500V13H2z",
  shield: "M12 2l8 3v6c0 5-3 9-8 11-5-2-8-6-8-11V5z",
  heart: "M12 21C5 16 2 12 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 4-3 8-10 13z",
  hammer: "M3 3h10l5 4-2 3-3-2v14h-3V9H3z",
  eye: "M12 5c5 0 9 3 11 7-2 4-6 7-11 7S3 16 1 12c2-4 6-7 11-7zm0 3a4 4 0 1 0 .010 0z",
  cross: "M5 3l7 7 7-7 2 2-7 7 7 7-2 2-7-7-7 7-2-2 7-7-7-7z",
  road: "M9 2h2v5H9zM13 2h2v5h-2zM8 9h3v5H7zM13 9h3l1 5h-4zM6 16h5v6H4zM13 16h5l2 6h-7z",
  flame: "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-2 1-4 2-5 0 2 1 3 2 3 1-3 0-6 2-10z",
  plus: "M10 3h4v7h7v4h-7v7h-4v-7H3v-4h7z",
  spark: "M13 1L5 14h6l-2 9 9-14h-6z",
};

const OF: Record<string, string> = {
  move: "move", extend: "move", move_worker: "move", roll_move: "move", move_to: "flag", move_army: "swords", melee: "swords", attack: "swords",
  ranged: "bow", defend: "shield", always_defend: "shield", heal: "heart", heal_until_full: "heart", spell_heal: "plus", build: "hammer",
  repair: "hammer", lookout: "eye", always_lookout: "eye", search: "eye", cancel: "cross", destroy: "cross", sabotage: "cross", road_to: "road", rail_to: "road",
  fireball: "flame", lightning: "spark",
};

/** Orders that are given once and kept every turn: the same picture as for one turn, with a mark. */
export const isStanding = (verb: string): boolean => /^always_|_until_full$/.test(verb);

export const verbIcon = (verb: string): string | null => ICONS[OF[verb] ?? ""] ?? null;
