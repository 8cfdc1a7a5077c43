/**
 * Notices that a config has changed since the library completed it.
 *
 * @module
 */

import { customFetch } from "../values/markers.ts";

/** A record of a value, to compare with the value at a later request. */
export interface Snapshot {
  /** The value itself, where it is compared by identity. */
  readonly value: unknown;
  /** The keys of an object whose fields are compared; `null` for any other value. */
  readonly keys: readonly string[] | null;
  /** The fields of the object, or the entries of the list; `null` for any other value. */
  readonly parts: readonly Snapshot[] | null;
}

/** Stands for a value that does not matter. */
const ANYTHING: Snapshot = { value: undefined, keys: null, parts: null };

/**
 * Takes a snapshot of an object, also of one with a class.
 *
 * @param depthOf For each field: how many levels of objects are compared by their fields; 0 compares the field by
 * identity, `null` ignores it.
 */
export function snapshotOfFields(object: object, depthOf: (key: string) => number | null): Snapshot {
  const [keys, parts]: [string[], Snapshot[]] = [[], []];
  for (const key in object) {
    const depth = depthOf(key);
    keys.push(key);
    parts.push(depth === null ? ANYTHING : snapshotOf(object[key as keyof typeof object], depth));
  }
  return { value: object[customFetch as keyof typeof object], keys, parts };
}

/**
 * Takes a snapshot of a value. Plain objects are compared by their fields and lists by their entries. Functions and
 * instances of classes are compared by identity.
 *
 * @param depth How many levels of objects and lists are compared in this way.
 */
export function snapshotOf(value: unknown, depth: number): Snapshot {
  if (depth === 0 || !isPlainObject(value)) return { value, keys: null, parts: null };
  if (!Array.isArray(value)) return snapshotOfFields(value, () => depth - 1);
  return { value: undefined, keys: null, parts: value.map((each) => snapshotOf(each, depth - 1)) };
}

/** Returns whether a value is still the same as in its snapshot. */
export function isSame(value: unknown, { value: known, keys, parts }: Snapshot): boolean {
  if (parts === null) return value === known;
  if (keys === null) return isSameList(value, parts);
  return typeof value === "object" && value !== null && isSameObject(value, keys, parts) &&
    value[customFetch as keyof typeof value] === known;
}

function isSameList(value: unknown, parts: readonly Snapshot[]): boolean {
  if (!Array.isArray(value) || value.length !== parts.length) return false;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!part || !isSame(value[i], part)) return false;
  }
  return true;
}

/** Runs at each request: `for in` is the fastest way to notice also the keys that are new. */
function isSameObject(value: object, keys: readonly string[], parts: readonly Snapshot[]): boolean {
  let at = 0;
  for (const key in value) {
    if (keys[at] !== key) return false;
    const part = parts[at++]!;
    if (part === ANYTHING) continue;
    const now: unknown = value[key as keyof typeof value];
    if (part.parts === null ? now !== part.value : !isSame(now, part)) return false;
  }
  return at === keys.length;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
