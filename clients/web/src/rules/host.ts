// host.wasm: the host's readers and writers of positions and scenarios. A question in JSON gets an answer
// in JSON; bindings/hosted/answer.c lists them.
import type { Json } from "./record";

interface HostExports {
  memory: WebAssembly.Memory;
  alloc(size: number): number;
  release(at: number): void;
  answer(at: number, size: number): number;
}

export class Host {
  private constructor(private readonly w: HostExports) {}

  static async load(bytes: BufferSource): Promise<Host> {
    let exports: HostExports | null = null;
    const memory = () => exports!.memory.buffer;
    // Real numbers are read and printed by the browser, which does it exactly.
    const page = {
      read_real: (at: number, size: number) => Number(new TextDecoder().decode(new Uint8Array(memory(), at, size).slice())),
      print_real: (value: number, at: number, room: number) => {
        const text = new TextEncoder().encode(String(value)).subarray(0, room);
        new Uint8Array(memory()).set(text, at);
        return text.length;
      },
    };
    const module = await WebAssembly.instantiate(await WebAssembly.compile(bytes), { page });
    exports = module.exports as unknown as HostExports;
    return new Host(exports);
  }

  ask(question: Json): Json {
    const text = new TextEncoder().encode(`${JSON.stringify(question)}\0`);
    const at = this.w.alloc(text.length);
    if (at === 0) throw new Error("this is too large");
    new Uint8Array(this.w.memory.buffer).set(text, at);
    const found = this.w.answer(at, text.length - 1);
    this.w.release(at);
    const bytes = new Uint8Array(this.w.memory.buffer, found);
    const answer = JSON.parse(new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)))) as Json;
    this.w.release(found);
    return answer;
  }
}
