/**
 * The pages of the frameworks that have a server of their own for development, followed from an empty folder as written, in
 * the nightly run: they are published with a release, which the nightly run comes before. Each run compares their code with
 * the examples, and builds and runs those. The other pages are quick, and in `test/docs/start_test.ts`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { root } from "../../tools/exports.ts";
import { exceptAtNight } from "../_nightly.ts";
import { type Desk, follow, type Guarded, type Variant } from "../docs/_follow.ts";
import { startRegistry } from "../docs/_registry.ts";
import { readWalkthrough } from "../docs/_walkthrough.ts";
import { signInWithAnyName, withAnyName } from "../docs/_without_github.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";

/** A page, and what its reader can do with the application. */
interface Application {
  /** Where `check` finds the config. */
  readonly config?: string;
  /** Paths that require a sign-in. */
  readonly guarded?: Guarded;
  /** Recipes that the reader follows afterwards. */
  readonly more?: readonly Variant[];
}

/** The recipe "A role from your database", in Next. */
const ROLE: Variant = {
  commands: /npm install --save-dev @types\/node@\d+/.exec(await readDoc("recipes/README.md"))!,
  change: await withRole(),
  async visit({ browser, origin, printed }) {
    const page = await browser.open(`${origin}/protected`);
    assert.match((await page.submit("Continue with GitHub")).text, /For Ada Lovelace, member/, printed());
  },
};

const PAGES: Readonly<Record<string, Application>> = {
  astro: { config: "src/auth.config.ts", guarded: { page: "/protected", api: "/api/me" } },
  next: { config: "auth.config.ts", guarded: { page: "/protected", api: "/api/me" }, more: [ROLE] },
  nuxt: { config: "server/auth.ts", guarded: { page: "/protected", api: "/api/me" } },
  sveltekit: { config: "src/auth.config.ts", guarded: { page: "/account", api: "/api/me" } },
  workers: {},
};

if (obstacle === null) await install();
else console.log(`skipped: the pages of frameworks from an empty folder, as ${obstacle}`);
const desk: Desk = { registry: await startRegistry(), programs: { node: nodeBinary("node24") } };

const anyName = await withAnyName();

for (const [name, { guarded, more = [], ...application }] of Object.entries(PAGES)) {
  const lesson = {
    page: `docs/frameworks/${name}.md`,
    ...application,
    ...(guarded && { guarded }),
  };

  test(`docs/frameworks/${name}.md leads from an empty folder to a signed-in user`, {
    skip: obstacle ?? exceptAtNight,
  }, async () => void await follow({ ...lesson, only: "development" }, desk));

  test(`docs/frameworks/${name}.md leads to what is built for production, and signs in with any name`, {
    skip: obstacle ?? exceptAtNight,
  }, async () => {
    const variants = guarded && [{ change: anyName, visit: signInWithAnyName(guarded.page) }, ...more];
    await follow({ ...lesson, ...(variants && { variants }) }, desk);
  });
}

test("docs/frameworks/sveltekit.md leads from `npx sv create` to a signed-in user, with SvelteKit 2", {
  skip: obstacle ?? exceptAtNight,
}, async () => void await follow({ page: "docs/frameworks/sveltekit.md", change: withKit2 }, desk));

/** The page of Next with the config of the recipe, changed as the recipes say, and a page that shows the role. */
async function withRole(): Promise<(page: string) => string> {
  const recipe = (await readDoc("recipes/user_in_session.md")).split("\n## A role from your database\n")[1]!;
  const config = /^```ts auth\.ts\n([^]*?)^```$/m.exec(recipe)![1]!
    .replace(
      'import type { AuthConfig } from "@latchkey/auth";',
      'import type { NextAuthConfig } from "@latchkey/auth/next";',
    )
    .replace("satisfies AuthConfig<", "satisfies NextAuthConfig<")
    .replace("{ Google }", "{ GitHub }").replace("providers/google", "providers/github").replace(
      "[Google]",
      "[GitHub]",
    );
  return (page) => {
    const [authorized] = /^ {4}authorized: .*\n/m.exec(page)!;
    const changed = config.replace("  callbacks: {\n", (line) => line + authorized);
    return page.replace(/(^```ts auth\.config\.ts\n)[^]*?(?=^```$)/m, (_, start) => start + changed)
      .replace(/`(For \$\{session[^`]*)`/, "`$1, ${session.role}`");
  };
}

async function readDoc(path: string): Promise<string> {
  return await readFile(new URL(`docs/${path}`, root), "utf8");
}

/** The page as a reader follows it who has SvelteKit 2: with the commands and the differences of its section. */
function withKit2(page: string): string {
  const section = /^## SvelteKit 2$[^]*/m.exec(page)![0];
  const [commands, production] = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text]) =>
    text!.trim().split("\n")
  ) as [string[], string[]];
  const row = (file: string) =>
    new RegExp(`^\\| \`${file}\` .*$`, "m").exec(page)![0].match(/(?<=`)import [^`]+(?=`)/g)!;
  const [theirs, ours] = row("src/auth.ts");
  const create = "```sh\n" + commands.slice(0, -1).join("\n") + "\n```";
  const changed = page
    .replace(/^```sh\nmkdir hello[^]*?^```$/m, create)
    .replaceAll(/^```\w+ (?:src\/app\.html|tsconfig\.json|vite\.config\.ts|src\/env\.ts)\n[^]*?^```\n/gm, "")
    .replace(`${theirs};`, `${ours};`)
    .replace("npx vite dev\n", `${commands.at(-1)}\n`)
    .replace(/^npx vite build\n.*$/m, production.join("\n"));
  const { steps, start } = readWalkthrough(changed);
  assert.equal(start, commands.at(-1));
  assert.deepEqual(steps[0], { type: "commands", lines: commands.slice(0, -1) });
  assert.deepEqual(steps.filter((step) => step.type === "file" && /env\.ts$|vite/.test(step.path)), []);
  assert.ok(steps.some((step) => step.type === "file" && step.text.includes(ours!)));
  return changed;
}
