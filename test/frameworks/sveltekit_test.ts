/**
 * SvelteKit 3 and 2, as built by Vite and run by `adapter-node`. The nightly run builds both with a base path too, and
 * `examples/sveltekit` as it is, whose page `start_test.ts` follows then.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plugin } from "npm:esbuild@0.28.2";
import type { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { esbuild } from "../../tools/_esbuild.ts";
import { isNightly } from "../_nightly.ts";
import { type App, builtApp, installApp, openApp, ORIGIN, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { type KitProgram, kitPrograms, modernRuntime, VITE } from "./_sveltekit_apps.ts";
import { kitChecks } from "./_sveltekit_checks.ts";
import { run } from "../_run.ts";

/** Checks the types with TypeScript 7, which takes half of the processor time; in the nightly run with the one of the scaffold. */
const CHECK = [
  "node_modules/svelte-check/bin/svelte-check",
  "--fail-on-warnings",
  ...isNightly ? [] : ["--tsgo"],
];
const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };

const programs = await kitPrograms();
const kits: Kit[] = [];
for (const program of programs) kits.push(await openKit(program));
const based: (readonly [kit: string, app: App])[] = [];
for (const program of isNightly ? programs : []) based.push([program.kit, await openBased(program)]);
const example = isNightly ? await openExample() : null;

for (const { kit, app, check } of kits) {
  frameworkChecks(kit, app);
  kitChecks(kit, app);
  test(`${kit} accepts the types of the hook, the form actions, the locals and the components`, check);
}

for (const [kit, app] of based) testBased(kit, app);
if (!based.length) console.log("skipped: SvelteKit with a base path, which the nightly run builds");

test("the hook of the package answers below the path that Kit gives an application", async () => {
  const handle = await hookBelow("/base");
  const statusAt = async (path: string) => {
    const request = new Request(ORIGIN + path);
    const cookies = { set: () => {} };
    const response = await handle({
      event: { request, url: new URL(request.url), locals: {}, cookies },
      resolve: () => Promise.resolve(new Response(null, { status: 404 })),
    });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusAt("/base/auth/session"), 200);
  assert.equal(await statusAt("/auth/session"), 404);
});

if (example) testExample(example);
else console.log("skipped: examples/sveltekit as it is, which the nightly run builds");

type Hook = ReturnType<typeof KitAuth>["handle"];

interface Kit {
  /** Name and version of the framework. */
  readonly kit: string;
  readonly app: App;
  /** Checks the types of all files. */
  check(): Promise<void>;
}

async function openKit({ kit, wanted, program: [program, ...args] }: KitProgram): Promise<Kit> {
  const folder = await installApp(wanted);
  const app = await startApp(wanted, folder);
  return { kit, app, check: async () => void await run(folder, program, [...args, ...CHECK]) };
}

/** The application with the base path `/base`, where the library checks forms in place of Kit. */
async function openBased({ wanted, program: [program, ...args] }: KitProgram): Promise<App> {
  const folder = await builtApp(wanted);
  await run(folder, program, [...args, VITE, "build"], { BASE_PATH: "/base" });
  return await startApp({ ...wanted, url: `${ORIGIN}/base`, env: { BUILD: "build_base" } }, folder);
}

/** The hook of the npm package, where Kit resolves paths below this one. */
async function hookBelow(base: string): Promise<Hook> {
  const paths: Plugin = {
    name: "paths",
    setup(build) {
      build.onResolve({ filter: /^\$app\/paths$/ }, ({ path }) => ({ path, namespace: "kit" }));
      build.onLoad({ filter: /.*/, namespace: "kit" }, () => ({
        contents: `export const resolve = (path) => ${JSON.stringify(base)} + path;`,
      }));
    },
  };
  const { outputFiles: [output] } = await esbuild({
    stdin: {
      contents: `import { KitAuth } from "@latchkey/auth/sveltekit";
        const env = { AUTH_SECRET: "${"s".repeat(43)}", AUTH_URL: "${ORIGIN}" };
        export const { handle } = KitAuth({ providers: [] }, { env });`,
      resolveDir: await builtApp(programs[0]!.wanted),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [paths],
    write: false,
  });
  const { handle } = await import(`data:text/javascript;base64,${output!.contents.toBase64()}`);
  return handle;
}

async function openExample(): Promise<App> {
  const program = await modernRuntime();
  return await openApp({
    name: "sveltekit-example",
    files: ["examples/sveltekit"],
    build: [[...program, VITE, "build"]],
    run: [...program, "build/index.js"],
    env: { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" },
  });
}

function testBased(kit: string, app: App): void {
  test(`${kit} hands on what a provider posts without an Origin, as a logout token, if the library checks forms`, async () => {
    const post = async (path: string, headers: Record<string, string> = {}) => {
      const request = new Request(ORIGIN + path, {
        method: "POST",
        body: new URLSearchParams({ a: "b" }),
        headers,
      });
      const response = await app.fetch(request);
      return [response.status, (await response.text()).slice(0, 23)];
    };
    const [status] = await post("/base/auth/callback/idp-form");
    assert.notEqual(status, 403);
    assert.deepEqual(await post("/base/signin"), [403, "Cannot accept this POST"]);
    for (const origin of ["https://evil.example", app.idp.origin]) {
      assert.deepEqual(await post("/base/signin", { origin }), [403, "Cannot accept this POST"]);
    }
    const [own] = await post("/base/signin", { origin: ORIGIN });
    assert.notEqual(own, 403);
  });

  test(`${kit} has the library and the form actions below the base path`, async () => {
    const browser = app.visitor();
    assert.equal((await browser.open(`${ORIGIN}/base/auth/signin`)).status, 200);
    assert.equal((await browser.open(`${ORIGIN}/auth/signin`)).status, 404);
    const home = await browser.open(`${ORIGIN}/base`);
    app.idp.login(ADA);
    const page = await home.submit("/base/signin");
    assert.equal(page.url, `${ORIGIN}/protected`);
    assert.match((await browser.open(`${ORIGIN}/base`)).text, /Hello Ada Lovelace/);
    const asked = app.idp.requests.find(({ url }) => url.includes("redirect_uri="))!;
    const { searchParams } = new URL(asked.url);
    assert.equal(searchParams.get("redirect_uri"), `${ORIGIN}/base/auth/callback/idp`);
  });
}

function testExample(app: App): void {
  test("the example of SvelteKit has a button that leads to the sign-in page, and protects its page and its API", async () => {
    const at = (path: string, accept = "text/html") =>
      app.fetch(new Request(ORIGIN + path, { headers: { accept } }));
    const home = await (await at("/")).text();
    assert.match(home, /Nobody is signed in/);
    assert.match(home, /<form [^>]*action="\.?\/signin"[^]*Sign in/);
    assert.match(await (await at("/auth/signin")).text(), /Continue with GitHub/);
    const account = await at("/account?a=b");
    assert.equal(account.headers.get("location"), "/auth/signin?callbackUrl=%2Faccount%3Fa%3Db");
    const api = await at("/api/me", "application/json");
    await api.body?.cancel();
    assert.equal(api.status, 401);
  });
}
