/**
 * `examples/saas`: its types in each run; in the nightly run its own tests, in a browser, on what `next build` has built.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { installedBrowsers } from "../e2e/installed.ts";
import { freePort } from "../_free_port.ts";
import { exceptAtNight } from "../_nightly.ts";
import { run } from "../_run.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { installApp } from "./_app.ts";
import { checkTypes } from "./_types.ts";

const folder = await installApp({ name: "saas_example", files: ["examples/saas"], run: [] });

// As `next build` writes it, without the types of its routes.
await writeFile(join(folder, "next-env.d.ts"), '/// <reference types="next" />\n');
checkTypes("examples/saas", folder);

const env = Deno.env.toObject();
const [browser] = installedBrowsers({ os: Deno.build.os, env, exists: existsSync });
const skip = exceptAtNight || obstacle || (!browser && "no Chromium, Chrome or Edge: install one") || false;

test("The tests of examples/saas pass in a browser, on what is built for production", { skip }, async () => {
  await install();
  // It needs `node:sqlite`, which the oldest Node of the tests lacks.
  const path = [dirname(nodeBinary("node24")), env.PATH].join(delimiter);
  await run(folder, "npm", ["test"], {
    PATH: path,
    PORT: String(freePort()),
    CHROME_PATH: browser!,
    NEXT_TELEMETRY_DISABLED: "1",
  });
});
