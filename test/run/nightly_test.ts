import assert from "node:assert/strict";
import { test } from "node:test";
import { nightlyFiles } from "../../tools/run/nightly.ts";
import { readSources } from "../../tools/run/sources.ts";

test("nightlyFiles() finds the tests that import the switch themselves or through others", () => {
  assert.deepEqual(
    nightlyFiles(
      new Map([
        ["test/http/csrf_test.ts", ""],
        ["test/flows/csrf_test.ts", `import { open } from "./_world.ts";`],
        ["test/flows/_world.ts", `import { night } from "../_nightly.ts";`],
        ["test/_nightly.ts", ""],
      ]),
    ),
    ["test/flows/csrf_test.ts"],
  );
});

/** Modules that do more at night: the page has a sentence about each. */
const DESCRIBED = [
  "test/_quick_scrypt.ts",
  "test/docs/_built.ts",
  "test/e2e/chromium.ts",
  "test/e2e/visitor.ts",
];

test("test/README.md lists each file that the nightly run tests further, but by a module that it describes", async () => {
  const text = await Deno.readTextFile("test/README.md");
  const listed = [...text.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, file]) => `test/${file}`);
  const sources = await readSources();
  const others = new Map([...sources].filter(([path]) => !DESCRIBED.includes(path)));
  // The sources above in this file.
  const missing = nightlyFiles(others).filter((file) => file !== "test/run/nightly_test.ts")
    .filter((file) => !listed.includes(file));
  assert.deepEqual(missing, []);
  const files = nightlyFiles(sources);
  assert.deepEqual(listed.filter((file) => !files.includes(file)), []);
});
