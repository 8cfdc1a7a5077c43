/**
 * Whether a call of a database reads.
 *
 * @module
 */

/** Whether a call changes nothing: for the library, one that fails after its work has failed before it. */
export function isRead(method: string): boolean {
  return /^(get|list|find)/.test(method);
}
