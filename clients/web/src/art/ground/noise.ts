// Chance and noise that are the same every time: the ground of a map never changes by itself.
export function chance(seed: number): () => number {
  let s = seed | 0;
  return () => {
    s = (s + 0x6D2B79F5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const TABLE = 65536;
export const GRAIN = new Float32Array(TABLE);
{
  const next = chance(77);
  for (let i = 0; i < TABLE; i++) GRAIN[i] = next();
}

/** Between 0 and 1, smooth, with hills about one unit wide. */
export function noise(x: number, y: number): number {
  const xi = Math.floor(x), yi = Math.floor(y), left = xi & 255, right = (xi + 1) & 255, top = (yi & 255) << 8, foot = ((yi + 1) & 255) << 8;
  let fx = x - xi, fy = y - yi;
  fx = fx * fx * (3 - 2 * fx);
  fy = fy * fy * (3 - 2 * fy);
  const a = GRAIN[left + top]!, b = GRAIN[right + top]!, c = GRAIN[left + foot]!, d = GRAIN[right + foot]!;
  return a + (b - a) * fx + (c - a + (a - b - c + d) * fx) * fy;
}

/** The same with smaller hills on it. */
export const rough = (x: number, y: number): number =>
  noise(x, y) * 0.55 + noise(x * 2.1 + 9, y * 2.1 + 4) * 0.3 + noise(x * 4.3 + 3, y * 4.3 + 7) * 0.15;
