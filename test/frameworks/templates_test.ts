/**
 * The pages of frameworks whose projects come from GitHub, followed in such a project, and built for production.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exceptAtNight } from "../_nightly.ts";
import { follow } from "../docs/_follow.ts";
import { startRegistry } from "../docs/_registry.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { projectOf, readToday, type Template, TEMPLATES } from "./_templates.ts";

/** Name of a page → what its reader does in a project of the template. */
const READERS: Readonly<Record<keyof typeof TEMPLATES, (page: string) => string>> = {
  astro: (page) => without(page, ["tsconfig.json"]),
  hono: inHonoProject,
  nuxt: (page) => without(page, ["nuxt.config.ts", "tsconfig.json"]),
};

/** Where `check` finds the config. */
const CONFIGS = { astro: "src/auth.config.ts", hono: "src/auth.ts", nuxt: "server/auth.ts" };

const isLatest = Deno.env.get("SCAFFOLDS") === "latest";

if (obstacle === null) await install();
const registry = await startRegistry();

for (const [name, template] of Object.entries(TEMPLATES) as [keyof typeof TEMPLATES, Template][]) {
  test(
    `docs/frameworks/${name}.md leads from \`${template.command}\` to a signed-in user, built for production`,
    { skip: obstacle ?? (name === "hono" ? false : exceptAtNight) },
    async () => {
      const change = (page: string) => inProject(READERS[name](page), template);
      const lesson = {
        page: `docs/frameworks/${name}.md`,
        change,
        config: CONFIGS[name],
        only: "production",
      } as const;
      await follow(lesson, { registry, programs: { node: nodeBinary("node24") } });
    },
  );

  test(`the template of ${name} is the one that GitHub has today`, {
    skip: isLatest ? false : "SCAFFOLDS=latest compares it",
  }, async () => {
    const today = await readToday(template);
    if (today === null) return console.log("skipped: the templates of today, as GitHub is out of reach");
    const { packages, scripts, tsconfig } = template;
    const noted = { packages: majorsOf(packages), scripts, tsconfig };
    assert.deepEqual(
      { ...today, packages: majorsOf(today.packages) },
      noted,
      "note what has changed, and run the test",
    );
  });
}

/** The page with the project in place of the commands that make one. They end with the packages to install. */
function inProject(page: string, template: Template): string {
  const [block, commands] = /^```sh\n(mkdir hello[^]*?)^```$/m.exec(page)!;
  const theirs = Object.keys(template.packages.dependencies ?? {});
  const own = /^npm install (.+)$/m.exec(commands!)![1]!.split(" ").filter((name) => !theirs.includes(name));
  const install = `\`\`\`sh\nnpm install ${own.join(" ")}\n\`\`\``;
  return page.replace(block, `\`\`\`sh\nmkdir hello\ncd hello\n\`\`\`\n\n${projectOf(template)}\n${install}`);
}

/** The page without files that the project has. */
function without(page: string, files: readonly string[]): string {
  return files.reduce((text, file) => {
    const block = new RegExp(`^\`\`\`\\w+ ${file.replaceAll(".", "\\.")}\n[^]*?^\`\`\`$\n`, "m");
    assert.match(text, block);
    return text.replace(block, "");
  }, page);
}

/** The page as its section about these projects says. */
function inHonoProject(page: string): string {
  const section = /^## In a project of `npm create hono`$([^]*?)(?=^## )/m.exec(page)![1]!;
  const production = /^```sh\n[^]*?^```$/m.exec(section)![0];
  const changed = page.replaceAll(
    /^```ts (?:auth|main|node)\.ts\n[^]*?^```$/gm,
    (block) => block.replace("```ts ", "```ts src/").replaceAll(/(from "\.\/\w+)\.ts"/g, '$1.js"'),
  );
  return changed.replace(/^## On Bun and Deno$[^]*?(?=^## )/m, `## Production\n\n${production}\n\n`);
}

/** The first number of each version. */
function majorsOf(packages: Template["packages"]): object {
  return Object.fromEntries(
    Object.entries(packages).map(([field, versions]) => [
      field,
      Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, /\d+/.exec(version)?.[0]])),
    ]),
  );
}
