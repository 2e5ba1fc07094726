// The tree of branches: go to one, show one beside, name it, drop it.
import type { Laboratory } from "../model/laboratory";
import { quantity } from "../model/numbers";
import type { Branch } from "../protocol/messages";
import { t } from "../texts/text";
import { button, h } from "../page/dom";
import type { Stage } from "../page/stage";
import { inOrder } from "./branches_order";

export function makeBranchesPanel(lab: Laboratory, stage: Stage): HTMLElement {
  const panel = h("div", {});
  let beside: number | undefined;
  const showBeside = async (branch: number | undefined): Promise<void> => {
    beside = branch;
    await lab.try("beside", { branch: branch ?? null });
    stage.showBeside(branch !== undefined);
    draw();
  };
  const card = (branch: Branch, depth: number, current: number): HTMLElement => {
    const name = h("input", { type: "text", value: branch.name, attributes: { "aria-label": t("branchName", { n: branch.branch }) } });
    name.addEventListener("change", () => void lab.try("name_branch", { branch: branch.branch, name: name.value }).then(() => lab.refreshBranches()));
    const origin = branch.parent === null ? t("branchRoot") : t("branchFrom", { parent: nameOf(branch.parent), step: branch.forked_at });
    const here = branch.branch === current;
    const go = button(t("branchSwitch"), () => void lab.try("switch", { branch: branch.branch }).then(() => lab.refresh()));
    const side = button(beside === branch.branch ? t("branchNotBeside") : t("branchBeside"), () => void showBeside(beside === branch.branch ? undefined : branch.branch));
    const drop = button("×", () => void lab.try("drop_branch", { branch: branch.branch }).then(() => lab.refreshBranches()));
    drop.setAttribute("aria-label", t("branchDrop", { name: branch.name }));
    const facts = `${origin} · ${quantity(branch.time, "s")} · ${t("branchEdits", { n: branch.edits })}`;
    const buttons = here ? h("b", {}, t("branchHere")) : h("div", { className: "row-buttons" }, go, side, drop);
    const element = h("article", { className: `card${here ? " current" : ""}` }, name, h("p", {}, h("small", {}, facts)), buttons);
    element.style.marginLeft = `${0.9 * depth}rem`;
    return element;
  };
  const nameOf = (id: number): string => lab.branches.get().branches.find((b) => b.branch === id)?.name ?? String(id);
  const draw = (): void => {
    const { branches, current } = lab.branches.get();
    panel.replaceChildren(h("p", {}, t("branchCount", { n: branches.length })), ...inOrder(branches).map(([branch, depth]) => card(branch, depth, current)));
  };
  lab.branches.watch(draw);
  lab.opened.watch(() => {
    if (beside !== undefined) void showBeside(undefined);
  });
  return panel;
}
