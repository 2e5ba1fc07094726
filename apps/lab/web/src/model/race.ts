// The arithmetic of the race of methods: which systems are searched, and how cost grows.

export interface RacePoint {
  across: number; // number of bodies, or ratio of sizes
  milliseconds: number;
}

/** Test 1: numbers of bodies up to the largest, at one ratio. Test 2: ratios up to the largest, at one number. */
export function raceSystems(test: 1 | 2, mostBodies: number, mostRatio: number): { count: number; ratio: number }[] {
  const rounds = 5;
  return Array.from({ length: rounds }, (_, i) => {
    const halvings = rounds - 1 - i;
    return test === 1
      ? { count: Math.max(10, Math.round(mostBodies / 2 ** halvings)), ratio: mostRatio }
      : { count: mostBodies, ratio: Math.max(1, Number((mostRatio ** (i / (rounds - 1))).toPrecision(3))) };
  });
}

/** The exponent p of cost ~ across^p by least squares in logarithms; undefined with fewer than two points. */
export function slope(points: readonly RacePoint[]): number | undefined {
  const logs = points.filter((p) => p.milliseconds > 0).map((p) => [Math.log(p.across), Math.log(p.milliseconds)] as const);
  if (logs.length < 2) return undefined;
  const mean = (k: 0 | 1): number => logs.reduce((sum, p) => sum + p[k], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const square = logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  return square > 0 ? logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / square : undefined;
}
