/**
 * The application of `npm/frameworks/next` on Next 16.
 *
 * @module
 */

import type { Wanted } from "./_app.ts";

const next = "node_modules/next/dist/bin/next";

/** How it is installed, built with Turbopack, and started. */
export const NEXT: Wanted = {
  name: "next",
  files: ["examples/next", "npm/frameworks/next", "npm/frameworks/next_edge"],
  build: [["node", next, "build"]],
  run: ["node", next, "start"],
  env: { NEXT_TELEMETRY_DISABLED: "1" },
};
