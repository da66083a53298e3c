// The heap of stones needs few words.
import { defaultSkin, type Skin } from "../board/skin";

export const heap: Skin = {
  ...defaultSkin,
  coach: () => ({ 0: "Take one, two or three stones. Whoever takes the last one wins." }),
};
