// The order in which a tree of branches is listed.
import type { Branch } from "../protocol/messages";

/** Every branch after its parent, with how deep it lies. */
export function inOrder(branches: readonly Branch[], parent: number | null = null, depth = 0): [Branch, number][] {
  return branches.filter((b) => b.parent === parent).flatMap((b) => [[b, depth] as [Branch, number], ...inOrder(branches, b.branch, depth + 1)]);
}
