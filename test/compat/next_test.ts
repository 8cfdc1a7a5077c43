/**
 * `next-auth` 5 on Next, unmodified, on both libraries: route handlers, `auth()`, server actions, proxy. Ours is in a project
 * of `create-next-app`, after the steps of `docs/migration/overrides.md`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { root } from "../../tools/exports.ts";
import { NEXT_16_QUICK } from "../frameworks/_next_app.ts";
import { isNightly } from "../_nightly.ts";
import { run } from "../_run.ts";
import { builder } from "../runtimes/builder.ts";
import { onSides, openRecord } from "./_record.ts";
import { compareRows, type Row } from "./_rows.ts";
import { type App, startApp } from "./_servers.ts";
import { createProject } from "./_starters.ts";
import { installTree, type Wanted } from "./_trees.ts";
import { webSteps } from "./_web_steps.ts";

const WANTED: Wanted = {
  name: "next",
  files: "next",
  packages: { "next": "16.4.6", "next-auth": "5.0.0-beta.32", "react": "19.3.1", "react-dom": "19.3.1" },
};

const record = await openRecord("next", WANTED);
const appOf = await onSides(async (side) => {
  const folder = await (side === "ours" ? createOurs() : installTree(WANTED, side));
  await cp(fileOf("npm/compat/web/app_config.mjs"), `${folder}/app_config.mjs`);
  const next = "node_modules/next/dist/bin/next";
  await run(folder, await builder(), [next, "build"], {
    NEXT_TELEMETRY_DISABLED: "1",
    AUTH_SECRET: "set at start",
  });
  return await startApp({
    folder,
    run: ["node", next, "start"],
    env: { NEXT_TELEMETRY_DISABLED: "1", HOSTNAME: "localhost" },
  });
});

/** A project with the application of the other side in place of its own. */
async function createOurs(): Promise<string> {
  const folder = await createProject({
    create:
      "create-next-app@16.4.3 app --js --app --no-tailwind --no-eslint --no-src-dir --no-react-compiler " +
      "--import-alias @/* --skip-install --disable-git --use-npm --yes",
    // Email and passkeys of this library want newer packages than next-auth says.
    packages: { ...WANTED.packages, "nodemailer": "10.6.0", "@simplewebauthn/server": "14.0.3" },
    heading: "## Email and passkeys",
  });
  await rm(`${folder}/app`, { recursive: true });
  const filter = (path: string) => !path.endsWith("/next.config.mjs");
  await cp(fileOf("npm/compat/next"), folder, { recursive: true, filter });
  if (!isNightly) await cp(fileOf(NEXT_16_QUICK), folder, { recursive: true });
  return folder;
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, root));
}

const step = (name: string, go: (app: App) => Promise<void>): Row => ({
  name,
  run: (side) => go(appOf(side)),
});

compareRows("next-auth 5 on Next", [
  ...webSteps(appOf, "/api/auth"),
  step("a server action signs in with the provider and out again", async ({ origin, visitor, idp }) => {
    idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const browser = visitor();
    const page = await act(browser, `${origin}/`, "With the provider");
    assert.equal(page.url, `${origin}/protected`);
    assert.match(page.text, /For Ada Lovelace/);
    const left = await act(browser, `${origin}/`, "Leave");
    assert.match(left.text, /Nobody is signed in/);
  }),
  step("a server action signs in with a password", async ({ origin, visitor }) => {
    const fields = { username: "grace", password: "correct horse" };
    const page = await act(visitor(), `${origin}/`, ["With a password", fields]);
    assert.match(page.text, /Hello grace \(staff\)/, page.url);
  }),
  step("a server action catches the AuthError of a wrong password with its type and code", async (app) => {
    for (const [username, code] of [["grace", "credentials"], ["locked", "locked"]] as const) {
      const form = ["With a password", { username, password: "no" }] as const;
      const { searchParams } = new URL((await act(app.visitor(), `${app.origin}/`, form)).url);
      assert.deepEqual([searchParams.get("failed"), searchParams.get("code")], ["CredentialsSignin", code]);
    }
  }),
  step("auth() around a route handler gives it the session", async ({ origin, visitor }) => {
    const browser = visitor();
    assert.equal(await (await browser.fetch(`${origin}/api/me`)).json(), null);
    const fields = { username: "grace", password: "correct horse" };
    await act(browser, `${origin}/`, ["With a password", fields]);
    assert.equal((await (await browser.fetch(`${origin}/api/me`)).json()).name, "grace");
  }),
  step(
    "the proxy sends strangers to the sign-in page, which leads back",
    async ({ origin, visitor, idp }) => {
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      const page = await visitor().open(`${origin}/protected`);
      assert.equal(new URL(page.url).pathname, "/api/auth/signin");
      const back = await page.submit("/api/auth/signin/idp");
      assert.equal(back.url, `${origin}/protected`);
    },
  ),
  step("unstable_update() gives the changed session", async ({ origin, visitor }) => {
    const browser = visitor();
    const fields = { username: "grace", password: "correct horse" };
    await act(browser, `${origin}/`, ["With a password", fields]);
    const page = await act(browser, `${origin}/edit`, ["Rename", { name: "Amazing Grace" }]);
    assert.equal(new URL(page.url).searchParams.get("now"), "Amazing Grace");
    assert.match(page.text, /Hello Amazing Grace/);
  }),
], record);

/** Submits a form of a server action: as multipart, which Next wants. @param form Text of its button, and fields. */
async function act(
  browser: Browser,
  url: string,
  form: string | readonly [button: string, fields: Readonly<Record<string, string>>],
): Promise<Page> {
  const [button, fields] = typeof form === "string" ? [form, {}] : form;
  const { html } = await browser.open(url);
  const text = html.split("<form").find((part) => part.includes(`>${button}</button>`));
  assert.ok(text, `there is no button "${button}"`);
  const body = new FormData();
  for (const [, name, value] of text.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)) {
    body.set(name!, value ?? "");
  }
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await browser.fetch(url, { method: "POST", body, redirect: "manual" });
  await response.body?.cancel();
  return await browser.open(new URL(response.headers.get("location") ?? url, url).href);
}
