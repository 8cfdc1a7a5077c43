/**
 * Reads, adds, changes and removes rows of the maps in memory. What goes in and out is copied.
 *
 * @module
 */

import type { AccountKey, VerificationToken } from "../contract/types.ts";

/** Rows that end, by their keys. */
export type Ending = Map<string, { readonly expires: Date }>;

/** The key of an account. */
export function accountKeyOf({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId]);
}

/** The key of a mailed token. */
export function tokenKeyOf({ identifier, token }: Pick<VerificationToken, "identifier" | "token">): string {
  return JSON.stringify([identifier, token]);
}

/** Finds a row; `null` if there is none. */
export function findIn<T>(map: ReadonlyMap<string, T>, is: (it: T) => boolean): T | null {
  for (const it of map.values()) if (is(it)) return it;
  return null;
}

/** The rows of a user. */
export function ownedBy<T extends { userId: string }>(map: ReadonlyMap<string, T>, userId: string): T[] {
  return cloneOf([...map.values()].filter((it) => it.userId === userId));
}

/** Whether a user has rows. */
export function isOwnerIn(map: ReadonlyMap<string, { readonly userId: string }>, userId: string): boolean {
  return findIn(map, (it) => it.userId === userId) !== null;
}

/** Removes the rows of a user. */
export function removeOwnedBy<T extends { userId: string }>(map: Map<string, T>, userId: string): void {
  for (const [key, it] of map) if (it.userId === userId) map.delete(key);
}

/** Asserts that nothing is stored under a key. @throws {Error} if something is. */
export function assertFree(map: ReadonlyMap<string, unknown>, key: string): void {
  if (map.has(key)) throw new Error("Cannot store what is stored already");
}

/** Stores a row; returns a copy. @throws {Error} if the key is not free. */
export function addRow<T extends object>(map: Map<string, T>, key: string, it: T): T {
  assertFree(map, key);
  map.set(key, cloneOf(it));
  return cloneOf(it);
}

/** Changes the fields that are not `undefined`; returns a copy, or `null` if there is nothing to change. */
export function changeIn<T extends object>(map: Map<string, T>, key: string, fields: Partial<T>): T | null {
  const stored = map.get(key);
  if (!stored) return null;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  Object.assign(stored, cloneOf(Object.fromEntries(given)));
  return cloneOf(stored);
}

/** A copy. */
export function cloneOf<T>(value: T): T {
  return structuredClone(value);
}

/** Functions, and what else an adapter has. */
type Functions = Readonly<Record<string, unknown>>;

/** The same, each of which returns a promise. */
type Methods<F extends Functions> = {
  [Name in keyof F]: F[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : F[Name];
};

/**
 * Functions as methods: a failing one rejects, as with a database; it does not throw. No other call runs before its last step.
 *
 * @param after The last step of each, unless it has changed nothing: it returns `null` or `false` then.
 */
export function methodsOf<F extends Functions>(functions: F, after: () => void): Methods<F> {
  const methods = Object.entries(functions).map(([name, own]) => {
    if (typeof own !== "function") return [name, own];
    // deno-lint-ignore require-await -- see above.
    return [name, async (...args: unknown[]) => {
      const answer = own(...args);
      if (answer !== null && answer !== false) after();
      return answer;
    }];
  });
  return Object.fromEntries(methods);
}
