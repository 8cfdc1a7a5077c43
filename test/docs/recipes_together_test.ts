/** One application of a framework that follows all recipes at once: it compiles, and users walk through it. */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { fileIn } from "../../docs/.vitepress/tabs.ts";
import { obstacle } from "../runtimes/install.ts";
import { exceptAtNight } from "../_nightly.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf } from "./_blocks.ts";
import { APP, inFolder, installedPackages, npmPackages, type Rewrite } from "./_code.ts";
import { compileApp, installApp } from "./_compile.ts";
import { completeTabs } from "./_framework_code.ts";
import { runApplication } from "./_recipe.ts";
import { compose, follow } from "./_together.ts";
import { build, BUILT, builtProject } from "./_together_built.ts";
import { ADVICE, apartFor, partsFor, SERVERS } from "./_together_parts.ts";
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

for (const tab of Object.keys(SERVERS)) {
  test(`each section of the recipes with code stands in the application of ${tab}, or apart with a reason`, async () => {
    const apart = apartFor(tab);
    const places = [
      ...partsFor(tab),
      ...apart.flatMap(({ page, sections }) => sections.map((section) => ({ page, section }))),
    ];
    const known = places.map(({ page, section }) => `${page}.md ## ${section}`);
    const shown: string[] = [];
    for (const name of await readdir(RECIPES)) {
      const text = await readFile(new URL(name, RECIPES), "utf8");
      for (const { section } of blocksOf(text)) shown.push(`${name} ## ${section}`);
    }
    const index = await readFile(new URL("README.md", RECIPES), "utf8");
    for (const { says = "", reason } of apart) assert.ok(reason && index.includes(says), says);
    assert.deepEqual([...new Set(shown)].sort(), known.toSorted());
  });
}

/** The files of an application, whose databases are files in its folder. */
function placed(files: ReadonlyMap<string, string>, folder: URL): ReadonlyMap<string, string> {
  const pathTo = (name: string) => JSON.stringify(fileURLToPath(new URL(name, folder)));
  return new Map(
    [...files].map(([file, text]) => [file, text.replaceAll(/"(\w+\.sqlite)"/g, (_, name) => pathTo(name))]),
  );
}

for (const [tab, server] of Object.entries(SERVERS)) {
  const framework = tab === "Next" || tab === "SvelteKit" ? tab : null;
  // What takes the most is walked in one framework each day, and in the other one at night.
  const skip = (framework && obstacle) ?? (tab === "SvelteKit" ? exceptAtNight : false);
  const follows = () => follow(compose(partsFor(tab), server), ADVICE, tab);

  test(`an application of ${tab} that follows all recipes opens its database in one place`, () => {
    // A job has a connection of its own.
    const opened = [...follows()].filter(([file, text]) =>
      file !== fileIn(tab, "cleanup.ts") && /new DatabaseSync\(.*"auth\.sqlite"/.test(text)
    );
    assert.deepEqual(opened.map(([file]) => file), [fileIn(tab, "audit_log.ts")]);
  });

  test(`an application of ${tab} that follows all recipes compiles`, async () => {
    const files = follows();
    const folder = new URL(`together/${tab.toLowerCase()}/`, APP);
    await installApp();
    await write(files, folder, installedPackages);
    const modules = [...files.keys()].filter((file) => /\.tsx?$/.test(file) && !/(^|\/)browser\//.test(file))
      .map((file) => new URL(file, folder));
    await compileApp(
      `together_${tab.toLowerCase()}`,
      framework ? await completeTabs(framework, [{ tab, folder, modules }]) : modules,
      framework ? "bundler" : "node",
    );
  });

  test(`users walk through an application of ${tab} that follows all recipes`, {
    skip,
  }, () =>
    withQuickScrypt(async () => {
      const folder = inFolder(`together/${tab.toLowerCase()}`);
      const database = fileURLToPath(new URL("auth.sqlite", folder));
      const files = placed(follows(), folder);
      const variant = { tab, database: "" };
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      const built = BUILT[tab] ? await build(tab, files) : null;
      await write(files, folder, npmPackages);
      const project = built === null ? undefined : builtProject(tab, built);
      await runApplication({ variant, folder, files, project }, async (recipe) => {
        await walk(await openTown(recipe, database));
      });
    }));
}
