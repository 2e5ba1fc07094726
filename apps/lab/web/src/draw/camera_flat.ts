// The camera of plane scenes: a centre and pixels per metre.
import type { Camera, Vec3, View } from "./view";

export class FlatCamera implements Camera {
  private x = 0;
  private y = 0;
  private scale = 1000; // pixels per metre

  view(width: number, height: number): View {
    const s = this.scale;
    // prettier-ignore
    const toEye = new Float32Array([1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  0, 0, 0, 1]);
    // prettier-ignore
    const toClip = new Float32Array([2 * s / width, 0, 0, 0,  0, 2 * s / height, 0, 0,  0, 0, -1, 0,  0, 0, 0, 1]);
    return { flat: true, origin: [this.x, this.y, 0], toEye, toClip, width, height, scale: s };
  }

  shift(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  zoom(factor: number, x: number, y: number, width: number, height: number): void {
    const before = this.placeAt(x, y, width, height);
    this.scale *= factor;
    const after = this.placeAt(x, y, width, height);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
  }

  turn(): void {}

  fit(min: Vec3, max: Vec3, width: number, height: number): void {
    const wide = Math.max(max[0] - min[0], 1e-9);
    const high = Math.max(max[1] - min[1], 1e-9);
    this.scale = 0.9 * Math.min(width / wide, height / high);
    this.x = 0.5 * (min[0] + max[0]);
    this.y = 0.5 * (min[1] + max[1]);
  }

  placeAt(x: number, y: number, width: number, height: number): Vec3 {
    return [this.x + (x - 0.5 * width) / this.scale, this.y - (y - 0.5 * height) / this.scale, 0];
  }
}
