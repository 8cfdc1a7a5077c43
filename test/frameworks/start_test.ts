/**
 * The pages of the frameworks that have a server of their own for development, followed from an empty folder as written.
 * The other pages are quick, and in `test/docs/start_test.ts`.
 *
 * @module
 */

import { test } from "node:test";
import { follow } from "../docs/_follow.ts";
import { startRegistry } from "../docs/_registry.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";

const PAGES = ["astro", "next", "nuxt", "sveltekit", "workers"];

if (obstacle === null) await install();
else console.log(`skipped: the pages of frameworks from an empty folder, as ${obstacle}`);
const registry = await startRegistry();

for (const page of PAGES) {
  test(`docs/frameworks/${page}.md leads from an empty folder to a signed-in user`, {
    skip: obstacle ?? false,
  }, async () => {
    await follow({ page: `docs/frameworks/${page}.md` }, {
      registry,
      programs: { node: nodeBinary("node24") },
    });
  });
}
