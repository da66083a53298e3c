// Listening. An effect of the usual kind runs some time after the drawing, and what happens in between is lost;
// these run with the drawing itself.
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

/** Draws again whenever somebody tells; `listen` gives back how to stop. */
export function useRedraw(listen: (tell: () => void) => () => void, on: unknown[]): void {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => listen(() => redraw(0)), on);
}

/** Keys for the whole page, but not for those who write or look at a dialog. `act` gives back whether the key meant something. */
export function useKeyDown(act: (event: KeyboardEvent) => boolean, on: unknown[]): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest("input, select, textarea, dialog")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (act(event)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, on);
}

const NIGHT = "(prefers-color-scheme: dark)", NARROW = "(max-width: 45rem)";

/** Whether something is true of the screen, now and when that changes. */
function useMedia(query: string): boolean {
  const [is, set] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query), change = () => set(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, []);
  return is;
}

/** Whether the dark theme is on. */
export const useDark = (): boolean => useMedia(NIGHT);
/** Whether the screen is that of a phone. */
export const useNarrow = (): boolean => useMedia(NARROW);
