// GLSL: light on a surface in the frame of the eye, and the colour that marks what is chosen.
export const lightShader = `
uniform vec3 accent;
vec3 light_on(vec3 paint, vec3 normal) {
  float key = max(dot(normal, vec3(-0.40, 0.66, 0.64)), 0.0);
  float fill = 0.5 + 0.5 * normal.y;
  return paint * (0.34 + 0.16 * fill + 0.58 * key) + vec3(0.10) * pow(key, 24.0);
}
`;
