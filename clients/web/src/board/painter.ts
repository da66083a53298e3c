// The painter of the ground: one worker for all boards of the page.
import type { Asked, Baked } from "../art/ground/protocol";

let worker: Worker | null = null;
let boards = 0;
const takers = new Map<number, (baked: Baked) => void>();

function theWorker(): Worker {
  if (!worker) {
    worker = new Worker("ground.js");
    worker.onmessage = ({ data }: MessageEvent<Baked>) => {
      const take = takers.get(data.board);
      if (take) take(data);
      else data.bitmap.close();
    };
  }
  return worker;
}

export function newBoard(take: (baked: Baked) => void): number {
  takers.set(++boards, take);
  return boards;
}

export function forgetBoard(board: number): void {
  takers.delete(board);
  worker?.postMessage({ forget: board });
}

export const ask = (wish: Asked): void => theWorker().postMessage(wish);
