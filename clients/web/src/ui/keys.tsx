// The keys of the page, in a list: for those who ask, and on the page of settings.
import { Dialog } from "./parts";
import { spokenKeys, t } from "./strings";

const shortcuts: [keys: string, what: string][] = [
  ["Arrow keys", "move over the board (Q W E A S D as well on hexes)"],
  ["Enter, Space", "choose the tile, or give the order it is ringed for"],
  ["1 to 9, Shift and a letter", "the order that has this key on its button; it never changes"],
  ["B", "to the board"],
  ["O", "to the orders"],
  ["D, F", "done: end your turn (F also on hexes, where D goes east)"],
  ["U", "undo the last order"],
  ["R", "give it again"],
  ["N, Shift N", "the next unit that waits for orders, the one before"],
  ["Shift click, Shift drag", "choose several units for the same order"],
  ["Drag", "draw a way from the chosen unit"],
  ["Right click, long press", "send the chosen unit there, though one of yours stands there; a builder lays a road"],
  ["Escape", "cancel the order, unselect the tile"],
  ["P", "pause or go on with the playback"],
  [".", "one step of the playback"],
  ["X", "skip the playback"],
  ["+  -  0", "zoom in, out, whole board"],
  ["V T G L Y", "show sight, threats, ranges, networks, yields, where the game has them"],
  ["?", "this list"],
];

export function KeyList() {
  return <dl class="keys">{(spokenKeys() ?? shortcuts).map(([keys, what]) => <div key={keys}><dt><kbd>{keys}</kbd></dt><dd>{what}</dd></div>)}</dl>;
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return <Dialog title={t("keys")} onClose={onClose}><KeyList /></Dialog>;
}
