import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "../../src/model/jwt.ts";
import { SECRET } from "../compat/_servers.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { nodeBinary } from "../runtimes/runtimes.ts";
import { installApp, startApp, type Wanted } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { checkOwnForm, GITHUB } from "./_member_example.ts";
import { ownCodeChecks, updateCheck } from "./_own_code.ts";
import { checkTypes } from "./_types.ts";

const wanted: Wanted = {
  name: "koa",
  files: ["examples/koa", "npm/frameworks/koa"],
  run: ["node", "main.mjs"],
};
const folder = await installApp(wanted);
const app = await startApp(wanted, folder);

checkTypes("Koa", folder);
frameworkChecks("Koa 3.2.1 on Node", app);
updateCheck(app, "a middleware of Koa", "/update");
ownCodeChecks(app, {
  place: "a middleware of Koa",
  signIn: "/sign-in",
  signOut: "/sign-out",
  headers: { origin: app.origin },
});

test("signIn() and signOut() of Koa serve the form of docs/frameworks/koa.md, beside a config for /staff", async () => {
  const run = [Deno.execPath(), "run", "-A", "--node-modules-dir=manual", "more.ts"];
  const more = await startApp({ ...wanted, run, env: GITHUB }, folder);
  await checkOwnForm(more);
  const staff = await more.visitor().open(`${more.origin}/staff/auth/signin`);
  assert.match(staff.html, /\/staff\/auth\/signin\/github/);
});

if (obstacle === null) await install();
else console.log(`skipped: the example of Koa, as ${obstacle}`);

test("examples/koa signs users in and out on Node, unmodified", { skip: obstacle ?? false }, async () => {
  const example = {
    name: "koa_example",
    files: ["examples/koa"],
    run: [nodeBinary("node24"), "main.ts"],
    env: GITHUB,
  };
  const { origin, visitor } = await startApp(example, await installApp(example));
  const stranger = visitor();
  assert.match((await stranger.open(`${origin}/`)).text, /Nobody is signed in Sign in/);
  const page = await stranger.open(`${origin}/account?a=b`);
  assert.equal(page.url, `${origin}/auth/signin?callbackUrl=%2Faccount%3Fa%3Db`);
  assert.match(page.text, /Continue with GitHub/);
  assert.equal((await stranger.fetch(`${origin}/api/me`)).status, 401);
  const name = "__Host-latchkey.session-token";
  const user = visitor();
  const value = await encode({ token: { name: "Ada <b>" }, secret: SECRET, salt: name });
  user.setCookie(origin, `${name}=${value}; Secure`);
  assert.match((await user.open(`${origin}/account`)).text, /For Ada <b>/);
  assert.deepEqual(await (await user.fetch(`${origin}/api/me`)).json(), { name: "Ada <b>" });
  const home = await user.open(`${origin}/`);
  assert.match(home.text, /Hello, Ada <b>/);
  const left = await home.submit("Sign out");
  assert.deepEqual([left.url, /Nobody is signed in/.test(left.text)], [`${origin}/`, true]);
});
