/**
 * esbuild, which ends its process by itself. Test files that are loaded into one isolate share that process.
 *
 * @module
 */

import { build, type BuildOptions, type BuildResult, type SameShape, stop } from "npm:esbuild@0.28.2";

/** How many builds run. */
let running = 0;

/**
 * Builds, and ends the process of esbuild after the last of the builds that run at once: those that are running when
 * `stop()` is called would never end.
 */
export async function esbuild<T extends BuildOptions>(
  options: SameShape<BuildOptions, T>,
): Promise<BuildResult<T>> {
  running++;
  try {
    return await build(options);
  } finally {
    running--;
    if (running === 0) await stop();
  }
}
