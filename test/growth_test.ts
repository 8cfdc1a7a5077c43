/**
 * How much the suite weighs, so that it grows no faster than what it tests: a promise has one test, and a case is a row of a table.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../tools/exports.ts";

/** Lines of tests, with all that only tests have, for each line of the sources. */
const MOST = 1.67;

async function linesIn(folder: string): Promise<number> {
  const files = await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    files.filter((file) => file.isFile() && !/node_modules/.test(file.parentPath))
      .map((file) => readFile(join(file.parentPath, file.name), "utf8")),
  );
  return texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}

test("the tests grow no faster than the sources", async () => {
  const [tests, sources] = await Promise.all(["test", "src"].map(linesIn));
  const ratio = tests! / sources!;
  assert.ok(
    ratio <= MOST,
    `${tests} lines of tests for ${sources} of sources: ${ratio.toFixed(3)}, at most ${MOST}`,
  );
});
