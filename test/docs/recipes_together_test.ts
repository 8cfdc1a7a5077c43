/** One application of a framework that follows all recipes at once: it compiles, and users walk through it. */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf } from "./_blocks.ts";
import { APP, inFolder, installedPackages, npmPackages, type Rewrite } from "./_code.ts";
import { compileApp, installApp } from "./_compile.ts";
import { runApplication } from "./_recipe.ts";
import { compose, follow } from "./_together.ts";
import { ADVICE, APART, PARTS, SERVERS } from "./_together_parts.ts";
import { openTown } from "./_together_town.ts";
import { walk } from "./_together_walk.ts";

const RECIPES = new URL("../../docs/recipes/", import.meta.url);

/** Writes the files of an application. */
async function write(files: ReadonlyMap<string, string>, folder: URL, rewrite: Rewrite): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [file, text] of files) {
    const target = new URL(file, folder);
    await mkdir(new URL("./", target), { recursive: true });
    await writeFile(target, rewrite(text));
  }
}

test("each section of the recipes with code stands in the application, or apart with a reason", async () => {
  const places = [
    ...PARTS,
    ...APART.flatMap(({ page, sections }) => sections.map((section) => ({ page, section }))),
  ];
  const known = places.map(({ page, section }) => `${page}.md ## ${section}`);
  const shown: string[] = [];
  for (const name of await readdir(RECIPES)) {
    const text = await readFile(new URL(name, RECIPES), "utf8");
    for (const { section } of blocksOf(text)) shown.push(`${name} ## ${section}`);
  }
  const index = await readFile(new URL("README.md", RECIPES), "utf8");
  for (const { says = "" } of APART) assert.ok(index.includes(says), says);
  assert.deepEqual([...new Set(shown)].sort(), known.toSorted());
});

for (const [tab, server] of Object.entries(SERVERS)) {
  test(`an application of ${tab} that follows all recipes compiles`, async () => {
    const files = follow(compose(PARTS, server), ADVICE, tab);
    const folder = new URL(`together/${tab.toLowerCase()}/`, APP);
    await installApp();
    await write(files, folder, installedPackages);
    const modules = [...files.keys()].filter((file) => /\.ts$/.test(file) && !file.startsWith("browser/"));
    await compileApp(`together_${tab.toLowerCase()}`, modules.map((file) => new URL(file, folder)), "node");
  });

  test(`users walk through an application of ${tab} that follows all recipes`, () =>
    withQuickScrypt(async () => {
      const folder = inFolder(`together/${tab.toLowerCase()}`);
      const database = fileURLToPath(new URL("auth.sqlite", folder));
      const files = new Map(
        [...follow(compose(PARTS, server), ADVICE, tab)].map(([file, text]) => [
          file,
          text.replaceAll(
            /"(\w+\.sqlite)"/g,
            (_, name) => JSON.stringify(fileURLToPath(new URL(name, folder))),
          ),
        ]),
      );
      await write(files, folder, npmPackages);
      const variant = { tab, database: "" };
      await runApplication({ variant, folder, files }, async (recipe) => {
        await walk(await openTown(recipe, database));
      });
    }));
}
