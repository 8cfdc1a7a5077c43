import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { schemaPage } from "../docs/schema.ts";

test("docs/schema.md is what the adapters create", async () => {
  const page = await readFile(new URL("../docs/schema.md", import.meta.url), "utf8");
  assert.equal(page, schemaPage(), "run `deno run -A docs/schema.ts`");
});
