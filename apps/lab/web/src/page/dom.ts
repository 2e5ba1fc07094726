// Elements, made in one expression.

type Child = Node | string | undefined;
type Properties<E> = Partial<Omit<E, "style" | "dataset" | "attributes">> & {
  attributes?: Record<string, string>;
  on?: Record<string, (event: never) => void>;
};

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const attributes: Record<string, string> = properties.attributes ?? {};
  const on: Record<string, (event: never) => void> = properties.on ?? {};
  const { attributes: _attributes, on: _on, ...rest } = properties;
  Object.assign(element, rest);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener as EventListener);
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

const svgSpace = "http://www.w3.org/2000/svg";

export function s(tag: string, attributes: Record<string, string | number>, ...children: SVGElement[]): SVGElement {
  const element = document.createElementNS(svgSpace, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A labelled control: the label stands before it and names it. */
export function field(label: string, control: HTMLElement, after?: Node): HTMLElement {
  return h("label", { className: "field" }, h("span", { className: "field-name" }, label), control, after);
}

export function section(title: string, ...children: Child[]): HTMLElement {
  return h("section", { className: "part" }, h("h2", {}, title), ...children);
}

export function button(label: string, action: () => void, className = ""): HTMLButtonElement {
  return h("button", { type: "button", className, textContent: label, on: { click: action } });
}

export function toggle(label: string, set: (on: boolean) => void, checked = false): HTMLElement {
  const box = h("input", { type: "checkbox", checked, on: { change: () => set(box.checked) } });
  return h("label", { className: "toggle" }, box, h("span", {}, label));
}

export function select(options: readonly (readonly [string, string])[], set: (value: string) => void): HTMLSelectElement {
  const element = h("select", { on: { change: () => set(element.value) } });
  setOptions(element, options);
  return element;
}

export function setOptions(element: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const before = element.value;
  element.replaceChildren(...options.map(([value, text]) => h("option", { value, textContent: text })));
  if (options.some(([value]) => value === before)) element.value = before;
}

/** Hands a file to the person. */
export function save(name: string, content: Blob): void {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
