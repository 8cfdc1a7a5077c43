import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { type Block, blocksOf, pagesIn, readPage, ROOT } from "./_checked_pages.ts";

const EXAMPLE = "examples/node/main.ts";

const pages = [
  await readPage("README.md"),
  ...await pagesIn("docs/start/"),
  ...await pagesIn("docs/recipes/"),
];
const example = { place: EXAMPLE, code: await readFile(new URL(EXAMPLE, ROOT), "utf8") };

/** What sends the name of a user from `node:http`, which writes UTF-8, but no header that says so. */
const programs = [...pages.flatMap(blocksOf), example].filter(greets);

function greets({ code }: Pick<Block, "code">): boolean {
  return /\bNodeAuth\(/.test(code) && /\.end\([^;]*\.name\b/.test(code);
}

test("README, the page of Node and its example are programs that greet a user by name", () => {
  const places = programs.map(({ place }) => place.split(",")[0]!);
  for (const path of ["README.md", "docs/start/node.md", EXAMPLE]) assert.ok(places.includes(path), path);
});

for (const { place, code } of programs) {
  test(`browsers show any name as it is in ${place}`, () => {
    assert.match(code, /charset=utf-8|application\/json/);
  });
}
