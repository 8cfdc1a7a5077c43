import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterTests } from "../_after.ts";
import { esbuild } from "../../tools/_esbuild.ts";

const folder = await mkdtemp(join(tmpdir(), "latchkey-pool-"));
const program = join(folder, "pool.mjs");
await esbuild({
  entryPoints: [fileURLToPath(new URL("./_password_pool.ts", import.meta.url))],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  logLevel: "error",
});
afterTests(() => rm(folder, { recursive: true }));

/** Each takes some ten milliseconds. */
const COSTS = [{ ln: 12 }, { algorithm: "pbkdf2-sha256", iterations: 40_000 }];

for (const cost of COSTS) {
  for (const threads of [undefined, "2", "8"]) {
    const pool = threads === undefined ? "the pool as it is" : `${threads} threads in the pool`;
    test(`on Node, 30 passwords with ${JSON.stringify(cost)} and ${pool} let others get through`, async () => {
      const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
      const { stdout } = await promisify(execFile)("node", [program, JSON.stringify(cost)], {
        env: { ...env, ...(threads !== undefined && { UV_THREADPOOL_SIZE: threads }) },
      });
      const { verified, ...others } = JSON.parse(stdout) as Record<string, number>;
      assert.equal(verified, 30);
      for (const [name, before] of Object.entries(others)) {
        // Behind all passwords, each asks for the last time when all 30 are verified. A busy machine lets some pass first.
        assert.ok(before < 25, `${name} waited for ${before} of 30 passwords`);
      }
    });
  }
}
