// A static server with the headers that a real one sends: the page must live with them.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".md": "text/markdown; charset=utf-8",
};
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

export function serve(folder) {
  const server = createServer((request, response) => {
    if (request.url === "/healthz") {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end('{"ok":false}'); // no server here, says the page to itself
      return;
    }
    const path = normalize(new URL(request.url, "http://x").pathname);
    const file = join(folder, path.endsWith("/") ? "index.html" : path);
    const found = file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    response.writeHead(found ? 200 : 404, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": POLICY,
    });
    if (found) createReadStream(file).pipe(response);
    else response.end();
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({
    url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close(),
  })));
}
