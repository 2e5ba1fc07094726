// Kind 1 of the binary messages: where the bodies and walls are.
import type { Vec3 } from "../draw/view";
import { Reader } from "./reader";

export interface ExactBody {
  slot: number;
  centre: Vec3;
  angle: number;
  quaternion: readonly [number, number, number, number];
}

export interface WallPose {
  offset: Vec3;
  rotation: readonly [number, number, number, number]; // w x y z
  force: Vec3;
  active: boolean;
  driven: boolean;
}

export interface Picture {
  dimension: 2 | 3;
  past: boolean;
  running: boolean;
  beside: boolean;
  branch: number;
  /** The last command of this client that this picture shows. */
  shows: number;
  roster: number;
  step: number;
  time: number;
  lo: Vec3;
  size: Vec3;
  colourRange: readonly [number, number];
  count: number;
  places: Uint16Array;
  angles: Uint16Array | Uint32Array | undefined;
  colours: Uint8Array | undefined;
  exact: ExactBody[];
  walls: WallPose[];
}

export function readPicture(bytes: ArrayBuffer): Picture {
  const r = new Reader(bytes);
  r.u8();
  const dimension = r.u8() === 2 ? 2 : 3;
  const flags = r.u8();
  r.u8();
  const head = { branch: r.u32(), shows: r.u32(), roster: r.u32(), step: r.u64(), time: r.f64() };
  const lo = r.vec3();
  const size = r.vec3();
  const colourRange = [r.f32(), r.f32()] as const;
  const count = r.u32();
  const exactCount = r.u32();
  const wallCount = r.u32();
  r.u32(); // bytes of the places: D x 2 x n
  const places = r.u16s(dimension * count);
  const angles = flags & 1 ? (dimension === 2 ? r.u16s(count) : r.u32s(count)) : undefined;
  const colours = flags & 2 ? r.u8s(count) : undefined;
  r.align(4);
  const middle = lo.map((l, k) => l + 0.5 * size[k]!);
  const exact = Array.from({ length: exactCount }, () => readExact(r, dimension, middle));
  r.align(8);
  const walls = Array.from({ length: wallCount }, () => readWall(r));
  return {
    ...head,
    dimension,
    past: (flags & 4) !== 0,
    running: (flags & 8) !== 0,
    beside: (flags & 16) !== 0,
    lo,
    size,
    colourRange,
    count,
    places,
    angles,
    colours,
    exact,
    walls,
  };
}

function readExact(r: Reader, dimension: 2 | 3, middle: readonly number[]): ExactBody {
  const slot = r.u32();
  const centre: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < dimension; ++k) centre[k] = middle[k]! + r.f32();
  if (dimension === 2) return { slot, centre, angle: r.f32(), quaternion: [1, 0, 0, 0] };
  return { slot, centre, angle: 0, quaternion: [r.f32(), r.f32(), r.f32(), r.f32()] };
}

function readWall(r: Reader): WallPose {
  const offset = r.vec3();
  const rotation = [r.f64(), r.f64(), r.f64(), r.f64()] as const;
  const force = [r.f32(), r.f32(), r.f32()] as const;
  const flags = r.u32();
  return { offset, rotation, force, active: (flags & 1) !== 0, driven: (flags & 2) !== 0 };
}

/** Where a body is; undefined when the picture does not show it. */
export function centreOf(picture: Picture, slot: number): Vec3 | undefined {
  const d = picture.dimension;
  if (picture.places[d * slot] === 65535) return picture.exact.find((e) => e.slot === slot)?.centre;
  const at = (k: number): number => picture.lo[k]! + ((picture.places[d * slot + k]! + 0.5) / 65535) * picture.size[k]!;
  return [at(0), at(1), d === 3 ? at(2) : 0];
}

/** The angle of a body of a plane scene [rad]. */
export function angleOf(picture: Picture, slot: number): number {
  if (picture.places[2 * slot] === 65535) return picture.exact.find((e) => e.slot === slot)?.angle ?? 0;
  return picture.angles ? (picture.angles[slot]! / 65536) * 2 * Math.PI : 0;
}
