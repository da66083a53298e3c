// Every word of the page that doesn't come from the games' tables. A translation is another table.
import { speak, type Tables } from "../rules/language";
import type { LaterWord } from "./later";
import type { Start } from "../learn/starts";

const en = {
  tagline: "Turn-based war games. Give your orders, watch what comes of them, and see why.",
  playNow: "Play now",
  playNowHint: "against the computer ({level}), no account",
  options: "Choose options",
  friend: "a friend, by a link to send",
  computer: "The computer",
  theComputer: "the computer", // against it
  levelBeginner: "beginner",
  levelCasual: "casual",
  levelStrong: "strong",
  levelExpert: "expert",
  otherBots: "Other bots",
  people: "People",
  rules: "Rules",
  resume: "Go on with your game",
  games: "Games",
  openGames: "Open games",
  noOpenGames: "Nobody waits for an opponent right now. Start a game and send the link.",
  join: "Join",
  watch: "Watch",
  seats: "Players",
  side: "You play",
  against: "against",
  home: "Redoubt",
  turn: "turn",
  of: "of",
  you: "you",
  player: "Player",
  noOrders: "none yet",
  replaced: "replaced",
  undo: "Undo",
  done: "Done",
  price: "price",
  needed: "Waiting for players",
  here: "Here",
  cancel: "Cancel",
  log: "What happened",
  why: "Why?",
  foreseen: "What would come of it",
  idle: "Waiting for orders",
  pause: "Pause",
  step: "Step",
  speed: "Speed",
  nothingToOrder: "nothing can be ordered now: press Done",
  won: "You won",
  lost: "You lost",
  tied: "A tie",
  handOver: "It is your turn. Take the device, and let nobody else look.",
  iAm: "I am",
  rematch: "Rematch",
  clock: "Clock",
  clockNone: "no clock",
  clockFast: "5 minutes, and 5 seconds a turn",
  clockSlow: "20 minutes, and 15 seconds a turn",
  clockTurn: "a minute a turn",
  clockDay: "a day a turn",
  clockDays: "three days a turn",
  rated: "Rated",
  decline: "Decline",
  paused: "The match is paused.",
  abort: "Call it off",
  sharing: "Waiting until everybody's page has added to the luck.",
  luckFair: "The luck was drawn by everybody together; this page has checked it.",
  luckOdd: "The luck is not the one that was promised. Keep the replay, and ask the host of the server.",
  chat: "Chat",
  mute: "Mute",
  unmute: "Listen again",
  report: "Report",
  reported: "The report is with the host of the server.",
  qr: "The link as a QR code",
  account: "Account",
  name: "Name",
  password: "Password",
  passwordNew: "New password",
  logIn: "Log in",
  register: "Make an account",
  passwordLost: "Password lost?",
  recover: "Open the account again",
  digits: "Six digits of your authenticator",
  sessions: "Where you are logged in",
  conduct: "Rules for players",
  unrated: "No rated games yet.",
  rating: "Rating",
  played: "Played",
  allGames: "all games",
  allSpeeds: "any clock",
  speedOf: "Clock",
  speedLive: "live",
  speedDays: "days a turn",
  speedNone: "no clock",
  onlyFree: "seats free",
  showBoard: "Look at the board",
  showResult: "Show the result",
  story: "How it went:",
  replay: "Replay",
  replays: "Replays",
  seek: "Turn",
  eyes: "Seen by",
  share: "Copy a link to this turn",
  sandbox: "Sandbox",
  clear: "Clear",
  numbers: "Numbers of the game",
  rolls: "Dice",
  seed: "Seed",
  resign: "Resign",
  keys: "Keys",
  close: "Close",
  connected: "connected",
  lostConnection: "connection lost, trying again",
  otherTables: "The server has other rules than this page: load the page again.",
  loading: "One moment",
  cantLoad: "This part of the page can't be fetched now.",
  again: "Try again",
  trouble: "Something went wrong",
  free: "free",
  planned: "planned",
  famine: "food will be missing when your next turn begins: units starve.",
  income: "coming in",
  zoomIn: "Nearer", zoomOut: "Farther away", zoomWhole: "The whole board",
  overlaySight: "Sight",
  overlayThreats: "Threats",
  overlayRanges: "Ranges",
  overlayNetworks: "Networks",
  overlayYields: "Yields",
  learn: "Learn",
  abilities: "Abilities",
  charges: "charges",
  cardNow: "Can be used now.",
  cardLater: "In its own turn.",
  cardByItself: "Works by itself, or asks when its time comes.",
  cardUsedUp: "Used up.",
  lessonNoUndo: "Nothing can be taken back now.",
  nobody: "nobody",
  sumLost: "You lost {some} at {where}.",
  sumLostMany: "You lost {count} pieces: {what}.",
  sumFelled: "{some} of {who} fell at {where}.",
  sumFelledMany: "{who} lost {count} pieces: {what}.",
  sumSlain: "The {what} at {where} is slain.",
  sumSlainMany: "{count} wild ones are slain: {what}.",
  sumTook: "The {what} at {where} is yours",
  sumTookMany: "{count} places are yours now",
  sumLostPlace: "You lost the {what} at {where}.",
  sumLostPlaces: "You lost {count} places.",
  sumTheyTook: "{who} took the {what} at {where}.",
  sumBase: "Your base lost {lost}: {left} left.",
  sumTheirBase: "The base of {who} lost {lost}: {left} left.",
  sumBlows: "You dealt {dealt} damage and took {taken}.",
  sumDealt: "You dealt {dealt} damage and took none.",
  sumTaken: "You took {taken} damage and dealt none.",
  sumNew: "New on the board: {what}.",
  sumSeen: "New from {who}: {what}.",
  sumCame: "New for {who}: {what}.",
  sumHurt: "{who} took {taken} damage.",
  sumPurse: "{what}: {was} → {is}.",
  together: "Watch turns together",
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  yourGames: "Your games",
  allYourGames: "All your games",
  noGamesYet: "This browser has no games of yours yet.",
  resumeShort: "Go on",
  forget: "Delete",
  forgetSure: "Delete this game for good?",
  away: "The server cannot be reached. The page keeps trying.",
  awayOrder: "The server cannot be reached. Your order waits here and is sent as soon as it answers.",
  wheel: "Orders for this unit",
  question: "You are asked",
  floatArrived: "arrived",
  floatBuilt: "built",
  floatStops: "stops here",
  floatBlocked: "blocked",
  floatWaits: "had to wait",
  floatShort: "shorter way",
  floatGone: "target gone",
  floatUnpaid: "no gold",
  marchEnded: "{order}: arrived at {where}.",
  marchBlocked: "{order}: stops at {where}, there is no way on.",
  onTheWay: "On the way",
  howMany: "How many go",
  allOfThem: "all",
  healthLeft: "{count} health left.",
  standsThere: "There stands {who}.",
  unfinished: "not finished",
  ways: "Play",
  grouped: "{count} units chosen: the next order is for all who can",
  playComputer: "Play the computer",
  playFriend: "Play a friend",
  friendHere: "at this device, in turn",
  friendLink: "by a link to send",
  findOpponent: "Find an opponent",
  waitingCount: "{count} waiting",
  puzzleToday: "Puzzle of the day",
  puzzleHint: "One turn is best. Find it.",
  settings: "Settings",
  whichGame: "Game",
  ranking: "Leaderboard",
  tokenAgainst: "{what} against {who}",
  tokenHealth: "{health} of {most} health",
  badgeDamage: "damage {count}",
  badgeDemon: "next demon in {count}",
  badgeReady: "ready",
  badgeReadyIn: "ready in {count}",
  badgeMany: "{count} of them",
  badgeBack: "back in {count}",
  badgeSteps: "steps left: {count}",
} as const;

