// One part of the ground as a picture: fields, colours, water, what stands on it, memory, cloud.
import { CELL, type Box } from "../../board/geometry";
import { colourLand } from "./colour";
import { makeFields } from "./fields";
import { drawGrid, drawItems } from "./items";
import { Land, type LandMap } from "./land";
import { drawLanes } from "./lanes";
import { drawClouds, forget } from "./memory";
import { drawStone } from "./stone";
import { paintWater } from "./water";

const EDGE = 14; // units around the part, so that blurs and shores know what comes next

function pictureOf(image: ImageData): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return canvas;
}

/** `scale` is pixels to a unit; `inked`: as if all of it were only remembered. */
export function bake(map: LandMap, part: Box, scale: number, inked: boolean): ImageBitmap {
  const out = new OffscreenCanvas(Math.round(part.width * scale), Math.round(part.height * scale)), pen = out.getContext("2d")!;
  const land = new Land(map);
  if (map.layout === "stone") {
    pen.setTransform(scale, 0, 0, scale, -part.x * scale, -part.y * scale);
    drawStone(pen, land);
    return out.transferToImageBitmap();
  }
  const box = { x: part.x - EDGE, y: part.y - EDGE, width: part.width + 2 * EDGE, height: part.height + 2 * EDGE };
  pen.drawImage(bakeMap(land, box, scale, inked), -EDGE * scale, -EDGE * scale);
  return out.transferToImageBitmap();
}

function allUnknown(land: Land, { x, y, width, height }: Box): boolean {
  return land.cellsIn({ x: x - CELL, y: y - CELL, width: width + 2 * CELL, height: height + 2 * CELL }).every((cell) => land.light(cell.x, cell.y) === 0);
}

function bakeMap(land: Land, box: Box, scale: number, inked: boolean): OffscreenCanvas {
  const wide = Math.round(box.width * scale), high = Math.round(box.height * scale);
  const canvas = new OffscreenCanvas(wide, high), pen = canvas.getContext("2d", { willReadFrequently: true })!;
  const toBoard = () => pen.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
  const toPixels = () => pen.setTransform(1, 0, 0, 1, 0, 0);
  if (allUnknown(land, box)) {
    toBoard();
    drawClouds(pen, land, null, box);
    return canvas;
  }
  const f = makeFields(land, box, 2 / scale);
  const water = paintWater(land, f, wide, high);
  pen.drawImage(pictureOf(colourLand(land, f)), 0, 0, 2 * f.wide, 2 * f.high);
  if (water) pen.drawImage(pictureOf(water), 0, 0);
  toBoard();
  pen.lineCap = pen.lineJoin = "round";
  if (land.map.layout === "lanes") drawLanes(pen, land, box);
  drawGrid(pen, land, box);
  drawItems(pen, land, box);
  toPixels();
  if (f.dim || inked || land.map.dark) {
    const image = pen.getImageData(0, 0, wide, high);
    forget(land, f, image, scale, inked);
    pen.putImageData(image, 0, 0);
  }
  toBoard();
  if (f.dark) drawClouds(pen, land, f, box);
  return canvas;
}
