/**
 * Projects as the starters of the frameworks make them, with Auth.js' own package and the override of
 * `docs/migration/overrides.md`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/exports.ts";
import { SECRET, startApp } from "./_servers.ts";
import { ourTarball, run } from "./_trees.ts";

/** A framework's starter, and what the documentation of Auth.js adds to its project. */
interface Starter {
  /** Makes the project `app`. */
  readonly create: readonly string[];
  /** Packages that are added. */
  readonly packages: Readonly<Record<string, string>>;
  /** Files that are added. */
  readonly files: Readonly<Record<string, string>>;
  /** Builds it. */
  readonly build: readonly string[];
  /** Starts it on a port. */
  readonly start: (port: string) => readonly string[];
  /** Base path of Auth.js. */
  readonly base: string;
}

const CONFIG =
  "{ providers: [Credentials({ credentials: { name: {} }, authorize: () => ({ id: '1', name: 'Ada' }) })], trustHost: true }";
const STARTERS: Readonly<Record<string, Starter>> = {
  "create-next-app": {
    create: [
      ..."create-next-app@16.4.3 app --js --app --no-tailwind --no-eslint --no-src-dir".split(" "),
      ..."--no-react-compiler --import-alias @/* --skip-install --disable-git --use-npm --yes".split(" "),
    ],
    // Mail and passkeys of this library want newer packages than next-auth says.
    packages: { "next-auth": "5.0.0-beta.32", "nodemailer": "10.6.0", "@simplewebauthn/server": "14.0.3" },
    files: {
      "auth.js": `import NextAuth from "next-auth";
import Credentials from "next-auth/providers/credentials";

export const { handlers, auth } = NextAuth(${CONFIG});
`,
      // The one of the starter fetches its fonts from another site when it is built.
      "app/layout.js": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
      "app/api/auth/[...nextauth]/route.js": `import { handlers } from "@/auth";

export const { GET, POST } = handlers;
`,
    },
    build: ["node_modules/next/dist/bin/next", "build"],
    start: (port) => ["node_modules/next/dist/bin/next", "start", "--port", port],
    base: "/api/auth",
  },
  "sv create": {
    create: "sv@0.17.1 create app --template minimal --no-types --no-add-ons --no-install".split(" "),
    packages: { "@auth/sveltekit": "1.11.3" },
    files: {
      "src/auth.js": `import { SvelteKitAuth } from "@auth/sveltekit";
import Credentials from "@auth/sveltekit/providers/credentials";

export const { handle, signIn, signOut } = SvelteKitAuth(${CONFIG});
`,
      "src/hooks.server.js": `export { handle } from "./auth.js";\n`,
    },
    build: ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error"],
    start: (port) => ["node_modules/vite/bin/vite.js", "preview", "--port", port, "--strictPort"],
    base: "/auth",
  },
};

const page = await readFile(new URL("docs/migration/overrides.md", root), "utf8");
const { path: tarball, file } = await ourTarball();

for (const [name, starter] of Object.entries(STARTERS)) {
  test(`a project of ${name} runs on our library after the steps of docs/migration/overrides.md`, async () => {
    const folder = await createProject(name, starter);
    await run(folder, "npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
    const installed = await readJson(`${folder}/node_modules/@auth/core/package.json`);
    assert.equal(installed.name, "@latchkey/auth");
    const env = { NEXT_TELEMETRY_DISABLED: "1", AUTH_SECRET: SECRET };
    await run(folder, "node", starter.build, env);
    const app = await startApp({
      folder,
      env,
      run: (port) => ["node", ...starter.start(port)],
    });
    const browser = app.visitor();
    const signIn = await browser.open(`${app.origin}${starter.base}/signin?callbackUrl=/`);
    await signIn.submit(`${starter.base}/callback/credentials`, { name: "Ada" });
    const session = await (await browser.fetch(`${app.origin}${starter.base}/session`)).json();
    assert.equal(session?.user.name, "Ada", app.printed());
  });
}

async function createProject(name: string, { create, packages, files }: Starter): Promise<string> {
  const parent = fileURLToPath(new URL(`.work/compat/starters/${name.replace(" ", "-")}/`, root));
  await rm(parent, { recursive: true, force: true });
  await mkdir(parent, { recursive: true });
  await run(parent, "npx", ["-y", ...create], { CI: "1" });
  const folder = `${parent}app`;
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(`${folder}/${path}`), { recursive: true });
    await writeFile(`${folder}/${path}`, text);
  }
  await cp(tarball, `${folder}/${file}`);
  const manifest = await readJson(`${folder}/package.json`);
  const dependencies = { ...manifest.dependencies as object, ...packages };
  const changed = { ...manifest, dependencies, ...overrideFor(Object.keys(packages)) };
  await writeFile(`${folder}/package.json`, JSON.stringify(changed, null, 2));
  return folder;
}

/** What the page says for npm, and for npm with mail and passkeys. */
function overrideFor(packages: readonly string[]): object {
  const heading = packages.includes("nodemailer") ? "## Mail and passkeys" : "### npm";
  const [, code] = /```json\n([^]*?)^```/m.exec(page.slice(page.indexOf(`${heading}\n`))) ?? [];
  assert.ok(code, `docs/migration/overrides.md has no override below "${heading}"`);
  return JSON.parse(code.replaceAll("npm:@latchkey/auth@0.1.0", `file:${file}`));
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, "utf8"));
}
