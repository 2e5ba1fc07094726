// Tools that measure and change nothing: ruler, protractor, probes. Ruler and protractor stay where they were put.
import { plain, quantity } from "../model/numbers";
import { t } from "../texts/text";
import { DragTool, distance, type Bench, type Mark, type Touch } from "./tool";

abstract class StayingTool extends DragTool {
  private last: [Touch, Touch] | undefined;
  constructor(protected readonly bench: Bench) {
    super();
  }
  protected dragged(from: Touch, to: Touch): void {
    this.last = [from, to];
    this.bench.say(this.result(from, to));
  }
  override marks(): Mark[] {
    if (this.from) return super.marks();
    return this.last ? this.marksOf(...this.last) : [];
  }
  override cancel(): void {
    super.cancel();
    this.last = undefined;
  }
  protected abstract result(from: Touch, to: Touch): string;
}

export class RulerTool extends StayingTool {
  protected result(from: Touch, to: Touch): string {
    return t("rulerResult", { value: plain(distance(from.place, to.place)) });
  }
  protected marksOf(from: Touch, to: Touch): Mark[] {
    return [{ kind: "line", from: from.place, to: to.place, text: quantity(distance(from.place, to.place), "m") }];
  }
}

export class ProtractorTool extends StayingTool {
  private angle(from: Touch, to: Touch): number {
    return (Math.atan2(to.place[1] - from.place[1], to.place[0] - from.place[0]) * 180) / Math.PI;
  }
  protected result(from: Touch, to: Touch): string {
    return t("protractorResult", { value: this.angle(from, to).toFixed(1) });
  }
  protected marksOf(from: Touch, to: Touch): Mark[] {
    const level: Touch["place"] = [from.place[0] + distance(from.place, to.place), from.place[1], from.place[2]];
    return [
      { kind: "line", from: from.place, to: level },
      { kind: "line", from: from.place, to: to.place, text: `${this.angle(from, to).toFixed(1)}°` },
    ];
  }
}

export class ProbeTool extends DragTool {
  constructor(private readonly bench: Bench) {
    super();
  }
  protected dragged(from: Touch, to: Touch): void {
    const isClick = distance(from.place, to.place) < 4 * this.bench.pixel();
    if (isClick && from.body !== undefined) return this.bench.addProbe({ body: from.body }, `body ${from.body}`);
    if (isClick && from.wall) return this.bench.addProbe({ wall: from.wall }, from.wall);
    if (isClick) return;
    const dimension = this.bench.lab.scene.get()?.dimension ?? 2;
    const [a, b] = [from.place.slice(0, dimension), to.place.slice(0, dimension)];
    const box = { min: a.map((x, k) => Math.min(x, b[k]!)), max: a.map((x, k) => Math.max(x, b[k]!)) };
    this.bench.addProbe({ region: { box } }, "region");
  }
  protected marksOf(from: Touch, to: Touch): Mark[] {
    return [{ kind: "box", from: from.place, to: to.place }];
  }
}
