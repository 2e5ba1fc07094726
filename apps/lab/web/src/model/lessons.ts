// Lessons as data: cases/lab/NAME/lesson.json. A measurement judges the task.
import type { BodyReport, RunState } from "../protocol/messages";

/** What is measured: a number of the state, of an energy, or of bodies. */
export type Measurement =
  | { state: "time" | "step" | "bodies" | "contacts" | "asleep" }
  | { energy: string }
  | { body: number; of: "x" | "y" | "z" | "speed" }
  | { bodies: "count" | "highest" | "lowest" | "width" | "slope"; inside?: { min: number[]; max: number[] } };

export interface Judge {
  name: string;
  measure: Measurement;
  unit: string;
  least?: number;
  most?: number;
}

export interface Lesson {
  name: string;
  title: string;
  text: string[];
  task: string;
  hint: string;
  judges: Judge[];
  /** As TOML. */
  scene: string;
  /** The panel that the lesson needs first. */
  panel?: string;
}

export interface Evidence {
  state: RunState;
  body(id: number): Promise<BodyReport | undefined>;
  /** Places of all bodies that can move. */
  places(): readonly (readonly number[])[];
}

export interface Verdict {
  judge: Judge;
  value: number;
  holds: boolean;
}

export async function judge(lesson: Lesson, evidence: Evidence): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const one of lesson.judges) {
    const value = await measure(one.measure, evidence);
    verdicts.push({ judge: one, value, holds: value >= (one.least ?? -Infinity) && value <= (one.most ?? Infinity) });
  }
  return verdicts;
}

async function measure(what: Measurement, evidence: Evidence): Promise<number> {
  if ("state" in what) return evidence.state[what.state];
  if ("energy" in what) return evidence.state.energies[what.energy] ?? NaN;
  if ("body" in what) {
    const report = await evidence.body(what.body);
    if (!report) return NaN;
    return what.of === "speed" ? Math.hypot(...report.velocity) : (report.position["xyz".indexOf(what.of)] ?? NaN);
  }
  const { inside } = what;
  const places = evidence.places().filter((p) => !inside || inside.min.every((lo, k) => p[k]! >= lo && p[k]! <= inside.max[k]!));
  return ofPlaces(what.bodies, places);
}

export function ofPlaces(what: "count" | "highest" | "lowest" | "width" | "slope", places: readonly (readonly number[])[]): number {
  if (what === "count") return places.length;
  if (places.length === 0) return NaN;
  const up = (p: readonly number[]): number => p.at(-1)!;
  if (what === "highest") return Math.max(...places.map(up));
  if (what === "lowest") return Math.min(...places.map(up));
  const xs = places.map((p) => p[0]!);
  const width = Math.max(...xs) - Math.min(...xs);
  if (what === "width") return width;
  // A heap as an even-sided triangle over its width: its slope in degrees.
  const height = Math.max(...places.map(up)) - Math.min(...places.map(up));
  return (Math.atan2(2 * height, width) * 180) / Math.PI;
}
