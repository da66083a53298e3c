// What can wait until nobody waits: it shares the connection with nothing that is wanted now.
const IDLE_MS = 5000; // an idle moment comes; if not, it is begun all the same
const REST_MS = 20000;

export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: IDLE_MS });
  else setTimeout(work, IDLE_MS);
}

let kept = false;

/** Fetches all of the page for times without network. */
export function keepPage(): void {
  if (kept || !("serviceWorker" in navigator) || location.protocol === "file:") return;
  kept = true;
  void navigator.serviceWorker.register("sw.js").catch(() => undefined); // the page works without
}

/** Keeps the page as soon as nothing has been clicked for a while; who plays has it kept sooner. */
export function keepPageAtRest(): void {
  let timer = setTimeout(keepPage, REST_MS);
  addEventListener("click", () => {
    clearTimeout(timer);
    timer = setTimeout(keepPage, REST_MS);
  }, { capture: true });
}
