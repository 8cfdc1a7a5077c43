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

/** How many sub-paths one start of attw reads: each start is a test, and has the time of a test. */
const AT_ONCE = 20;

// Here "module resolution bundler" and "the strictest options" of `types.test.ts` import each sub-path with its types.
const chosen = isNightly ? await subPaths() : [];
for (let first = 0; first < chosen.length; first += AT_ONCE) {
  const paths = chosen.slice(first, first + AT_ONCE);
  test(`attw resolves ${paths.join(", ")}, with types, for ES modules and bundlers`, async () => {
    const cli = "node_modules/@arethetypeswrong/cli/dist/index.js";
    const tarball = "../dist/latchkey-auth.tgz";
    const options = ["--profile", "esm-only", "--format", "json", "--entrypoints", ...paths];
    const { analysis } = JSON.parse(await runNode(cli, tarball, ...options));
    assert.deepEqual(Object.keys(analysis.entrypoints).sort(), paths);
    // Older resolutions know no ES modules, or no `exports`: the profile leaves them out.
    const left = ["node10", "node16-cjs"];
    const found = analysis.problems.filter((problem: { resolutionKind: string }) =>
      !left.includes(problem.resolutionKind)
    );
    assert.deepEqual(found, []);
  });
}

async function subPaths(): Promise<string[]> {
  const { exports } = JSON.parse(await readFile(join(built, "package.json"), "utf8"));
  return Object.keys(exports).sort();
}
