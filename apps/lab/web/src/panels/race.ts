// The race of methods: Perkins's tests, one search after another, with slopes as they come.
import type { Laboratory } from "../model/laboratory";
import { plain } from "../model/numbers";
import { raceSystems, slope, type RacePoint } from "../model/race";
import { Refusal } from "../protocol/messages";
import { t } from "../texts/text";
import { button, field, h, select, toggle } from "../page/dom";
import { Plot } from "./plot";

const entrants = ["spatial_sort", "hashing", "hashing2", "dess", "dess2", "rtree", "hierarchical_grid", "blocks"];

export function makeRace(lab: Laboratory): HTMLElement {
  const chosen = new Set(["spatial_sort", "hashing2", "dess2", "blocks"]);
  const test = select([["1", t("raceTest1")], ["2", t("raceTest2")]], () => undefined);
  const range = (least: number, most: number, value: number): HTMLInputElement => h("input", { type: "range", min: String(least), max: String(most), step: "1", value: String(value) });
  const countSlider = range(8, 16, 12); // powers of two
  const ratioSlider = range(1, 20, 2);
  const countShown = h("output", {});
  const ratioShown = h("output", {});
  const count = (): number => 2 ** Number(countSlider.value);
  const show = (): void => {
    countShown.textContent = String(count());
    ratioShown.textContent = ratioSlider.value;
  };
  countSlider.addEventListener("input", show);
  ratioSlider.addEventListener("input", show);
  show();

  const plot = new Plot(200, { logarithmic: true });
  const table = h("tbody", {});
  const warning = h("p", { attributes: { role: "status" } });
  let isRacing = false;

  const race = async (): Promise<void> => {
    isRacing = true;
    go.textContent = t("raceStop");
    warning.textContent = "";
    const number = test.value === "1" ? 1 : 2;
    const systems = raceSystems(number, count(), Number(ratioSlider.value));
    const times = new Map<string, RacePoint[]>([...chosen].map((method) => [method, []]));
    for (const system of systems) {
      const pairs = new Set<number>();
      for (const method of chosen) {
        if (!isRacing) break;
        const answer = await lab.client.ask("race", { test: number, method, ...system, seed: 1 }).catch((why: unknown) => {
          warning.textContent = why instanceof Refusal ? why.message : t("raceNotThere");
          isRacing = false;
        });
        if (!answer) break;
        pairs.add(answer.pairs);
        times.get(method)!.push({ across: number === 1 ? system.count : system.ratio, milliseconds: answer.milliseconds });
        draw(times, number);
      }
      if (pairs.size > 1) warning.textContent = t("raceDisagree");
    }
    isRacing = false;
    go.textContent = t("raceStart");
  };

  const draw = (times: Map<string, RacePoint[]>, number: 1 | 2): void => {
    const across = [...new Set([...times.values()].flat().map((p) => p.across))].sort((a, b) => a - b);
    const values = [...times.values()].map((points) => across.map((x) => points.find((p) => p.across === x)?.milliseconds ?? null));
    const rows = [...times].map(([method, points]) => ({ method, last: points.at(-1)?.milliseconds ?? 0, slope: slope(points) }));
    table.replaceChildren(...rows.map((row) => h("tr", {}, h("td", {}, row.method.replaceAll("_", " ")), h("td", { className: "right" }, `${plain(row.last)} ms`), h("td", { className: "right" }, row.slope === undefined ? "–" : row.slope.toFixed(2)))));
    plot.set({ names: [number === 1 ? t("bodies") : t("raceRatio"), ...times.keys()], values: [across, ...values] }, t("raceResult"));
  };

  const go = button(t("raceStart"), () => {
    if (isRacing) isRacing = false;
    else void race();
  }, "primary");
  const methods = entrants.map((name) => toggle(name.replaceAll("_", " "), (on) => void (on ? chosen.add(name) : chosen.delete(name)), chosen.has(name)));
  const head = h("tr", {}, h("th", {}, t("raceMethods")), h("th", { className: "right" }, t("raceResult")), h("th", { className: "right" }, t("raceSlope")));
  return h("div", {}, field(t("raceTest"), test), field(t("raceCount"), countSlider, countShown), field(t("raceRatio"), ratioSlider, ratioShown), h("div", { className: "entrants" }, ...methods), go, warning, plot.element, h("table", {}, h("thead", {}, head), table), h("p", {}, h("small", {}, t("raceNote"))));
}
