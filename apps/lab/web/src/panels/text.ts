// The scene as TOML: faults at their line from the real reader, completion and help from the keys.
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { linter, lintGutter, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Text } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Laboratory } from "../model/laboratory";
import type { Key } from "../model/keys";
import type { Fault } from "../protocol/messages";
import { t } from "../texts/text";
import { button, h, section } from "../page/dom";

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.number, color: "var(--accent)" },
  { tag: tags.propertyName, color: "var(--text)" },
  { tag: tags.atom, color: "var(--accent)" },
  { tag: tags.bool, color: "var(--accent)" },
]);

/** Faults of the reader as places in the text. */
export function diagnostics(doc: Text, faults: readonly Fault[]): Diagnostic[] {
  return faults.map(({ line, column, message }) => {
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
    return { from, to: Math.max(from, at.to), severity: "error", message };
  });
}

/** The table that a line belongs to, without the names that the scene gives: [material.glass] is `material`. */
export function tableAt(lines: readonly string[]): string {
  const header = lines.filter((line) => /^\s*\[/.test(line)).at(-1);
  return header?.replace(/[\[\]\s"]/g, "").split(".")[0] ?? "";
}

function completions(keys: () => readonly Key[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/^\s*[\w.]*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const before = context.state.doc.sliceString(0, context.pos).split("\n");
    const table = tableAt(before);
    const options = keys()
      .filter((key) => key.name.startsWith(`${table}.`))
      .map((key) => ({ label: key.name.slice(table.length + 1), apply: `${key.name.slice(table.length + 1)} = `, detail: key.takes, info: `${key.summary}. ${key.example}` }));
    return { from: word.to - word.text.trimStart().length, options };
  };
}

export function makeTextPanel(lab: Laboratory): HTMLElement {
  const status = h("p", { attributes: { role: "status" } });
  const holder = h("div", { className: "editor" });
  const check = async (view: EditorView): Promise<Diagnostic[]> => {
    const answer = await lab.client.ask("check", { text: view.state.doc.toString() }).catch(() => undefined);
    const faults = answer?.faults ?? [];
    status.textContent = faults.length === 0 ? t("textCheck") : t("textFaults", { n: faults.length });
    return diagnostics(view.state.doc, faults);
  };
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="scree-nonce"]')?.content ?? "";
  const extensions = [
    EditorView.cspNonce.of(nonce),
    lineNumbers(),
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    StreamLanguage.define(toml),
    syntaxHighlighting(colours),
    lintGutter(),
    linter(check, { delay: 400 }),
    autocompletion({ override: [completions(() => lab.catalogue.get()?.families.keys ?? [])] }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": t("textName") }),
  ];
  const editor = new EditorView({ parent: holder, extensions });
  const load = async (): Promise<void> => {
    if (!lab.scene.get()) return;
    const answer = await lab.try("text");
    if (answer) editor.setState(EditorState.create({ doc: answer.text, extensions }));
  };
  lab.opened.watch(() => void load());
  const open = button(t("textOpen"), () => void lab.open({ text: editor.state.doc.toString(), name: lab.scene.get()?.name ?? "scene" }), "primary");
  return h("div", { className: "panel-column" }, holder, h("div", { className: "row-buttons" }, open, status), section(t("textEdits"), editsOf(lab)));
}

function editsOf(lab: Laboratory): HTMLElement {
  const list = h("pre", { className: "command", tabIndex: 0, attributes: { "aria-label": t("textEdits"), role: "region" } });
  lab.timeline.watch((line) => {
    const edits = line?.edits ?? [];
    list.textContent = edits.length === 0 ? t("textNoEdits") : edits.map((edit) => edit.text.trim()).join("\n\n");
  });
  return list;
}
