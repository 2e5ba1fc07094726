// What a tool is: it hears where the pointer goes, and may leave marks in the picture meanwhile.
import type { Laboratory } from "../model/laboratory";
import type { Vec3 } from "../draw/view";

export interface Touch {
  place: Vec3;
  /** Id of the body there. */
  body: number | undefined;
  centre: Vec3 | undefined;
  wall: string | undefined;
}

export type Mark =
  | { kind: "line"; from: Vec3; to: Vec3; text?: string }
  | { kind: "circle"; centre: Vec3; radius: number; text?: string }
  | { kind: "box"; from: Vec3; to: Vec3; text?: string }
  | { kind: "outline"; corners: Vec3[]; closed: boolean };

export interface Bench {
  lab: Laboratory;
  /** Metres of a pixel. */
  pixel(): number;
  say(text: string): void;
  addProbe(probe: object, label: string): void;
}

export interface Tool {
  down(touch: Touch): void | Promise<void>;
  move(touch: Touch): void;
  up(touch: Touch): void | Promise<void>;
  cancel(): void;
  /** Enter, where a tool needs several points. */
  finish?(): void;
  marks(): Mark[];
}

/** A tool that is done with a click. */
export abstract class ClickTool implements Tool {
  abstract down(touch: Touch): void | Promise<void>;
  move(): void {}
  up(): void {}
  cancel(): void {}
  marks(): Mark[] {
    return [];
  }
}

/** A tool that is dragged from one place to another. */
export abstract class DragTool implements Tool {
  protected from: Touch | undefined;
  protected to: Touch | undefined;

  down(touch: Touch): void {
    this.from = this.to = touch;
  }
  move(touch: Touch): void {
    if (this.from) this.to = touch;
  }
  async up(touch: Touch): Promise<void> {
    const from = this.from;
    this.from = this.to = undefined;
    if (from) await this.dragged(from, touch);
  }
  cancel(): void {
    this.from = this.to = undefined;
  }
  marks(): Mark[] {
    return this.from && this.to ? this.marksOf(this.from, this.to) : [];
  }

  protected abstract dragged(from: Touch, to: Touch): void | Promise<void>;
  protected abstract marksOf(from: Touch, to: Touch): Mark[];
}

export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
