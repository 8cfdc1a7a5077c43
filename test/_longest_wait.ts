/**
 * How long tests wait for what must come.
 *
 * @module
 */

/** Milliseconds after which a test no longer waits: what has not come by then has a fault, however busy the computer is. */
export const LONGEST_WAIT = 60_000;
