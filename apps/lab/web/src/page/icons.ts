// Icons as strokes on a grid of 24 by 24.
import { s } from "./dom";

const paths = {
  run: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5l9 7-9 7zM18 5v14",
  restart: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10",
  scenes: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  handOn: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z",
  help: "M3 7h18v10H3zM6 10h1M10 10h1M14 10h1M18 10h.5M8 14h8",
  grab: "M8 12V6.5a1.5 1.5 0 0 1 3 0V11M11 10V5a1.5 1.5 0 0 1 3 0v6M14 10.5V7a1.5 1.5 0 0 1 3 0v7a6 6 0 0 1-6 6c-3 0-4.5-1.600-6-4.500L4 13a1.500 1.500 0 0 1 2.600-1.500L8 13.500",
  disc: "M12 5a7 7 0 1 0 .01 0M12 12h5",
  polygon: "M12 4l8 6-3 10H7L4 10z",
  box: "M5 7h14v10H5z",
  fill: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  pin: "M12 14v7M8 4h8l-1 6 3 4H6l3-4z",
  gate: "M4 20V5M20 20V5M4 8h6M14 8h6",
  moveWall: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  probe: "M12 21V11M12 11a4 4 0 1 0-.01 0M8 21h8",
  ruler: "M4 15L15 4l5 5L9 20zM8 11l2 2M11 8l2 2M14 5l2 2",
  protractor: "M3 18h18a9 9 0 0 0-18 0zM12 18l5-6",
  hand: "M12 3v18M3 12h18M12 3l-2 2M12 3l2 2M12 21l-2-2M12 21l2-2M3 12l2-2M3 12l2 2M21 12l-2-2M21 12l-2 2",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  const filled = name === "run" ? "currentColor" : "none";
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: paths[name], fill: filled, stroke: "currentColor", "stroke-width": 1.7, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}
