// Memory of a rules module for a test: room(size) gives fresh bytes, which stay where they are; the module's memory grows as needed.
export function memoryOf(w) {
  let top = w.memory_start();
  return (size) => {
    const at = top;
    top += (size + 15) & ~15;
    const missing = top - w.memory.buffer.byteLength;
    if (missing > 0) w.memory.grow(Math.ceil(missing / 65536));
    return at;
  };
}
