// A QR code as a picture; dark on light whatever the theme, as cameras want it.
import { qrCode } from "./qr";
import { t } from "./strings";

const QUIET = 4; // modules around it

export function QrPicture({ text }: { text: string }) {
  const code = qrCode(text);
  if (!code) return null;
  const size = code.length + 2 * QUIET;
  const path = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("qr")} shape-rendering="crispEdges">
      <rect width={size} height={size} class="qr-light" /><path d={path} class="qr-dark" />
    </svg>
  );
}
