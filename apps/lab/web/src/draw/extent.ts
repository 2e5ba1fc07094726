// How far walls reach, so that a scene is shown whole: from their surfaces, planes excepted, in the place where they begin.
import { facetLines, facetTriangles } from "./walls";
import type { Vec3 } from "./view";
import type { SceneInfo } from "../protocol/messages";

export type Extent = [number[], number[]];

/** Undefined if there are planes alone. */
export function extentOfWalls(scene: SceneInfo): Extent | undefined {
  const corners: Vec3[] = scene.walls.flatMap((wall) =>
    wall.facets.filter((facet) => !facet.plane).flatMap((facet) => (scene.dimension === 2 ? facetLines(facet, 0, [0, 0, 0]) : facetTriangles(facet, 0, [0, 0, 0]))),
  );
  return union(corners.map((corner) => [[...corner], [...corner]]));
}

export function union(extents: readonly (Extent | undefined)[]): Extent | undefined {
  const known = extents.filter((extent) => extent !== undefined);
  const first = known[0];
  if (!first) return undefined;
  const [lo, hi] = [[...first[0]], [...first[1]]];
  for (const [from, to] of known) {
    from.forEach((x, k) => (lo[k] = Math.min(lo[k] ?? x, x)));
    to.forEach((x, k) => (hi[k] = Math.max(hi[k] ?? x, x)));
  }
  return [lo, hi];
}
