import assert from "node:assert/strict";
import { test } from "node:test";
import { prepareDatabase } from "../runtimes/worker_example.ts";
import { installApp, ORIGIN } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { checkTypes } from "./_types.ts";
import { openWorkerApp } from "./_worker_app.ts";

const folder = await installApp({
  name: "workers",
  files: ["examples/workers", "npm/frameworks/workers"],
  run: [],
});
checkTypes("Cloudflare Workers", folder);

const ADA = { sub: "ada", name: "Ada Lovelace", email: "lovelace@example.com" };

frameworkChecks("Cloudflare Workers", await openWorkerApp({ file: `${folder}/checks.mjs` }));

test("WorkerAuth() keeps users and sessions in D1, and creates the config once", async () => {
  const app = await openWorkerApp({ file: `${folder}/d1.mjs`, options: { d1Databases: { DB: "auth" } } });
  const db = await app.database("DB");
  await prepareDatabase(db);
  const count = async () => (await db.prepare("SELECT user_id FROM auth_sessions").all()).results.length;
  const before = await count();
  const browser = app.visitor();
  app.idp.login(ADA);
  await (await browser.open(`${ORIGIN}/auth/signin`)).submit("/auth/signin/idp");
  assert.deepEqual(await (await browser.fetch(`${ORIGIN}/`)).json(), { name: "Ada Lovelace", created: 1 });
  assert.equal(await count(), before + 1);
  await (await browser.open(`${ORIGIN}/auth/signout`)).submit("/auth/signout");
  assert.equal(await count(), before);
  assert.deepEqual(await (await browser.fetch(`${ORIGIN}/`)).json(), { name: null, created: 1 });
});

test("WorkerAuth() signs users up with a name and a password, and in again, with 64 MiB for each hash", async () => {
  const app = await openWorkerApp({
    file: `${folder}/passwords.mjs`,
    options: { d1Databases: { DB: "auth" } },
  });
  const db = await app.database("DB");
  await prepareDatabase(db);
  const account = { email: ADA.email, password: "staple battery horse correct" };
  const browser = app.visitor();
  const asked = await (await browser.open(`${ORIGIN}/auth/signup`)).submit("/auth/signup", {
    ...account,
    name: ADA.name,
  });
  const [{ code }] = await (await browser.fetch(`${ORIGIN}/mails`)).json();
  await asked.submit("/auth/callback/password", { code });
  const user = async () => (await (await browser.fetch(`${ORIGIN}/`)).json())?.name ?? null;
  assert.equal(await user(), ADA.name);
  const stored = await db.prepare("SELECT password_hash FROM auth_security WHERE password_hash LIKE '$%'")
    .all();
  assert.equal(stored.results.length, 1);
  assert.match(Object.values(stored.results[0]!).join(), /^\$scrypt\$ln=16,r=8,p=2\$/);
  await (await browser.open(`${ORIGIN}/auth/signout`)).submit("/auth/signout");
  assert.equal(await user(), null);
  for (
    const [password, name] of [["staple battery horse wrong", null], [account.password, ADA.name]] as const
  ) {
    const page = await browser.open(`${ORIGIN}/auth/signin`);
    await page.submit("/auth/callback/password", { ...account, password });
    assert.equal(await user(), name);
  }
});

test("WorkerAuth() keeps users in KV with an unmodified adapter of Auth.js, and sessions in cookies", async () => {
  const app = await openWorkerApp({ file: `${folder}/kv.mjs`, options: { kvNamespaces: { KV: "auth" } } });
  const ids = new Set<string>();
  for (const name of ["Ada Lovelace", "Ada King"]) {
    const browser = app.visitor();
    app.idp.login({ ...ADA, name });
    await (await browser.open(`${ORIGIN}/auth/signin`)).submit("/auth/signin/idp");
    const shown = await (await browser.fetch(`${ORIGIN}/`)).json();
    assert.match(shown.name, /^Ada/);
    ids.add(shown.id);
  }
  assert.equal(ids.size, 1);
});

test("WorkerAuth() answers requests that another worker passes on by a service binding", async () => {
  const front = {
    name: "front",
    script: "export default { fetch: (request, env) => env.APP.fetch(request) }",
    serviceBindings: { APP: "app" },
  };
  const app = await openWorkerApp({ file: `${folder}/checks.mjs`, front });
  const browser = app.visitor();
  app.idp.login(ADA);
  const page = await (await browser.open(`${ORIGIN}/auth/signin?callbackUrl=%2Fprotected`))
    .submit("/auth/signin/idp");
  assert.deepEqual([page.url, page.text], [`${ORIGIN}/protected`, "For Ada Lovelace"]);
});

test("WorkerAuth() answers the first requests of a worker, all at once", async () => {
  const app = await openWorkerApp({ file: `${folder}/checks.mjs` });
  app.idp.login(ADA);
  await Promise.all(Array.from({ length: 8 }, async () => {
    const browser = app.visitor();
    const page = await (await browser.open(`${ORIGIN}/auth/signin`)).submit("/auth/signin/idp");
    assert.equal(page.url, `${ORIGIN}/`);
    assert.match(page.text, /Hello Ada Lovelace/);
  }));
});

test("WorkerAuth() makes a request fail that has no secret, and says which variable is missing", async () => {
  const app = await openWorkerApp({ file: `${folder}/checks.mjs`, bindings: { AUTH_SECRET: "" } });
  const response = await app.fetch(new Request(`${ORIGIN}/auth/session`));
  assert.equal(response.status, 500);
  assert.match(await response.text() + app.printed(), /AUTH_SECRET/);
});
