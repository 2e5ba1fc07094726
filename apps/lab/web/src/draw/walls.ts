// Facets of walls as lines (plane scenes) or triangles (in space), in the frame of the scene.
import type { Facet, Wall } from "../protocol/messages";
import type { WallPose } from "../protocol/picture";
import { add, cross, scaled, sub, unit, type Vec3 } from "./view";

const roundness = 48; // parts of a circle

const vec = (v: readonly number[]): Vec3 => [v[0] ?? 0, v[1] ?? 0, v[2] ?? 0];

export function rotate(q: readonly number[], p: Vec3): Vec3 {
  const u: Vec3 = [q[1]!, q[2]!, q[3]!];
  const t = scaled(cross(u, p), 2);
  return add(add(p, scaled(t, q[0]!)), cross(u, t));
}

export const posed = (pose: WallPose | undefined, p: Vec3): Vec3 =>
  pose ? add(rotate(pose.rotation, p), pose.offset) : p;

/** Lines of a facet of a plane scene: from, to, from, to. Planes have no end: they are drawn `reach` to both sides. */
export function facetLines(facet: Facet, reach: number, middle: Vec3): Vec3[] {
  if (facet.plane) {
    const normal = unit(vec(facet.plane.normal));
    const point = vec(facet.plane.point);
    const along: Vec3 = [-normal[1], normal[0], 0];
    const nearest = add(point, scaled(along, (middle[0] - point[0]) * along[0] + (middle[1] - point[1]) * along[1]));
    return [sub(nearest, scaled(along, reach)), add(nearest, scaled(along, reach))];
  }
  if (facet.block) {
    const [lo, hi] = [facet.block.lo, facet.block.hi];
    const corners: Vec3[] = [
      [lo[0]!, lo[1]!, 0],
      [hi[0]!, lo[1]!, 0],
      [hi[0]!, hi[1]!, 0],
      [lo[0]!, hi[1]!, 0],
    ];
    return corners.flatMap((c, i) => [c, corners[(i + 1) % 4]!]);
  }
  if (facet.circle) {
    const { centre, radius } = facet.circle;
    const at = (i: number): Vec3 => {
      const a = (2 * Math.PI * i) / (2 * roundness);
      return [centre[0]! + radius * Math.cos(a), centre[1]! + radius * Math.sin(a), 0];
    };
    return Array.from({ length: 2 * roundness }, (_, i) => [at(i), at(i + 1)]).flat();
  }
  const s = facet.segments ?? [];
  return Array.from({ length: s.length / 2 }, (_, i) => [s[2 * i]!, s[2 * i + 1]!, 0] as const);
}

/** Triangles of a facet in space, three corners each. */
export function facetTriangles(facet: Facet, reach: number, middle: Vec3): Vec3[] {
  if (facet.plane) return planeTriangles(facet.plane, reach, middle);
  if (facet.block) return blockTriangles(vec(facet.block.lo), vec(facet.block.hi));
  if (facet.frustum) return frustumTriangles(facet.frustum);
  if (facet.circle) return sphereTriangles(vec(facet.circle.centre), facet.circle.radius);
  const { vertices = [], triangles = [] } = facet;
  return triangles.map((i) => [vertices[3 * i]!, vertices[3 * i + 1]!, vertices[3 * i + 2]!] as const);
}

const quad = (a: Vec3, b: Vec3, c: Vec3, d: Vec3): Vec3[] => [a, b, c, a, c, d];

/** Two directions across a normal. */
function across(normal: Vec3): [Vec3, Vec3] {
  const u = unit(cross(normal, Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  return [u, cross(normal, u)];
}

function planeTriangles(plane: NonNullable<Facet["plane"]>, reach: number, middle: Vec3): Vec3[] {
  const normal = unit(vec(plane.normal));
  const [u, v] = across(normal);
  const from = sub(middle, vec(plane.point));
  const away = from[0] * normal[0] + from[1] * normal[1] + from[2] * normal[2];
  const nearest = sub(middle, scaled(normal, away));
  const at = (a: number, b: number): Vec3 => add(nearest, add(scaled(u, a * reach), scaled(v, b * reach)));
  return quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1));
}

function blockTriangles(lo: Vec3, hi: Vec3): Vec3[] {
  const at = (i: number): Vec3 => [i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]];
  const faces = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ] as const;
  return faces.flatMap(([a, b, c, d]) => quad(at(a), at(b), at(c), at(d)));
}

function frustumTriangles(f: NonNullable<Facet["frustum"]>): Vec3[] {
  const [start, end] = [vec(f.start), vec(f.end)];
  const [u, v] = across(unit(sub(end, start)));
  const ring = (centre: Vec3, radius: number, i: number): Vec3 => {
    const a = (2 * Math.PI * i) / roundness;
    return add(centre, add(scaled(u, radius * Math.cos(a)), scaled(v, radius * Math.sin(a))));
  };
  const triangles: Vec3[] = [];
  for (let i = 0; i < roundness; ++i) {
    const [a, b] = [ring(start, f.start_radius, i), ring(start, f.start_radius, i + 1)];
    const [c, d] = [ring(end, f.end_radius, i), ring(end, f.end_radius, i + 1)];
    triangles.push(...quad(a, b, d, c));
    if (f.caps?.[0]) triangles.push(start, a, b);
    if (f.caps?.[1]) triangles.push(end, c, d);
  }
  return triangles;
}

function sphereTriangles(centre: Vec3, radius: number): Vec3[] {
  const at = (i: number, k: number): Vec3 => {
    const [a, b] = [(2 * Math.PI * i) / roundness, (Math.PI * k) / 16];
    const r = radius * Math.sin(b);
    return add(centre, [r * Math.cos(a), r * Math.sin(a), radius * Math.cos(b)]);
  };
  const triangles: Vec3[] = [];
  for (let i = 0; i < roundness; ++i) {
    for (let k = 0; k < 16; ++k) triangles.push(...quad(at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)));
  }
  return triangles;
}

/** How far a point is from the nearest line of a wall of a plane scene. */
export function distanceToWall(wall: Wall, pose: WallPose | undefined, point: Vec3, reach: number): number {
  let least = Infinity;
  for (const facet of wall.facets) {
    const ends = facetLines(facet, reach, point).map((p) => posed(pose, p));
    for (let i = 0; i + 1 < ends.length; i += 2) least = Math.min(least, distanceToLine(point, ends[i]!, ends[i + 1]!));
  }
  return least;
}

function distanceToLine(p: Vec3, a: Vec3, b: Vec3): number {
  const d = sub(b, a);
  const square = d[0] * d[0] + d[1] * d[1];
  const t = square > 0 ? Math.min(1, Math.max(0, ((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square)) : 0;
  return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1]);
}
