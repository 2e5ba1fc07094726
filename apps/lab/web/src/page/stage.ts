// The picture on the page: one canvas for what is shown, one for a branch beside it, marks of tools above.
import { OrbitCamera } from "../draw/camera_orbit";
import { FlatCamera } from "../draw/camera_flat";
import type { Look } from "../draw/body_shader";
import { hexRgb, type Rgb } from "../draw/colours";
import { chainLines, searchLines, tracerLines, vectorLines } from "../draw/overlay_lines";
import { Renderer, type Theme } from "../draw/renderer";
import type { Camera, Vec3, View } from "../draw/view";
import { extentOfWalls, union, type Extent } from "../draw/extent";
import type { Laboratory } from "../model/laboratory";
import type { Looks } from "../model/looks";
import { centreOf, type Picture } from "../protocol/picture";
import type { Mark } from "../tools/tool";
import { t } from "../texts/text";
import { drawMarks } from "./marks";
import { h, s } from "./dom";

/** What is asked of the server reaches so far beyond the edges of the picture, as a share of it. */
const margin = 0.25;
const keptTrace = 2000;

export class Stage {
  readonly element: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly cursor = { x: 0, y: 0, shown: false };
  marks: () => Mark[] = () => [];
  private readonly besideCanvas: HTMLCanvasElement;
  private readonly marksLayer: SVGElement;
  private readonly renderer: Renderer;
  private besideRenderer: Renderer | undefined;
  private camera: Camera = new FlatCamera();
  private isFlat = true;
  private theme: Theme = { background: [255, 255, 255], wall: [90, 98, 107], accent: [11, 106, 120] };
  private asked: string | undefined;
  private askedAt = 0; // number of that command
  private isWaiting = false;
  private trace: Vec3[] = [];
  private fitted = -1;
  private drawnFrames = 0;

  constructor(
    private readonly lab: Laboratory,
    private readonly looks: Looks,
  ) {
    this.canvas = h("canvas", { className: "main", tabIndex: 0, attributes: { role: "application", "aria-label": t("pictureName"), "aria-roledescription": "picture" } });
    this.besideCanvas = h("canvas", { className: "beside", hidden: true, attributes: { role: "img", "aria-label": t("branchBeside") } });
    this.marksLayer = s("svg", { class: "marks", "aria-hidden": "true" });
    this.element = h("div", { className: "picture" }, this.canvas, this.besideCanvas, this.marksLayer);
    this.renderer = new Renderer(this.canvas);
    this.readTheme();
    new ResizeObserver(() => this.resized()).observe(this.element);
    this.listen();
  }

  private listen(): void {
    const { lab } = this;
    lab.scene.watch((scene) => {
      if (scene) this.setDimension(scene.dimension);
    });
    lab.opened.watch(() => {
      this.trace = [];
      this.fit();
    });
    lab.roster.watch((roster) => {
      if (!roster) return;
      this.setDimension(roster.dimension);
      this.renderer.setRoster(roster);
      this.besideRenderer?.setRoster(roster);
    });
    lab.picture.watch((picture) => {
      if (!picture || picture.roster !== lab.roster.get()?.number) return;
      this.renderer.setPicture(picture);
      if (this.fitted !== lab.opened.get() && picture.shows >= this.askedAt) this.fitNow();
      this.follow(picture);
      this.requestDraw();
    });
    lab.beside.watch((picture) => {
      if (picture) this.besideRenderer?.setPicture(picture);
      this.requestDraw();
    });
    for (const value of [lab.contacts, lab.search, lab.vectors, lab.chosen]) value.watch(() => this.requestDraw());
    this.looks.watch(() => {
      this.renderer.setColourMap(this.looks.colourMap.get());
      this.renderer.wallOpacity = this.looks.wallOpacity.get();
      this.askForView();
      this.requestDraw();
    });
    // Only the picture itself takes a credit.
    lab.client.on("picture", (picture) => {
      if (!picture.beside) requestAnimationFrame(() => lab.client.credit());
    });
  }

  /** Lets pictures come: two on the way hide the time of travel. */
  begin(): void {
    this.lab.client.credit(2);
    this.askForView();
  }

