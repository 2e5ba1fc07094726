// The time line: kept pictures at once, the exact state behind them; marks where hands changed something.
import type { Laboratory } from "../model/laboratory";
import { grouped, quantity } from "../model/numbers";
import { t } from "../texts/text";
import { button, h } from "./dom";

export class TimeLine {
  readonly element: HTMLElement;
  readonly pastNote: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly edits = h("div", { className: "marks-of-edits", attributes: { "aria-hidden": "true" } });
  private readonly now = h("span");
  private readonly hash = h("code", { className: "hash", attributes: { "aria-label": t("searchHash") } });
  private isBusy = false;
  private wanted: number | undefined;

  constructor(private readonly lab: Laboratory) {
    this.slider = h("input", { type: "range", min: "0", max: "0", value: "0", attributes: { "aria-label": t("timeline") }, on: { input: () => this.scrub(Number(this.slider.value)) } });
    const present = button(t("toPresent"), () => void this.toPresent());
    const fork = button(t("fork"), () => void this.fork());
    const note = h("span", { attributes: { role: "status" } });
    this.pastNote = h("div", { className: "past", hidden: true }, note, present);
    this.element = h("footer", { className: "time" }, this.now, h("div", { className: "track" }, this.edits, this.slider), fork, this.hash);
    lab.timeline.watch(() => this.update());
    lab.state.watch((state) => {
      this.update();
      this.pastNote.hidden = !state?.past;
      note.textContent = state?.exact === false ? t("restoring") : t("pastNote");
    });
    const showHash = (): void => {
      const [hash, state] = [lab.hash.get(), lab.state.get()];
      const isOf = hash !== undefined && !state?.running && hash.step === state?.step;
      this.hash.textContent = isOf ? hash.hash.slice(0, 16) : t("hashMoving");
      this.hash.title = isOf ? `${t("searchHash")}: ${hash.hash}` : t("hashMovingHelp");
    };
    lab.hash.watch(showHash);
    lab.state.watch(showHash);
  }

  /** To the kept picture before or after the one that is shown. */
  stepBack(by: number): void {
    const moments = this.lab.timeline.get()?.moments ?? [];
    const now = this.lab.state.get()?.step ?? 0;
    const others = by < 0 ? moments.filter((m) => m < now) : moments.filter((m) => m > now);
    const goal = by < 0 ? others.at(-1) : others[0];
    if (goal !== undefined) this.scrub(goal);
  }

  async fork(): Promise<void> {
    await this.lab.try("fork", {});
    await this.lab.refresh();
  }

  private async toPresent(): Promise<void> {
    await this.lab.try("present");
    await this.lab.refresh();
  }

  /** Goes to the last step that was asked for; those in between are left out. */
  private scrub(step: number): void {
    this.wanted = step;
    if (!this.isBusy) void this.follow();
  }

  private async follow(): Promise<void> {
    this.isBusy = true;
    while (this.wanted !== undefined) {
      const step = this.wanted;
      this.wanted = undefined;
      await this.lab.goTo(step);
    }
    this.isBusy = false;
    this.update();
  }

  private update(): void {
    const state = this.lab.state.get();
    const line = this.lab.timeline.get();
    if (!state) return;
    const last = Math.max(line?.last ?? 0, state.step, 1);
    this.slider.max = String(last);
    if (!this.isBusy) this.slider.value = String(state.step);
    this.slider.setAttribute("aria-valuetext", t("timelineValue", { step: state.step, time: quantity(state.time, "s") }));
    this.now.textContent = t("timelineNow", { time: quantity(state.time, "s"), step: grouped(state.step) });
    this.edits.replaceChildren(
      ...(line?.edits ?? []).map((edit) => {
        const mark = h("span", { title: edit.text });
        mark.style.left = `${(100 * edit.step) / last}%`;
        return mark;
      }),
    );
  }
}
