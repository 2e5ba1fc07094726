// Tools that change what is there: delete, pin, open a gate, move a wall.
import { sub } from "../draw/view";
import { ClickTool, DragTool, type Bench, type Mark, type Touch } from "./tool";

export class DeleteTool extends ClickTool {
  constructor(private readonly bench: Bench) {
    super();
  }
  async down(touch: Touch): Promise<void> {
    if (touch.body === undefined) return;
    await this.bench.lab.edit({ remove_body: touch.body });
    this.bench.lab.chosen.set(undefined);
  }
}

export class PinTool extends ClickTool {
  constructor(private readonly bench: Bench) {
    super();
  }
  async down(touch: Touch): Promise<void> {
    if (touch.body === undefined) return;
    const roster = this.bench.lab.roster.get();
    const isFixed = roster?.isFixed(roster.slotOf(touch.body)) ?? false;
    await this.bench.lab.edit(isFixed ? { unpin: touch.body } : { pin: touch.body });
  }
}

export class GateTool extends ClickTool {
  constructor(private readonly bench: Bench) {
    super();
  }
  async down(touch: Touch): Promise<void> {
    const { lab } = this.bench;
    const index = lab.scene.get()?.walls.findIndex((wall) => wall.name === touch.wall) ?? -1;
    if (index < 0 || !touch.wall) return;
    const isThere = lab.picture.get()?.walls[index]?.active ?? true;
    await lab.edit(isThere ? { remove_wall: touch.wall } : { return_wall: touch.wall });
  }
}

export class MoveWallTool extends DragTool {
  constructor(private readonly bench: Bench) {
    super();
  }
  protected async dragged(from: Touch, to: Touch): Promise<void> {
    if (!from.wall) return;
    const by = sub(to.place, from.place).slice(0, this.bench.lab.scene.get()?.dimension ?? 2);
    await this.bench.lab.edit({ move_wall: { wall: from.wall, by } });
  }
  protected marksOf(from: Touch, to: Touch): Mark[] {
    return from.wall ? [{ kind: "line", from: from.place, to: to.place, text: from.wall }] : [];
  }
}