/** What a newcomer is told, by game and turn (civ: round). */
const coaching: Record<string, Record<number, string>> = {
  apoca: {
    0: "Money first: choose a tile of your own colour and build a house there. Then end your turn.",
    1: "A second house pays for everything later. Mercenaries walk the roads to the other base by themselves.",
    2: "Build a crossbow near the last bend before your base. Choose anything on the board to read about it.",
  },
  civ: {
    1: "Your city lies in the fog. It brings in what its tile yields; until that pays for a unit there is nothing to do but press Done, or D.",
    2: "The others play between your turns. You see what happens within three tiles of your own, and nothing else.",
    3: "Drag the board to move it, zoom by wheel or pinch; 0 shows all of it. A worker will cost as much production as an army.",
    10: "Once you can pay for it, choose your city and produce a worker: it works a second tile.",
    11: "Choose the worker, then a ringed tile beside it, or a far one: it walks on by itself. Forest and hills bring production, the ocean trade; stay within two tiles of the city.",
    12: "Workers and armies eat every round, and what you can't feed dies: keep an eye on the food.",
    14: "A city costs as much as three units, eats nothing and opens new land. Two armies from two sides beat one; one against one, both die.",
  },
  fortress: {
    1: "Your gold pays for one unit. Buy a scout, which lifts the fog, or a builder: choose it, then a ringed tile. It appears when the turn is carried out.",
    2: "Choose a unit, then a ringed tile. Both sides' orders are carried out together, so a tile may be fought over.",
    3: "A mine that one of your units enters is yours. A miner on it digs more; a road to your base brings more still.",
    4: "Builders lay roads and raise works on the tile where they stand. Wizards, towers and bases cast spells once there is mana.",
    5: "Camps and lairs shoot at whoever comes near, and pay whoever destroys them. The side whose base falls has lost.",
  },
  fate: {
    1: "First place your seven units on your home row, in turn with the other side: so they will act, all game long. Then it is the turn of whoever comes first in the row above the board.",
    2: "Each unit has its own turn, in the order of the row above the board. The letters under it say what it has left: Move, Attack, aCtion, Stealth, in any order. Attacks roll two dice against two dice.",
    3: "Archers and Assassins can hide. Search the cells around a unit, or walk beside somebody hidden, to find them.",
  },
  classic: {
    1: "Buy a unit: it appears beside your base when the turn is carried out. Scouts are cheap and quick to take mines.",
    2: "Choose a unit and a ringed tile to move it. A mine that one of your units enters is yours and pays every turn.",
    3: "Both sides' orders are carried out together. An archer shoots two tiles far; a soldier beats scouts in a few blows.",
    4: "Defending makes a unit harder to hurt, healing brings health back. The one whose base falls has lost.",
  },
};

