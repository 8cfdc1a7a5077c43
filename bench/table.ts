/**
 * Rows of cells as aligned text.
 *
 * @module
 */

/** A table: the first row is its head, the first column is text, the others are numbers. */
export type Table = readonly (readonly string[])[];

/** Aligns a table: the first column to the left, the others to the right. */
export function alignTable(table: Table): string {
  const columns = Math.max(...table.map((row) => row.length));
  const widths = Array.from(
    { length: columns },
    (_, n) => Math.max(...table.map((row) => row[n]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    widths.map((width, n) => n === 0 ? (row[n] ?? "").padEnd(width) : (row[n] ?? "").padStart(width)).join(
      "  ",
    );
  return table.map((row) => line(row).trimEnd()).join("\n");
}

/** A number with three significant digits; nothing for none. */
export function digits(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** A ratio with as many decimals as the goals have, and one more. */
export function decimals(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : value.toFixed(3);
}

/** `ok` or `MISS`; nothing where there is no goal or no figure. */
export function verdict(value: number, must: number | undefined): string {
  if (must === undefined || Number.isNaN(value)) return "";
  return value <= must ? "ok" : "MISS";
}
