/**
 * The frameworks' own packages of Auth.js, unmodified, each on both libraries.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { type App, startApp } from "./_servers.ts";
import { type BySide, installSides, onSides, openRecord } from "./_record.ts";
import { compareRows, type Row } from "./_rows.ts";
import { run, type Wanted } from "./_trees.ts";
import { webSteps } from "./_web_steps.ts";

const WANTED: Wanted = {
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
};

const programs: Readonly<Record<string, (folder: string) => Promise<App>>> = {
  "@auth/express": (folder) => startApp({ folder, run: ["node", "express.mjs"] }),
  "@hono/auth-js": (folder) => startApp({ folder, run: ["node", "hono.mjs"] }),
  "@auth/sveltekit": startSvelteKit,
};

const record = await openRecord("frameworks", WANTED);
const folderOf = await installSides(WANTED);

/** All before the first test: Deno ends with success when a module fails that has tests already. */
const started = await Promise.all(
  Object.entries(programs).map(async ([name, start]) => {
    return [name, await onSides((side) => start(folderOf(side)))] as const;
  }),
);

for (const [name, appOf] of started) {
  compareRows(name, [...webSteps(appOf), ...ownSteps(name, appOf)], record);
}

async function startSvelteKit(folder: string): Promise<App> {
  const files = fileURLToPath(new URL("npm/compat/sveltekit/", root));
  await cp(files, `${folder}/sveltekit`, { recursive: true });
  await cp(`${folder}/app_config.mjs`, `${folder}/sveltekit/app_config.mjs`);
  // Vite leaves packages with Svelte components to Svelte if they are named here; the adapter bundles them.
  const manifest = { private: true, type: "module", devDependencies: { "@auth/sveltekit": "1.11.3" } };
  await writeFile(`${folder}/sveltekit/package.json`, JSON.stringify(manifest));
  await run(`${folder}/sveltekit`, "node", ["../node_modules/vite/bin/vite.js", "build"]);
  return await startApp({ folder: `${folder}/sveltekit`, run: ["node", "build/index.js"] });
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
