// What is shown: colours, arrows, chains, cuts; the body that is chosen; pictures and films.
import { colourMaps, type ColourMap } from "../draw/colours";
import type { Laboratory } from "../model/laboratory";
import type { CutAxis, Looks } from "../model/looks";
import { norm, plain, quantity } from "../model/numbers";
import type { BodyReport } from "../protocol/messages";
import { t } from "../texts/text";
import { button, field, h, save, section, select, setOptions, toggle } from "../page/dom";
import type { Stage } from "../page/stage";

export function makeSeePanel(lab: Laboratory, looks: Looks, stage: Stage, probe: (members: object, label: string) => void): HTMLElement {
  return h("div", {}, colourPart(lab, looks), showPart(lab, looks), cutPart(lab, looks), bodyPart(lab, probe), filmPart(stage));
}

function colourPart(lab: Laboratory, looks: Looks): HTMLElement {
  const column = select([["", t("colourMaterial")]], (value) => looks.colour.set(value || null));
  lab.columns.watch((columns) => setOptions(column, [["", t("colourMaterial")], ...columns.map((c) => [c, c.replaceAll("_", " ")] as const)]));
  const map = select(colourMaps.map((m) => [m, m] as const), (value) => looks.colourMap.set(value as ColourMap));
  return section(t("colourBy"), field(t("column"), column), field(t("colourMap"), map));
}

/** Tells the server which overlays to send. */
export function askForOverlays(lab: Laboratory, looks: Looks): void {
  const contacts = looks.network.get() ? { least: 0, most: 20000 } : looks.chains.get() ? { least: 0.02, most: 8000 } : null;
  const search = looks.searchBoxes.get() || looks.candidates.get();
  const vectors = looks.vectors.get() === "none" ? null : looks.vectors.get();
  void lab.try("overlays", { contacts, search, vectors });
}

function showPart(lab: Laboratory, looks: Looks): HTMLElement {
  const ask = (): void => askForOverlays(lab, looks);
  const vectors = (kind: "velocity" | "force") => (on: boolean) => {
    looks.vectors.set(on ? kind : "none");
    ask();
  };
  const arrows = toggle(t("showArrows"), vectors("velocity"));
  const forces = toggle(t("showForces"), vectors("force"));
  looks.vectors.watch((kind) => {
    arrows.querySelector("input")!.checked = kind === "velocity";
    forces.querySelector("input")!.checked = kind === "force";
  });
  const overlay = (value: Looks["chains"]) => (on: boolean) => {
    value.set(on);
    ask();
  };
  return section(
    t("show"),
    toggle(t("showChains"), overlay(looks.chains)),
    toggle(t("showNetwork"), overlay(looks.network)),
    arrows,
    forces,
    toggle(t("showTracer"), (on) => looks.tracer.set(on)),
  );
}

function cutPart(lab: Laboratory, looks: Looks): HTMLElement {
  const axis = select([["none", t("cutNone")], ...(["x", "y", "z"] as const).map((a) => [a, t("cutAlong", { axis: a })] as const)], (value) => looks.cutAxis.set(value as CutAxis));
  const slider = (value: Looks["cutShare"]): HTMLInputElement => {
    const input: HTMLInputElement = h("input", { type: "range", min: "0", max: "100", value: String(100 * value.get()), on: { input: () => value.set(Number(input.value) / 100) } });
    return input;
  };
  const part = section(t("cut"), field(t("cut"), axis), field(t("cutPlace"), slider(looks.cutShare)), field(t("wallOpacity"), slider(looks.wallOpacity)));
  lab.scene.watch((scene) => (part.hidden = scene?.dimension !== 3));
  return part;
}

function bodyPart(lab: Laboratory, probe: (members: object, label: string) => void): HTMLElement {
  const content = h("div", { attributes: { "aria-live": "polite" } });
  let lastLook = 0;
  const update = async (): Promise<void> => {
    const body = lab.chosen.get();
    if (body === undefined) {
      content.replaceChildren(h("p", {}, t("noChosen")));
      return;
    }
    lastLook = performance.now();
    const report = await lab.client.ask("inspect", { body }).catch(() => undefined);
    if (report && lab.chosen.get() === body) content.replaceChildren(reportOf(lab, report), button(t("bodyFollow"), () => probe({ body }, `body ${body}`)));
  };
  lab.chosen.watch(() => void update());
  lab.state.watch(() => {
    if (lab.chosen.get() !== undefined && performance.now() - lastLook > 400) void update();
  });
  return section(t("chosenBody"), content);
}

function reportOf(lab: Laboratory, report: BodyReport): HTMLElement {
  const row = (name: string, value: string): HTMLElement => h("tr", {}, h("th", { scope: "row" }, name), h("td", { className: "right" }, value));
  const list = (v: readonly number[] | number, unit: string): string => (typeof v === "number" ? quantity(v, unit) : `${v.map(plain).join(", ")} ${unit}`);
  const flags = [report.fixed ? t("fixed") : "", report.asleep ? t("asleep") : ""].filter(Boolean).join(", ");
  const rows = [
    row(t("materialName"), report.material ?? "–"),
    row(t("mass"), quantity(report.mass, "kg")),
    row(t("radius"), quantity(report.radius, "m")),
    row(t("position"), list(report.position, "m")),
    row(t("speedOf"), quantity(norm(report.velocity), "m/s")),
    row(t("velocity"), list(report.velocity, "m/s")),
    row(t("spin"), list(report.spin, "rad/s")),
    row(t("force"), quantity(norm(report.force), "N")),
    row(t("torque"), quantity(norm(report.torque), "N m")),
  ];
  const neighbours = report.neighbours.slice(0, 12).map((n) =>
    h("tr", {}, h("td", {}, n.id < 0x80000000 ? button(n.describe, () => lab.chosen.set(n.id)) : (lab.scene.get()?.walls[n.id - 0x80000000]?.name ?? n.describe)), h("td", { className: "right" }, quantity(norm(n.force), "N")), h("td", { className: "right" }, quantity(n.overlap, "m"))),
  );
  const head = h("tr", {}, h("th", {}, t("neighbours")), h("th", { className: "right" }, t("force")), h("th", { className: "right" }, t("overlap")));
  return h("div", {}, h("p", {}, h("b", {}, report.describe), flags ? ` · ${flags}` : ""), h("table", {}, h("tbody", {}, ...rows)), h("table", {}, h("thead", {}, head), h("tbody", {}, ...neighbours)));
}

function filmPart(stage: Stage): HTMLElement {
  let film: MediaRecorder | undefined;
  const picture = button(t("savePicture"), () => {
    stage.draw();
    stage.canvas.toBlob((blob) => blob && save("scree-lab.png", blob));
  });
  const record = button(t("recordFilm"), () => {
    if (film) {
      film.stop();
      film = undefined;
      record.textContent = t("recordFilm");
      return;
    }
    const parts: Blob[] = [];
    film = new MediaRecorder(stage.canvas.captureStream(30), { mimeType: "video/webm" });
    film.ondataavailable = (event) => parts.push(event.data);
    film.onstop = () => save("scree-lab.webm", new Blob(parts, { type: "video/webm" }));
    film.start();
    record.textContent = t("stopFilm");
  });
  return section(t("savePicture"), h("div", { className: "row-buttons" }, picture, record));
}
