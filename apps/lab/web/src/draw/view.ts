// What a camera tells the layers: where the eye is and how places become pixels. Places are given to shaders relative
// to `origin`, which is subtracted in double precision, so that deep zooms do not tremble.

export type Vec3 = readonly [number, number, number];

export interface View {
  readonly flat: boolean;
  readonly origin: Vec3;
  /** From places relative to the origin to the frame of the eye, which looks along -z; column by column. */
  readonly toEye: Float32Array;
  /** From the frame of the eye to clip coordinates. */
  readonly toClip: Float32Array;
  /** Pixels of the canvas. */
  readonly width: number;
  readonly height: number;
  /** Pixels per metre at the origin. */
  readonly scale: number;
}

/** A camera turns gestures into views. Pixels are those of the canvas, from its upper left corner. */
export interface Camera {
  view(width: number, height: number): View;
  /** Moves what is shown by so many pixels. */
  shift(dx: number, dy: number, width: number, height: number): void;
  /** Comes closer by a factor, keeping the place below a pixel where it is. */
  zoom(factor: number, x: number, y: number, width: number, height: number): void;
  /** Turns around what is shown; flat cameras do not turn. */
  turn(dx: number, dy: number): void;
  /** Shows a box whole. */
  fit(min: Vec3, max: Vec3, width: number, height: number): void;
  /** The place below a pixel: in the plane of a flat scene, or in the plane through `depth` that faces the eye. */
  placeAt(x: number, y: number, width: number, height: number, depth?: Vec3): Vec3;
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Vec3): Vec3 => scaled(a, 1 / (length(a) || 1));

/** The pixel at which a place is seen, and its distance along the line of sight; undefined behind the eye. */
export function project(view: View, place: Vec3): { x: number; y: number; depth: number } | undefined {
  const p = sub(place, view.origin);
  const m = view.toEye;
  const row = (i: number): number => m[i]! * p[0] + m[4 + i]! * p[1] + m[8 + i]! * p[2] + m[12 + i]!;
  const eye: Vec3 = [row(0), row(1), row(2)];
  const c = view.toClip;
  const w = c[3]! * eye[0] + c[7]! * eye[1] + c[11]! * eye[2] + c[15]!;
  if (w <= 0) return undefined;
  const x = (c[0]! * eye[0] + c[8]! * eye[2] + c[12]!) / w;
  const y = (c[5]! * eye[1] + c[9]! * eye[2] + c[13]!) / w;
  return { x: (0.5 + 0.5 * x) * view.width, y: (0.5 - 0.5 * y) * view.height, depth: -eye[2] };
}
