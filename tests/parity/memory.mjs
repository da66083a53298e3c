// Memory of a rules module for a test: room(size) gives fresh bytes, and the module's memory grows as needed.
// release(mark()) gives back all that came after the mark.
export function memoryOf(w) {
  let top = w.memory_start();
  const room = (size) => {
    const at = top;
    top += (size + 15) & ~15;
    const missing = top - w.memory.buffer.byteLength;
    if (missing > 0) w.memory.grow(Math.ceil(missing / 65536));
    return at;
  };
  return { room, mark: () => top, release: (mark) => { top = mark; } };
}
