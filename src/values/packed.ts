/**
 * Converts what waits for a user, such as a proven identity, to values of JSON and back, dates included.
 *
 * @module
 */

/** Stands for a date. */
interface PackedDate {
  readonly $date: string;
}

/** Stands for an object that looks like one of these, by its entries: a provider may send anything. */
interface PackedLookalike {
  readonly $object: readonly (readonly [string, unknown])[];
}

/** Converts to values of JSON alone. */
export function pack(value: object): object {
  return JSON.parse(JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, each) {
    if (typeof each === "bigint") return String(each);
    // A date has become text before; `null` if it is not valid.
    if (this[key] instanceof Date) return each && { $date: each } satisfies PackedDate;
    return isMarked(each) ? { $object: Object.entries(each) } satisfies PackedLookalike : each;
  }));
}

/** Converts back. */
export function unpack<T>(packed: object): T {
  return JSON.parse(JSON.stringify(packed), (_, each) => {
    if (!isMarked(each)) return each;
    const { $date, $object } = each as Partial<PackedDate & PackedLookalike>;
    return $object ? Object.fromEntries($object) : new Date($date!);
  });
}

/** Whether a value is an object with the only key of one of those above. */
function isMarked(value: unknown): value is object {
  return typeof value === "object" && value !== null && /^\$(date|object)$/.test(Object.keys(value).join());
}
