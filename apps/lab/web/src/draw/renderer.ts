// The picture: bodies, walls and what is drawn over them, in the order in which they cover each other.
import { Bodies } from "./bodies";
import type { Look } from "./body_shader";
import { columnColours, materialColours, type ColourMap, type Rgb } from "./colours";
import type { Gl } from "./gl";
import { LineList, Lines } from "./lines";
import { Polygons } from "./polygons";
import { Rounds } from "./rounds";
import { Surfaces } from "./surfaces";
import { facetLines, facetTriangles, posed } from "./walls";
import type { Vec3, View } from "./view";
import type { Wall } from "../protocol/messages";
import type { Picture } from "../protocol/picture";
import type { Roster } from "../protocol/roster";

export interface Theme {
  background: Rgb;
  wall: Rgb;
  accent: Rgb;
}

/** Layers of lines over the bodies. */
export type Overlay = "walls" | "chains" | "arrows" | "search" | "tracers" | "tools";

export class Renderer {
  private readonly gl: Gl;
  private readonly rounds: Rounds;
  private readonly polygons: Polygons;
  private readonly surfaces: Surfaces;
  private readonly overlays: Record<Overlay, Lines>;
  private bodies: Bodies;
  private dimension: 2 | 3 = 2;
  private colourMap: ColourMap = "viridis";
  wallOpacity = 0.35;

  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("WebGL2");
    this.gl = gl;
    this.rounds = new Rounds(gl);
    this.polygons = new Polygons(gl);
    this.surfaces = new Surfaces(gl);
    const lines = (): Lines => new Lines(gl);
    this.overlays = { walls: lines(), chains: lines(), arrows: lines(), search: lines(), tracers: lines(), tools: lines() };
    this.bodies = new Bodies(gl, 2);
  }

  setDimension(dimension: 2 | 3): void {
    if (dimension === this.dimension) return;
    this.dimension = dimension;
    this.bodies = new Bodies(this.gl, dimension);
    this.setColourMap(this.colourMap);
  }

  setColourMap(map: ColourMap): void {
    this.colourMap = map;
    this.bodies.setPalette(columnColours(map), materialColours);
  }

  setRoster(roster: Roster): void {
    this.setDimension(roster.dimension);
    this.bodies.setRoster(roster);
    this.rounds.setMembers(roster.rounds);
    this.polygons.setRoster(roster);
  }

  setPicture(picture: Picture): void {
    this.bodies.setPicture(picture);
  }

  setOverlay(overlay: Overlay, lines: LineList): void {
    this.overlays[overlay].set(lines);
  }

  /** Walls where a picture has them; those that were taken out are left out. */
  setWalls(walls: readonly Wall[], picture: Picture | undefined, view: View, reach: number, theme: Theme): void {
    const middle = view.origin;
    const lines = new LineList(middle);
    const corners: number[] = [];
    walls.forEach((wall, i) => {
      const pose = picture?.walls[i];
      if (pose && !pose.active) return;
      for (const facet of wall.facets) {
        if (this.dimension === 2) {
          const ends = facetLines(facet, reach, middle).map((p) => posed(pose, p));
          for (let k = 0; k + 1 < ends.length; k += 2) lines.add(ends[k]!, ends[k + 1]!, 2.5, theme.wall);
        } else {
          for (const p of facetTriangles(facet, reach, middle)) corners.push(...posed(pose, p));
        }
      }
    });
    this.overlays.walls.set(lines);
    this.surfaces.set(middle, corners, theme.wall, this.wallOpacity);
  }

  draw(view: View, look: Look, theme: Theme): void {
    const { gl } = this;
    gl.viewport(0, 0, view.width, view.height);
    gl.clearColor(theme.background[0] / 255, theme.background[1] / 255, theme.background[2] / 255, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    if (view.flat) {
      gl.disable(gl.DEPTH_TEST);
      gl.enable(gl.BLEND);
      this.overlays.walls.draw(view);
    } else {
      gl.enable(gl.DEPTH_TEST);
      gl.disable(gl.BLEND);
    }
    this.rounds.draw(view, this.bodies, look);
    this.polygons.draw(view, this.bodies, look);
    gl.enable(gl.BLEND);
    if (!view.flat) {
      gl.depthMask(false);
      this.surfaces.draw(view);
      gl.disable(gl.DEPTH_TEST);
    }
    for (const over of ["search", "tracers", "chains", "arrows", "tools"] as const) this.overlays[over].draw(view);
    gl.depthMask(true);
  }

  /** Waits until everything is drawn: for measuring. */
  finish(): void {
    this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
  }

  /** Draws the background alone: what a frame costs without bodies. */
  clear(): void {
    this.gl.clear(this.gl.COLOR_BUFFER_BIT | this.gl.DEPTH_BUFFER_BIT);
  }

  noOverlay(overlay: Overlay): void {
    this.overlays[overlay].set(new LineList([0, 0, 0] as Vec3));
  }
}
