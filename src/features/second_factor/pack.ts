/**
 * Converts a pending sign-in to values of JSON and back, dates included.
 *
 * @module
 */

/** Stands for a date in JSON. */
interface PackedDate {
  readonly $date: string;
}

/** Stands for an object that looks like one of these: a provider may send anything. */
interface PackedLookalike {
  readonly $object: object;
}

/** Converts to values of JSON alone. */
export function pack(value: object): object {
  return JSON.parse(JSON.stringify(toPlain(value)));
}

/** Converts back. */
export function unpack<T>(packed: object): T {
  return revive(packed) as T;
}

function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : { $date: value.toISOString() } satisfies PackedDate;
  }
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  if ("toJSON" in value && typeof value.toJSON === "function") return toPlain(value.toJSON());
  const plain = mapValues(value, toPlain);
  return soleKeyOf(value) === null ? plain : { $object: plain } satisfies PackedLookalike;
}

function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const sole = soleKeyOf(value);
  if (sole === "$date") return new Date((value as PackedDate).$date);
  return mapValues(sole === "$object" ? (value as PackedLookalike).$object : value, revive);
}

/** The only key of an object, if it is one of those above. */
function soleKeyOf(value: object): "$date" | "$object" | null {
  const [key, ...others] = Object.keys(value);
  return others.length === 0 && (key === "$date" || key === "$object") ? key : null;
}

function mapValues(value: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)]));
}
