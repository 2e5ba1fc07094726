// GLSL that reads one body of the textures of `Bodies`, and the uniforms that it needs.
import type { Bodies } from "./bodies";
import type { Program } from "./gl";
import type { View } from "./view";

/** A cut through the scene: bodies in front of the plane normal . x = offset are not drawn. */
export interface Cut {
  normal: readonly [number, number, number];
  offset: number;
}

/** How bodies are to look. */
export interface Look {
  /** Slot of the body that is chosen, or -1. */
  chosen: number;
  accent: readonly [number, number, number];
  /** True: colours come from the column of the picture; false: from materials. */
  byColumn: boolean;
  /** Bodies step back towards the background, so that what is drawn over them is seen: colour and share. */
  fade: readonly [number, number, number, number];
  cut?: Cut | undefined;
}

export const bodyShader = `
uniform usampler2D members, places, angles, column, materials;
uniform sampler2D radii, exact, palette;
uniform mat4 to_eye, to_clip;
uniform vec3 lo, step_size;
uniform int chosen_body, by_column, flat_scene;
uniform vec4 cut, fade;

int index_of(int member) { return int(texelFetch(members, texel_at(member), 0).x); }
float radius_of(int body) { return texelFetch(radii, texel_at(body), 0).x; }
float chosen_of(int body) { return body == chosen_body ? 1.0 : 0.0; }

vec3 place_of(int body) {
  uvec4 q = texelFetch(places, texel_at(body), 0);
  if (q.x == 65535u) return texelFetch(exact, texel_at(2 * body), 0).xyz;
  vec3 place = lo + (vec3(q.xyz) + 0.5) * step_size;
  return flat_scene == 1 ? vec3(place.xy, 0.0) : place;
}

float angle_of(int body) {
  uvec4 q = texelFetch(places, texel_at(body), 0);
  if (q.x == 65535u) return texelFetch(exact, texel_at(2 * body), 0).w;
  return float(texelFetch(angles, texel_at(body), 0).x) * 9.587379924285257e-05; // turns / 65536 in radians
}

vec3 paint_of(int body) {
  uint index = by_column == 1 ? texelFetch(column, texel_at(body), 0).x
                              : 256u + texelFetch(materials, texel_at(body), 0).x;
  return mix(texelFetch(palette, texel_at(int(index)), 0).rgb, fade.rgb, fade.a);
}

bool is_cut(vec3 place) { return dot(cut.xyz, place) > cut.w; }
`;

export function setBodyUniforms(program: Program, view: View, bodies: Bodies, look: Look): void {
  const { lo, size } = bodies.window;
  const [x, y, z] = view.origin;
  const step = 1 / 65535;
  program
    .matrix("to_eye", view.toEye)
    .matrix("to_clip", view.toClip)
    .vector("lo", [lo[0] - x, lo[1] - y, lo[2] - z])
    .vector("step_size", [size[0] * step, size[1] * step, size[2] * step])
    .integer("chosen_body", look.chosen)
    .integer("by_column", look.byColumn ? 1 : 0)
    .integer("flat_scene", view.flat ? 1 : 0)
    .vector("accent", look.accent)
    .vector("fade", look.fade)
    .texture("places", bodies.places)
    .texture("angles", bodies.angles)
    .texture("column", bodies.column)
    .texture("materials", bodies.materials)
    .texture("radii", bodies.radii)
    .texture("exact", bodies.exactFor(view.origin))
    .texture("palette", bodies.palette);
  const cut = look.cut;
  program.vector(
    "cut",
    cut ? [...cut.normal, cut.offset - (cut.normal[0] * x + cut.normal[1] * y + cut.normal[2] * z)] : [0, 0, 0, 1],
  );
}
