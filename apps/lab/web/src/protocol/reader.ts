// Reads the sections of a binary message one after another. Sections begin at multiples of four bytes, some of eight.

export class Reader {
  private readonly view: DataView;
  at = 0;

  constructor(private readonly bytes: ArrayBuffer) {
    this.view = new DataView(bytes);
  }

  u8(): number {
    return this.view.getUint8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.view.getUint16(this.at - 2, true);
  }
  u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  /** Step numbers: exact as a number up to 2^53, which no run reaches. */
  u64(): number {
    this.at += 8;
    return Number(this.view.getBigUint64(this.at - 8, true));
  }
  f32(): number {
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  f64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  vec3(): [number, number, number] {
    return [this.f64(), this.f64(), this.f64()];
  }
  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to;
  }

  u8s(count: number): Uint8Array {
    return this.section(Uint8Array, count);
  }
  u16s(count: number): Uint16Array {
    return this.section(Uint16Array, count);
  }
  u32s(count: number): Uint32Array {
    return this.section(Uint32Array, count);
  }
  f32s(count: number): Float32Array {
    return this.section(Float32Array, count);
  }

  private section<A>(
    kind: { new (bytes: ArrayBuffer, at: number, count: number): A; BYTES_PER_ELEMENT: number },
    count: number,
  ): A {
    this.align(4);
    const values = new kind(this.bytes, this.at, count);
    this.at += count * kind.BYTES_PER_ELEMENT;
    return values;
  }
}
