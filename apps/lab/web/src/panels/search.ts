// The search made visible: its structure over the scene, the method switched while it runs, and a race of methods.
import type { Laboratory } from "../model/laboratory";
import type { Looks } from "../model/looks";
import { quantity } from "../model/numbers";
import { t } from "../texts/text";
import { field, h, section, select, setOptions, toggle } from "../page/dom";
import { askForOverlays } from "./see";
import { makeRace } from "./race";

export function makeSearchPanel(lab: Laboratory, looks: Looks): HTMLElement {
  const switchTo = async (method: string): Promise<void> => {
    await lab.try("search", { method });
    await lab.refreshHash();
  };
  const method = select([], (value) => void switchTo(value));
  method.id = "search-method";
  lab.catalogue.watch((catalogue) => setOptions(method, (catalogue?.families.search ?? []).map(({ name }) => [name, name.replaceAll("_", " ")] as const)));
  const choice = h("p", {});
  const summary = h("p", {});
  lab.state.watch((state) => {
    if (!state) return;
    method.value = state.search;
    choice.textContent = state.search === "auto" && state.search_choice ? t("searchChosen", { name: state.search_choice }) : (state.search_choice ?? "");
    const known = lab.catalogue.get()?.families.search.find(({ name }) => name === state.search);
    summary.textContent = known?.summary ?? "";
  });
  const facts = h("div", { attributes: { "aria-live": "polite" } });
  lab.search.watch((search) => {
    if (!search) return facts.replaceChildren();
    const contacts = lab.state.get()?.contacts ?? 0;
    facts.replaceChildren(
      h("p", {}, search.text),
      h("p", {}, t("searchCounts", { candidates: search.candidates.length / 2, contacts })),
      h("p", {}, `${t("searchLast")}: ${quantity(search.milliseconds / 1000, "s")}`),
    );
  });
  const overlay = (value: Looks["searchBoxes"]) => (on: boolean) => {
    value.set(on);
    askForOverlays(lab, looks);
  };
  const hash = h("output", { className: "hash", attributes: { "aria-label": t("searchHash") } });
  lab.hash.watch((now) => (hash.textContent = now?.hash ?? ""));
  return h(
    "div",
    {},
    section(t("searchMethod"), field(t("searchName"), method), summary, choice, toggle(t("searchShow"), overlay(looks.searchBoxes)), toggle(t("searchCandidates"), overlay(looks.candidates)), facts),
    section(t("searchHash"), hash, h("p", {}, h("small", {}, t("searchHashStays")))),
    section(t("race"), makeRace(lab)),
  );
}
