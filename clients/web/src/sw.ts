// Keeps the page for times without network. Every build has its own cache, named after its files.
declare const BUILD: string;
declare const FILES: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const NAME = `redoubt-${BUILD}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("redoubt-") && name !== NAME).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/v1/") || url.pathname.startsWith("/contest")) return;
  if (url.pathname === "/healthz") {
    event.respondWith(fetch(event.request).catch(() => Response.json({ ok: false })));
    return;
  }
  event.respondWith(caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((kept) => kept ?? fetch(event.request)));
});
