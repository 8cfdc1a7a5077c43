import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";
import { lockFor, LOCKS, textOf } from "../tools/lock.ts";

const read = (file: string) => readFile(new URL(file, root), "utf8");

for (const [file, paths] of Object.entries(LOCKS)) {
  test(`${file} holds what ${paths.join(", ")} import, and nothing else`, async () => {
    assert.equal(await read(file), textOf(await lockFor(paths)), "run `deno task lock`");
  });
}

test("examples/demo/deno.lock holds nothing that only the tests need", async () => {
  const { npm } = JSON.parse(await read("examples/demo/deno.lock"));
  const names = Object.keys(npm).map((key) => key.slice(0, key.indexOf("@", 1)));
  assert.ok(names.includes("oidc-provider") && names.includes("jose"));
  for (const name of ["miniflare", "workerd", "typescript", "playwright-core", "pg"]) {
    assert.ok(!names.includes(name), name);
  }
});

test("deno.json names no lock file, as every command would install all that is in it; tasks that need one do", async () => {
  const { lock, tasks } = JSON.parse(await read("deno.json"));
  assert.equal(lock, false);
  assert.match(tasks.demo.command, / --frozen --lock=examples\/demo\/deno\.lock /);
  for (const name of ["npm", "bench", "lock"]) assert.match(tasks[name].command, / --lock=deno\.lock /);
});
