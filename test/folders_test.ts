import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readFolders, unformatted } from "../tools/folders.ts";

for (const [url, text] of await readFolders()) {
  const path = url.slice(url.indexOf("src/"));
  test(`${path} says what the capability adds, and where else it is named`, async () => {
    const written = await readFile(new URL(url), "utf8");
    assert.equal(unformatted(written), unformatted(text), "run `deno run -A tools/folders.ts && deno fmt`");
  });
}
