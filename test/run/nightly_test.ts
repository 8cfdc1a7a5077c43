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

test("test/README.md lists each file that the nightly run tests further than with scrypt at its cost", async () => {
  const text = await Deno.readTextFile("test/README.md");
  const listed = [...text.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, file]) => `test/${file}`);
  const others = [...await readSources()].filter(([path]) => path !== "test/_quick_scrypt.ts");
  // The sources above in this file.
  const files = nightlyFiles(new Map(others)).filter((file) => file !== "test/run/nightly_test.ts");
  assert.deepEqual(listed.sort(), files);
});
