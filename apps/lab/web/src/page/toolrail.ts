// The tools beside the picture, and the one that is in hand.
import { Value } from "../model/value";
import { t, type TextKey } from "../texts/text";
import { BoxTool, FillTool, PolygonTool, RoundTool } from "../tools/draw_bodies";
import { GrabTool } from "../tools/grab";
import { ProbeTool, ProtractorTool, RulerTool } from "../tools/measure";
import { DeleteTool, GateTool, MoveWallTool, PinTool } from "../tools/touch_scene";
import type { Bench, Tool } from "../tools/tool";
import { h } from "./dom";
import { icon, type IconName } from "./icons";

export type ToolName =
  | "grab" | "disc" | "polygon" | "box" | "fill" | "delete" | "pin" | "gate" | "moveWall" | "probe" | "ruler" | "protractor" | "hand";

interface Entry {
  name: ToolName;
  key: string;
  icon: IconName;
  text: TextKey;
  hint: TextKey;
  /** Only in plane scenes. */
  plane?: boolean;
  group?: boolean;
}

export const toolEntries: readonly Entry[] = [
  { name: "grab", key: "g", icon: "grab", text: "toolGrab", hint: "hintGrab" },
  { name: "hand", key: "v", icon: "hand", text: "toolHand", hint: "hintHand" },
  { name: "disc", key: "d", icon: "disc", text: "toolDisc", hint: "hintDisc", group: true },
  { name: "box", key: "b", icon: "box", text: "toolBox", hint: "hintBox", plane: true },
  { name: "polygon", key: "o", icon: "polygon", text: "toolPolygon", hint: "hintPolygon", plane: true },
  { name: "fill", key: "f", icon: "fill", text: "toolFill", hint: "hintFill", plane: true },
  { name: "delete", key: "x", icon: "remove", text: "toolDelete", hint: "hintDelete", group: true },
  { name: "pin", key: "p", icon: "pin", text: "toolPin", hint: "hintPin" },
  { name: "gate", key: "w", icon: "gate", text: "toolGate", hint: "hintGate", plane: true },
  { name: "moveWall", key: "m", icon: "moveWall", text: "toolMoveWall", hint: "hintMoveWall", plane: true },
  { name: "probe", key: "q", icon: "probe", text: "toolProbe", hint: "hintProbe", group: true },
  { name: "ruler", key: "l", icon: "ruler", text: "toolRuler", hint: "hintRuler", plane: true },
  { name: "protractor", key: "a", icon: "protractor", text: "toolProtractor", hint: "hintProtractor", plane: true },
];

export class Toolrail {
  readonly element: HTMLElement;
  readonly current = new Value<ToolName>("grab");
  private readonly tools: Partial<Record<ToolName, Tool>>;

  constructor(bench: Bench) {
    this.tools = {
      grab: new GrabTool(bench),
      disc: new RoundTool(bench),
      box: new BoxTool(bench),
      polygon: new PolygonTool(bench),
      fill: new FillTool(bench),
      delete: new DeleteTool(bench),
      pin: new PinTool(bench),
      gate: new GateTool(bench),
      moveWall: new MoveWallTool(bench),
      probe: new ProbeTool(bench),
      ruler: new RulerTool(bench),
      protractor: new ProtractorTool(bench),
    };
    this.element = h("nav", { className: "tools", attributes: { "aria-label": t("tools") } });
    for (const entry of toolEntries) {
      if (entry.group) this.element.append(h("hr", { attributes: { role: "presentation" } }));
      this.element.append(this.buttonOf(entry, bench));
    }
  }

  /** The tool in hand; none while the hand moves the view. */
  get tool(): Tool | undefined {
    return this.tools[this.current.get()];
  }

  take(name: ToolName): void {
    this.tool?.cancel();
    this.current.set(name);
  }

  private buttonOf(entry: Entry, bench: Bench): HTMLButtonElement {
    const label = `${t(entry.text)} (${entry.key.toUpperCase()})`;
    const button = h("button", { type: "button", title: label, attributes: { "aria-label": label }, on: { click: () => this.take(entry.name) } }, icon(entry.icon));
    this.current.watch((name) => button.setAttribute("aria-pressed", String(name === entry.name)));
    bench.lab.scene.watch((scene) => (button.hidden = entry.plane === true && scene?.dimension === 3));
    return button;
  }
}
