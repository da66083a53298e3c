// The colours of dry land: three grasses by slow noise, woods, rock and hills by weight, light from the upper left.
import type { Fields } from "./fields";
import { makeSlopes } from "./fields";
import type { Land } from "./land";
import { GRAIN } from "./noise";

type Colour = readonly [number, number, number];
const rgb = (hex: string): Colour => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as unknown as Colour;

export const GROUND = {
  meadow: rgb("#c9cf8e"), dry: rgb("#dfd29d"), heath: rgb("#a9bb77"), wood: rgb("#71905a"), rock: rgb("#b8a98d"), hill: rgb("#c4b277"),
  sand: rgb("#ecdfb4"), shallow: rgb("#a8d0cf"), deep: rgb("#5a97ad"), shore: rgb("#1e3e54"),
};
const part = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

/** One picture, a pixel for each number of the fields. */
export function colourLand(land: Land, f: Fields): ImageData {
  const { wide, high, step } = f, { grass, dry, height } = makeSlopes(land, f);
  const image = new ImageData(wide, high), out = image.data, R = land.radius / step;
  const { heath, meadow, dry: straw, hill, wood, rock } = GROUND;
  for (let i = 0, y = 0; y < high; y++) for (let x = 0; x < wide; x++, i++) {
    const g = part((grass[i]! - 0.34) * 3.2), s = part((dry[i]! - 0.42) * 1.6) * 0.75;
    const h = f.hill[i]! * 0.8, w = part(f.wood[i]! * 1.15), r = part(f.rock[i]! * 1.3);
    const right = height[x < wide - 1 ? i + 1 : i]! - height[x > 0 ? i - 1 : i]!;
    const down = height[y < high - 1 ? i + wide : i]! - height[y > 0 ? i - wide : i]!;
    const shade = Math.min(1.1, Math.max(0.78, 1 - (right * 0.8 + down) * R * 0.1)) + (GRAIN[(x * 7 + y * 131) & 65535]! - 0.5) * 0.03;
    for (let k = 0; k < 3; k++) {
      let v = heath[k]! + (meadow[k]! - heath[k]!) * g;
      v += (straw[k]! - v) * s;
      v += (hill[k]! - v) * h;
      v += (wood[k]! - v) * w;
      v += (rock[k]! - v) * r;
      out[i * 4 + k] = v * shade;
    }
    out[i * 4 + 3] = 255;
  }
  return image;
}
