// Keys that work everywhere but where text is typed.
import type { Laboratory } from "../model/laboratory";
import type { Tabs } from "./tabs";
import type { TimeLine } from "./timeline";
import { toolEntries, type Toolrail } from "./toolrail";

interface Targets {
  lab: Laboratory;
  line: TimeLine;
  rail: Toolrail;
  tabs: Tabs;
  stop(): void;
}

const typing = "input:not([type=range]):not([type=checkbox]), select, textarea, .cm-content, dialog";

export function listenToKeys(to: Targets): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest(typing)) return;
    if (actOn(event, to, target)) event.preventDefault();
  });
}

function actOn(event: KeyboardEvent, { lab, line, rail, tabs, stop }: Targets, target: Element): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y") return false;
    void (key === "y" || event.shiftKey ? lab.redo() : lab.undo());
    return true;
  }
  if (event.altKey) return false;
  if (key === " ") {
    if (target.closest("button, input, summary")) return false; // these have a use for it
    void lab.toggleRun();
  } else if (key === ".") void lab.step(1);
  else if (key === ",") line.stepBack(-1);
  else if (key === "k") void line.fork();
  else if (key === "escape") stop();
  else if (/^[1-7]$/.test(key)) tabs.show(Number(key) - 1);
  else {
    const entry = toolEntries.find((one) => one.key === key);
    if (!entry) return false;
    rail.take(entry.name);
  }
  return true;
}
