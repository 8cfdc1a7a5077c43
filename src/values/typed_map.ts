/**
 * Values of several types by names: each key knows the type of its value.
 *
 * @module
 */

/** Names a value. @typeParam T Its type. */
export interface Key<T> {
  /** Its name. Two copies of the library in one program share it. */
  readonly name: string;
  /** Never set: it ties the type to the key. */
  readonly value?: T;
}

/** Values by their keys. */
export interface TypedMap {
  /** The value of a key; `null` if there is none. */
  get<T>(key: Key<T>): T | null;
}

/** A value and its name. */
export type Entry = readonly [name: string, value: unknown];

/** Pairs a value with its key, which asserts its type. */
export function entry<T>({ name }: Key<T>, value: T): Entry {
  return [name, value];
}

/** Collects entries: each was made by `entry`. */
export function typedMap(entries: Iterable<Entry>): TypedMap {
  const byName = new Map(entries);
  return { get: <T>({ name }: Key<T>) => (byName.get(name) as T | undefined) ?? null };
}
