// What a hand does on the board besides clicking: Shift chooses several units, by clicks or by a box; a way is drawn from a unit to its end.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../ui/strings";
import type { Session } from "./session";

const CLICK = 8; // pixels that a finger trembles

interface Spot { x: number; y: number }
interface Drag { kind: "box" | "way"; from: Spot; to: Spot; cells: number[]; moved: boolean }

const cellAt = (target: EventTarget | null): number => Number((target as Element | null)?.closest?.("[data-cell]")?.getAttribute("data-cell") ?? -1);
const middle = (element: Element): Spot => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

/** All cells whose middle lies in the box. */
function cellsIn({ from, to }: Drag): number[] {
  const inside = (spot: Spot) => spot.x >= Math.min(from.x, to.x) && spot.x <= Math.max(from.x, to.x) && spot.y >= Math.min(from.y, to.y) && spot.y <= Math.max(from.y, to.y);
  return [...document.querySelectorAll(".stage .board.live [data-cell]")].filter((one) => inside(middle(one))).map(cellAt);
}

const cellUnder = ({ x, y }: Spot): number => cellAt(document.elementFromPoint(x, y));

/** Rings around all who are chosen together; the board itself knows one. */
function useRings(session: Session): void {
  useLayoutEffect(() => {
    document.querySelectorAll(".stage .cell.grouped").forEach((one) => one.classList.remove("grouped"));
    if (!session.group.many) return;
    for (const cell of session.group.cells) document.querySelector(`.stage .board [data-cell="${cell}"]`)?.classList.add("grouped");
  });
}

/** Listens before the board does, and only to what is not for it: with Shift, or from the unit that is chosen. */
export function Reach({ session }: { session: Session }) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const now = useRef<Drag | null>(null);
  useRings(session);
  useEffect(() => {
    const box = document.querySelector<HTMLElement>(".stage .board-box");
    if (!box) return undefined;
    const off = new AbortController(), listen = { capture: true, signal: off.signal };
    const set = (next: Drag | null) => {
      now.current = next;
      setDrag(next);
    };
    let swallow = false; // the click that ends a drag
    const begin = (event: PointerEvent) => {
      swallow = false;
      const cell = cellAt(event.target), from = { x: event.clientX, y: event.clientY };
      const mayDraw = cell >= 0 && cell === session.aiming.selected && session.aiming.targets().size > 0;
      if (event.button !== 0 || !event.isPrimary || cell < 0 || !(event.shiftKey || mayDraw)) return;
      event.stopPropagation();
      set({ kind: event.shiftKey ? "box" : "way", from, to: from, cells: [cell], moved: false });
    };
    const move = (event: PointerEvent) => {
      const old = now.current;
      if (!old) return;
      event.stopPropagation();
      const to = { x: event.clientX, y: event.clientY }, cell = cellUnder(to);
      const cells = cell >= 0 && cell !== old.cells[old.cells.length - 1] ? [...old.cells, cell] : old.cells;
      set({ ...old, to, cells, moved: old.moved || Math.hypot(to.x - old.from.x, to.y - old.from.y) > CLICK });
    };
    const end = (event: PointerEvent) => {
      const old = now.current;
      if (!old) return;
      set(null);
      if (!old.moved) return; // a click, which comes next
      event.stopPropagation();
      swallow = true;
      if (old.kind === "box") session.chooseAll(cellsIn(old));
      else void session.draw(old.cells);
    };
    const click = (event: MouseEvent) => {
      const cell = cellAt(event.target);
      if (!swallow && !(event.shiftKey && cell >= 0)) return;
      event.stopPropagation();
      if (!swallow) session.chooseMore(cell);
      swallow = false;
    };
    const key = (event: KeyboardEvent) => {
      const cell = cellAt(event.target);
      if (!event.shiftKey || !["Enter", " "].includes(event.key) || cell < 0) return;
      event.stopPropagation();
      event.preventDefault();
      session.chooseMore(cell);
    };
    box.addEventListener("pointerdown", begin, listen);
    addEventListener("pointermove", move, listen);
    addEventListener("pointerup", end, listen);
    addEventListener("pointercancel", () => set(null), listen);
    box.addEventListener("click", click, listen);
    box.addEventListener("keydown", key, listen);
    return () => off.abort();
  }, [session, session.look !== null]);
  const many = session.group.cells.size;
  return (
    <>
      {session.group.many ? <p class="grouped-count" role="status">{t("grouped").replace("{count}", String(many))}</p> : null}
      {drag?.moved ? <Trace drag={drag} /> : null}
    </>
  );
}

function Trace({ drag: { kind, from, to, cells } }: { drag: Drag }) {
  const stage = document.querySelector(".stage")?.getBoundingClientRect();
  if (!stage) return null;
  const at = ({ x, y }: Spot) => ({ x: x - stage.x, y: y - stage.y }), a = at(from), b = at(to);
  const way = cells.flatMap((cell) => {
    const element = document.querySelector(`.stage .board [data-cell="${cell}"]`);
    return element ? [at(middle(element))] : [];
  });
  return (
    <svg class="trace" aria-hidden="true">
      {kind === "box" ? <rect x={Math.min(a.x, b.x)} y={Math.min(a.y, b.y)} width={Math.abs(a.x - b.x)} height={Math.abs(a.y - b.y)} />
        : <polyline points={way.map(({ x, y }) => `${x},${y}`).join(" ")} />}
    </svg>
  );
}
