/**
 * The version of the library. `deno task exports` writes this file.
 *
 * @module
 */

/** The version, as in `deno.json`. */
export const VERSION = "0.1.0";
