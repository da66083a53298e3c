// One line for each game with a look of its own.
import { defaultSkin, type Skin } from "../board/skin";
import { apoca } from "./apoca";
import { civ } from "./civ";
import { classic } from "./classic";
import { fate } from "./fate";
import { fortress } from "./fortress";
import { heap } from "./heap";

const skins: Record<string, Skin> = { apoca, civ, classic, fate, fortress, null: heap };

export const skinOf = (game: string): Skin => skins[game] ?? defaultSkin;
