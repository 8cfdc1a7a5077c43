/**
 * Starts the demo: `deno task demo`.
 *
 * @module
 */

import { startDemo } from "./demo.ts";

const { url } = await startDemo({ port: 3000 });
console.log(`\n  The demo is at ${url}\n  Stop it with Ctrl-C.\n`);
