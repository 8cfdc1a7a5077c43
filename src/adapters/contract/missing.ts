/**
 * The error for a change to a record that is not stored.
 *
 * @module
 */

/** Refuses an update. @throws {Error} always. */
export function missing(what: string, id: string): never {
  throw new Error(`Cannot update ${what} "${id}": there is none`);
}
