/**
 * Starts the demo: `deno task demo`, at the port that `PORT` of the environment names.
 *
 * @module
 */

import process from "node:process";
import type { RunningDemo } from "./demo.ts";

/** `PORT` of the environment, else 3000. */
const PORT = Number(process.env.PORT) || 3000;

console.log("\n  Starting the demo. Its first start downloads about 5 MB of packages.");
// A variable, so that Deno prints the line above before it downloads the packages.
const program: string = "./demo.ts";
const { startDemo }: typeof import("./demo.ts") = await import(program);
const demo = await startDemo({ port: PORT });
let ending: Promise<void> | undefined;
// Ctrl-C reaches this process twice: from the terminal, and from `deno task`.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => ending ??= end(demo));

if (demo.port !== PORT) console.log(`\n  Port ${PORT} is taken, so the demo uses ${demo.port}.`);
console.log(`\n  The demo is at ${demo.url}\n  Stop it with Ctrl-C.\n`);

async function end({ close }: RunningDemo): Promise<void> {
  await close();
  console.log("\n  The demo has ended, and its database is removed.");
  process.exit();
}
