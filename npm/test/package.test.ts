import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { isNightly, runNode } from "./_run.ts";

const built = join(import.meta.dirname, "../dist/package");

test("publint finds nothing, not even a suggestion", async () => {
  assert.match(
    await runNode("node_modules/publint/src/cli.js", built, "--strict", "--pack=false"),
    /All good/,
  );
});

test("attw resolves a sub-path of each kind, with types, for ES modules and bundlers", async () => {
  const cli = "node_modules/@arethetypeswrong/cli/dist/index.js";
  const tarball = "../dist/latchkey-auth.tgz";
  const chosen = isNightly ? await subPaths() : KINDS;
  const options = ["--profile", "esm-only", "--format", "json", "--entrypoints", ...chosen];
  const { analysis } = JSON.parse(await runNode(cli, tarball, ...options));
  assert.deepEqual(Object.keys(analysis.entrypoints).sort(), chosen);
  // Older resolutions know no ES modules, or no `exports`: the profile leaves them out.
  const left = ["node10", "node16-cjs"];
  const found = analysis.problems.filter((problem: { resolutionKind: string }) =>
    !left.includes(problem.resolutionKind)
  );
  assert.deepEqual(found, []);
});

/** A sub-path of each kind: its siblings are declared alike. The nightly run checks each; `customer*.ts` imports each. */
const KINDS = [
  ".",
  "./adapters/memory",
  "./next",
  "./providers",
  "./providers/github",
  "./sveltekit/components",
];

async function subPaths(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(built, "package.json"), "utf8"));
  return Object.keys(exports).sort();
}
