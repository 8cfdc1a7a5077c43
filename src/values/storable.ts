/**
 * Text from outside, as each database can store it: Postgres refuses U+0000, and others change half of a surrogate pair.
 *
 * @module
 */

/** The deepest value that is read. More would stop the process. */
const MAX_DEPTH = 64;

/** Whether each database stores a text as it is. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/**
 * Returns a value with U+FFFD for what cannot be stored, also in lists and plain objects, whose names count too. Nothing is cut: a text
 * must not become another one that means something, such as the name of a role.
 */
export function toStorable<T>(value: T, depth = MAX_DEPTH): T {
  const cleaned = typeof value === "string"
    ? value.toWellFormed().replaceAll("\0", "\uFFFD")
    : !isPlain(value)
    ? value
    : !depth
    ? null
    : Array.isArray(value)
    ? value.map((each) => toStorable(each, depth - 1))
    : Object.fromEntries(
      Object.entries(value).map(([name, each]) => [toStorable(name), toStorable(each, depth - 1)]),
    );
  return cleaned as T;
}

/** Whether a value is a list, or an object as JSON makes it, of any realm. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return Array.isArray(value);
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
