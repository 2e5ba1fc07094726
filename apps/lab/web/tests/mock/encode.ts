// Writes binary messages as the server does, for tests and for work on the page without a server.
import type { Vec3 } from "../../src/draw/view";

export interface MockBody {
  id: number;
  x: number;
  y: number;
  angle: number;
  radius: number;
  material: number;
  /** Corners for a radius of 1, x y x y ...; none: a disc. */
  corners?: number[];
  fixed?: boolean;
  colour: number; // 0 to 255
}

class Writer {
  private bytes = new Uint8Array(1 << 16);
  private view = new DataView(this.bytes.buffer);
  at = 0;

  private room(size: number): number {
    while (this.at + size > this.bytes.length) {
      const more = new Uint8Array(2 * this.bytes.length);
      more.set(this.bytes);
      this.bytes = more;
      this.view = new DataView(more.buffer);
    }
    this.at += size;
    return this.at - size;
  }
  u8(...values: number[]): void {
    for (const v of values) this.view.setUint8(this.room(1), v);
  }
  u16(...values: number[]): void {
    for (const v of values) this.view.setUint16(this.room(2), v, true);
  }
  u32(...values: number[]): void {
    for (const v of values) this.view.setUint32(this.room(4), v, true);
  }
  u64(value: number): void {
    this.view.setBigUint64(this.room(8), BigInt(value), true);
  }
  f32(...values: number[]): void {
    for (const v of values) this.view.setFloat32(this.room(4), v, true);
  }
  f64(...values: number[]): void {
    for (const v of values) this.view.setFloat64(this.room(8), v, true);
  }
  align(to: number): void {
    this.room(Math.ceil(this.at / to) * to - this.at);
  }
  done(): ArrayBuffer {
    return this.bytes.slice(0, this.at).buffer;
  }
}

export function encodeRoster(number: number, bodies: readonly MockBody[]): ArrayBuffer {
  const w = new Writer();
  const shaped = bodies.filter((b) => b.corners);
  w.u8(2, 2);
  w.u16(0);
  w.u32(number, bodies.length, shaped.length);
  w.u32(...bodies.map((b) => b.id));
  w.f32(...bodies.map((b) => b.radius));
  for (const b of bodies) w.u16(b.material, b.corners ? shaped.indexOf(b) + 1 : 0);
  w.u8(...bodies.map((b) => (b.fixed ? 1 : 0)));
  w.align(4);
  for (const b of shaped) {
    w.u32(1, b.corners!.length / 2);
    w.f32(...b.corners!);
  }
  return w.done();
}

export function encodePicture(
  head: { branch: number; shows: number; roster: number; step: number; time: number; past?: boolean },
  lo: Vec3,
  size: Vec3,
  bodies: readonly MockBody[],
): ArrayBuffer {
  const w = new Writer();
  const q = (x: number, k: number): number => Math.floor(((x - lo[k]!) / size[k]!) * 65535);
  const isInside = (b: MockBody): boolean => q(b.x, 0) >= 0 && q(b.x, 0) < 65535 && q(b.y, 1) >= 0 && q(b.y, 1) < 65535;
  const outside = bodies.filter((b) => !isInside(b));
  w.u8(1, 2, 3 | (head.past ? 4 : 0), 0);
  w.u32(head.branch, head.shows, head.roster);
  w.u64(head.step);
  w.f64(head.time, ...lo, ...size);
  w.f32(0, 1);
  w.u32(bodies.length, outside.length, 0, 4 * bodies.length);
  for (const b of bodies) w.u16(...(isInside(b) ? [q(b.x, 0), q(b.y, 1)] : [65535, 65535]));
  for (const b of bodies) w.u16(Math.floor((((b.angle / (2 * Math.PI)) % 1) + 1) * 65536) & 65535);
  w.align(4);
  w.u8(...bodies.map((b) => b.colour));
  w.align(4);
  for (const b of outside) {
    w.u32(bodies.indexOf(b));
    w.f32(b.x - lo[0] - 0.5 * size[0], b.y - lo[1] - 0.5 * size[1], b.angle);
  }
  w.align(8);
  return w.done();
}
