// Panels behind tabs.
import { t, type TextKey } from "../texts/text";
import { h } from "./dom";

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[] = [];
  private readonly panels: HTMLElement[] = [];

  constructor(entries: readonly (readonly [TextKey, HTMLElement])[]) {
    const list = h("div", { className: "tabs", attributes: { role: "tablist", "aria-label": t("panels") } });
    const holder = h("div", { className: "panel" });
    entries.forEach(([text, panel], i) => {
      const id = `panel-${text}`;
      const tab = h("button", { type: "button", textContent: t(text), id: `tab-${text}`, attributes: { role: "tab", "aria-controls": id }, on: { click: () => this.show(i) } });
      Object.assign(panel, { id, tabIndex: 0 });
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      this.buttons.push(tab);
      this.panels.push(panel);
      list.append(tab);
      holder.append(panel);
    });
    list.addEventListener("keydown", (event) => {
      const now = this.buttons.indexOf(document.activeElement as HTMLButtonElement);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by === undefined || now < 0) return;
      const next = (now + by + this.buttons.length) % this.buttons.length;
      this.show(next);
      this.buttons[next]!.focus();
    });
    this.element = h("aside", { className: "panels", attributes: { "aria-label": t("panels") } }, list, holder);
    this.show(0);
  }

  show(index: number): void {
    this.buttons.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      this.panels[i]!.hidden = i !== index;
    });
  }
}
