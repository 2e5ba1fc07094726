// The bar at the top: scene, run, speed, undo, hand on.
import type { Laboratory } from "../model/laboratory";
import { grouped, plain, quantity } from "../model/numbers";
import type { Speed } from "../protocol/messages";
import { t, type TextKey } from "../texts/text";
import { h, select } from "./dom";
import { icon, type IconName } from "./icons";

export interface Actions {
  openScenes(): void;
  handOn(): void;
  help(): void;
  switchTheme(): void;
}

const speeds: readonly (readonly [string, Speed, TextKey, string])[] = [
  ["steps-1", { steps: 1 }, "speedSteps", "1"],
  ["steps-10", { steps: 10 }, "speedSteps", "10"],
  ["steps-100", { steps: 100 }, "speedSteps", "100"],
  ["rate-0.01", { rate: 0.01 }, "speedSlow", "0.01"],
  ["rate-0.1", { rate: 0.1 }, "speedSlow", "0.1"],
  ["rate-1", { rate: 1 }, "speedReal", ""],
  ["fast", { fast: true }, "speedFast", ""],
];

export function iconButton(name: IconName, label: string, action: () => void): HTMLButtonElement {
  return h("button", { type: "button", className: "icon-button", title: label, attributes: { "aria-label": label }, on: { click: action } }, icon(name));
}

export function makeToolbar(lab: Laboratory, actions: Actions): HTMLElement {
  const sceneName = h("span", { className: "scene-name" });
  const scenes = h("button", { type: "button", on: { click: actions.openScenes } }, icon("scenes"), sceneName);
  const run = h("button", { type: "button", className: "primary run-button", on: { click: () => void lab.toggleRun() } });
  const undo = iconButton("undo", t("undo"), () => void lab.undo());
  const redo = iconButton("redo", t("redo"), () => void lab.redo());
  const speed = select(
    speeds.map(([value, , key, n]) => [value, t(key, { n })] as const),
    (value) => void lab.setSpeed(speeds.find(([name]) => name === value)?.[1] ?? {}),
  );
  speed.setAttribute("aria-label", t("speed"));
  const readout = h("div", { className: "readout", attributes: { role: "status", "aria-live": "off" } });
  const pen = h("div", { className: "group" }, h("span", {}, t("watching")), h("button", { type: "button", textContent: t("takePen"), on: { click: () => void lab.try("pen") } }));

  lab.scene.watch((scene) => (sceneName.textContent = scene?.name ?? t("openScene")));
  lab.hasPen.watch((mine) => (pen.hidden = mine));
  lab.state.watch((state) => {
    const label = state?.running ? t("pause") : t("run");
    if (run.dataset["label"] !== label) {
      run.dataset["label"] = label;
      run.replaceChildren(icon(state?.running ? "pause" : "run"), label);
    }
    undo.disabled = !state?.can_undo;
    redo.disabled = !state?.can_redo;
    if (!state) return;
    speed.value = speedName(state.speed ?? {});
    const pace = state.broken ? t("broken") : state.finished ? t("finished") : state.running ? t("realTime", { x: plain(state.real_time) }) : t("paused");
    const item = (name: string, value: string): HTMLElement => h("span", {}, `${name} `, h("b", {}, value));
    readout.replaceChildren(
      h("span", {}, pace),
      item(t("time"), quantity(state.time, "s")),
      item(t("bodies"), count(state.bodies)),
      item(t("contacts"), count(state.contacts)),
    );
  });

  return h(
    "header",
    { className: "bar" },
    h("h1", {}, h("b", {}, "scree"), " lab"),
    scenes,
    h("div", { className: "group", attributes: { role: "group", "aria-label": t("toolbar") } },
      iconButton("restart", t("restart"), () => void lab.restart()),
      run,
      iconButton("step", t("step"), () => void lab.step(1)),
      undo,
      redo,
    ),
    speed,
    readout,
    h("span", { className: "gap" }),
    pen,
    iconButton("help", t("help"), actions.help),
    iconButton("theme", t("theme"), actions.switchTheme),
    h("button", { type: "button", on: { click: actions.handOn } }, icon("handOn"), t("handOn")),
  );
}

/** A past moment whose state is not restored yet does not know. */
const count = (n: number | undefined): string => (n === undefined ? "–" : grouped(n));

/** The entry that stands for a speed. */
export function speedName(speed: Speed): string {
  if (speed.fast) return "fast";
  if (speed.steps !== undefined) return `steps-${speed.steps}`;
  return speed.rate === undefined ? "" : `rate-${speed.rate}`;
}
