import assert from "node:assert/strict";
import { test } from "node:test";
import { isShort } from "../_short.ts";
import { install, obstacle } from "../runtimes/install.ts";
import { prepareDatabase } from "../runtimes/worker_example.ts";
import { bunBinary, nodeBinary } from "../runtimes/runtimes.ts";
import { type App, installApp, openApp, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { cookieNames, signedIn, TOKEN, updateCheck } from "./_own_code.ts";
import { checkTypes } from "./_types.ts";
import { openWorkerApp } from "./_worker_app.ts";
import { checkMemberExample, checkOwnForm, GITHUB } from "./_member_example.ts";

const wanted = { name: "hono", files: ["examples/hono", "npm/frameworks/hono"] };
const folder = await installApp({ ...wanted, run: [] });

checkTypes("Hono", folder);

const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: ["node", "serve_node.mjs"],
  Deno: [Deno.execPath(), "run", "-A", "--node-modules-dir=manual", "serve_deno.mjs"],
  ...(obstacle === null && !isShort && { Bun: [bunBinary, "serve_bun.mjs"] }),
};

if (obstacle === null) await install();
else console.log(`skipped: Hono on Bun, as ${obstacle}`);

const apps: [runtime: string, app: App][] = [
  ["Cloudflare Workers", await openWorkerApp({ file: `${folder}/serve_worker.mjs` })],
];
for (const [runtime, run] of Object.entries(RUNTIMES)) {
  apps.push([runtime, await startApp({ ...wanted, run }, folder)]);
}

for (const [runtime, app] of apps) {
  frameworkChecks(`Hono 4.13.19 on ${runtime}`, app);
  updateCheck(app, `a route of Hono on ${runtime}`, "/update");

  test(`HonoAuth() on ${runtime} adds the cookie of a prolonged session to a stream`, async () => {
    const response = await (await signedIn(app)).fetch(`${app.origin}/stream`);
    assert.match(response.headers.get("content-type")!, /^text\/event-stream/);
    assert.deepEqual(cookieNames(response), [TOKEN]);
    assert.equal(await response.text(), "data: 1\n\ndata: 2\n\ndata: Ada Lovelace\n\n");
  });
}

for (
  const [runtime, run] of Object.entries({
    Bun: [bunBinary, "main.ts"],
    Node: [nodeBinary("node24"), "node.ts"],
  })
) {
  test(`examples/hono signs users in on ${runtime}, unmodified`, { skip: obstacle ?? false }, async () => {
    const example = { name: "hono_example", files: ["examples/hono"], run, env: GITHUB };
    await checkMemberExample(await openApp(example));
  });
}

test(
  "signIn() and signOut() of Hono serve the form of docs/frameworks/hono.md",
  { skip: obstacle ?? false },
  async () => {
    await checkOwnForm(await startApp({ ...wanted, run: [bunBinary, "login.ts"] }, folder));
  },
);

test("HonoAuth() keeps sessions in D1, as docs/frameworks/hono.md shows", async () => {
  const options = { d1Databases: { DB: "auth" } };
  const app = await openWorkerApp({ file: `${folder}/worker.ts`, options, bindings: GITHUB });
  const value = await prepareDatabase(await app.database("DB"));
  const browser = app.visitor();
  assert.equal((await browser.open(`${app.origin}/`)).text, "Hello, stranger");
  browser.setCookie(app.origin, `__Host-latchkey.session-token=${value}; Secure`);
  assert.equal((await browser.open(`${app.origin}/`)).text, "Hello, Ada");
});
