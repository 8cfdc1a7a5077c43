/** One application of a framework that follows all recipes at once: it compiles, and users walk through it. */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { fileIn } from "../../docs/.vitepress/tabs.ts";
import { check, run, said } from "../cli/_command.ts";
import { obstacle } from "../runtimes/install.ts";
import { exceptAtNight, isNightly } from "../_nightly.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf } from "./_blocks.ts";
import { APP, inFolder, installedPackages, npmPackages, type Rewrite } from "./_code.ts";
import { compileApp, installApp } from "./_compile.ts";
import { completeTabs } from "./_framework_code.ts";
import { APP as APP_ORIGIN, runApplication, SECRET } from "./_recipe.ts";
import { compose, follow } from "./_together.ts";
import { MOUNTS, walkConfig } from "./_together_config.ts";
import { build, BUILT, builtProject } from "./_together_built.ts";
import { ADVICE, apartFor, partsFor, SERVERS, SHARED } from "./_together_parts.ts";
import { openTown, type Town } from "./_together_town.ts";
import { walk, walkAfterRotation } from "./_together_walk.ts";

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

for (const tab of [...Object.keys(SERVERS), ""]) {
  const whose = tab ? `the application of ${tab}` : "what all frameworks share";
  test(`each section of the recipes with code stands in ${whose}, or apart with a reason`, async () => {
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

const NEW = "the-next-secret-of-forty-characters-0000";

/** Rotates the secret, as `sessions.md` says: `reseal`, and then `check` says that nothing is left. */
async function rotate(
  files: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const own = Object.fromEntries([...files].filter(([file]) => file.endsWith(".ts") && file !== "main.ts"));
  const settings = { files: own, env: { ...env, AUTH_SECRET: SECRET, AUTH_SECRET_1: NEW } };
  const { code, errors } = await run(["reseal"], settings);
  assert.equal(code, 0, errors);
  const { findings } = await check(settings);
  const sealed = said(findings, "sealed").toSorted();
  // The table of accounts cannot be counted, as the page says.
  const uncounted = sealed.pop() ?? "";
  assert.match(uncounted, /^skipped: the tokens in the table of accounts/);
  assert.ok(sealed.length > 1 && sealed.every((text) => text.startsWith("ok: ")), sealed.join("\n"));
}

/** The files of an application, whose databases are files in its folder. */
function placed(files: ReadonlyMap<string, string>, folder: URL): ReadonlyMap<string, string> {
  const pathTo = (name: string) => JSON.stringify(fileURLToPath(new URL(name, folder)));
  return new Map(
    [...files].map(([file, text]) => [file, text.replaceAll(/"(\w+\.sqlite)"/g, (_, name) => pathTo(name))]),
  );
}

for (const [name, mount] of Object.entries(MOUNTS)) {
  test(`users walk through an application of ${name} with the config of all recipes`, () =>
    withQuickScrypt(async () => {
      const folder = inFolder(`together/${name.toLowerCase().replace(" ", "_")}`);
      await rm(folder, { recursive: true, force: true });
      const files = placed(follow(compose(partsFor(""), SHARED), ADVICE, ""), folder);
      await write(files, folder, npmPackages);
      await runApplication({ variant: { tab: "", database: "" }, folder, files }, async (recipe) => {
        const database = fileURLToPath(new URL("auth.sqlite", folder));
        await using stack = new AsyncDisposableStack();
        const town = await openTown(recipe, database, async () => {
          const { config } = await recipe.load("auth.ts");
          recipe.sites[APP_ORIGIN] = await mount(config, stack);
        });
        await walkConfig(town);
      });
    }));
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
      const start = async (
        name: string,
        run: (town: Town) => Promise<void>,
        env: Record<string, string> = {},
      ) => {
        const place = new URL(`${name}/`, folder);
        await write(files, place, npmPackages);
        const project = built === null ? undefined : builtProject(tab, built);
        await runApplication({ variant, folder: place, files, project }, async (recipe) => {
          Object.assign(recipe.env, env);
          await run(await openTown(recipe, database));
        });
      };
      let factor = "";
      let env: Readonly<Record<string, string>> = {};
      await start("first", async (town) => {
        factor = await walk(town);
        env = { ...town.recipe.env };
      });
      // The secret is rotated in two frameworks each day: a built one takes a second start for it.
      if (framework && !isNightly) return;
      await rotate(files, env);
      await start("rotated", (town) => walkAfterRotation(town, factor), { AUTH_SECRET: NEW });
    }));
}
