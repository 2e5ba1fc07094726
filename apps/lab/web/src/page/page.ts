// Puts the page together.
import { columnColours } from "../draw/colours";
import { Laboratory } from "../model/laboratory";
import { Looks } from "../model/looks";
import { plain } from "../model/numbers";
import { makeBranchesPanel } from "../panels/branches";
import { makeChangePanel } from "../panels/change";
import { makeLessonsPanel } from "../panels/lessons";
import { MeasurePanel } from "../panels/measure";
import { makeSearchPanel } from "../panels/search";
import { makeSeePanel } from "../panels/see";
import { makeTextPanel } from "../panels/text";
import type { Client } from "../protocol/client";
import { t } from "../texts/text";
import type { Bench } from "../tools/tool";
import { showHandOn, showKeyboard, showScenes } from "./dialogs";
import { button, h } from "./dom";
import { listenToKeys } from "./keys";
import { PointerOver } from "./pointer";
import { Stage } from "./stage";
import { Tabs } from "./tabs";
import { TimeLine } from "./timeline";
import { makeToolbar } from "./toolbar";
import { toolEntries, Toolrail } from "./toolrail";

export interface Page {
  lab: Laboratory;
  looks: Looks;
  stage: Stage;
}

export function makePage(client: Client): Page {
  const lab = new Laboratory(client);
  const looks = new Looks();
  const stage = new Stage(lab, looks);
  const measure = new MeasurePanel(lab, looks);
  const announcer = h("p", { className: "hidden", attributes: { "aria-live": "polite" } });
  const announce = (text: string): void => void (announcer.textContent = text);
  const bench: Bench = {
    lab,
    pixel: () => stage.pixelRatio / stage.view.scale,
    say: (text) => lab.tell(text),
    addProbe: (probe, label) => void measure.addProbe(probe, label),
  };
  const rail = new Toolrail(bench);
  const pointer = new PointerOver(lab, stage, rail, announce);
  const line = new TimeLine(lab);
  const tabs = new Tabs([
    ["tabChange", makeChangePanel(lab)],
    ["tabSee", makeSeePanel(lab, looks, stage, bench.addProbe)],
    ["tabMeasure", measure.element],
    ["tabSearch", makeSearchPanel(lab, looks)],
    ["tabText", makeTextPanel(lab)],
    ["tabLessons", makeLessonsPanel(lab)],
    ["tabBranches", makeBranchesPanel(lab, stage)],
  ]);
  const actions = { openScenes: () => showScenes(lab), handOn: () => void showHandOn(lab), help: showKeyboard, switchTheme: () => switchTheme(stage) };
  stage.element.append(hintOf(rail), line.pastNote, legendOf(lab, looks));
  const main = h("main", { className: "picture-holder" }, stage.element);
  main.style.display = "contents";
  document.body.replaceChildren(makeToolbar(lab, actions), rail.element, main, line.element, tabs.element, announcer, toastOf(lab));
  listenToKeys({ lab, line, rail, tabs, stop: () => pointer.leaveOff() });
  lab.state.watch((state) => {
    if (state && !state.running) announce(t("pictureSummary", { bodies: state.bodies, contacts: state.contacts, time: plain(state.time), step: state.step }));
  });
  return { lab, looks, stage };
}

function hintOf(rail: Toolrail): HTMLElement {
  const hint = h("div", { className: "hint" });
  rail.current.watch((name) => (hint.textContent = t(toolEntries.find((entry) => entry.name === name)!.hint)));
  return hint;
}

function legendOf(lab: Laboratory, looks: Looks): HTMLElement {
  const name = h("b", {});
  const bar = h("canvas", { width: 256, height: 1, attributes: { "aria-hidden": "true" } });
  const [low, high] = [h("span", {}), h("span", {})];
  const legend = h("div", { className: "legend", attributes: { role: "note" } }, name, bar, h("div", {}, low, high));
  const paint = (): void => {
    const colours = columnColours(looks.colourMap.get());
    const image = new ImageData(256, 1);
    colours.forEach((colour, i) => image.data.set([...colour, 255], 4 * i));
    bar.getContext("2d")?.putImageData(image, 0, 0);
  };
  looks.colourMap.watch(paint);
  lab.picture.watch((picture) => {
    const column = looks.colour.get();
    legend.hidden = column === null || !picture?.colours;
    if (legend.hidden || !picture) return;
    name.textContent = column!.replaceAll("_", " ");
    [low.textContent, high.textContent] = picture.colourRange.map(plain) as [string, string];
    legend.setAttribute("aria-label", t("colourLegend", { column: column!, low: low.textContent, high: high.textContent }));
  });
  return legend;
}

function toastOf(lab: Laboratory): HTMLElement {
  const text = h("span", {});
  const toast = h("div", { className: "toast", hidden: true, attributes: { role: "alert" } });
  toast.append(text, button(t("close"), () => (toast.hidden = true)));
  let timer = 0;
  lab.notice.watch((notice) => {
    if (!notice?.text) return;
    text.textContent = notice.text;
    toast.className = `toast ${notice.kind}`;
    toast.hidden = false;
    clearTimeout(timer);
    if (notice.kind === "news") timer = window.setTimeout(() => (toast.hidden = true), 6000);
  });
  return toast;
}

export function useTheme(theme: "light" | "dark"): void {
  document.documentElement.dataset["theme"] = theme;
}

function switchTheme(stage: Stage): void {
  useTheme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
  stage.readTheme();
}
