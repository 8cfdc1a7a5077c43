/**
 * The code of the pages compiles: of the recipes, of `docs/concepts`, `docs/migration` and `docs/start`. A start of the
 * compiler reads the library and the types of the platforms, which takes longer than all pages. So there are few starts,
 * each with the code of many pages.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { isNightly, nightly } from "../_nightly.ts";
import { pagesIn, ROOT, writeCode } from "./_checked_pages.ts";
import { writePage } from "./_blocks.ts";
import {
  inFolder,
  installedPackages,
  npmPackages,
  type PageCode,
  type Rewrite,
  withoutLenders,
} from "./_code.ts";
import { checkWithDeno, compileApp, COMPILED, installApp } from "./_compile.ts";
import { completeTabs } from "./_framework_code.ts";
import { stepsOf } from "./_walkthrough.ts";

/** The pages that `openPage()` opens, and all recipes. */
async function openedPages(): Promise<readonly string[]> {
  const pages = (await readdir(new URL("docs/recipes/", ROOT))).map((name) => `recipes/${name}`);
  for (const name of await readdir(new URL("test/docs/", ROOT))) {
    if (!name.endsWith("_test.ts")) continue;
    const text = await readFile(new URL(`test/docs/${name}`, ROOT), "utf8");
    pages.push(...[...text.matchAll(/\bopenPage\("(.+?)"/g)].map(([, page]) => page!));
  }
  return [...new Set(pages)].filter((page) => page.endsWith(".md")).sort();
}

/** The code of `docs/start`. The sections of a page, such as those for other runtimes, have files of the same name. */
async function writeStart(folder: URL): Promise<readonly PageCode[]> {
  return await Promise.all((await pagesIn("docs/start/")).map(async ({ path, text }) => {
    const modules: URL[] = [];
    const code: string[] = [];
    for (const [index, section] of text.split(/^### /m).entries()) {
      for (const step of stepsOf(section)) {
        if (step.type !== "file" || !step.path.endsWith(".ts")) continue;
        const module = new URL(`start/${path}/${index}/${step.path}`, folder);
        await mkdir(new URL("./", module), { recursive: true });
        // The types of Bun are those of another package.
        const types = path.endsWith("bun.md") ? "declare const Bun: { serve(options: object): void };\n" : "";
        await writeFile(module, types + step.text);
        modules.push(module);
        code.push(step.text);
      }
    }
    return { page: path, modules, text: code.join("\n") };
  }));
}

/** The code of all pages, written below a folder. */
async function writeAll(folder: URL, rewrite: Rewrite): Promise<readonly PageCode[]> {
  const opened = await openedPages();
  const checked = [...await pagesIn("docs/concepts/"), ...await pagesIn("docs/migration/")]
    .filter(({ path }) => !opened.includes(path.replace("docs/", "")));
  return [
    ...await Promise.all(
      opened.map((page) => writePage(page, new URL(`opened/${page.replace(/\.md$/, "")}/`, folder), rewrite)),
    ),
    ...(await writeCode(checked, new URL("checked/", folder), rewrite)).code,
    ...await writeStart(folder),
  ];
}

function modulesOf(pages: readonly PageCode[]): readonly URL[] {
  return pages.flatMap(({ modules }) => modules);
}

const pages = await writeAll(COMPILED, installedPackages);
await installApp();

test("the code of all pages compiles together for Node, with each field that a page adds to a type of the library", async () => {
  const start = pages.filter(({ page }) => page.startsWith("docs/start/"));
  assert.ok(modulesOf(start).length >= 6, modulesOf(start).join());
  assert.ok(modulesOf(pages).length > 200, String(modulesOf(pages).length));
  await compileApp("node", modulesOf(pages).filter((module) => !isForBrowsers(module)), "node");
});

test("the code of the pages compiles with the types of browsers", async () => {
  const modules = modulesOf(pages).filter((module) => isNightly || isForBrowsers(module));
  assert.ok(modules.length > 3, modules.join());
  await compileApp("browser", modules, "browser");
});

for (const framework of ["Next", "SvelteKit"] as const) {
  test(`the code of the tabs for ${framework} compiles with the types of the framework`, async () => {
    const tabs = pages.flatMap(({ tabs = [] }) => tabs).filter(({ tab }) => tab === framework);
    assert.ok(tabs.length > 5, String(tabs.length));
    await compileApp(framework.toLowerCase(), await completeTabs(framework, tabs), "bundler");
  });
}

for (const [index, program] of withoutLenders(pages).entries()) {
  const names = program.map(({ page }) => page.replace("docs/", ""));
  test(`the code compiles without the fields that other pages add: ${names.join(", ")}`, async () => {
    await compileApp(`without_lenders_${index}`, modulesOf(program), "browser");
  });
}

nightly("the code of the pages compiles on Deno", async () => {
  const pages = await writeAll(inFolder("compiled"), npmPackages);
  assert.equal(await checkWithDeno(modulesOf(pages)), "");
});

/** Whether a file runs in a browser: Node does not have its types. */
function isForBrowsers({ pathname }: URL): boolean {
  return /\/browser\/|\/concepts\/endpoints\//.test(pathname);
}

test("withoutLenders() separates pages that name a field from those that add it", () => {
  const page = (page: string, text: string): PageCode => ({ page, modules: [], text });
  const adds = (name: string) =>
    `declare module "@latchkey/auth" {\n  interface JWT {\n    ${name}?: string;\n  }\n}\n`;
  const pages = [
    page("plan", adds("plan")),
    page("both", `${adds("plan")}token.plan; token.tenant;`),
    page("tenant", `${adds("tenant")}token.tenant`),
    page("neither", "token.planned"),
    page("uses", "token.plan"),
  ];
  const names = withoutLenders(pages).map((program) => program.map(({ page }) => page));
  assert.deepEqual(names, [["both"], ["uses"]]);
});
