// Buttons that bring the board nearer: for those without a wheel. Keys do the same on the board itself.
import { t } from "../ui/strings";
import type { Camera } from "./camera";
import { ICONS, type IconName } from "./icons";

export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg class="icon" aria-hidden="true" viewBox="0 0 24 24" width={size} height={size}><path d={ICONS[name]} /></svg>
);

export function Zoomer({ camera }: { camera: { current: Camera | null } }) {
  return (
    <div class="zoomer">
      <button type="button" class="round" aria-label={t("zoomIn")} onClick={() => camera.current?.zoom(1.4)}><Icon name="plus" size={18} /></button>
      <button type="button" class="round" aria-label={t("zoomOut")} onClick={() => camera.current?.zoom(1 / 1.4)}><Icon name="minus" size={18} /></button>
      <button type="button" class="round" aria-label={t("zoomWhole")} onClick={() => camera.current?.reset()}><Icon name="whole" size={18} /></button>
    </div>
  );
}
