// The server's words for walls and states, as the page uses them.
import type { Facet, RunState, SceneInfo, Wall } from "./messages";

interface Pieces {
  vertices: number[];
  segments?: number[];
  triangles?: number[];
}
interface Surface extends Omit<Facet, "segments"> {
  box?: { lo: number[]; hi: number[] };
  mesh?: Pieces;
  chain?: Pieces;
}

/** A wall comes as one surface, or as facets already. */
export function wallOf(wall: Wall & { surface?: Surface }): Wall {
  const { surface } = wall;
  if (!surface) return { ...wall, facets: wall.facets ?? [] };
  const pieces = surface.mesh ?? surface.chain;
  const facet: Facet = surface.box ? { block: surface.box } : pieces ? facetOf(pieces) : (surface as Facet);
  return { ...wall, facets: [facet] };
}

function facetOf(pieces: Pieces): Facet {
  const { vertices, segments, triangles } = pieces;
  if (triangles) return { vertices, triangles };
  return { segments: (segments ?? []).flatMap((i) => [vertices[2 * i]!, vertices[2 * i + 1]!]) };
}

export function sceneOf(scene: SceneInfo): SceneInfo {
  return { ...scene, box: scene.box ?? null, walls: (scene.walls ?? []).map(wallOf), laws: scene.laws ?? [] };
}

/** The event holds the state as a member; replies to commands are handed over as they are. */
export function stateOf(told: RunState | { state: RunState }): RunState {
  return "state" in told ? told.state : told;
}
