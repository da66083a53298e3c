// The page's side of the worker: every question is a promise.
import type { WorkerApi } from "./worker";

type Remote<Api> = {
  [Op in keyof Api]: Api[Op] extends (...args: infer Args) => infer Value ? (...args: Args) => Promise<Value> : never;
};
export type RulesClient = Remote<WorkerApi>;

interface Waiting { resolve: (value: unknown) => void; reject: (error: Error) => void }

export function startRules(worker: Worker): RulesClient {
  const waiting = new Map<number, Waiting>();
  let next = 1;
  worker.addEventListener("message", (message: MessageEvent<{ id: number; value?: unknown; error?: string }>) => {
    const { id, value, error } = message.data;
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(value);
    else one?.reject(new Error(error));
  });
  worker.addEventListener("error", (event) => {
    waiting.forEach((one) => one.reject(new Error(event.message || "the rules could not be loaded")));
    waiting.clear();
  });
  return new Proxy({} as RulesClient, {
    get: (_, op: string) => (...args: unknown[]) => new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, op, args });
    }),
  });
}
