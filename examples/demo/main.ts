/**
 * Starts the demo: `deno task demo`.
 *
 * @module
 */

import process from "node:process";
import { startDemo } from "./demo.ts";

const { url, close } = await startDemo({ port: 3000 });
console.log(`\n  The demo is at ${url}\n  Stop it with Ctrl-C.\n`);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => close().then(() => process.exit()));
}
