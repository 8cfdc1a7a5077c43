/**
 * JSON from outside, of which only an object is of use.
 *
 * @module
 */

/** Parses a JSON object; `null` if the text is anything else. */
export function parseJsonObject(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value from JSON is an object: neither a list nor `null`. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The members of an object that have a value: for most servers, `null` says that there is none. */
export function withoutNull(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
