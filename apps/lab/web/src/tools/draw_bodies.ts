// Tools that bring bodies in: discs and spheres, boxes, polygons by their outline, and fills.
import { plain, quantity } from "../model/numbers";
import type { Vec3 } from "../draw/view";
import { DragTool, distance, type Bench, type Mark, type Tool, type Touch } from "./tool";

const flat = (p: Vec3, dimension: number): number[] => p.slice(0, dimension);

function material(bench: Bench): { material?: string } {
  const name = bench.lab.scene.get()?.materials[0];
  return name === undefined ? {} : { material: name };
}

export class RoundTool extends DragTool {
  constructor(private readonly bench: Bench) {
    super();
  }

  private radius(from: Touch, to: Touch): number {
    const drawn = distance(from.place, to.place);
    if (drawn > 3 * this.bench.pixel()) return drawn;
    // A click: as large as its like.
    const radii = this.bench.lab.roster.get()?.radii;
    return radii && radii.length > 0 ? Array.from(radii).sort((a, b) => a - b)[radii.length >> 1]! : 12 * this.bench.pixel();
  }

  protected async dragged(from: Touch, to: Touch): Promise<void> {
    const dimension = this.bench.lab.scene.get()?.dimension ?? 2;
    await this.bench.lab.edit({
      add_body: {
        shape: dimension === 2 ? "disc" : "sphere",
        radius: Number(this.radius(from, to).toPrecision(6)),
        position: flat(from.place, dimension),
        ...material(this.bench),
      },
    });
  }

  protected marksOf(from: Touch, to: Touch): Mark[] {
    const radius = this.radius(from, to);
    return [{ kind: "circle", centre: from.place, radius, text: quantity(radius, "m") }];
  }
}

export class BoxTool extends DragTool {
  constructor(private readonly bench: Bench) {
    super();
  }

  protected async dragged(from: Touch, to: Touch): Promise<void> {
    const [w, hgt] = [Math.abs(to.place[0] - from.place[0]), Math.abs(to.place[1] - from.place[1])];
    if (Math.min(w, hgt) < 3 * this.bench.pixel()) return;
    const middle: Vec3 = [0.5 * (from.place[0] + to.place[0]), 0.5 * (from.place[1] + to.place[1]), 0];
    await addPolygon(this.bench, middle, [
      [-0.5 * w, -0.5 * hgt],
      [0.5 * w, -0.5 * hgt],
      [0.5 * w, 0.5 * hgt],
      [-0.5 * w, 0.5 * hgt],
    ]);
  }

  protected marksOf(from: Touch, to: Touch): Mark[] {
    return [{ kind: "box", from: from.place, to: to.place }];
  }
}

async function addPolygon(bench: Bench, position: Vec3, corners: number[][]): Promise<void> {
  await bench.lab.edit({
    add_body: { shape: "polygon", polygon: { corners }, position: flat(position, 2), ...material(bench) },
  });
}

/** Corners about their centroid, anticlockwise, as the scene wants them. */
export function asOutline(corners: readonly Vec3[]): { centre: Vec3; corners: number[][] } {
  let area = 0;
  let [cx, cy] = [0, 0];
  const first = corners[0]!;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const part = (a[0] - first[0]) * (b[1] - first[1]) - (b[0] - first[0]) * (a[1] - first[1]);
    area += part;
    cx += (a[0] + b[0] + first[0]) * part;
    cy += (a[1] + b[1] + first[1]) * part;
  });
  const centre: Vec3 = [cx / (3 * area), cy / (3 * area), 0];
  const round = (x: number): number => Number(x.toPrecision(9));
  const about = corners.map((c) => [round(c[0] - centre[0]), round(c[1] - centre[1])]);
  return { centre, corners: area < 0 ? about.reverse() : about };
}

export class PolygonTool implements Tool {
  private corners: Vec3[] = [];
  private next: Vec3 | undefined;

  constructor(private readonly bench: Bench) {}

  async down(touch: Touch): Promise<void> {
    const first = this.corners[0];
    if (first && this.corners.length > 2 && distance(first, touch.place) < 9 * this.bench.pixel()) {
      await this.finish();
      return;
    }
    this.corners.push(touch.place);
  }
  move(touch: Touch): void {
    this.next = touch.place;
  }
  up(): void {}

  async finish(): Promise<void> {
    const corners = this.corners;
    this.cancel();
    if (corners.length < 3) return;
    const outline = asOutline(corners);
    await addPolygon(this.bench, outline.centre, outline.corners);
  }
  cancel(): void {
    this.corners = [];
    this.next = undefined;
  }
  marks(): Mark[] {
    if (this.corners.length === 0) return [];
    const corners = this.next ? [...this.corners, this.next] : this.corners;
    return [{ kind: "outline", corners, closed: corners.length > 2 }];
  }
}

export class FillTool extends DragTool {
  constructor(private readonly bench: Bench) {
    super();
  }

  private region(from: Touch, to: Touch): { min: number[]; max: number[] } {
    const [a, b] = [from.place, to.place];
    return { min: [Math.min(a[0], b[0]), Math.min(a[1], b[1])], max: [Math.max(a[0], b[0]), Math.max(a[1], b[1])] };
  }

  /** As many as the box holds loosely, of the sizes that the scene has. */
  private plan(from: Touch, to: Touch): { count: number; diameter: [number, number] } {
    const radii = Array.from(this.bench.lab.roster.get()?.radii ?? [8 * this.bench.pixel()]).sort((a, b) => a - b);
    const at = (share: number): number => 2 * radii[Math.floor(share * (radii.length - 1))]!;
    const diameter: [number, number] = [at(0.1), at(0.9)];
    const { min, max } = this.region(from, to);
    const area = (max[0]! - min[0]!) * (max[1]! - min[1]!);
    const one = (Math.PI / 4) * Math.max(diameter[0] * diameter[1], 1e-18);
    return { count: Math.floor((0.45 * area) / one), diameter };
  }

  protected async dragged(from: Touch, to: Touch): Promise<void> {
    const { count, diameter } = this.plan(from, to);
    if (count < 1) return;
    const sizes = diameter[0] < diameter[1] ? { uniform: diameter } : diameter[0];
    await this.bench.lab.edit({
      add_fill: { shape: "disc", diameter: sizes, count, region: { box: this.region(from, to) }, ...material(this.bench) },
    });
  }

  protected marksOf(from: Touch, to: Touch): Mark[] {
    return [{ kind: "box", from: from.place, to: to.place, text: plain(this.plan(from, to).count) }];
  }
}
