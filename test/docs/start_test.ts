/**
 * The pages that begin with an empty folder, followed as written.
 *
 * @module
 */

import { test } from "node:test";
import { install, obstacle } from "../runtimes/install.ts";
import { bunBinary, nodeBinary } from "../runtimes/runtimes.ts";
import { follow, type Programs } from "./_follow.ts";
import { startRegistry } from "./_registry.ts";

/** Page → the programs of its reader. */
const PAGES: Readonly<Record<string, Programs>> = {
  "docs/start/deno.md": { deno: Deno.execPath() },
  ...(obstacle === null && {
    "docs/start/node.md": { node: nodeBinary("node20") },
    "docs/start/bun.md": { bun: bunBinary },
  }),
};

if (obstacle === null) await install();
else console.log(`skipped: the pages of Node and Bun, as ${obstacle}`);
const registry = await startRegistry();

for (const [page, programs] of Object.entries(PAGES)) {
  test(`${page} leads from an empty folder to a signed-in user`, async () => {
    await follow({ page }, { registry, programs });
  });
}
