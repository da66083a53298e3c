// Buttons and keys for what is laid over the board.
import { useState } from "preact/hooks";
import { keepOverlays, keptOverlays, type Overlay } from "../board/overlays";
import { useKeyDown } from "../ui/hooks";
import { tl } from "../ui/later";
import { t } from "../ui/strings";

/** Which overlays are on, and how to change that; kept in this browser. */
export function useOverlays(): { on: string[]; toggle: (id: string) => void } {
  const [on, setOn] = useState(keptOverlays);
  const toggle = (id: string) => setOn((old) => {
    const next = old.includes(id) ? old.filter((one) => one !== id) : [...old, id];
    keepOverlays(next);
    return next;
  });
  return { on, toggle };
}

export function OverlayBar({ offered, on, toggle }: { offered: Overlay[]; on: string[]; toggle: (id: string) => void }) {
  useKeyDown((event) => {
    const wanted = offered.find((one) => one.key === event.key.toLowerCase());
    if (wanted) toggle(wanted.id);
    return wanted !== undefined;
  }, [offered.map((one) => one.id).join()]);
  if (offered.length === 0) return null;
  return (
    <div class="overlay-bar" role="group" aria-label={tl("overlays")}>
      {offered.map((one) => (
        <button key={one.id} type="button" class="tool" aria-pressed={on.includes(one.id)} onClick={() => toggle(one.id)}
          title={`${tl("overlays")}: ${t(one.word)} (${one.key.toUpperCase()})`}>{t(one.word)}</button>
      ))}
    </div>
  );
}
