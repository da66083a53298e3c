// Ties a board's layers to the playback of a session: each new beat is acted out, once.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Layers } from "../../board/layers";
import { reducedMotion } from "../../ui/parts";
import type { Session } from "../session";
import { Actor } from "./actor";
import { sound } from "./sound";

/** What a board needs so that its pieces move: hand it on as its `layers`. */
export function useActor(session: Session): (layers: Layers | null) => void {
  const [layers, setLayers] = useState<Layers | null>(null);
  const [actor, setActor] = useState<Actor | null>(null);
  const { playback } = session;
  useEffect(() => {
    const made = layers ? new Actor(layers) : null;
    setActor(made);
    return () => made?.close();
  }, [layers]);
  useLayoutEffect(() => { // the pieces stand where they go by now
    if (playback.running) sound.acts(playback.acts);
    if (!actor || !playback.running || reducedMotion()) return;
    actor.watch(playback.acts);
    actor.perform(playback.acts, playback.speed);
  }, [playback.beats]);
  useEffect(() => {
    if (playback.running) return;
    actor?.stop();
    actor?.rest();
  }, [playback.running]);
  return setLayers;
}
