// A line to the server that can be cut: a proxy of bytes on a port of its own.
import { connect, createServer } from "node:net";

export function openLine(url) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  let whole = true;
  const keep = (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const line = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = keep(connect(Number(port), hostname));
    keep(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const cut = () => {
    whole = false;
    sockets.forEach((socket) => socket.destroy());
  };
  return new Promise((resolve) => line.listen(0, "127.0.0.1", () => resolve({
    url: `http://127.0.0.1:${line.address().port}/`, cut, mend: () => { whole = true; },
    close: () => {
      cut();
      line.close();
    },
  })));
}
