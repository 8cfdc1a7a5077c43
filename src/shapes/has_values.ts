/**
 * Compares fields of a row.
 *
 * @module
 */

/** Whether a row has all given values, which JSON can express. A field that is absent is `null`. */
export function hasValues(row: object, values: Readonly<Record<string, unknown>>): boolean {
  const fields: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(values).every(([name, value]) => {
    const stored = Object.hasOwn(fields, name) ? fields[name] : null;
    return JSON.stringify(stored ?? null) === JSON.stringify(value ?? null);
  });
}
