import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const FOLDER = new URL("../../src/providers/", import.meta.url);

test("each provider that separates scopes by commas says so to the reader and to the library", async () => {
  const found: string[] = [];
  for (const file of await readdir(FOLDER)) {
    if (!file.endsWith(".ts")) continue;
    const text = await readFile(new URL(file, FOLDER), "utf8");
    const isSaid = / \* .*(?:Separate scopes|Scopes are separated) by commas/.test(text);
    assert.equal(text.includes('scopeSeparator: ","'), isSaid, file);
    if (isSaid) found.push(file);
    const scopes = [...text.matchAll(/\bscope: "([^"]*)"/g)].map(([, scope]) => scope!);
    assert.ok(isSaid || !scopes.some((scope) => scope.includes(",")), `${file} has scopes with a comma`);
    assert.ok(!isSaid || !scopes.some((scope) => scope.includes(" ")), `${file} has scopes with a space`);
  }
  assert.ok(found.length > 10, found.join());
});
