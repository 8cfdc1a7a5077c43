/**
 * A project of `sv create` with `@auth/sveltekit`, unmodified, on our library. `next_test.ts` has one of `create-next-app`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { test } from "node:test";
import { run } from "../_run.ts";
import { SECRET, startApp } from "./_servers.ts";
import { createProject } from "./_starters.ts";

const VITE = "node_modules/vite/bin/vite.js";

/** Files that the documentation of Auth.js adds. */
const FILES: Readonly<Record<string, string>> = {
  "src/auth.js": `import { SvelteKitAuth } from "@auth/sveltekit";
import Credentials from "@auth/sveltekit/providers/credentials";

export const { handle, signIn, signOut } = SvelteKitAuth({
  providers: [Credentials({ credentials: { name: {} }, authorize: () => ({ id: "1", name: "Ada" }) })],
  trustHost: true,
});
`,
  "src/hooks.server.js": `export { handle } from "./auth.js";\n`,
};

test("a project of sv create runs on our library after the steps of docs/migration/overrides.md", async () => {
  const folder = await createProject({
    create: "sv@0.17.1 create app --template minimal --no-types --no-add-ons --no-install",
    packages: { "@auth/sveltekit": "1.11.3" },
    heading: "### npm",
  });
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, text);
  }
  await run(folder, "node", [VITE, "build", "--logLevel", "error"]);
  const app = await startApp({
    folder,
    env: { AUTH_SECRET: SECRET },
    run: (port) => ["node", VITE, "preview", "--port", port, "--strictPort"],
  });
  const browser = app.visitor();
  const signIn = await browser.open(`${app.origin}/auth/signin?callbackUrl=/`);
  await signIn.submit("/auth/callback/credentials", { name: "Ada" });
  const session = await (await browser.fetch(`${app.origin}/auth/session`)).json();
  assert.equal(session?.user.name, "Ada", app.printed());
});
