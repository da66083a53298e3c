// The orders of the chosen unit around it on the board, each with its key; narrow screens use the sheet instead.
import { NamedPic } from "../board/pic";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { verbWords } from "../rules/words";
import { t } from "../ui/strings";
import { settings } from "../ui/settings";
import { arcOf } from "./arc";
import { keyOfVerb, rankOf } from "./likely";
import { forUnits, keyOf, menuHere, type Entry } from "./menu";
import { keysOf, useHint } from "./orderlist";
import type { Session } from "./session";
import { isStanding, verbIcon } from "./verbicons";

const DISCS_MAX = 8;

interface Disc { key: string; label: string; keys: string; entries: Entry[] }

/** One disc for each verb, the likeliest first. */
function discsOf(session: Session): Disc[] {
  const { game, look, seat, acting, playing } = session, { selected } = session.aiming;
  if (!look || !acting || playing || selected === null) return [];
  const entries = menuHere(game, look.scene, look.legal, selected, seat).filter((entry) => entry.legal && forUnits(game, entry));
  const verbs = [...new Set(entries.map((entry) => entry.verb))].sort((a, b) => rankOf(game, a) - rankOf(game, b));
  return verbs.slice(0, DISCS_MAX).map((verb) => {
    const its = entries.filter((entry) => entry.verb === verb);
    return { key: String(verb), label: verbWords(game.verbs[verb]!), keys: keyOfVerb(game, verb), entries: its };
  });
}

/** The choices behind one disc. */
const choicesOf = (session: Session, disc: Disc): Disc[] => disc.entries.map((entry) => (
  { key: entry.key, label: entry.label, keys: keysOf(session, disc.entries, entry).split(" ").pop()!, entries: [entry] }));

const cellBox = (cell: number) => document.querySelector(`.stage .board [data-cell="${cell}"]`)?.getBoundingClientRect() ?? null;

/** The angle towards the nearest enemy on the screen; up where there is none. */
function towardsFoe(session: Session, from: DOMRect): number {
  const foes = (session.look?.scene.tokens ?? []).filter((token) => token.owner !== session.seat + 1 && token.owner > 0);
  let best = -Math.PI / 2, nearest = Infinity;
  for (const foe of foes) {
    const box = cellBox(foe.cell);
    const dx = (box?.x ?? NaN) - from.x, dy = (box?.y ?? NaN) - from.y, far = Math.hypot(dx, dy);
    if (far > 0 && far < nearest) {
      nearest = far;
      best = Math.atan2(dy, dx);
    }
  }
  return best;
}

/** Keeps the wheel where its unit is while the board is panned or zoomed, and within the board. */
function useFollow(session: Session, cell: number | null, count: number, ring: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    if (cell === null) return undefined;
    let frame = 0, last = "", foe = 0;
    const follow = () => {
      const at = cellBox(cell), stage = ring.current?.parentElement?.getBoundingClientRect();
      const board = document.querySelector(".stage .board.live")?.getBoundingClientRect();
      if (ring.current && at && stage && board) {
        const x = at.x + at.width / 2 - stage.x, y = at.y + at.height / 2 - stage.y;
        const now = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
        if (now !== last) {
          if (last === "") foe = towardsFoe(session, at);
          const { from, span, far } = arcOf(count, { x: x + stage.x - board.x, y: y + stage.y - board.y, wide: board.width, high: board.height }, foe);
          ring.current.style.transform = now;
          ring.current.hidden = x < 0 || y < 0 || x > stage.width || y > stage.height;
          for (const [name, value] of [["from", `${from}rad`], ["span", `${span}rad`], ["far", `${far}px`]]) ring.current.style.setProperty(`--${name}`, value!);
          last = now;
        }
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [cell, count]);
}

function DiscButton({ session, disc, opened, angle, onPress }: { session: Session; disc: Disc; opened: boolean; angle: string; onPress: () => void }) {
  const { game, aiming: { named } } = session, [entry] = disc.entries as [Entry], only = disc.entries.length === 1;
  const aimed = named !== null && disc.entries.some((one) => one.key === keyOf(named));
  const { onPointerEnter, onPointerLeave } = useHint(session, entry.choices, only ? entry.action : null, entry.verb);
  const icon = verbIcon(opened ? "" : game.verbs[entry.verb]!.name);
  const shows = only && entry.choices.some((name) => game.tokens.includes(name));
  return (
    <button type="button" class={`disc ${aimed ? "aimed" : ""}`} aria-label={disc.label} aria-pressed={aimed}
      style={{ transform: `rotate(calc(${angle})) translate(var(--far)) rotate(calc(-1 * (${angle})))` }}
      title={game.verbs[entry.verb]?.help} onClick={onPress} onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave}>
      {icon ? <svg viewBox="0 0 24 24" aria-hidden="true"><path d={icon} fill-rule="evenodd" /></svg>
        : shows ? <NamedPic game={game} skin={session.skin} names={entry.choices} owner={session.seat + 1} height={32} />
        : <span aria-hidden="true">{disc.label.slice(0, 7)}</span>}
      {!opened && isStanding(game.verbs[entry.verb]!.name) ? <span class="again" aria-hidden="true">∞</span> : null}
      <kbd aria-hidden="true">{disc.keys}</kbd>
    </button>
  );
}

export function Wheel({ session }: { session: Session }) {
  const ring = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(null);
  const discs = settings().wheel ? discsOf(session) : [];
  const cell = discs.length > 0 ? session.aiming.selected : null;
  useLayoutEffect(() => setOpen(null), [cell, session.update]);
  const opened = discs.find((disc) => disc.key === open);
  const shown = (opened ? choicesOf(session, opened) : discs).slice(0, 2 * DISCS_MAX);
  useFollow(session, cell, shown.length, ring);
  if (cell === null) return null;
  const press = (disc: Disc) => {
    const [only, ...more] = disc.entries;
    if (!only) return;
    if (more.length > 0) setOpen(disc.key);
    else if (only.action) void session.give(only.action);
    else session.aimAt(only.draft);
  };
  return (
    <div class="wheel" ref={ring} role="group" aria-label={t("wheel")}>
      {shown.map((disc, i) => {
        const angle = `var(--from) + var(--span) * ${((i + 0.5) / shown.length).toFixed(4)}`;
        return <DiscButton key={disc.key} session={session} disc={disc} opened={opened !== undefined} angle={angle} onPress={() => press(disc)} />;
      })}
    </div>
  );
}
