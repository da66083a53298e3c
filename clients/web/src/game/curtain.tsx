// Between two people at one device: nothing of the game is to be seen.
import { useLayoutEffect, useRef } from "preact/hooks";
import { Device } from "../board/pic";
import { paintOf, sideOf } from "../board/skin";
import { t } from "../ui/strings";
import type { Table } from "./table";

export function Curtain({ table }: { table: Table }) {
  const button = useRef<HTMLButtonElement>(null);
  const seat = table.next ?? 0;
  const { game } = table.match;
  const side = sideOf(game, seat + 1);
  useLayoutEffect(() => button.current?.focus(), [seat]);
  return (
    <main class={`curtain game-${game.id}`}>
      <div class={`curtain-box ${side.tone}`}>
        <span class={`chip ${side.shape}`} aria-hidden="true"><Device owner={paintOf(game, seat + 1)} /></span>
        <h1>{game.seats[seat]}</h1>
        <p>{t("handOver")}</p>
        <button type="button" class="primary big" ref={button} onClick={() => void table.lift()}>{t("iAm")} {game.seats[seat]}</button>
        <a href="#/">{t("home")}</a>
      </div>
    </main>
  );
}
