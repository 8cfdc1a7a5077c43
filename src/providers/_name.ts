/**
 * Names of users that a provider sends in parts.
 *
 * @module
 */

/** Joins the parts that are texts with a space; `null` if there is none. */
export function joinName(...parts: readonly unknown[]): string | null {
  return parts.filter((part) => typeof part === "string" && part !== "").join(" ") || null;
}
