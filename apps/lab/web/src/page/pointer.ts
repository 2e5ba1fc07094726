// Pointer and keyboard over the picture, as touches of the tool in hand or moves of the camera.
import { distanceToWall } from "../draw/walls";
import type { Laboratory } from "../model/laboratory";
import { plain } from "../model/numbers";
import { centreOf } from "../protocol/picture";
import { t } from "../texts/text";
import type { Touch } from "../tools/tool";
import { pickBody } from "./pick";
import type { Stage } from "./stage";
import type { Toolrail } from "./toolrail";

const slack = 5; // pixels beside a body or a wall that still mean it

export class PointerOver {
  private isDown = false;
  private isMovingView = false;
  private keyIsDown = false;
  private last = { x: 0, y: 0 };
  private depth: Touch["centre"];

  constructor(
    private readonly lab: Laboratory,
    private readonly stage: Stage,
    private readonly rail: Toolrail,
    private readonly announce: (text: string) => void,
  ) {
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", () => this.leaveOff());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("blur", () => this.showCursor(false));
    stage.marks = () => rail.tool?.marks() ?? [];
    rail.current.watch((name) => {
      canvas.dataset["tool"] = name;
      stage.requestDraw();
    });
  }

  /** What lies below a pixel of the canvas. */
  touchAt(x: number, y: number): Touch {
    const { stage, lab } = this;
    const place = stage.placeAt(x, y, this.depth);
    const [picture, roster] = [lab.picture.get(), lab.roster.get()];
    const slot = picture && roster ? pickBody(stage.view, picture, roster, x, y, place, slack) : -1;
    const centre = slot >= 0 ? centreOf(picture!, slot) : undefined;
    return { place: centre && !stage.isPlane ? stage.placeAt(x, y, centre) : place, body: slot >= 0 ? roster!.ids[slot] : undefined, centre, wall: this.wallAt(place) };
  }

  private wallAt(place: Touch["place"]): string | undefined {
    if (!this.stage.isPlane) return undefined;
    const view = this.stage.view;
    const picture = this.lab.picture.get();
    let best: string | undefined;
    let least = (2 * slack) / view.scale;
    this.lab.scene.get()?.walls.forEach((wall, i) => {
      const away = distanceToWall(wall, picture?.walls[i], place, 1e3);
      if (away < least) {
        least = away;
        best = wall.name;
      }
    });
    return best;
  }

  private pixel(event: PointerEvent | WheelEvent): { x: number; y: number } {
    const box = this.stage.canvas.getBoundingClientRect();
    const ratio = this.stage.pixelRatio;
    return { x: (event.clientX - box.left) * ratio, y: (event.clientY - box.top) * ratio };
  }

  private down(event: PointerEvent): void {
    this.stage.canvas.setPointerCapture(event.pointerId);
    const at = (this.last = this.pixel(event));
    const touch = this.touchAt(at.x, at.y);
    const grabsNothing = this.rail.current.get() === "grab" && touch.body === undefined;
    this.isMovingView = event.button !== 0 || this.rail.current.get() === "hand" || grabsNothing;
    this.isDown = !this.isMovingView;
    if (grabsNothing) this.lab.chosen.set(undefined);
    if (!this.isDown) return;
    this.depth = touch.centre;
    void this.rail.tool?.down(touch);
    this.stage.requestDraw();
  }

  private move(event: PointerEvent): void {
    const at = this.pixel(event);
    if (this.isMovingView) {
      const [dx, dy] = [at.x - this.last.x, at.y - this.last.y];
      if (this.stage.isPlane || event.shiftKey) this.stage.shift(dx, dy);
      else this.stage.turn(dx, dy);
    } else if (this.isDown || this.rail.tool?.finish) {
      this.rail.tool?.move(this.touchAt(at.x, at.y));
      this.stage.requestDraw();
    }
    this.last = at;
  }

  private up(event: PointerEvent): void {
    const at = this.pixel(event);
    if (this.isDown) void this.rail.tool?.up(this.touchAt(at.x, at.y));
    this.isDown = this.isMovingView = false;
    this.depth = undefined;
    this.stage.requestDraw();
  }

  leaveOff(): void {
    this.rail.tool?.cancel();
    this.isDown = this.isMovingView = this.keyIsDown = false;
    this.depth = undefined;
    this.stage.requestDraw();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.pixel(event);
    this.stage.zoom(Math.exp(-0.0015 * event.deltaY), at.x, at.y);
  }

  private showCursor(shown: boolean): void {
    this.stage.cursor.shown = shown;
    this.stage.requestDraw();
  }

  private key(event: KeyboardEvent): void {
    const { stage } = this;
    const moves: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (move) this.moveCursor(move, event.shiftKey ? 50 : 8);
    else if (event.key === "Enter") this.enter();
    else if (event.key === "+" || event.key === "=") stage.zoom(1.25, 0.5 * stage.canvas.width, 0.5 * stage.canvas.height);
    else if (event.key === "-") stage.zoom(0.8, 0.5 * stage.canvas.width, 0.5 * stage.canvas.height);
    else if (event.key === "0") stage.fit();
    else if (event.key === "Escape") this.leaveOff();
    else return;
    event.preventDefault();
  }

  private moveCursor([dx, dy]: [number, number], by: number): void {
    const { cursor, canvas } = this.stage;
    if (!cursor.shown && cursor.x === 0) Object.assign(cursor, { x: 0.5 * canvas.width, y: 0.5 * canvas.height });
    cursor.x = Math.min(canvas.width, Math.max(0, cursor.x + dx * by));
    cursor.y = Math.min(canvas.height, Math.max(0, cursor.y + dy * by));
    cursor.shown = true;
    const touch = this.touchAt(cursor.x, cursor.y);
    if (this.keyIsDown || this.rail.tool?.finish) this.rail.tool?.move(touch);
    const what = touch.body !== undefined ? `${t("chosenBody")} ${touch.body}` : (touch.wall ?? t("nothingHere"));
    this.announce(t("cursorAt", { x: plain(touch.place[0]), y: plain(touch.place[1]), what }));
    this.stage.requestDraw();
  }

  /** The first Enter presses the tool down at the cursor, the second lets it go. */
  private enter(): void {
    const tool = this.rail.tool;
    const { cursor } = this.stage;
    if (!tool) return;
    if (!cursor.shown) return tool.finish?.();
    const touch = this.touchAt(cursor.x, cursor.y);
    if (this.keyIsDown) void tool.up(touch);
    else void tool.down(touch);
    this.keyIsDown = !this.keyIsDown && !tool.finish;
    this.stage.requestDraw();
  }
}
