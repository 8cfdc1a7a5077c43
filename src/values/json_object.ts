/**
 * JSON from outside, of which only an object is of use.
 *
 * @module
 */

/** Parses a JSON object; `null` if the text is anything else. */
export function parseJsonObject(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return value && typeof value === "object" && !Array.isArray(value)
      ? value as Record<string, unknown>
      : null;
  } catch {
    return null;
  }
}
