/**
 * PGlite for tests, in memory.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "npm:@electric-sql/pglite@0.5.16";
import { root } from "../../tools/exports.ts";
import { inTurn } from "../_in_turn.ts";

/** The version that is imported above. */
const VERSION = "0.5.16";

/**
 * Opens an empty database. To install one takes five seconds of a processor: the first run leaves what it has got in `.work`, and
 * the others begin with that.
 */
export async function openPglite(): Promise<PGlite> {
  const folder = fileURLToPath(new URL(`.work/databases/pglite-${VERSION}/`, root));
  const installed = join(folder, "data.tar");
  await inTurn(folder, async () => {
    if (existsSync(installed)) return;
    const first = await PGlite.create();
    const data = await first.dumpDataDir("none");
    await first.close();
    // Whole or not at all: a run that is interrupted leaves no half of it.
    await writeFile(`${installed}.part`, new Uint8Array(await data.arrayBuffer()));
    await rename(`${installed}.part`, installed);
  });
  return new PGlite({ loadDataDir: new Blob([await readFile(installed)]) });
}
