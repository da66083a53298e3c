// One line for each game with a look of its own.
import { defaultSkin, type Skin } from "../board/skin";
import type { Game, Piece } from "../rules/types";
import { apoca } from "./apoca";
import { civ } from "./civ";
import { classic } from "./classic";
import { fate } from "./fate";
import { fortress } from "./fortress";
import { heap } from "./heap";

const skins: Record<string, Skin> = { apoca, civ, classic, fate, fortress, null: heap };

/** By the list of cards: the first page knows the games without theirs. */
const dressed = new WeakMap<Piece[], Skin>();

export function skinOf(game: Game): Skin {
  let skin = dressed.get(game.pieces);
  if (!skin) {
    const plain = skins[game.id] ?? defaultSkin;
    skin = { ...plain, ...plain.fromPieces(game.pieces) };
    dressed.set(game.pieces, skin);
  }
  return skin;
}
