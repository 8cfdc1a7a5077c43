import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../tools/exports.ts";

test("a folder names only what the sources have", async () => {
  const paths = (await readdir(new URL("src/", root), { recursive: true })).filter((path) =>
    path.endsWith(".ts")
  );
  const sources = await Promise.all(paths.map((path) => readFile(new URL(`src/${path}`, root), "utf8")));
  const all = [...sources, ...paths.map((path) => `src/${path}`)].join("\n");
  const lists = await readElsewhere();
  const named = lists.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
  const gone = named.filter((code) => code.split(/[^\w/-]+/).some((word) => !all.includes(word)));
  assert.deepEqual([gone, named.length > 20], [[], true]);
});

async function readElsewhere(): Promise<readonly string[]> {
  const paths = await readdir(new URL("src/", root), { recursive: true });
  const lists = paths.filter((path) => path.endsWith("/elsewhere.md"));
  return await Promise.all(lists.map((path) => readFile(new URL(`src/${path}`, root), "utf8")));
}
