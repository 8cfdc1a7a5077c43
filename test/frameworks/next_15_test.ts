/**
 * Next 15 with webpack, and the middleware in the edge runtime: the application of `examples/next`, on the packed tarball.
 *
 * @module
 */

import { openApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { nextChecks } from "./_next_checks.ts";

const next = "node_modules/next/dist/bin/next";

const app = await openApp({
  name: "next_15",
  files: ["examples/next", "npm/frameworks/next", "npm/frameworks/next_edge", "npm/frameworks/next_15"],
  build: [["node", next, "build"]],
  run: ["node", next, "start"],
  env: { NEXT_TELEMETRY_DISABLED: "1" },
});

frameworkChecks("Next 15", app, { basePath: "/api/auth" });
nextChecks("Next 15", app);
