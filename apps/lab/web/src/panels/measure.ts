// Measurements: the energy ledger, probes with their plots, a histogram, a stop watch.
import type { Laboratory } from "../model/laboratory";
import type { Looks } from "../model/looks";
import { plain, quantity } from "../model/numbers";
import type { Series } from "../protocol/messages";
import { t } from "../texts/text";
import { button, field, h, save, section, select, setOptions } from "../page/dom";
import { csv } from "./csv";
import { Plot } from "./plot";

const interval = 500; // milliseconds between looks at the series

export class MeasurePanel {
  readonly element: HTMLElement;
  private readonly probes = h("div", {});
  private readonly shown: ProbeView[] = [];
  private next = 1;

  constructor(
    private readonly lab: Laboratory,
    looks: Looks,
  ) {
    const none = h("p", {}, t("probeNone"));
    const energies = button(t("probeEnergies"), () => void this.addProbe({ energies: true }, "energies"));
    this.element = h("div", {}, section(t("energies"), ledger(lab), energies), section(t("probes"), none, this.probes), section(t("histogram"), histogram(lab, looks)), section(t("stopwatch"), stopwatch(lab)));
    lab.opened.watch(() => this.forgetAll());
    setInterval(() => void this.refresh(), interval);
  }

  async addProbe(members: object, label: string): Promise<void> {
    const name = `${label} (${this.next++})`;
    const answer = await this.lab.try("probe", { name, ...members });
    if (!answer) return;
    const view = new ProbeView(this.lab, name, () => void this.removeProbe(view));
    this.shown.push(view);
    this.probes.append(view.element);
    await view.refresh();
  }

  private async removeProbe(view: ProbeView): Promise<void> {
    await this.lab.try("probe", { name: view.name, remove: true });
    view.element.remove();
    this.shown.splice(this.shown.indexOf(view), 1);
  }

  private forgetAll(): void {
    for (const view of this.shown.splice(0)) view.element.remove();
  }

  private async refresh(): Promise<void> {
    if (!this.element.isConnected || !this.lab.connected.get()) return;
    for (const view of this.shown) await view.refresh();
  }
}

class ProbeView {
  readonly element: HTMLElement;
  private readonly plot = new Plot(150);
  private readonly choice: HTMLSelectElement;
  private series: Series | undefined;

  constructor(
    private readonly lab: Laboratory,
    readonly name: string,
    remove: () => void,
  ) {
    this.choice = select([], () => this.draw());
    const download = button(t("csv"), () => this.series && save(`${name}.csv`, new Blob([csv(this.series.columns, this.series.values)])));
    download.setAttribute("aria-label", t("csvOf", { name }));
    const away = button("×", remove);
    away.setAttribute("aria-label", t("removeProbe", { name }));
    this.element = h("div", { className: "card" }, h("h3", {}, name), field(t("column"), this.choice), this.plot.element, h("div", { className: "row-buttons" }, download, away));
  }

  async refresh(): Promise<void> {
    const series = await this.lab.client.ask("series", { probe: this.name, since: 0 }).catch(() => undefined);
    if (!series) return;
    const isFirst = !this.series;
    this.series = series;
    if (isFirst) setOptions(this.choice, series.columns.filter((c) => c !== "time" && c !== "step").map((c) => [c, c.replaceAll("_", " ")] as const));
    this.draw();
  }

  private draw(): void {
    const { series } = this;
    if (!series || series.values.length === 0) return;
    const of = (name: string): number[] => {
      const k = series.columns.indexOf(name);
      return series.values.map((row) => row[k]!);
    };
    const column = this.choice.value;
    const last = of(column).at(-1) ?? 0;
    this.plot.set({ names: ["time [s]", column], values: [of("time"), of(column)] }, t("plotOf", { name: this.name, values: `${column} ${plain(last)}` }));
  }
}

function ledger(lab: Laboratory): HTMLElement {
  const body = h("tbody", {});
  lab.state.watch((state) => {
    const rows = Object.entries(state?.energies ?? {}).map(([name, value]) =>
      h("tr", { className: name === "residual" ? "mark" : "" }, h("td", {}, name.replaceAll("_", " ")), h("td", { className: "right" }, quantity(value, "J"))),
    );
    body.replaceChildren(...rows);
  });
  return h("table", {}, body);
}

/** Bodies by the column of the colours, counted from what the picture shows. */
function histogram(lab: Laboratory, looks: Looks): HTMLElement {
  const plot = new Plot(130);
  const note = h("p", {}, t("histogramNeedsColumn"));
  const holder = h("div", {}, note, plot.element);
  lab.picture.watch((picture) => {
    const column = looks.colour.get();
    note.hidden = column !== null && picture?.colours !== undefined;
    plot.element.hidden = !note.hidden;
    if (!note.hidden || !picture?.colours || !holder.isConnected) return;
    const bins = 24;
    const counts = new Array<number>(bins).fill(0);
    for (const byte of picture.colours) counts[Math.min(bins - 1, Math.floor((byte / 256) * bins))]!++;
    const [low, high] = picture.colourRange;
    const middles = counts.map((_, i) => low + ((i + 0.5) / bins) * (high - low));
    plot.set({ names: [column ?? "", t("bodies")], values: [middles, counts] }, t("histogramOf", { column: column ?? "" }));
  });
  return holder;
}

/** Counts simulated time. */
function stopwatch(lab: Laboratory): HTMLElement {
  const face = h("output", { className: "number" });
  let start: number | undefined;
  let kept = 0;
  const elapsed = (): number => kept + (start === undefined ? 0 : (lab.state.get()?.time ?? 0) - start);
  const show = (): void => {
    face.textContent = quantity(elapsed(), "s");
  };
  const go = button(t("stopwatchStart"), () => {
    if (start === undefined) start = lab.state.get()?.time ?? 0;
    else {
      kept = elapsed();
      start = undefined;
    }
    go.textContent = start === undefined ? t("stopwatchStart") : t("stopwatchStop");
    show();
  });
  const reset = button(t("stopwatchReset"), () => {
    kept = 0;
    if (start !== undefined) start = lab.state.get()?.time ?? 0;
    show();
  });
  lab.state.watch(show);
  return h("div", { className: "row-buttons" }, face, go, reset);
}
