// Windows over the page: scenes, what to hand on, the keyboard.
import type { Laboratory } from "../model/laboratory";
import { t } from "../texts/text";
import { button, h, save } from "./dom";
import { linkTo } from "./link";
import { toolEntries } from "./toolrail";

/** Put in by build.mjs. */
declare const SCREE_WITHOUT_SERVER: boolean;

function show(title: string, ...content: Node[]): HTMLDialogElement {
  const dialog = h("dialog", { attributes: { "aria-label": title } });
  dialog.append(h("header", {}, h("h2", {}, title), button(t("close"), () => dialog.close())), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

export function showScenes(lab: Laboratory): void {
  const list = h("div", { className: "scene-list" });
  const dialog = show(t("scenesTitle"), list);
  for (const { name, summary } of lab.catalogue.get()?.scenes ?? []) {
    const open = async (): Promise<void> => {
      dialog.close();
      await lab.open({ scene: name });
    };
    list.append(h("button", { type: "button", on: { click: () => void open() } }, h("b", {}, name), h("span", {}, summary)));
  }
}

/** A link holds a small scene in its fragment; only where the page needs no server. */
function linkButton(text: string): HTMLElement | undefined {
  if (!SCREE_WITHOUT_SERVER) return undefined;
  const copy = button(t("linkCopy"), () => {
    void linkTo(text).then(async (link) => {
      if (link) await navigator.clipboard?.writeText(link);
      copy.textContent = t(link ? "linkCopied" : "linkTooLong");
    });
  });
  return copy;
}

export async function showHandOn(lab: Laboratory): Promise<void> {
  const file = await lab.try("hand_on");
  if (!file) return;
  const name = `${lab.scene.get()?.name ?? "scene"}-handed-on.toml`;
  const copy = button(t("handOnCopy"), () => {
    void navigator.clipboard?.writeText(file.command).then(() => (copy.textContent = t("handOnCopied")));
  });
  show(
    t("handOnTitle"),
    h("p", {}, t("handOnText")),
    h("pre", { className: "command", textContent: file.command }),
    h("p", { className: "hash", textContent: `${t("searchHash")}: ${file.hash}` }),
    h("div", { className: "row-buttons" }, button(t("handOnSave"), () => save(name, new Blob([file.text])), "primary"), copy, linkButton(file.text)),
    h("pre", { className: "command", textContent: file.text, tabIndex: 0 }),
  );
}

export function showKeyboard(): void {
  const rows: [string, string][] = [
    ["Space", t("keySpace")],
    [".", t("keyDot")],
    [",", t("keyComma")],
    ["Ctrl+Z, Ctrl+Shift+Z", t("keyUndo")],
    ["← ↑ → ↓", t("keyArrows")],
    ["Enter", t("keyEnter")],
    ["+ − 0", t("keyZoom")],
    ["1 … 7", t("keyPanels")],
    ["K", t("keyFork")],
    ["Esc", t("keyEscape")],
    ...toolEntries.map((entry) => [entry.key.toUpperCase(), t(entry.text)] as [string, string]),
  ];
  const body = rows.map(([key, what]) => h("tr", {}, h("td", {}, h("kbd", {}, key)), h("td", {}, what)));
  show(t("keyboardTitle"), h("table", {}, h("tbody", {}, ...body)));
}
