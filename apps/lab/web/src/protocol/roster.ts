// Kind 2 of the binary messages: what stays of the bodies.
import { Reader } from "./reader";

export interface Roster {
  dimension: 2 | 3;
  number: number;
  count: number;
  ids: Uint32Array;
  radii: Float32Array;
  materials: Uint16Array;
  /** Bodies that are discs or spheres. */
  rounds: Uint32Array;
  isFixed(slot: number): boolean;
  /** Convex parts of a polygon, x y x y ..., about its centroid, for a radius of 1; none of a round body. */
  partsOf(slot: number): readonly Float32Array[];
  /** The slot of an id; -1 when it is not here. */
  slotOf(id: number): number;
}

export function readRoster(bytes: ArrayBuffer): Roster {
  const r = new Reader(bytes);
  r.u8();
  const dimension = r.u8() === 2 ? 2 : 3;
  r.u16();
  const number = r.u32();
  const count = r.u32();
  const shapeCount = r.u32();
  const ids = r.u32s(count);
  const radii = r.f32s(count);
  const pairs = r.u16s(2 * count);
  const flags = r.u8s(count);
  r.align(4);
  const shapes = Array.from({ length: shapeCount }, () =>
    Array.from({ length: r.u32() }, () => r.f32s(2 * r.u32())),
  );
  const shapeOf = (slot: number): number => pairs[2 * slot + 1]!;
  const rounds: number[] = [];
  for (let i = 0; i < count; ++i) if (shapeOf(i) === 0) rounds.push(i);
  return {
    dimension,
    number,
    count,
    ids,
    radii,
    materials: Uint16Array.from({ length: count }, (_, i) => pairs[2 * i]!),
    rounds: Uint32Array.from(rounds),
    isFixed: (slot) => (flags[slot]! & 1) !== 0,
    partsOf: (slot) => shapes[shapeOf(slot) - 1] ?? [],
    slotOf: (id) => find(ids, id),
  };
}

function find(ascending: Uint32Array, id: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const there = ascending[middle]!;
    if (there === id) return middle;
    if (there < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