export type Word = keyof typeof en;
export interface Language {
  words: Record<Word, string>;
  keys: [keys: string, what: string][] | null; // null: English, likewise
  coaching: Record<string, Record<number, string>>;
  later: Record<LaterWord, string> | null; // words of pages that are fetched later; null: English
  starts: Record<string, Start> | null; // cards at the beginning of a game
  tables: Tables | null; // what the games' tables say; null: as they say it
}

let spoken: Language = { words: en, keys: null, coaching, later: null, starts: null, tables: null };

/** A language is fetched only by those who speak it. */
const LANGUAGES: Record<string, () => Promise<{ default: Language }>> = { de: () => import("./de") };
export const LANGUAGE_NAMES: [code: string, name: string][] = [["en", "English"], ["de", "Deutsch"]];
const KEPT = "redoubt.language";

/** The one that was chosen here, or else the browser's. */
export function languageCode(): string {
  const wanted = localStorage.getItem(KEPT) ?? navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

export async function loadLanguage(): Promise<void> {
  const code = languageCode();
  document.documentElement.lang = code;
  const load = LANGUAGES[code];
  if (load) spoken = (await load()).default;
  speak(spoken.tables);
}

export function chooseLanguage(code: string): void {
  localStorage.setItem(KEPT, code);
  location.reload();
}

export const t = (word: Word): string => spoken.words[word];
/** For ui/later.ts, ui/keys.tsx and learn/starts.ts, which have the English ones. */
export const spokenLater = () => spoken.later;
export const spokenStarts = () => spoken.starts;
export const spokenKeys = () => spoken.keys;
/** What a newcomer to this game is told. */
export const lines = (game: string): Record<number, string> => spoken.coaching[game] ?? {};
