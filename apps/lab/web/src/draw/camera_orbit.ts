// The camera of scenes in space: it looks at a point from a distance, with z upwards, in perspective.
import { add, cross, dot, scaled, sub, unit, type Camera, type Vec3, type View } from "./view";

const openingAngle = (30 * Math.PI) / 180; // from the lower to the upper edge
const focal = 1 / Math.tan(0.5 * openingAngle);

export class OrbitCamera implements Camera {
  private target: Vec3 = [0, 0, 0];
  private distance = 1;
  private azimuth = (-60 * Math.PI) / 180;
  private elevation = (15 * Math.PI) / 180;

  /** Towards the right of the picture, its top, and from the target to the eye. */
  private frame(): { right: Vec3; up: Vec3; back: Vec3 } {
    const c = Math.cos(this.elevation);
    const back: Vec3 = [c * Math.cos(this.azimuth), c * Math.sin(this.azimuth), Math.sin(this.elevation)];
    const right = unit(cross([0, 0, 1], back));
    return { right, up: cross(back, right), back };
  }

  view(width: number, height: number): View {
    const { right, up, back } = this.frame();
    const d = this.distance;
    // prettier-ignore
    const toEye = new Float32Array([
      right[0], up[0], back[0], 0,
      right[1], up[1], back[1], 0,
      right[2], up[2], back[2], 0,
      0, 0, -d, 1,
    ]);
    const near = 0.02 * d;
    const far = 20 * d;
    // prettier-ignore
    const toClip = new Float32Array([
      focal * height / width, 0, 0, 0,
      0, focal, 0, 0,
      0, 0, (far + near) / (near - far), -1,
      0, 0, 2 * far * near / (near - far), 0,
    ]);
    return { flat: false, origin: this.target, toEye, toClip, width, height, scale: (0.5 * height * focal) / d };
  }

  shift(dx: number, dy: number, width: number, height: number): void {
    const { right, up } = this.frame();
    const { scale } = this.view(width, height);
    this.target = add(this.target, add(scaled(right, -dx / scale), scaled(up, dy / scale)));
  }

  zoom(factor: number): void {
    this.distance /= factor;
  }

  turn(dx: number, dy: number): void {
    this.azimuth -= 0.008 * dx;
    this.elevation = Math.min(1.55, Math.max(-1.55, this.elevation + 0.008 * dy));
  }

  fit(min: Vec3, max: Vec3, width: number, height: number): void {
    this.target = scaled(add(min, max), 0.5);
    const radius = 0.5 * Math.hypot(...sub(max, min)) || 1;
    this.distance = (radius * focal * Math.max(1, height / width)) / 0.92;
  }

  placeAt(x: number, y: number, width: number, height: number, depth: Vec3 = this.target): Vec3 {
    const { right, up, back } = this.frame();
    const eye = add(this.target, scaled(back, this.distance));
    const across = (2 * x - width) / (height * focal);
    const upwards = (height - 2 * y) / (height * focal);
    const ray = add(add(scaled(right, across), scaled(up, upwards)), scaled(back, -1));
    return add(eye, scaled(ray, dot(sub(eye, depth), back)));
  }
}
