// Numbers as people read them.

const prefixes: readonly [number, string][] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];
const takesPrefix = new Set(["m", "s", "N", "J", "Pa", "N/m", "m/s", "Hz"]);

/** Three or so digits, with a prefix where the unit takes one. */
export function quantity(value: number, unit = ""): string {
  if (!Number.isFinite(value)) return String(value);
  if (unit === "kg" && value !== 0 && Math.abs(value) < 0.1) return `${plain(value * 1000)} g`;
  const size = Math.abs(value);
  if (takesPrefix.has(unit) && size > 0) {
    const [factor, prefix] = prefixes.find(([f]) => size >= f) ?? [1e-9, "n"];
    return `${plain(value / factor)} ${prefix}${unit}`;
  }
  return unit ? `${plain(value)} ${unit}` : plain(value);
}

export function plain(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(2).replace("e+", "e");
  return String(Number(value.toPrecision(size >= 1000 ? 5 : 3)));
}

export const norm = (v: readonly number[] | number): number => (typeof v === "number" ? Math.abs(v) : Math.hypot(...v));

/** A whole number with thin spaces between thousands. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
