// Polygons: convex parts as fans of triangles, corners pulled from a texture of (body, x, y, how far from the edge).
import { DataTexture, Program, texelAt, type Gl } from "./gl";
import type { Bodies } from "./bodies";
import { bodyShader, setBodyUniforms, type Look } from "./body_shader";
import type { Roster } from "../protocol/roster";
import type { View } from "./view";

const vertex = `${texelAt}${bodyShader}
uniform sampler2D vertices;
uniform float pixels_per_metre;
flat out vec3 paint;
flat out float chosen;
flat out float height;
out float inwards;
void main() {
  vec4 corner = texelFetch(vertices, texel_at(2 * gl_VertexID), 0);
  int body = int(corner.x);
  float angle = angle_of(body);
  vec2 arm = vec2(cos(angle), sin(angle));
  float radius = radius_of(body);
  vec3 place = place_of(body);
  place.xy += radius * vec2(corner.y * arm.x - corner.z * arm.y, corner.y * arm.y + corner.z * arm.x);
  paint = paint_of(body);
  chosen = chosen_of(body);
  inwards = corner.w;
  // 1 at the middle of the fan, 0 at its edge, which is so many pixels away.
  height = texelFetch(vertices, texel_at(2 * gl_VertexID + 1), 0).x * radius * pixels_per_metre;
  gl_Position = to_clip * to_eye * vec4(place, 1.0);
}`;

const fragment = `
uniform vec3 accent;
flat in vec3 paint;
flat in float chosen;
flat in float height;
in float inwards;
out vec4 colour;
void main() {
  float pixels = inwards * height;
  float width = mix(1.2, 3.0, chosen);
  float edge = height < 4.0 ? 0.0 : 1.0 - clamp(pixels - width + 0.5, 0.0, 1.0);
  colour = vec4(mix(paint, mix(paint * 0.62, accent, chosen), edge), 1.0);
}`;

export class Polygons {
  private readonly program: Program;
  private readonly vertices: DataTexture;
  private readonly members: DataTexture;
  private count = 0;

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, vertex, fragment);
    this.vertices = new DataTexture(gl, "f32x4");
    this.members = new DataTexture(gl, "u32");
  }

  setRoster(roster: Roster): void {
    const texels: number[] = [];
    for (let body = 0; body < roster.count; ++body) {
      for (const part of roster.partsOf(body)) addFan(texels, body, part);
    }
    this.count = texels.length / 8;
    this.vertices.set(new Float32Array(texels));
  }

  draw(view: View, bodies: Bodies, look: Look): void {
    if (this.count === 0) return;
    this.program.use();
    setBodyUniforms(this.program, view, bodies, look);
    this.program.texture("members", this.members).texture("vertices", this.vertices);
    this.program.number("pixels_per_metre", view.scale);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
  }
}

/** Triangles from the middle of a convex part to each of its edges; two texels a corner. */
export function addFan(texels: number[], body: number, part: Float32Array): void {
  const n = part.length / 2;
  let mx = 0;
  let my = 0;
  for (let i = 0; i < n; ++i) {
    mx += part[2 * i]! / n;
    my += part[2 * i + 1]! / n;
  }
  for (let i = 0; i < n; ++i) {
    const k = (i + 1) % n;
    const [ax, ay, bx, by] = [part[2 * i]!, part[2 * i + 1]!, part[2 * k]!, part[2 * k + 1]!];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const height = Math.abs((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / length;
    const corner = (x: number, y: number, inwards: number): void => {
      texels.push(body, x, y, inwards, height, 0, 0, 0);
    };
    corner(mx, my, 1);
    corner(ax, ay, 0);
    corner(bx, by, 0);
  }
}
