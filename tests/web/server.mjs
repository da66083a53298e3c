// The real server for tests: started on a port of its choice, stopped or killed.
import { spawn } from "node:child_process";
import { join } from "node:path";

/** Starts the server and waits for the address that it prints. */
export function startServer(redoubt, dist, folder, port = 0) {
  const args = ["serve", "--port", String(port), "--db", join(folder, "games.db"), "--web", dist, "--quiet"];
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
