// Which body is below a place or a pixel, found in the picture that is shown.
import { project, type Vec3, type View } from "../draw/view";
import { angleOf, centreOf, type Picture } from "../protocol/picture";
import type { Roster } from "../protocol/roster";

/** The slot of the body below a pixel; `slack` pixels beside it count, too. -1: none. */
export function pickBody(view: View, picture: Picture, roster: Roster, x: number, y: number, place: Vec3, slack: number): number {
  let best = -1;
  let bestRank = Infinity;
  for (let slot = 0; slot < Math.min(picture.count, roster.count); ++slot) {
    const centre = centreOf(picture, slot);
    if (!centre) continue;
    const radius = roster.radii[slot]!;
    const rank = view.flat
      ? flatRank(picture, roster, slot, centre, radius, place, slack / view.scale)
      : spaceRank(view, centre, radius, x, y, slack);
    if (rank < bestRank) {
      bestRank = rank;
      best = slot;
    }
  }
  return best;
}

/** The smaller the better; infinite: not hit. */
function flatRank(picture: Picture, roster: Roster, slot: number, c: Vec3, radius: number, p: Vec3, slack: number): number {
  const away = Math.hypot(p[0] - c[0], p[1] - c[1]);
  if (away > radius + slack) return Infinity;
  const parts = roster.partsOf(slot);
  if (parts.length === 0) return away - radius;
  const angle = angleOf(picture, slot);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [(p[0] - c[0]) / radius, (p[1] - c[1]) / radius];
  const local = [dx * cos + dy * sin, dy * cos - dx * sin] as const;
  return parts.some((part) => isInside(part, local, slack / radius)) ? away - radius : Infinity;
}

function isInside(part: Float32Array, p: readonly [number, number], slack: number): boolean {
  const n = part.length / 2;
  for (let i = 0; i < n; ++i) {
    const k = (i + 1) % n;
    const [ex, ey] = [part[2 * k]! - part[2 * i]!, part[2 * k + 1]! - part[2 * i + 1]!];
    const side = (ex * (p[1] - part[2 * i + 1]!) - ey * (p[0] - part[2 * i]!)) / (Math.hypot(ex, ey) || 1);
    if (side < -slack) return false;
  }
  return true;
}

function spaceRank(view: View, centre: Vec3, radius: number, x: number, y: number, slack: number): number {
  const seen = project(view, centre);
  if (!seen) return Infinity;
  const size = (radius * 0.5 * view.height * view.toClip[5]!) / seen.depth;
  const away = Math.hypot(seen.x - x, seen.y - y);
  return away <= size + slack ? seen.depth - radius * Math.sqrt(Math.max(0, 1 - (away / size) ** 2)) : Infinity;
}
