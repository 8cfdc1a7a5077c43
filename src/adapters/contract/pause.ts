/**
 * A pause in which timers and requests run.
 *
 * @module
 */

/** Resolves after some milliseconds. Default: after the waiting tasks have run. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
