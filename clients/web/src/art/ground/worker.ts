// Bakes the ground beside the page's own thread. What was asked for last comes first, and what is out of date is not baked at all.
import { bake } from "./bake";
import type { Asked, Baked } from "./protocol";

const asked: Asked[] = [];
let awake = false;

/** One part, then a breath: so newer wishes are heard in between. */
function work(): void {
  const next = asked.shift();
  if (!next) {
    awake = false;
    return;
  }
  const began = performance.now();
  const bitmap = bake(next.map, next.part, next.scale, next.inked);
  const done: Baked = { board: next.board, key: next.key, version: next.version, bitmap, ms: performance.now() - began };
  postMessage(done, { transfer: [bitmap] });
  setTimeout(work, 0);
}

onmessage = ({ data }: MessageEvent<Asked | { forget: number }>) => {
  if ("forget" in data) {
    for (let i = asked.length - 1; i >= 0; i--) if (asked[i]!.board === data.forget) asked.splice(i, 1);
    return;
  }
  const old = asked.findIndex((one) => one.board === data.board && one.key === data.key);
  if (old >= 0) asked.splice(old, 1);
  asked.push(data);
  asked.sort((a, b) => a.rank - b.rank);
  if (awake) return;
  awake = true;
  setTimeout(work, 0);
};
