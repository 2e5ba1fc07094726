// Walls in space: triangles, seen from both sides, half transparent so that one looks into a container.
import { DataTexture, Program, texelAt, type Gl } from "./gl";
import { lightShader } from "./light";
import type { Vec3, View } from "./view";

const vertex = `${texelAt}
uniform sampler2D corners;
uniform mat4 to_eye, to_clip;
uniform vec3 offset;
out vec3 place;
out vec4 paint;
void main() {
  vec4 corner = texelFetch(corners, texel_at(2 * gl_VertexID), 0);
  paint = texelFetch(corners, texel_at(2 * gl_VertexID + 1), 0);
  vec4 eye = to_eye * vec4(corner.xyz + offset, 1.0);
  place = eye.xyz;
  gl_Position = to_clip * eye;
}`;

const fragment = `${lightShader}
in vec3 place;
in vec4 paint;
out vec4 colour;
void main() {
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  if (dot(normal, place) > 0.0) normal = -normal;
  float grazing = 1.0 - abs(dot(normal, normalize(place)));
  float opacity = paint.a * (0.55 + 0.9 * grazing * grazing);
  colour = vec4(light_on(paint.rgb, normal), 1.0) * min(opacity, 1.0);
}`;

export class Surfaces {
  private readonly program: Program;
  private readonly corners: DataTexture;
  private count = 0;
  private origin: Vec3 = [0, 0, 0];

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, vertex, fragment);
    this.corners = new DataTexture(gl, "f32x4");
  }

  /** Places of corners, three a triangle, relative to an origin; one colour and opacity for all. */
  set(origin: Vec3, places: readonly number[], colour: readonly [number, number, number], opacity: number): void {
    const n = places.length / 3;
    const texels = new Float32Array(8 * n);
    for (let i = 0; i < n; ++i) {
      texels.set([places[3 * i]! - origin[0], places[3 * i + 1]! - origin[1], places[3 * i + 2]! - origin[2], 1], 8 * i);
      texels.set([colour[0] / 255, colour[1] / 255, colour[2] / 255, opacity], 8 * i + 4);
    }
    this.corners.set(texels);
    this.count = n;
    this.origin = origin;
  }

  draw(view: View): void {
    if (this.count === 0) return;
    const o = this.origin;
    this.program
      .use()
      .matrix("to_eye", view.toEye)
      .matrix("to_clip", view.toClip)
      .vector("offset", [o[0] - view.origin[0], o[1] - view.origin[1], o[2] - view.origin[2]])
      .vector("accent", [0, 0, 0])
      .texture("corners", this.corners);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
  }
}
