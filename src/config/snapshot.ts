/**
 * Notices that a config has changed since the library completed it.
 *
 * @module
 */

import { customFetch } from "../markers.ts";

/** What a value was at one time. */
export interface Snapshot {
  /** The value itself, where it is compared by identity. */
  readonly value: unknown;
  /** The keys of an object that is compared by what it holds; `null` of anything else. */
  readonly keys: readonly string[] | null;
  /** What the object or the list holds; `null` of anything else. */
  readonly parts: readonly Snapshot[] | null;
}

/** Stands for a value that does not matter. */
const ANYTHING: Snapshot = { value: undefined, keys: null, parts: null };

/**
 * Takes a snapshot of an object, also of one with a class.
 *
 * @param depthOf How many objects inside each other a field is compared by what they hold; 0 compares it by identity,
 * and `null` not at all.
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
 * Takes a snapshot of a value. Plain objects and lists are compared by what they hold, everything else by identity:
 * functions, instances of classes.
 *
 * @param depth How many objects inside each other are compared by what they hold.
 */
export function snapshotOf(value: unknown, depth: number): Snapshot {
  if (depth === 0 || !isPlain(value)) return { value, keys: null, parts: null };
  if (!Array.isArray(value)) return snapshotOfFields(value, () => depth - 1);
  return { value: undefined, keys: null, parts: value.map((each) => snapshotOf(each, depth - 1)) };
}

/** Returns whether a value is what the value of a snapshot was. */
export function isSame(value: unknown, { value: known, keys, parts }: Snapshot): boolean {
  if (parts === null) return value === known;
  if (keys === null) return isSameList(value, parts);
  return typeof value === "object" && value !== null && isSameObject(value, keys, parts) &&
    value[customFetch as keyof typeof value] === known;
}

function isSameList(value: unknown, parts: readonly Snapshot[]): boolean {
  if (!Array.isArray(value) || value.length !== parts.length) return false;
  for (let i = 0; i < parts.length; i++) {
    if (!isSame(value[i], parts[i]!)) return false;
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

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
