// What is written on a piece: its standing order, its number, whom it is after.
import type { Game, Token } from "../rules/types";
import { Sprite } from "./sprite";
import { ICONS } from "./icons";
import type { Skin } from "./skin";

/** By the mood of a token: the sign of an order that it follows. */
const ORDERS: Record<string, keyof typeof ICONS> = {
  defending: "shield", healing: "heart", "looking out": "eye", building: "hammer", repairing: "hammer", casting: "star", bought: "coin",
};

const Disc = ({ icon, look }: { icon: keyof typeof ICONS; look: string }) => (
  <svg class={`sign-disc ${look}`} viewBox="-12 -12 24 24"><circle r="10.5" /><path d={ICONS[icon]} transform="scale(.56) translate(-12 -12)" /></svg>
);

/** A pie that grows with the turns that are left, up to 5. */
function Timer({ value }: { value: number }) {
  const part = Math.min(0.999, value / 5), angle = 2 * Math.PI * part;
  const pie = value > 0 ? `M0 0V-9.5A9.5 9.5 0 ${part > 0.5 ? 1 : 0} 1 ${(9.5 * Math.sin(angle)).toFixed(2)} ${(-9.5 * Math.cos(angle)).toFixed(2)}Z` : "";
  return <svg class="sign-disc timer" viewBox="-12 -12 24 24"><circle r="10.5" /><path class="pie" d={pie} /><text y="4.6">{value}</text></svg>;
}

function Number({ value, look }: { value: number; look: "count" | "timer" | "plain" }) {
  if (look === "timer") return <Timer value={value} />;
  return <svg class={`sign-disc ${look}`} viewBox="-12 -12 24 24"><circle r="10.5" /><text y="4.6">{value}</text></svg>;
}

export function Mind({ game, skin, token, name, idle, queued, after, size, pixels }: {
  game: Game; skin: Skin; token: Token; name: string; idle: boolean; queued: boolean; after: boolean; size: number; pixels: number;
}) {
  const mood = game.moods[token.mood] ?? "", order = queued ? "flag" : ORDERS[mood];
  return (
    <>
      {mood === "under construction" ? <Sprite look={{ figure: "scaffold", owner: 0, bare: true }} size={size} pixels={pixels} /> : null}
      {mood === "disabled" ? <svg class="broken" viewBox="-12 -12 24 24"><path d="M-8-8L8 8M8-8L-8 8" /></svg> : null}
      {after ? <svg class={`after side-${token.owner}`} viewBox="0 0 12 12"><path d="M1 1h10v6L6 11 1 7z" /></svg> : null}
      {idle ? <Disc icon="hourglass" look="idle" /> : order ? <Disc icon={order} look="standing-order" /> : null}
      {token.badge > skin.badgeAbove ? <Number value={token.badge} look={skin.badgeLook(name)} /> : null}
    </>
  );
}
