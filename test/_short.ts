/**
 * Whether a run tests less: `deno task test` without `CI=true`, which everybody runs. `tools/run/short.ts` lists its files.
 *
 * @module
 */

import process from "node:process";

/** Whether this is the short run. */
export const isShort: boolean = process.env.SHORT === "true";
