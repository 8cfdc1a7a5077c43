/**
 * The recipes in one application: an application that takes one recipe may take another one later. A field that one page
 * adds to a type of the library must not break the code of another page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { inFolder, typeCheck } from "./_compile.ts";
import { writePage } from "./_recipe.ts";

/** Pages whose code needs packages that are not installed here. Their own tests compile them. */
const WITH_PACKAGES = ["databases.md", "testing.md"];

const names = (await readdir(new URL("../../docs/recipes/", import.meta.url)))
  .filter((name) => name.endsWith(".md") && !WITH_PACKAGES.includes(name));

test("the code of all recipes compiles together, with each field that a recipe declares", async () => {
  const folder = inFolder("recipes_together");
  const modules: URL[] = [];
  for (const name of names) {
    modules.push(...await writePage(`recipes/${name}`, new URL(`${name.replace(/\.md$/, "")}/`, folder)));
  }
  assert.equal(await typeCheck(modules), "");
});
