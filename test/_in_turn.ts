/**
 * Work on a folder that several test files share. `deno test --parallel` runs files at the same time.
 *
 * @module
 */

import { mkdir } from "node:fs/promises";

/** Creates a folder, and does something in it while no other test file or process does. */
export async function inTurn<T>(folder: string, run: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  using file = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await file.lock(true);
  return await run();
}
