// A lesson or a puzzle while it runs: a match of its own and the screen's session of it.
import { useEffect, useState } from "preact/hooks";
import type { App } from "../app";
import type { Match } from "../game/match";
import { Session } from "../game/session";
import { sentence } from "../rules/language";
import { reducedMotion } from "../ui/parts";

export interface Running<M extends Match> { session: Session; match: M }

/** Begins the match when one of `on` changes, and ends what ran before. */
export function useRunning<M extends Match>(app: App, begin: () => Promise<M>, on: unknown[]): { running: Running<M> | null; problem: string } {
  const [running, setRunning] = useState<Running<M> | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let session: Session | null = null, left = false;
    const start = async () => {
      const match = await begin();
      session = new Session(app.rules, match, reducedMotion);
      await session.start();
      if (left) session.close();
      else setRunning({ session, match });
    };
    setRunning(null);
    start().catch((error: Error) => setProblem(sentence(error.message)));
    return () => {
      left = true;
      session?.close();
    };
  }, on);
  return { running, problem };
}
