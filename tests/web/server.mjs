// The real servers for tests: started on a port of their choice, stopped or killed.
import { spawn } from "node:child_process";
import { join } from "node:path";

export function startServer(redoubt, dist, folder, port = 0) {
  return startCommand(redoubt, ["serve", "--port", String(port), "--db", join(folder, "games.db"), "--web", dist, "--quiet"]);
}

/** Starts a command that serves, and waits for the address that it prints. */
export function startCommand(redoubt, args) {
  const child = spawn(redoubt, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const end = (signal) => {
    child.kill(signal);
    return ended;
  };
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const url = /http:\/\/\S+/.exec(text)?.[0];
      if (url) resolve({ url, kill: () => end("SIGKILL"), stop: () => end("SIGTERM"), close: () => end("SIGTERM") });
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
}
