// Games without a board: their counters, small ones as pebbles.
import type { Session } from "./session";

const PEBBLES_MAX = 100;
const ROW = 8;

function Pebbles({ count, name }: { count: number; name: string }) {
  const rows = Math.ceil(count / ROW);
  return (
    <svg class="pebbles" viewBox={`0 0 ${ROW * 30 + 20} ${Math.max(1, rows) * 30 + 10}`} role="img" aria-label={`${count} ${name}`}>
      {Array.from({ length: count }, (_, i) => (
        <ellipse key={i} cx={22 + (i % ROW) * 30 + (Math.floor(i / ROW) % 2) * 8} cy={20 + Math.floor(i / ROW) * 30}
          rx={12 + ((i * 7) % 3)} ry={10 + ((i * 5) % 3)} class={`pebble pebble-${i % 3}`} />
      ))}
    </svg>
  );
}

export function HeapOfCounters({ session }: { session: Session }) {
  return (
    <div class="board-box counters">
      {session.playback.counters.map((counter) => {
        const name = session.game.counters[counter.name] ?? "";
        return (
          <div key={`${counter.name}/${counter.owner}`} class="counter">
            {counter.value <= PEBBLES_MAX ? <Pebbles count={Math.max(0, counter.value)} name={name} /> : null}
            <p><b>{counter.value}</b> {name}{counter.owner ? ` (${session.game.seats[counter.owner - 1]})` : ""}</p>
          </div>
        );
      })}
    </div>
  );
}
