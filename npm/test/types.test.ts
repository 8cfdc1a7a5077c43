import assert from "node:assert/strict";
import { test } from "vitest";
import { isNightly, ONE_CHECKER, runNode } from "./_run.ts";

/** Folder of `node_modules` → version. The newest compiles the projects here, and each in the nightly run. */
const COMPILERS = {
  ...(isNightly && { "typescript": "5.9.3", "typescript-6": "6.0.3" }),
  "typescript-7": "7.0.2",
};

/** Projects of customers → their settings. */
const PROJECTS = {
  // Here "the strictest options" compile the same programs with the same modules.
  ...(isNightly && { "module nodenext": "tsconfig.nodenext.json" }),
  "module resolution bundler": "tsconfig.bundler.json",
  "the strictest options": "tsconfig.strictest.json",
  "the types of Node instead of those of browsers": "tsconfig.node_types.json",
  "a field of their own in AdapterUser": "tsconfig.user_fields.json",
  "fields of their own in Session, User and JWT": "tsconfig.augmentations.json",
  "the code of an application of Auth.js": "tsconfig.of_auth_js.json",
};

for (const [folder, version] of Object.entries(COMPILERS)) {
  const tsc = `node_modules/${folder}/bin/tsc`;
  const options = folder === "typescript-7" ? ONE_CHECKER : [];

  test(`${folder} is version ${version}`, async () => {
    assert.equal(await runNode(tsc, "--version"), `Version ${version}\n`);
  });

  for (const [project, settings] of Object.entries(PROJECTS)) {
    test.concurrent(`TypeScript ${version} accepts a strict customer with ${project}`, async () => {
      assert.equal(await runNode(tsc, "--project", settings, ...options), "");
    });
  }
}

test.concurrent("TypeScript 5.9.3 finds each sub-path with module resolution node10, which reads no exports", async () => {
  const tsc = "node_modules/typescript/bin/tsc";
  assert.equal(await runNode(tsc, "--project", "tsconfig.node10.json"), "");
});

test.concurrent("the tests of this folder are well typed", async () => {
  assert.equal(
    await runNode("node_modules/typescript-7/bin/tsc", "--project", "tsconfig.json", ...ONE_CHECKER),
    "",
  );
});
