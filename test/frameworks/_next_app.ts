/**
 * The application of `npm/frameworks/next` in versions of Next, and with their settings.
 *
 * @module
 */

import { isNightly } from "../_nightly.ts";
import type { Wanted } from "./_app.ts";

/** The settings of `create-next-app` for Next 16, in a build that takes half of the time. */
export const NEXT_16_QUICK = "npm/frameworks/next_16_quick";

const FILES = ["examples/next", "npm/frameworks/next"];

/** Next 16 with Turbopack and the settings of `create-next-app`, and the proxy on Node. */
export const NEXT: Wanted = wantedNext("next", [
  ...FILES,
  isNightly ? "npm/frameworks/next_cached" : NEXT_16_QUICK,
]);

/** Next 16 without settings, and a route in the edge runtime, which Cache Components exclude. */
export const NEXT_UNCACHED: Wanted = wantedNext("next_uncached", [...FILES, "npm/frameworks/next_edge"]);

/** Next 16 with a base path. */
export const NEXT_BELOW_A_PATH: Wanted = {
  ...wantedNext("next_below_a_path", [...FILES, "npm/frameworks/next_below_a_path"]),
  url: "https://app.example/app",
};

/** Next 15 with webpack, and the middleware in the edge runtime. */
export const NEXT_15: Wanted = wantedNext("next_15", [
  ...FILES,
  "npm/frameworks/next_edge",
  "npm/frameworks/next_15",
  ...isNightly ? [] : ["npm/frameworks/next_15_quick"],
]);

/** An application of Next. @param files As in `Wanted`. */
export function wantedNext(name: string, files: readonly string[]): Wanted {
  const next = "node_modules/next/dist/bin/next";
  return {
    name,
    files,
    build: [["node", next, "build"]],
    run: ["node", next, "start"],
    env: { NEXT_TELEMETRY_DISABLED: "1" },
  };
}
