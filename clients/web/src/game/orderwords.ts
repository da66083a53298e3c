// Orders as those who give them read them: "move scout 3,2 → 5,2". Nobody is called by a number.
import { tokenName } from "../board/skin";
import { ArgType, RESIGN, type Action, type Arg, type Game, type Scene, type Token } from "../rules/types";
import { nameWords, argWords, cellName, cellX, cellY, placeOf, verbWords } from "../rules/words";
import { t } from "../ui/strings";

/** A unit that a game calls by its side and its kind: "P1-rider". */
const SIDE_AND_KIND = /^P\d-(.+)$/;

/** A choice by name, without the side that everybody knows. */
export const choiceWords = (name: string): string => nameWords(SIDE_AND_KIND.exec(name)?.[1] ?? name);

const unitOf = (game: Game, scene: Scene, arg: Arg, value: number): Token | undefined => {
  if (arg.type === ArgType.Unit) return scene.tokens.find((token) => token.unit === value);
  const kind = SIDE_AND_KIND.exec(arg.choices[value] ?? "")?.[1];
  return kind === undefined ? undefined : scene.tokens.find((token) => token.unit === value && token.cell >= 0 && game.tokens[token.kind] !== undefined);
};

function placeWords(game: Game, cell: number): string {
  return cellName(game.cells, cellX(game.cells, cell), cellY(game.cells, cell));
}

function unitWords(game: Game, scene: Scene, arg: Arg, value: number): string {
  const token = unitOf(game, scene, arg, value), at = token && scene.cells[token.cell];
  if (token && at) return `${nameWords(tokenName(game, token))} ${cellName(game.cells, at.x, at.y)}`;
  return arg.type === ArgType.Unit ? "" : choiceWords(arg.choices[value] ?? ""); // a unit that is not there yet
}

export function orderWords(game: Game, scene: Scene, action: Action): string {
  if (action.verb === RESIGN) return t("resign");
  const verb = game.verbs[action.verb];
  if (!verb) return "";
  const words: string[] = [], places: string[] = [];
  verb.args.forEach((arg, i) => {
    const value = action.args[i] ?? 0;
    if (arg.type === ArgType.Cell || arg.type === ArgType.Step) places.push(placeWords(game, placeOf(game, verb.args, action.args, i)));
    else if (arg.type === ArgType.Unit || SIDE_AND_KIND.test(arg.choices[value] ?? "")) words.push(unitWords(game, scene, arg, value));
    else words.push(arg.type === ArgType.Choice ? choiceWords(arg.choices[value] ?? "") : argWords(game, arg, value));
  });
  const from = places.length > 1 ? [places[0]!] : [], to = places[places.length - 1];
  return [verbWords(verb), ...words, ...from, ...(to === undefined ? [] : ["→", to])].filter(Boolean).join(" ");
}
