// Finds a sentence and fills it in.
import { en, type TextKey } from "./en";

export type { TextKey };

let table: Record<TextKey, string> = en;

export function useTexts(other: Record<TextKey, string>): void {
  table = other;
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return table[key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
