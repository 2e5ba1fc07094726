// A plot of columns over their first one, with uPlot.
import uPlot from "uplot";
import { plain } from "../model/numbers";
import { h } from "../page/dom";

export interface Curves {
  names: readonly string[]; // the first is the axis across
  values: readonly (readonly (number | null)[])[]; // column by column
}

const strokes = ["#1f86a0", "#d07a2d", "#5b8f3a", "#a45ab0", "#c2484b", "#7a8691"];

export class Plot {
  readonly element = h("div", { className: "plot" });
  private plot: uPlot | undefined;
  private names = "";

  constructor(
    private readonly height: number,
    private readonly scales: { logarithmic?: boolean } = {},
  ) {}

  set(curves: Curves, label: string): void {
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", label);
    const names = curves.names.join("\n");
    const data = curves.values as unknown as uPlot.AlignedData;
    if (this.plot && names === this.names) this.plot.setData(data);
    else this.make(curves.names, data);
    this.names = names;
  }

  private make(names: readonly string[], data: uPlot.AlignedData): void {
    this.plot?.destroy();
    const colour = getComputedStyle(document.documentElement).getPropertyValue("--soft").trim();
    const line = getComputedStyle(document.documentElement).getPropertyValue("--line").trim();
    const axis = (size: number): uPlot.Axis => ({
      stroke: colour,
      grid: { stroke: line, width: 1 },
      ticks: { stroke: line, width: 1 },
      size,
      values: (_, splits) => splits.map((v) => (v === null ? "" : plain(v))),
    });
    const distribution = this.scales.logarithmic ? { distr: 3 as const } : {};
    this.plot = new uPlot(
      {
        width: Math.max(200, this.element.clientWidth || 330),
        height: this.height,
        cursor: { y: false },
        scales: { x: { time: false, ...distribution }, y: distribution },
        axes: [axis(28), axis(58)],
        legend: { live: false },
        series: [
          { label: names[0] ?? "" },
          ...names.slice(1).map((label, i) => ({ label, stroke: strokes[i % strokes.length]!, width: 1.6, spanGaps: true, points: { show: this.scales.logarithmic === true } })),
        ],
      },
      data,
      this.element,
    );
  }
}
