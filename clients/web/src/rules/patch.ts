// How bytes were before they became what they are: host/patch.h in the other direction of time.

/** A number of seven bits to a byte, the lowest first. */
function numberAt(patch: Uint8Array, at: number): [value: number, next: number] {
  let value = 0;
  for (let i = at, shift = 0; ; i++, shift += 7) {
    const byte = patch[i];
    if (byte === undefined || shift > 28) throw new Error("a patch ends within a number");
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, i + 1];
  }
}

/** What the patch makes of these bytes. */
export function patched(bytes: Uint8Array, patch: Uint8Array): Uint8Array {
  const made = bytes.slice();
  for (let at = 0, place = 0; at < patch.length;) {
    const [same, differ] = numberAt(patch, at), [length, first] = numberAt(patch, differ);
    place += same;
    if (place + length > made.length || first + length > patch.length) throw new Error("a patch is of other bytes");
    made.set(patch.subarray(first, first + length), place);
    place += length;
    at = first + length;
  }
  return made;
}

/** The view at the end of each frame but the last, whose view is given. */
export function viewsBefore(last: Uint8Array, frames: { patch: Uint8Array }[]): Uint8Array[] {
  const views: Uint8Array[] = [];
  let view = last;
  for (const frame of frames.slice(0, -1).reverse()) {
    view = patched(view, frame.patch);
    views.unshift(view);
  }
  return views;
}
