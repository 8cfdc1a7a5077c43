import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { runNode } from "./_run.ts";

/** Folder of `node_modules` → version. */
const COMPILERS = { "typescript": "5.9.3", "typescript-6": "6.0.3", "typescript-7": "7.0.2" };

/** What a customer's project looks like → its settings. */
const PROJECTS = {
  "module nodenext": "tsconfig.nodenext.json",
  "module resolution bundler": "tsconfig.bundler.json",
  "the strictest options": "tsconfig.strictest.json",
  "the types of Node instead of those of browsers": "tsconfig.node_types.json",
  "a field of their own in AdapterUser": "tsconfig.user_fields.json",
  "fields of their own in Session, User and JWT": "tsconfig.augmentations.json",
};

for (const [folder, version] of Object.entries(COMPILERS)) {
  const tsc = `node_modules/${folder}/bin/tsc`;

  test(`${folder} is version ${version}`, async () => {
    assert.equal(await runNode(tsc, "--version"), `Version ${version}\n`);
  });

  for (const [project, settings] of Object.entries(PROJECTS)) {
    test.concurrent(`TypeScript ${version} accepts a strict customer with ${project}`, async () => {
      assert.equal(await runNode(tsc, "--project", settings), "");
    });
  }
}

test("customer.ts imports each sub-path", async () => {
  const customer = await readFile(join(import.meta.dirname, "customer.ts"), "utf8");
  const json = await readFile(join(import.meta.dirname, "node_modules/@latchkey/auth/package.json"), "utf8");
  const { name, exports } = JSON.parse(json);
  for (const path of Object.keys(exports)) {
    assert.ok(customer.includes(`"${name}${path.slice(1)}"`), `${path} is not imported`);
  }
});

test.concurrent("the tests of this folder are well typed", async () => {
  assert.equal(await runNode("node_modules/typescript/bin/tsc", "--project", "tsconfig.json"), "");
});
