/**
 * SvelteKit 3 and 2, as built by Vite and run by `adapter-node`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type App, installApp, openApp, ORIGIN, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { type KitProgram, kitPrograms, modernRuntime, VITE } from "./_sveltekit_apps.ts";
import { kitChecks } from "./_sveltekit_checks.ts";
import { run } from "../_run.ts";

const CHECK = "node_modules/svelte-check/bin/svelte-check";
const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };

const kits: Kit[] = [];
for (const program of await kitPrograms()) kits.push(await openKit(program));

const modern = await modernRuntime();
const example = await openApp({
  name: "sveltekit-example",
  files: ["examples/sveltekit"],
  build: [[...modern, VITE, "build"]],
  run: [...modern, "build/index.js"],
  env: { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" },
});

for (const { name, app, based, check } of kits) {
  frameworkChecks(name, app);
  kitChecks(name, app);

  test(`${name} accepts the types of the hook, the form actions, the locals and the components`, check);

  test(`${name} has the library and the form actions below the base path`, async () => {
    const browser = based.visitor();
    assert.equal((await browser.open(`${ORIGIN}/base/auth/signin`)).status, 200);
    assert.equal((await browser.open(`${ORIGIN}/auth/signin`)).status, 404);
    const home = await browser.open(`${ORIGIN}/base`);
    based.idp.login(ADA);
    const page = await home.submit("/base/signin");
    assert.equal(page.url, `${ORIGIN}/protected`);
    assert.match((await browser.open(`${ORIGIN}/base`)).text, /Hello Ada Lovelace/);
    const asked = based.idp.requests.find(({ url }) => url.includes("redirect_uri="))!;
    const { searchParams } = new URL(asked.url);
    assert.equal(searchParams.get("redirect_uri"), `${ORIGIN}/base/auth/callback/idp`);
  });
}

test("the example of SvelteKit has a button that leads to the sign-in page, and protects its page and its API", async () => {
  const at = (path: string, accept = "text/html") =>
    example.fetch(new Request(ORIGIN + path, { headers: { accept } }));
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

interface Kit {
  readonly name: string;
  readonly app: App;
  /** The application with the base path `/base`. */
  readonly based: App;
  /** Checks the types of all files. */
  check(): Promise<void>;
}

async function openKit({ kit: name, wanted, program: [program, ...args] }: KitProgram): Promise<Kit> {
  const folder = await installApp(wanted);
  const app = await startApp(wanted, folder);
  await run(folder, program!, [...args, VITE, "build"], { BASE_PATH: "/base" });
  const env = { BUILD: "build_base" };
  const based = await startApp({ ...wanted, url: `${ORIGIN}/base`, env }, folder);
  const check = async () => void await run(folder, program!, [...args, CHECK, "--fail-on-warnings"]);
  return { name, app, based, check };
}
