// Lines of a width in pixels: walls, arrows, force chains, the contact network, the boxes of the search. Three texels a
// line: one end and its width, the other end and its width, colour. Six corners each, pulled from the texture.
import { DataTexture, Program, texelAt, type Gl } from "./gl";
import type { Rgb } from "./colours";
import type { Vec3, View } from "./view";

const vertex = `${texelAt}
uniform sampler2D segments;
uniform mat4 to_eye, to_clip;
uniform vec2 half_size;
uniform vec3 offset;
out vec4 paint;
out float across;
out float half_width;
const ivec2 corners[6] = ivec2[6](ivec2(0, -1), ivec2(1, -1), ivec2(1, 1), ivec2(0, -1), ivec2(1, 1), ivec2(0, 1));
void main() {
  int segment = gl_VertexID / 6;
  vec4 a = texelFetch(segments, texel_at(3 * segment), 0);
  vec4 b = texelFetch(segments, texel_at(3 * segment + 1), 0);
  paint = texelFetch(segments, texel_at(3 * segment + 2), 0);
  vec4 start = to_clip * to_eye * vec4(a.xyz + offset, 1.0);
  vec4 end = to_clip * to_eye * vec4(b.xyz + offset, 1.0);
  if (start.w <= 0.0 || end.w <= 0.0) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec2 along = (end.xy / end.w - start.xy / start.w) * half_size;
  float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  ivec2 corner = corners[gl_VertexID % 6];
  vec4 here = corner.x == 0 ? start : end;
  half_width = 0.5 * (corner.x == 0 ? a.w : b.w);
  float reach = half_width + 0.75;
  across = float(corner.y) * reach;
  here.xy += vec2(-along.y, along.x) * across / half_size * here.w;
  gl_Position = here;
}`;

const fragment = `
in vec4 paint;
in float across;
in float half_width;
out vec4 colour;
void main() {
  float cover = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
  colour = vec4(paint.rgb, 1.0) * (paint.a * cover);
}`;

/** Lines that are being collected, relative to an origin of their own. */
export class LineList {
  private values = new Float32Array(12 * 256);
  private used = 0;

  constructor(readonly origin: Vec3) {}

  get count(): number {
    return this.used / 12;
  }
  get texels(): Float32Array {
    return this.values.subarray(0, this.used);
  }

  /** Colour parts are 0 to 255, opacity 0 to 1, widths in pixels. */
  add(a: Vec3, b: Vec3, width: number, colour: Rgb, opacity = 1, endWidth = width): void {
    if (this.used + 12 > this.values.length) {
      const more = new Float32Array(2 * this.values.length);
      more.set(this.values);
      this.values = more;
    }
    const o = this.origin;
    const v = this.values;
    let i = this.used;
    v[i++] = a[0] - o[0];
    v[i++] = a[1] - o[1];
    v[i++] = a[2] - o[2];
    v[i++] = width;
    v[i++] = b[0] - o[0];
    v[i++] = b[1] - o[1];
    v[i++] = b[2] - o[2];
    v[i++] = endWidth;
    v[i++] = colour[0] / 255;
    v[i++] = colour[1] / 255;
    v[i++] = colour[2] / 255;
    v[i++] = opacity;
    this.used = i;
  }

  /** A line with a head, whose size is given in metres. */
  arrow(from: Vec3, to: Vec3, width: number, headPixels: number, pixelsPerMetre: number, colour: Rgb, opacity = 1): void {
    const d: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    const length = Math.hypot(...d);
    if (length === 0) return;
    const share = Math.min(1, headPixels / pixelsPerMetre / length);
    const neck: Vec3 = [to[0] - share * d[0], to[1] - share * d[1], to[2] - share * d[2]];
    this.add(from, neck, width, colour, opacity);
    this.add(neck, to, Math.min(headPixels, 3.2 * width + 2), colour, opacity, 0);
  }
}

export class Lines {
  private readonly program: Program;
  private readonly segments: DataTexture;
  private count = 0;
  private origin: Vec3 = [0, 0, 0];

  constructor(private readonly gl: Gl) {
    this.program = new Program(gl, vertex, fragment);
    this.segments = new DataTexture(gl, "f32x4");
  }

  set(list: LineList): void {
    this.segments.set(list.texels);
    this.count = list.count;
    this.origin = list.origin;
  }

  draw(view: View): void {
    if (this.count === 0) return;
    const o = this.origin;
    this.program
      .use()
      .matrix("to_eye", view.toEye)
      .matrix("to_clip", view.toClip)
      .vector("half_size", [0.5 * view.width, 0.5 * view.height])
      .vector("offset", [o[0] - view.origin[0], o[1] - view.origin[1], o[2] - view.origin[2]])
      .texture("segments", this.segments);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 6 * this.count);
  }
}
