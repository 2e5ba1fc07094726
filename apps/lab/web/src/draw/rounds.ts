// Discs and spheres. Each is one triangle around it whose corners are pulled from a texture of places: no vertex
// buffers, no instances, which software renderers draw many times slower.
import { DataTexture, Program, texelAt, type Gl } from "./gl";
import type { Bodies } from "./bodies";
import { bodyShader, setBodyUniforms, type Look } from "./body_shader";
import { lightShader } from "./light";
import type { View } from "./view";

// A triangle with sides that touch the unit circle: three corners instead of a square's six.
const corners = `
const vec2 corners[3] = vec2[3](vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0), vec2(0.0, 2.0));
`;

const discVertex = `${texelAt}${bodyShader}${corners}
uniform float pixels_per_metre;
out vec2 at;
out float radius_in_pixels;
flat out vec3 paint;
flat out float chosen;
flat out vec2 mark;
void main() {
  int body = index_of(gl_VertexID / 3);
  float radius = radius_of(body);
  vec2 corner = corners[gl_VertexID % 3];
  radius_in_pixels = radius * pixels_per_metre;
  float grown = 1.0 + 1.5 / max(radius_in_pixels, 0.75);
  at = corner * grown;
  paint = paint_of(body);
  chosen = chosen_of(body);
  float angle = angle_of(body);
  mark = vec2(cos(angle), sin(angle));
  vec3 place = place_of(body);
  place.xy += corner * grown * radius;
  gl_Position = to_clip * to_eye * vec4(place, 1.0);
  if (radius <= 0.0 || is_cut(place_of(body))) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const discFragment = `${lightShader}
in vec2 at;
in float radius_in_pixels;
flat in vec3 paint;
flat in float chosen;
flat in vec2 mark;
out vec4 colour;
void main() {
  float d = length(at);
  float inside = clamp((1.0 - d) * radius_in_pixels + 0.5, 0.0, 1.0);
  if (inside <= 0.0) discard;
  float rim = clamp((1.0 - d) * radius_in_pixels - 0.5, 0.0, 1.0);
  float spoke = 0.0;
  if (radius_in_pixels > 4.0) {
    spoke = clamp((0.13 - distance(at, 0.62 * mark)) * radius_in_pixels + 0.5, 0.0, 1.0);
  }
  vec3 body = mix(paint, paint * 0.5, 0.75 * spoke);
  vec3 edge = mix(paint * 0.62, accent, chosen);
  float keep = radius_in_pixels > 2.5 ? mix(rim, clamp((1.0 - d) * radius_in_pixels - 2.5, 0.0, 1.0), chosen) : 1.0;
  colour = vec4(mix(edge, body, keep), 1.0) * inside;
}`;

const sphereVertex = `${texelAt}${bodyShader}${corners}
flat out vec3 centre;
flat out float radius;
flat out vec3 paint;
flat out float chosen;
out vec3 ray;
void main() {
  int body = index_of(gl_VertexID / 3);
  radius = radius_of(body);
  vec3 place = place_of(body);
  centre = (to_eye * vec4(place, 1.0)).xyz;
  paint = paint_of(body);
  chosen = chosen_of(body);
  // The cone from the eye that touches the sphere, cut by the plane through its centre.
  float distance2 = dot(centre, centre);
  float grown = radius * sqrt(distance2 / max(distance2 - radius * radius, 1e-30));
  vec3 towards = centre * inversesqrt(distance2);
  vec3 right = normalize(cross(towards, vec3(0.0, 1.0, 0.0)));
  vec3 up = cross(right, towards);
  vec2 corner = corners[gl_VertexID % 3] * grown;
  ray = centre + corner.x * right + corner.y * up;
  gl_Position = to_clip * vec4(ray, 1.0);
  if (radius <= 0.0 || is_cut(place)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const sphereFragment = `${lightShader}
uniform vec2 depth_of_clip;
flat in vec3 centre;
flat in float radius;
flat in vec3 paint;
flat in float chosen;
in vec3 ray;
out vec4 colour;
void main() {
  float a = dot(ray, ray);
  float b = dot(ray, centre);
  float c = dot(centre, centre) - radius * radius;
  float root = b * b - a * c;
  if (root < 0.0) discard;
  float t = (b - sqrt(root)) / a;
  vec3 hit = t * ray;
  gl_FragDepth = 0.5 - 0.5 * (depth_of_clip.x * hit.z + depth_of_clip.y) / hit.z;
  vec3 normal = (hit - centre) / radius;
  vec3 lit = light_on(paint, normal);
  float rim = chosen * smoothstep(0.45, 0.3, dot(normal, -normalize(hit)));
  colour = vec4(mix(lit, accent, max(rim, 0.25 * chosen)), 1.0);
}`;

export class Rounds {
  private readonly discs: Program;
  private readonly spheres: Program;
  private readonly members: DataTexture;
  private count = 0;

  constructor(private readonly gl: Gl) {
    this.discs = new Program(gl, discVertex, discFragment);
    this.spheres = new Program(gl, sphereVertex, sphereFragment);
    this.members = new DataTexture(gl, "u32");
  }

  /** Which bodies are round. */
  setMembers(members: Uint32Array): void {
    this.members.set(members);
    this.count = members.length;
  }

  draw(view: View, bodies: Bodies, look: Look): void {
    if (this.count === 0) return;
    const program = (view.flat ? this.discs : this.spheres).use();
    setBodyUniforms(program, view, bodies, look);
    program.texture("members", this.members).number("pixels_per_metre", view.scale);
    program.vector("depth_of_clip", [view.toClip[10]!, view.toClip[14]!]);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3 * this.count);
  }
}
