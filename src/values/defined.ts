/**
 * Options that are set to `undefined`, as if they were left out.
 *
 * @module
 */

/** Leaves out fields that are `undefined`, so that they do not hide a default. */
export function defined<T extends object>(options: T | undefined): Partial<T> {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
