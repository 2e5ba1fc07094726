// What is drawn over the bodies, as lines: contacts and force chains, arrows, the structure of the search, traces.
import { columnColours, hexRgb, type Rgb } from "./colours";
import { LineList } from "./lines";
import type { Vec3, View } from "./view";
import { wallBit, type Contacts, type SearchBox, type SearchPicture, type Vectors } from "../protocol/overlays";
import { centreOf, type Picture } from "../protocol/picture";
import type { Roster } from "../protocol/roster";

export interface Drawn {
  picture: Picture;
  roster: Roster;
  view: View;
  accent: Rgb;
  wall: Rgb;
}

const embers = columnColours("ember");
const levels: readonly Rgb[] = ["#2a7f9e", "#c9772b", "#5b8f3a", "#9b5aa6", "#b2433f", "#77848f"].map(hexRgb);
const widestChain = 9; // pixels, for the greatest force
const intervalRows = 24; // before they begin anew
const longestArrow = 46; // pixels, for the greatest length

export function chainLines(scene: Drawn, contacts: Contacts | undefined, network: boolean, chains: boolean): LineList {
  const lines = new LineList(scene.view.origin);
  for (const contact of contacts?.list ?? []) {
    const from = placeOf(scene, contact.first);
    const to = contact.second >= wallBit ? contact.point : placeOf(scene, contact.second);
    if (!from || !to) continue;
    if (chains) {
      const share = contacts!.greatest > 0 ? contact.force / contacts!.greatest : 0;
      const colour = embers[Math.min(255, Math.floor(60 + 195 * Math.sqrt(share)))]!;
      lines.add(from, to, Math.max(0.6, widestChain * Math.sqrt(share)), colour, 0.25 + 0.7 * Math.sqrt(share));
    }
    if (network) lines.add(from, to, 1.2, scene.accent, 0.85);
  }
  return lines;
}

export function vectorLines(scene: Drawn, vectors: Vectors | undefined): LineList {
  const lines = new LineList(scene.view.origin);
  if (!vectors || vectors.roster !== scene.roster.number || vectors.greatest <= 0) return lines;
  const factor = longestArrow / scene.view.scale / vectors.greatest;
  const d = vectors.dimension;
  for (let slot = 0; slot * d < vectors.values.length; ++slot) {
    const from = centreOf(scene.picture, slot);
    if (!from) continue;
    const part = (k: number): number => (k < d ? vectors.values[d * slot + k]! * factor : 0);
    const to: Vec3 = [from[0] + part(0), from[1] + part(1), from[2] + part(2)];
    lines.arrow(from, to, 1.6, 7, scene.view.scale, scene.accent, 0.9);
  }
  return lines;
}

export function searchLines(scene: Drawn, search: SearchPicture | undefined, boxes: boolean, candidates: boolean): LineList {
  const lines = new LineList(scene.view.origin);
  if (!search) return lines;
  if (boxes) {
    const intervals = [0, 0, 0];
    for (const box of search.boxes) {
      const colour = levels[box.level % levels.length]!;
      if (box.kind === "interval") addInterval(lines, scene, box, intervals[box.level]!++, colour);
      else addBox(lines, scene, box.lo, box.hi, colour);
    }
  }
  if (candidates) {
    for (let i = 0; i + 1 < search.candidates.length; i += 2) {
      const from = placeOf(scene, search.candidates[i]!);
      const to = placeOf(scene, search.candidates[i + 1]!);
      if (from && to) lines.add(from, to, 1.4, scene.accent, 0.9);
    }
  }
  return lines;
}

export function tracerLines(scene: Drawn, trace: readonly Vec3[]): LineList {
  const lines = new LineList(scene.view.origin);
  for (let i = 1; i < trace.length; ++i) lines.add(trace[i - 1]!, trace[i]!, 2, scene.accent, 0.2 + (0.7 * i) / trace.length);
  return lines;
}

function placeOf(scene: Drawn, id: number): Vec3 | undefined {
  const slot = scene.roster.slotOf(id);
  return slot < 0 ? undefined : centreOf(scene.picture, slot);
}

/** Of a sorted list: below the scene for the first axis, beside it for the second; neighbours in the list lie side by side. */
function addInterval(lines: LineList, scene: Drawn, box: SearchBox, rank: number, colour: Rgb): void {
  if (!scene.view.flat || box.level > 1) return;
  const { view } = scene;
  const away = (k: 0 | 1): number => (0.5 * (k === 0 ? view.width : view.height) - 14 - 3 * (rank % intervalRows)) / view.scale;
  const [x, y] = [view.origin[0] - away(0), view.origin[1] - away(1)];
  if (box.level === 0) lines.add([box.lo[0], y, 0], [box.hi[0], y, 0], 1.6, colour, 0.85);
  else lines.add([x, box.lo[1], 0], [x, box.hi[1], 0], 1.6, colour, 0.85);
}

function addBox(lines: LineList, scene: Drawn, lo: Vec3, hi: Vec3, colour: Rgb): void {
  if (scene.view.flat) {
    const corners: Vec3[] = [[lo[0], lo[1], 0], [hi[0], lo[1], 0], [hi[0], hi[1], 0], [lo[0], hi[1], 0]];
    corners.forEach((corner, i) => lines.add(corner, corners[(i + 1) % 4]!, 1.5, colour, 0.9));
    return;
  }
  const at = (i: number): Vec3 => [i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]];
  for (let i = 0; i < 8; ++i) {
    for (const bit of [1, 2, 4]) if (!(i & bit)) lines.add(at(i), at(i | bit), 1, colour, 0.4);
  }
}
