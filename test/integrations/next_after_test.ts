import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { run } from "../_run.ts";

/** What a version of Next has, as far as `npm/modules/next_server.js` imports it. */
const NEXT = {
  "with `after`":
    "export const after = (work) => work(); export const connection = 1; export class NextResponse {}",
  "outside of a request":
    'export const after = () => { throw new Error("outside"); }; export const connection = 1; export class NextResponse {}',
  "before 15.1": "export const connection = 1; export class NextResponse {}",
};

for (const [what, server] of Object.entries(NEXT)) {
  test(`Next ${what} lets work end after the response, where it can`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "next-after-"));
    try {
      const next = join(folder, "node_modules/next");
      await mkdir(next, { recursive: true });
      await writeFile(
        join(next, "package.json"),
        '{ "name": "next", "type": "module", "exports": { "./*": "./*.js" } }',
      );
      await writeFile(join(next, "server.js"), server);
      await writeFile(join(next, "headers.js"), "export const cookies = 1; export const headers = 1;");
      await writeFile(join(next, "navigation.js"), "export const redirect = 1;");
      await cp(fileURLToPath(new URL("npm/modules/next_server.js", root)), join(folder, "server.mjs"));
      await writeFile(
        join(folder, "main.mjs"),
        'import { afterResponse } from "./server.mjs"; afterResponse(() => console.log("has run"));',
      );
      const out = await run(folder, "node", ["main.mjs"]);
      assert.equal(out.includes("has run"), what === "with `after`");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}
