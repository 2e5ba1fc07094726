// Lessons: text, scene, task, and the measurement that judges it.
import type { Laboratory } from "../model/laboratory";
import { judge, type Evidence, type Lesson, type Verdict } from "../model/lessons";
import { plain } from "../model/numbers";
import { centreOf } from "../protocol/picture";
import { t } from "../texts/text";
import { button, h } from "../page/dom";

/** Put in by build.mjs. */
declare const SCREE_LESSONS: Lesson[];

export function makeLessonsPanel(lab: Laboratory): HTMLElement {
  const panel = h("div", {});
  const lessons = (): Lesson[] => SCREE_LESSONS;
  const showList = (): void => {
    panel.replaceChildren(h("p", {}, t("lessonsIntro")), ...lessons().map((lesson) => h("article", { className: "card" }, h("h2", {}, lesson.title), h("p", {}, lesson.text[0] ?? ""), button(t("lessonOpen"), () => void begin(lesson)))));
    for (const [i, start] of [...panel.querySelectorAll("article button")].entries()) start.setAttribute("aria-label", `${t("lessonOpen")}: ${lessons()[i]!.title}`);
  };
  const begin = async (lesson: Lesson): Promise<void> => {
    if (await lab.open({ text: lesson.scene, name: lesson.name })) showLesson(lesson);
  };
  const showLesson = (lesson: Lesson): void => {
    const verdict = h("div", { attributes: { role: "status" } });
    const ask = button(t("lessonJudge"), () => void judge(lesson, evidence(lab)).then((verdicts) => verdict.replaceChildren(verdictOf(verdicts))), "primary");
    panel.replaceChildren(
      button(t("lessonBack"), showList),
      h("h2", {}, lesson.title),
      ...lesson.text.map((text) => h("p", {}, text)),
      h("div", { className: "card" }, h("h3", {}, t("lessonTask")), h("p", {}, lesson.task)),
      h("details", {}, h("summary", {}, t("lessonHint")), h("p", {}, lesson.hint)),
      h("div", { className: "row-buttons" }, ask),
      verdict,
    );
    panel.querySelector("h2")!.tabIndex = -1;
    panel.querySelector("h2")!.focus();
  };
  lab.catalogue.watch(showList);
  return panel;
}

function evidence(lab: Laboratory): Evidence {
  return {
    state: lab.state.get()!,
    body: (body) => lab.try("inspect", { body }),
    places: () => {
      const [picture, roster] = [lab.picture.get(), lab.roster.get()];
      if (!picture || !roster) return [];
      const slots = Array.from({ length: roster.count }, (_, i) => i).filter((i) => !roster.isFixed(i));
      return slots.flatMap((slot) => {
        const place = centreOf(picture, slot);
        return place ? [place.slice(0, picture.dimension)] : [];
      });
    },
  };
}

function verdictOf(verdicts: readonly Verdict[]): HTMLElement {
  const lines = verdicts.map(({ judge: one, value }) => {
    const range = one.least === undefined ? `≤ ${plain(one.most ?? 0)}` : one.most === undefined ? `≥ ${plain(one.least)}` : `${plain(one.least)} – ${plain(one.most)}`;
    return t("lessonMeasured", { name: one.name, value: plain(value), unit: one.unit, range });
  });
  const holds = verdicts.every((verdict) => verdict.holds);
  const text = t(holds ? "lessonDone" : "lessonNotYet", { text: lines.join("; ") });
  return h("p", { className: `verdict${holds ? " done" : ""}` }, text);
}
