// Every number that may change while it runs, as a control made from the description of its key.
import type { Laboratory } from "../model/laboratory";
import { fromSlider, rangeOf, sliderSteps, toSlider, type Key } from "../model/keys";
import { norm, quantity } from "../model/numbers";
import type { SceneInfo } from "../protocol/messages";
import { t } from "../texts/text";
import { button, h, s, section } from "../page/dom";

const changeable = { least: 0 };

export function makeChangePanel(lab: Laboratory): HTMLElement {
  const panel = h("div", {});
  lab.scene.watch((scene) => {
    if (scene) panel.replaceChildren(...partsOf(lab, scene));
  });
  return panel;
}

function keyOf(lab: Laboratory, name: string): Key {
  const known = lab.catalogue.get()?.families.keys.find((key) => key.name === name);
  return known ?? { name, summary: "", takes: "", default: "", example: "", form: "quantity", live: true, ...changeable };
}

function partsOf(lab: Laboratory, scene: SceneInfo): HTMLElement[] {
  const parts = [section(t("gravity"), gravityControl(lab, scene))];
  for (const { pair, law, values } of scene.laws) {
    const controls = Object.entries(values).map(([name, value]) =>
      numberControl(keyOf(lab, `contact.${name}`), name, value, (to) => lab.edit({ contact: { [pair]: { [name]: to } } })),
    );
    if (controls.length > 0) parts.push(section(t("contactsOf", { pair, law }), ...controls));
  }
  for (const { name: material, values } of scene.material_values ?? []) {
    const live = Object.entries(values).filter(([name]) => keyOf(lab, `material.${name}`).live);
    const controls = live.map(([name, value]) =>
      numberControl(keyOf(lab, `material.${name}`), name, value, (to) => lab.edit({ material: { [material]: { [name]: to } } })),
    );
    if (controls.length > 0) parts.push(section(t("materialOf", { name: material }), ...controls));
  }
  const walls = scene.walls.filter((wall) => wall.name);
  if (walls.length > 0) parts.push(section(t("wallsTitle"), ...walls.map((wall) => wallControl(lab, scene, wall.name))));
  parts.push(section(t("timeStep"), timeStepControl(lab)));
  return parts;
}

/** A slider and a field for the same number; the field takes units as a scene does. */
export function numberControl(key: Key, name: string, value: number, set: (to: number | string) => Promise<boolean>): HTMLElement {
  const range = rangeOf(key, value);
  const label = name.replaceAll("_", " ");
  const unit = key.unit ?? "";
  const slider = h("input", { type: "range", min: "0", max: String(sliderSteps), value: String(toSlider(range, value)), attributes: { "aria-label": label } });
  const field = h("input", { type: "text", value: quantity(value, unit), attributes: { "aria-label": `${label}${unit ? ` [${unit}]` : ""}` } });
  let present = value;
  const show = (): void => {
    slider.value = String(toSlider(range, present));
    slider.setAttribute("aria-valuetext", quantity(present, unit));
    field.value = quantity(present, unit);
  };
  slider.addEventListener("input", () => (field.value = quantity(fromSlider(range, Number(slider.value)), unit)));
  slider.addEventListener("change", () => {
    const wanted = fromSlider(range, Number(slider.value));
    void set(wanted).then((done) => {
      if (done) present = wanted;
      show();
    });
  });
  field.addEventListener("change", () => {
    const text = field.value.trim();
    const number = Number(text);
    void set(text !== "" && Number.isFinite(number) ? number : text).then((done) => {
      if (!done) show();
      else if (Number.isFinite(number)) {
        present = number;
        show();
      }
    });
  });
  return h("div", { className: "control" }, h("div", { className: "name" }, h("span", {}, label), h("small", {}, key.summary)), h("div", { className: "row" }, slider, field));
}

