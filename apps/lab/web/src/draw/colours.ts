// Colour maps for columns, and colours of materials that people with any colour vision can tell apart.

export type Rgb = readonly [number, number, number];

export const hexRgb = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};

/** Knots of the maps, evenly spaced. */
const knots = {
  viridis: ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"],
  ember: ["#1b1b3a", "#4a1a5c", "#8c2369", "#c73e5a", "#ee6c45", "#fca636", "#f9e076"],
  ice: ["#0d1b33", "#17406b", "#1f6f9f", "#4aa3bf", "#94cfd3", "#e6f4ef"],
  contrast: ["#2166ac", "#67a9cf", "#d1e5f0", "#f7f7f7", "#fddbc7", "#ef8a62", "#b2182b"],
} as const;

export type ColourMap = keyof typeof knots;
export const colourMaps = Object.keys(knots) as ColourMap[];

export function columnColours(map: ColourMap): Rgb[] {
  const stops = knots[map].map(hexRgb);
  return Array.from({ length: 256 }, (_, i) => {
    const at = (i / 255) * (stops.length - 1);
    const k = Math.min(Math.floor(at), stops.length - 2);
    const [a, b] = [stops[k]!, stops[k + 1]!];
    const mix = (c: 0 | 1 | 2): number => Math.round(a[c] + (at - k) * (b[c] - a[c]));
    return [mix(0), mix(1), mix(2)] as const;
  });
}

const materials = ["#e2a458", "#5aa3d6", "#d3705f", "#6cb38a", "#b58cc9", "#c9b458", "#7f9bb0", "#d68fb0"].map(hexRgb);
/** Materials in turns; the last two are bodies without a material and fixed ones. */
export const materialColours: readonly Rgb[] = [
  ...Array.from({ length: 254 }, (_, i) => materials[i % materials.length]!),
  hexRgb("#8d99a6"),
  hexRgb("#8d99a6"),
];
