// Grab and throw: a spring from the body to the pointer. One drag is one undo.
import { distance, type Bench, type Mark, type Tool, type Touch } from "./tool";
import type { Vec3 } from "../draw/view";

/** How quickly a grabbed body follows the hand [s]: the spring's period, whatever the body weighs. */
const period = 0.12;
/** Nearer than so many pixels a touch is a click, which only chooses. */
const stillness = 3;

export class GrabTool implements Tool {
  private body: number | undefined;
  private spring = { stiffness: 0, damping: 0 };
  private group = 0;
  private holds = false;
  private from: Vec3 | undefined;
  private goal: Vec3 | undefined;
  private at: Vec3 | undefined;
  private busy = false;
  private ready: Promise<unknown> = Promise.resolve();

  constructor(private readonly bench: Bench) {}

  async down(touch: Touch): Promise<void> {
    this.bench.lab.chosen.set(touch.body);
    if (touch.body === undefined) return;
    this.body = touch.body;
    this.at = this.goal = this.from = touch.place;
    this.holds = false;
  }

  private async takeHold(body: number): Promise<void> {
    const report = await this.bench.lab.try("inspect", { body });
    if (!report || report.fixed) {
      this.body = undefined;
      return;
    }
    const rate = (2 * Math.PI) / period;
    this.spring = { stiffness: report.mass * rate * rate, damping: 1.2 * report.mass * rate };
    await this.pull();
  }

  move(touch: Touch): void {
    if (this.body === undefined) return;
    this.goal = touch.place;
    if (!this.holds && distance(this.from!, touch.place) > stillness * this.bench.pixel()) {
      this.holds = true;
      this.group = this.bench.lab.newGroup();
      this.ready = this.takeHold(this.body);
    }
    void this.pull();
  }

  /** Sends the last place of the hand; places that come while one is under way wait for the next. */
  private async pull(): Promise<void> {
    if (this.busy || this.body === undefined || !this.goal || this.spring.stiffness === 0) return;
    this.busy = true;
    const { lab } = this.bench;
    const point = this.goal.slice(0, lab.scene.get()?.dimension ?? 2);
    this.at = this.goal;
    await lab.try("edit", { change: { grab: { body: this.body, point, ...this.spring } }, group: this.group });
    this.busy = false;
    if (this.goal !== this.at) await this.pull();
  }

  async up(touch: Touch): Promise<void> {
    await this.ready;
    const body = this.body;
    if (body === undefined) return;
    this.goal = touch.place;
    this.body = undefined;
    const { lab } = this.bench;
    if (!this.holds) return;
    if (this.spring.stiffness > 0) await lab.edit({ release: body }, this.group);
    this.spring.stiffness = 0;
    await lab.refreshTimeline();
  }

  cancel(): void {
    if (this.goal) void this.up({ place: this.goal, body: undefined, centre: undefined, wall: undefined });
  }

  marks(): Mark[] {
    if (this.body === undefined || !this.goal || !this.holds) return [];
    return [{ kind: "circle", centre: this.goal, radius: 6 * this.bench.pixel() }];
  }
}
