// The bodies of a picture as textures: what stays (radii, materials) and what comes with every picture (places, angles,
// colours), as it came over the wire.
import { DataTexture, type Gl } from "./gl";
import type { Picture } from "../protocol/picture";
import type { Roster } from "../protocol/roster";
import { columnColours, materialColours, type Rgb } from "./colours";
import type { Vec3 } from "./view";

const notInView = 65535;

export class Bodies {
  readonly places: DataTexture;
  readonly angles: DataTexture;
  readonly column: DataTexture;
  readonly materials: DataTexture;
  readonly radii: DataTexture;
  readonly palette: DataTexture;
  /** The box in which places are counted. */
  window: { lo: Vec3; size: Vec3 } = { lo: [0, 0, 0], size: [1, 1, 1] };
  private readonly exact: DataTexture;
  private exactPlaces = new Float32Array(8);
  private picture: Picture | undefined;

  constructor(gl: Gl, dimension: 2 | 3) {
    this.places = new DataTexture(gl, dimension === 2 ? "u16x2" : "u16x3");
    this.angles = new DataTexture(gl, dimension === 2 ? "u16" : "u32");
    this.column = new DataTexture(gl, "u8");
    this.materials = new DataTexture(gl, "u8");
    this.radii = new DataTexture(gl, "f32");
    this.exact = new DataTexture(gl, "f32x4");
    this.palette = new DataTexture(gl, "rgba8");
    this.setPalette(columnColours("viridis"), materialColours);
  }

  /** 256 colours of a column, then one for each material. */
  setPalette(column: readonly Rgb[], materials: readonly Rgb[]): void {
    const texels = new Uint8Array(4 * 512);
    const put = (at: number, colour: Rgb): void => texels.set([...colour, 255], 4 * at);
    for (let i = 0; i < 256; ++i) {
      put(i, column[i]!);
      put(256 + i, materials[i % materials.length]!);
    }
    this.palette.set(texels);
  }

  setRoster(roster: Roster): void {
    this.radii.set(roster.radii);
    // Fixed bodies take the last colour, so that one sees what cannot move.
    this.materials.set(Uint8Array.from(roster.materials, (m, i) => (roster.isFixed(i) ? 255 : m === 65535 ? 254 : m % 254)));
    this.exactPlaces = new Float32Array(8 * roster.count);
  }

  setPicture(picture: Picture): void {
    this.picture = picture;
    this.window = { lo: picture.lo, size: picture.size };
    this.places.set(picture.places);
    if (picture.angles) this.angles.set(picture.angles);
    if (picture.colours) this.column.set(picture.colours);
  }

  /** Two texels for each body that a picture gives exactly: place and angle, or place and quaternion. */
  exactFor(origin: Vec3): DataTexture {
    const picture = this.picture;
    if (!picture || picture.count === 0) return this.exact;
    const texels = this.exactPlaces;
    for (let body = 0; body < picture.count; ++body) {
      if (picture.places[picture.dimension * body] === notInView) texels[8 * body] = 3e38; // far outside of any view
    }
    for (const one of picture.exact) {
      const at = 8 * one.slot;
      for (let k = 0; k < 3; ++k) texels[at + k] = one.centre[k]! - origin[k]!;
      texels[at + 3] = one.angle;
      texels.set(one.quaternion, at + 4);
    }
    if (texels.length >= 8 * picture.count) this.exact.set(texels, 2 * picture.count);
    return this.exact;
  }
}
