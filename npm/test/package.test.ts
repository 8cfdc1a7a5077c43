import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { isNightly, runNode } from "./_run.ts";

const built = join(import.meta.dirname, "../dist/package");
const installed = join(import.meta.dirname, "node_modules/@latchkey/auth");

test("npm installs what deno task npm has built", async () => {
  const paths = await filesOf(built);
  assert.deepEqual(await filesOf(installed), paths);
  for (const path of paths) {
    assert.equal(
      await readFile(join(installed, path), "utf8"),
      await readFile(join(built, path), "utf8"),
      path,
    );
  }
});

test("npm installs no package but oauth4webapi and jose with it", async () => {
  for (const [name, version] of Object.entries((await packageJson(installed)).dependencies)) {
    assert.match(version, /^\^\d/);
    const own = await packageJson(join(import.meta.dirname, "node_modules", name));
    assert.deepEqual(Object.keys(own.dependencies ?? {}), [], name);
  }
});

test("publint finds nothing, not even a suggestion", async () => {
  assert.match(
    await runNode("node_modules/publint/src/cli.js", built, "--strict", "--pack=false"),
    /All good/,
  );
});

test("attw resolves each sub-path, with types, for ES modules and bundlers", async () => {
  const cli = "node_modules/@arethetypeswrong/cli/dist/index.js";
  const tarball = "../dist/latchkey-auth.tgz";
  const chosen = (await subPaths()).filter((path) => isNightly || !LIKE_ANOTHER.test(path));
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

/** Providers, whose sub-paths are all declared alike. The nightly run checks each; `customer_providers.ts` imports each. */
const LIKE_ANOTHER = /^\.\/providers\/(?!github$|passkey$)/;

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length)).sort();
}

async function packageJson(
  folder: string,
): Promise<{ dependencies: Record<string, string>; exports: object }> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}

async function subPaths(): Promise<string[]> {
  return Object.keys((await packageJson(built)).exports).sort();
}