  readTheme(): void {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): Rgb => hexRgb(style.getPropertyValue(name).trim() || "#808080");
    this.theme = { background: colour("--picture"), wall: colour("--wall"), accent: colour("--accent") };
    this.requestDraw();
  }

  get view(): View {
    return this.camera.view(this.canvas.width, this.canvas.height);
  }
  get isPlane(): boolean {
    return this.isFlat;
  }
  /** Frames that were drawn since the page was opened. */
  get frames(): number {
    return this.drawnFrames;
  }
  get pixelRatio(): number {
    return this.canvas.width / (this.canvas.clientWidth || 1);
  }

  placeAt(x: number, y: number, depth?: Vec3): Vec3 {
    return this.camera.placeAt(x, y, this.canvas.width, this.canvas.height, depth);
  }
  shift(dx: number, dy: number): void {
    this.camera.shift(dx, dy, this.canvas.width, this.canvas.height);
    this.moved();
  }
  turn(dx: number, dy: number): void {
    this.camera.turn(dx, dy);
    this.moved();
  }
  zoom(factor: number, x: number, y: number): void {
    this.camera.zoom(factor, x, y, this.canvas.width, this.canvas.height);
    this.moved();
  }

  /** Shows the whole scene, as soon as a picture has told where all bodies are. */
  fit(): void {
    this.fitted = -1;
    this.askForView();
  }

  private fitNow(): void {
    const box = this.box();
    if (!box || this.canvas.width < 2) return;
    const corner = (v: number[]): Vec3 => [v[0] ?? 0, v[1] ?? 0, v[2] ?? 0];
    this.camera.fit(corner(box[0]), corner(box[1]), this.canvas.width, this.canvas.height);
    this.fitted = this.lab.opened.get();
    this.moved();
  }

  private box(): Extent | undefined {
    const scene = this.lab.scene.get();
    return union([scene && extentOfWalls(scene), this.boxOfBodies()]);
  }

  /** Around what the last picture shows. */
  private boxOfBodies(): [number[], number[]] | undefined {
    const [picture, roster] = [this.lab.picture.get(), this.lab.roster.get()];
    if (!picture || !roster || picture.roster !== roster.number) return undefined;
    const [lo, hi] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
    for (let slot = 0; slot < picture.count; ++slot) {
      const centre = centreOf(picture, slot);
      centre?.forEach((x, k) => {
        lo[k] = Math.min(lo[k]!, x - roster.radii[slot]!);
        hi[k] = Math.max(hi[k]!, x + roster.radii[slot]!);
      });
    }
    return Number.isFinite(lo[0]!) ? [lo, hi] : undefined;
  }

  showBeside(on: boolean): void {
    this.besideCanvas.hidden = !on;
    this.element.classList.toggle("split", on);
    if (on && !this.besideRenderer) {
      this.besideRenderer = new Renderer(this.besideCanvas);
      const roster = this.lab.roster.get();
      if (roster) this.besideRenderer.setRoster(roster);
    }
    this.resized();
  }

  requestDraw(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  draw(): void {
    const { view } = this;
    if (view.width < 2) return;
    const picture = this.lab.picture.get();
    this.setOverlays(view, picture);
    this.renderer.draw(view, this.look(picture), this.theme);
    const beside = this.lab.beside.get();
    if (this.besideRenderer && !this.besideCanvas.hidden) {
      this.besideRenderer.setWalls(this.lab.scene.get()?.walls ?? [], beside, view, this.reach(view), this.theme);
      this.besideRenderer.draw(view, { ...this.look(beside), chosen: -1 }, this.theme);
    }
    drawMarks(this.marksLayer, this.marks(), view, this.pixelRatio, this.cursor);
    this.drawnFrames++;
  }

  /** Milliseconds of an empty frame and of this one, each the best of some, with the drawing waited for. */
  measure(rounds: number): { empty: number; full: number } {
    const best = (work: () => void): number => {
      let least = Infinity;
      for (let i = 0; i < rounds; ++i) {
        const begin = performance.now();
        work();
        this.renderer.finish();
        least = Math.min(least, performance.now() - begin);
      }
      return least;
    };
    return { empty: best(() => this.renderer.clear()), full: best(() => this.draw()) };
  }

  private setDimension(dimension: 2 | 3): void {
    const isFlat = dimension === 2;
    this.renderer.setDimension(dimension);
    if (isFlat === this.isFlat) return;
    this.isFlat = isFlat;
    this.camera = isFlat ? new FlatCamera() : new OrbitCamera();
    this.fit();
  }

  private look(picture: Picture | undefined): Look {
    const chosen = this.lab.chosen.get();
    const { theme, looks } = this;
    return {
      chosen: chosen === undefined ? -1 : (this.lab.roster.get()?.slotOf(chosen) ?? -1),
      accent: [theme.accent[0] / 255, theme.accent[1] / 255, theme.accent[2] / 255],
      byColumn: looks.colour.get() !== null && picture?.colours !== undefined,
      fade: [theme.background[0] / 255, theme.background[1] / 255, theme.background[2] / 255, this.fade()],
      cut: this.cut(),
    };
  }

  private fade(): number {
    const { looks } = this;
    if (looks.searchBoxes.get() || looks.candidates.get()) return 0.72;
    return looks.chains.get() || looks.network.get() ? 0.6 : 0;
  }

  private cut(): Look["cut"] {
    const axis = this.looks.cutAxis.get();
    const box = this.box();
    if (axis === "none" || !box || this.isFlat) return undefined;
    const k = { x: 0, y: 1, z: 2 }[axis];
    const normal: [number, number, number] = [0, 0, 0];
    // What is cut away lies on the side of the eye.
    const sign = this.view.toEye[4 * k + 2]! >= 0 ? 1 : -1;
    normal[k] = sign;
    const place = box[0][k]! + this.looks.cutShare.get() * (box[1][k]! - box[0][k]!);
    return { normal, offset: sign * place };
  }

  private reach(view: View): number {
    if (view.flat) return (2 * Math.max(view.width, view.height)) / view.scale;
    const box = this.box();
    return box ? 0.75 * Math.max(...box[1].map((hi, k) => hi - box[0][k]!)) : 1;
  }

  private setOverlays(view: View, picture: Picture | undefined): void {
    const { lab, looks, renderer, theme } = this;
    const roster = lab.roster.get();
    renderer.setWalls(lab.scene.get()?.walls ?? [], picture, view, this.reach(view), theme);
    if (!picture || !roster) return;
    const scene = { picture, roster, view, accent: theme.accent, wall: theme.wall };
    const chains = looks.chains.get() || looks.network.get() ? lab.contacts.get() : undefined;
    renderer.setOverlay("chains", chainLines(scene, chains, looks.network.get(), looks.chains.get()));
    renderer.setOverlay("arrows", vectorLines(scene, looks.vectors.get() === "none" ? undefined : lab.vectors.get()));
    const search = looks.searchBoxes.get() || looks.candidates.get() ? lab.search.get() : undefined;
    renderer.setOverlay("search", searchLines(scene, search, looks.searchBoxes.get(), looks.candidates.get()));
    renderer.setOverlay("tracers", tracerLines(scene, looks.tracer.get() ? this.trace : []));
  }

  private follow(picture: Picture): void {
    const chosen = this.lab.chosen.get();
    const slot = chosen === undefined ? -1 : (this.lab.roster.get()?.slotOf(chosen) ?? -1);
    const centre = slot < 0 ? undefined : centreOf(picture, slot);
    if (!centre) this.trace = [];
    else this.trace.push(centre);
    if (this.trace.length > keptTrace) this.trace.shift();
  }

  private resized(): void {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    for (const canvas of [this.canvas, this.besideCanvas]) {
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    }
    if (this.fitted !== this.lab.opened.get()) this.fitNow();
    else this.moved();
  }

  private moved(): void {
    this.askForView();
    this.requestDraw();
  }

  /** Tells the server what is shown, once for each change. */
  private askForView(): void {
    if (!this.lab.scene.get() || this.canvas.width < 2) return;
    const { width, height } = this.canvas;
    const a = this.placeAt(-margin * width, (1 + margin) * height);
    const b = this.placeAt((1 + margin) * width, -margin * height);
    const isFitted = this.fitted === this.lab.opened.get();
    const window = this.isFlat && isFitted ? { lo: [a[0], a[1]], hi: [b[0], b[1]] } : { lo: null, hi: null };
    const members = { ...window, colour: this.looks.colour.get(), colour_range: null, angles: true, pixels: [width, height] };
    const text = JSON.stringify(members);
    if (text === this.asked) return;
    this.asked = text;
    this.askedAt = this.lab.client.lastCommand + 1;
    void this.lab.try("view", members).then((answer) => answer && this.lab.columns.set(answer.columns));
  }
}
