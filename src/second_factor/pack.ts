/**
 * Writes what a first step has proven as JSON, dates included, and reads it again.
 *
 * @module
 */

/** Stands for a date in JSON. */
interface PackedDate {
  readonly $date: string;
}

/** Converts to values of JSON alone. */
export function pack(value: object): object {
  return JSON.parse(JSON.stringify(value, function (this: Record<string, unknown>, key, converted) {
    const original = this[key];
    if (original instanceof Date) {
      return Number.isNaN(original.getTime()) ? null : { $date: original.toISOString() } satisfies PackedDate;
    }
    return typeof original === "bigint" ? String(original) : converted;
  }));
}

/** Converts back. */
export function unpack<T>(packed: object): T {
  return revive(packed) as T;
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  if (isPackedDate(value)) return new Date(value.$date);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
}

function isPackedDate(value: object): value is PackedDate {
  const [key, ...others] = Object.keys(value);
  return key === "$date" && others.length === 0 && typeof (value as PackedDate).$date === "string";
}
