// Kinds 3, 4 and 5 of the binary messages: contacts, the search made visible, and arrows of bodies.
import type { Vec3 } from "../draw/view";
import { Reader } from "./reader";

export const wallBit = 0x80000000;

export interface Contact {
  first: number;
  second: number;
  force: number; // [N]
  overlap: number; // [m]
  point: Vec3;
}

export interface Contacts {
  step: number;
  inAll: number;
  greatest: number; // [N]
  list: Contact[];
}

export function readContacts(bytes: ArrayBuffer): Contacts {
  const r = new Reader(bytes);
  r.at = 8;
  const step = r.u64();
  const count = r.u32();
  const inAll = r.u32();
  const greatest = r.f32();
  r.u32();
  const list = Array.from({ length: count }, (): Contact => {
    const [first, second, force, overlap] = [r.u32(), r.u32(), r.f32(), r.f32()];
    return { first, second, force, overlap, point: [r.f32(), r.f32(), r.f32()] };
  });
  return { step, inAll, greatest, list };
}

export const boxKinds = ["cell", "node", "interval", "block"] as const;
export type BoxKind = (typeof boxKinds)[number];

export interface SearchBox {
  lo: Vec3;
  hi: Vec3;
  kind: BoxKind;
  level: number;
}

export interface SearchPicture {
  step: number;
  boxes: SearchBox[];
  /** Ids, two a pair. */
  candidates: Uint32Array;
  milliseconds: number;
  text: string;
}

export function readSearch(bytes: ArrayBuffer): SearchPicture {
  const r = new Reader(bytes);
  r.at = 8;
  const step = r.u64();
  const boxCount = r.u32();
  const pairCount = r.u32();
  const textBytes = r.u32();
  const milliseconds = r.u32() / 1000;
  const boxes = Array.from({ length: boxCount }, (): SearchBox => {
    const lo: Vec3 = [r.f32(), r.f32(), r.f32()];
    const hi: Vec3 = [r.f32(), r.f32(), r.f32()];
    return { lo, hi, kind: boxKinds[r.u16()] ?? "cell", level: r.u16() };
  });
  const candidates = r.u32s(2 * pairCount);
  const text = new TextDecoder().decode(r.u8s(textBytes));
  return { step, boxes, candidates, milliseconds, text };
}

export interface Vectors {
  step: number;
  roster: number;
  dimension: 2 | 3;
  greatest: number;
  values: Float32Array;
}

export function readVectors(bytes: ArrayBuffer): Vectors {
  const r = new Reader(bytes);
  r.at = 1;
  const dimension = r.u8() === 2 ? 2 : 3;
  r.at = 8;
  const step = r.u64();
  const roster = r.u32();
  const count = r.u32();
  const greatest = r.f32();
  r.u32();
  return { step, roster, dimension, greatest, values: r.f32s(dimension * count) };
}
