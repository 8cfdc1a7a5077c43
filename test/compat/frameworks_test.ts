/**
 * The frameworks' own packages of Auth.js, unmodified, each on both libraries. SvelteKit on ours is in a project of `sv create`,
 * after the steps of `docs/migration/overrides.md`. `vite preview` serves what is built for production; in the nightly run
 * `adapter-node` does, which takes half of the processor time of a build: `test/frameworks/sveltekit_test.ts` has it in each run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { isNightly } from "../_nightly.ts";
import { builder } from "../runtimes/builder.ts";
import { type App, startApp } from "./_servers.ts";
import { type BySide, installSides, onSides, openRecord } from "./_record.ts";
import { compareRows, type Row } from "./_rows.ts";
import { createProject } from "./_starters.ts";
import { run, type Side, type Wanted } from "./_trees.ts";
import { webSteps } from "./_web_steps.ts";

const WANTED = {
  name: "web",
  files: "web",
  packages: {
    "@auth/express": "0.12.3",
    "@auth/sveltekit": "1.11.3",
    "@hono/auth-js": "1.1.1",
    "@hono/node-server": "2.1.8",
    "@sveltejs/adapter-node": "5.4.0",
    "@sveltejs/kit": "2.70.3",
    "@sveltejs/vite-plugin-svelte": "6.2.1",
    "express": "5.3.0",
    "hono": "4.13.19",
    "react": "19.3.1",
    "svelte": "5.57.3",
    "vite": "7.3.0",
  },
} as const satisfies Wanted;

const programs: Readonly<Record<string, (folder: string, side: Side) => Promise<App>>> = {
  "@auth/express": (folder) => startApp({ folder, run: ["node", "express.mjs"] }),
  "@hono/auth-js": (folder) => startApp({ folder, run: ["node", "hono.mjs"] }),
  "@auth/sveltekit": startSvelteKit,
};

/** The application of SvelteKit. */
const APP = fileURLToPath(new URL("npm/compat/sveltekit/", root));

const record = await openRecord("frameworks", WANTED);
const folderOf = await installSides(WANTED);

/** All before the first test: Deno ends with success when a module fails that has tests already. */
const started = await Promise.all(
  Object.entries(programs).map(async ([name, start]) => {
    return [name, await onSides((side) => start(folderOf(side), side))] as const;
  }),
);

for (const [name, appOf] of started) {
  compareRows(name, [...webSteps(appOf), ...ownSteps(name, appOf)], record);
}

async function startSvelteKit(tree: string, side: Side): Promise<App> {
  const folder = side === "ours" ? await createOurs() : await copyTheirs(tree);
  await cp(`${tree}/app_config.mjs`, `${folder}/app_config.mjs`);
  const vite = `${side === "ours" ? "node_modules" : "../node_modules"}/vite/bin/vite.js`;
  const node = await builder();
  await run(folder, node, [vite, "build"]);
  if (isNightly) return await startApp({ folder, run: ["node", "build/index.js"] });
  return await startApp({ folder, run: (port) => [node, vite, "preview", "--port", port, "--strictPort"] });
}

/** A project with the application of the other side in place of its own. */
async function createOurs(): Promise<string> {
  const { "@auth/sveltekit": integration, "@sveltejs/adapter-node": adapter } = WANTED.packages;
  const folder = await createProject({
    create: "sv@0.17.1 create app --template minimal --no-types --no-add-ons --no-install",
    packages: { "@auth/sveltekit": integration, "@sveltejs/adapter-node": adapter },
    heading: "### npm",
  });
  await rm(`${folder}/src`, { recursive: true });
  await cp(APP, folder, { recursive: true });
  if (!isNightly) await rm(`${folder}/svelte.config.js`);
  return folder;
}

async function copyTheirs(tree: string): Promise<string> {
  const folder = `${tree}/sveltekit`;
  await cp(APP, folder, { recursive: true });
  // Vite leaves packages with Svelte components to Svelte if they are named here; the adapter bundles them.
  const manifest = { private: true, type: "module", devDependencies: { "@auth/sveltekit": "1.11.3" } };
  await writeFile(`${folder}/package.json`, JSON.stringify(manifest));
  return folder;
}

function ownSteps(name: string, appOf: BySide<App>): readonly Row[] {
  if (name !== "@auth/sveltekit") return [];
  return [{
    name: "its SignIn and SignOut components sign in with the provider and out again",
    async run(side) {
      const { origin, visitor, idp } = appOf(side);
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      const browser = visitor();
      const page = await (await browser.open(`${origin}/`)).submit("With the provider");
      assert.equal(page.url, `${origin}/protected`);
      assert.match(page.text, /For Ada Lovelace/);
      const left = await (await browser.open(`${origin}/`)).submit("Leave");
      assert.equal(left.url, `${origin}/`);
      assert.match(left.text, /Nobody is signed in/);
    },
  }, {
    name: "its SignIn component signs in with a password, and its action throws with a wrong one",
    async run(side) {
      const { origin, visitor } = appOf(side);
      const browser = visitor();
      const fields = { username: "grace", password: "correct horse" };
      const page = await (await browser.open(`${origin}/`)).submit("With a password", fields);
      assert.match(page.text, /Hello grace \(staff\)/, page.url);
      const stranger = visitor();
      const wrong = { username: "grace", password: "wrong" };
      const refused = await (await stranger.open(`${origin}/`)).submit("With a password", wrong);
      assert.equal(refused.status, 500);
      assert.match((await stranger.open(`${origin}/`)).text, /Nobody is signed in/);
    },
  }];
}