function gravityControl(lab: Laboratory, scene: SceneInfo): HTMLElement {
  const strengthKey: Key = { ...keyOf(lab, "scene.gravity"), summary: keyOf(lab, "scene.gravity").summary, least: 0, most: 25 };
  let gravity = [...scene.gravity];
  const set = async (to: number[]): Promise<boolean> => {
    const done = await lab.edit({ gravity: to.map((x) => Number(x.toFixed(4))) });
    if (done) gravity = to;
    drawArrow();
    return done;
  };
  const setStrength = (to: number | string): Promise<boolean> => {
    const size = typeof to === "number" ? to : Number.parseFloat(to);
    const now = norm(gravity);
    const down = scene.dimension === 2 ? [0, -1] : [0, 0, -1];
    return set(now > 0 ? gravity.map((x) => (x * size) / now) : down.map((x) => x * size));
  };
  const strength = numberControl(strengthKey, t("gravitySize"), norm(gravity), setStrength);
  const across = 0;
  const up = scene.dimension - 1;
  const shaft = s("line", { x1: 60, y1: 60, stroke: "var(--accent)", "stroke-width": 4, "stroke-linecap": "round" });
  const head = s("circle", { r: 7, fill: "var(--accent)" });
  const dial = s("svg", { viewBox: "0 0 120 120", role: "slider", tabindex: 0, "aria-label": t("gravityArrow"), "aria-valuemin": -180, "aria-valuemax": 180 }, s("circle", { cx: 60, cy: 60, r: 3, fill: "var(--soft)" }), shaft, head);
  const angleNow = (): number => Math.atan2(gravity[up]!, gravity[across]!);
  function drawArrow(): void {
    const length = Math.min(48, 5 * norm(gravity));
    const [x, y] = [60 + length * Math.cos(angleNow()), 60 - length * Math.sin(angleNow())];
    for (const [name, value] of [["x2", x], ["y2", y]] as const) shaft.setAttribute(name, String(value));
    for (const [name, value] of [["cx", x], ["cy", y]] as const) head.setAttribute(name, String(value));
    dial.setAttribute("aria-valuenow", String(Math.round((angleNow() * 180) / Math.PI)));
  }
  const along = (size: number, angle: number): number[] => gravity.map((x, k) => (k === across ? size * Math.cos(angle) : k === up ? size * Math.sin(angle) : x));
  let pulled: number[] | undefined;
  dial.addEventListener("pointerdown", (event) => dial.setPointerCapture(event.pointerId));
  dial.addEventListener("pointermove", (event) => {
    if (!dial.hasPointerCapture(event.pointerId)) return;
    const box = dial.getBoundingClientRect();
    const [dx, dy] = [event.clientX - box.left - 0.5 * box.width, box.top + 0.5 * box.height - event.clientY];
    pulled = along((Math.hypot(dx, dy) / box.width) * 24, Math.atan2(dy, dx));
    const before = gravity;
    gravity = pulled;
    drawArrow();
    gravity = before;
  });
  dial.addEventListener("pointerup", () => {
    if (pulled) void set(pulled);
    pulled = undefined;
  });
  dial.addEventListener("keydown", (event) => {
    const turn = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 }[event.key];
    if (turn === undefined) return;
    event.preventDefault();
    void set(along(norm(gravity) || 9.81, angleNow() + (turn * Math.PI) / 180));
  });
  drawArrow();
  return h("div", { className: "gravity" }, dial as unknown as HTMLElement, strength);
}

function wallControl(lab: Laboratory, scene: SceneInfo, name: string): HTMLElement {
  const index = scene.walls.findIndex((wall) => wall.name === name);
  const isThere = (): boolean => lab.picture.get()?.walls[index]?.active ?? true;
  const gate = button("", () => void lab.edit(isThere() ? { remove_wall: name } : { return_wall: name }));
  const show = (): void => {
    const label = isThere() ? t("wallOpen") : t("wallClose");
    if (gate.textContent !== label) gate.textContent = label;
    gate.setAttribute("aria-label", `${label}: ${name}`);
  };
  lab.picture.watch(show);
  const stop = button(t("wallStop"), () => void lab.edit({ drive_wall: { wall: name } }));
  stop.setAttribute("aria-label", `${t("wallStop")}: ${name}`);
  stop.hidden = !scene.walls[index]?.moves;
  return h("div", { className: "field" }, h("span", { className: "field-name" }, name), h("span", { className: "row-buttons" }, gate, stop));
}

function timeStepControl(lab: Laboratory): HTMLElement {
  const present = lab.state.get()?.time_step ?? 1e-5;
  return numberControl(keyOf(lab, "run.time_step"), t("timeStep"), present, (to) => lab.edit({ time_step: to }));
}
