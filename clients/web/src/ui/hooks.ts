// Listening. An effect of the usual kind runs some time after the drawing, and what happens in between is lost;
// these run with the drawing itself.
import { useLayoutEffect, useReducer } from "preact/hooks";

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
