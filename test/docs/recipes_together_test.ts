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
const WITH_PACKAGES = ["databases.md"];

/** The test runners that `testing.md` imports. */
const runners = JSON.stringify(new URL("./_runners.ts", import.meta.url).href);
const packages = ["vitest", "vitest/config", "@playwright/test", "cypress"];
const replace = Object.fromEntries(packages.map((name) => [`"${name}"`, runners]));

const names = (await readdir(new URL("../../docs/recipes/", import.meta.url)))
  .filter((name) => name.endsWith(".md") && !WITH_PACKAGES.includes(name));

const folder = inFolder("recipes_together");
const modules: URL[] = [];
for (const name of names) {
  const page = new URL(`${name.replace(/\.md$/, "")}/`, folder);
  modules.push(...await writePage(`recipes/${name}`, page, { replace }));
}

test("the code of all recipes compiles together, with each field that a recipe declares", async () => {
  assert.equal(await typeCheck(modules), "");
});

test("the code of the recipes compiles in a project of Node, without the types of browsers", async () => {
  const isForNode = ({ pathname }: URL) => !pathname.includes("/browser/");
  assert.equal(await typeCheck(modules.filter(isForNode), { runtime: "node" }), "");
});
