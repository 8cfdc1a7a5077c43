import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { readCases } from "./_catalogue.ts";

const FOLDER = new URL("../../src/providers/", import.meta.url);

/** A build without the environment loads the config, too. */
test("No provider throws when it is made without its options: what is missing is reported when it is completed", async () => {
  const files = (await readdir(FOLDER)).filter((file) => /^(?!_|types\.)\w+\.ts$/.test(file));
  assert.ok(files.length > 100);
  for (const file of files) {
    const { default: create } = await import(new URL(file, FOLDER).href);
    assert.doesNotThrow(() => create({}), file);
  }
});

test("No provider throws when it is made without one of the options that it requires", async () => {
  const cases = (await readCases()).filter(([, { required }]) => required);
  assert.ok(cases.length > 10);
  for (const [name, { create, options, required }] of cases) {
    for (const option of required!) {
      assert.doesNotThrow(() => create({ ...options, [option]: undefined }), name);
    }
  }
});
