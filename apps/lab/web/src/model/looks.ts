// What the person wants to see; the stage draws it, the panels set it.
import type { ColourMap } from "../draw/colours";
import { Value } from "./value";

export type Vectors = "none" | "velocity" | "force";
export type CutAxis = "none" | "x" | "y" | "z";

export class Looks {
  readonly colour = new Value<string | null>(null); // a column, or null: materials
  readonly colourMap = new Value<ColourMap>("viridis");
  readonly vectors = new Value<Vectors>("none");
  readonly chains = new Value(false);
  readonly network = new Value(false);
  readonly searchBoxes = new Value(false);
  readonly candidates = new Value(false);
  readonly tracer = new Value(false);
  readonly wallOpacity = new Value(0.35);
  readonly cutAxis = new Value<CutAxis>("none");
  readonly cutShare = new Value(0.5);

  /** Calls when anything changes. */
  watch(watcher: () => void): void {
    for (const value of Object.values(this) as Value<unknown>[]) value.watch(watcher);
  }
}
