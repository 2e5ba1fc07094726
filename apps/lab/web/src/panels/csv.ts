// Tables as CSV: one line of names, then numbers with all their digits.
export function csv(names: readonly string[], rows: readonly (readonly number[])[]): string {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [names.map(cell).join(","), ...rows.map((row) => row.join(","))].join("\n") + "\n";
}
