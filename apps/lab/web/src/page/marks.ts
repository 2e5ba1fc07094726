// Marks of tools over the picture, in pixels of the page.
import { project, type Vec3, type View } from "../draw/view";
import type { Mark } from "../tools/tool";
import { s } from "./dom";

export function drawMarks(
  layer: SVGElement,
  marks: readonly Mark[],
  view: View,
  ratio: number,
  cursor: { x: number; y: number; shown: boolean },
): void {
  const at = (place: Vec3): [number, number] => {
    const seen = project(view, place);
    return seen ? [seen.x / ratio, seen.y / ratio] : [-1e4, -1e4];
  };
  const elements = marks.flatMap((mark) => elementsOf(mark, at, view.scale / ratio));
  if (cursor.shown) elements.push(cursorAt(cursor.x / ratio, cursor.y / ratio));
  layer.replaceChildren(...elements);
}

function elementsOf(mark: Mark, at: (place: Vec3) => [number, number], scale: number): SVGElement[] {
  switch (mark.kind) {
    case "line": {
      const [[x1, y1], [x2, y2]] = [at(mark.from), at(mark.to)];
      return [s("line", { x1, y1, x2, y2, class: "line" }), ...label(mark.text, x2, y2)];
    }
    case "circle": {
      const [cx, cy] = at(mark.centre);
      const r = mark.radius * scale;
      return [s("circle", { cx, cy, r, class: "ghost" }), ...label(mark.text, cx + r, cy)];
    }
    case "box": {
      const [[x1, y1], [x2, y2]] = [at(mark.from), at(mark.to)];
      const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
      const box = s("rect", { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), class: "ghost" });
      return [box, ...label(mark.text, x2, y2)];
    }
    case "outline": {
      const points = mark.corners.map((c) => at(c).join(",")).join(" ");
      return [s(mark.closed ? "polygon" : "polyline", { points, class: "ghost" })];
    }
  }
}

function label(text: string | undefined, x: number, y: number): SVGElement[] {
  if (text === undefined) return [];
  const element = s("text", { x: x + 8, y: y - 6 });
  element.textContent = text;
  return [element];
}

function cursorAt(x: number, y: number): SVGElement {
  return s("path", { d: `M${x - 12} ${y}h8M${x + 4} ${y}h8M${x} ${y - 12}v8M${x} ${y + 4}v8`, class: "cursor" });
}
