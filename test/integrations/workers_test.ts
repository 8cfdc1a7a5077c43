import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { config, signedIn } from "./_application.ts";

const ctx = { waitUntil() {}, passThroughOnException() {} };
const env = { AUTH_SECRET: config.secret, AUTH_TRUST_HOST: "true" };
const bare: AuthConfig = { ...config, secret: undefined, trustHost: undefined } as never;

test("WorkerAuth() answers its paths, and hands the rest to the application with session, bindings and context", async () => {
  const worker = WorkerAuth(config, async (request, auth, env: { readonly DB: string }, ctx) => {
    const session = await auth();
    return Response.json([new URL(request.url).pathname, session?.id ?? null, env.DB, typeof ctx.waitUntil]);
  });
  const get = (path: string, headers: HeadersInit = {}) =>
    worker.fetch(new Request(`http://localhost${path}`, { headers }), { DB: "db" }, ctx);
  assert.deepEqual(await (await get("/page")).json(), ["/page", null, "db", "function"]);
  const headers = { cookie: await signedIn() };
  const response = await get("/page", headers);
  assert.deepEqual(await response.json(), ["/page", "1", "db", "function"]);
  assert.match(response.headers.get("set-cookie")!, /^latchkey\.session-token=ey/);
  assert.equal((await (await get("/auth/session", headers)).json()).user.name, "Ada");
});

test("WorkerAuth() reads secrets and variables from env, whatever their type, and mounts once for each env", async () => {
  const created: string[] = [];
  const worker = WorkerAuth((env: Record<string, unknown>) => {
    created.push(String(env.NAME));
    return { ...bare, basePath: `/${env.NAME}` };
  }, () => new Response("mine"));
  const first = { AUTH_SECRET: config.secret, AUTH_TRUST_HOST: true, NAME: "first", DB: {} };
  const second = { ...first, NAME: "second" };
  const get = async (path: string, env: Record<string, unknown>) =>
    await (await worker.fetch(new Request(`http://localhost${path}/session`), env, ctx)).text();
  for (const env of [first, second]) {
    for (const path of ["/first", "/second"]) {
      assert.equal(await get(path, env), path.slice(1) === env.NAME ? "null" : "mine");
    }
  }
  assert.deepEqual(created, ["first", "second"]);
});

test("WorkerAuth() reads a fixed config with the variables of each env", async () => {
  const worker = WorkerAuth(bare, () => new Response("mine"));
  const get = async (own: object) => {
    const request = new Request("http://localhost/auth/session", { headers: { cookie: await signedIn() } });
    return await (await worker.fetch(request, own, ctx)).json();
  };
  assert.equal((await get(env)).user.name, "Ada");
  assert.equal(await get({ ...env, AUTH_SECRET: "another-secret-of-more-than-32-characters" }), null);
});

test("WorkerAuth() creates the config again after a failure", async () => {
  let fails = true;
  const worker = WorkerAuth(() => {
    if (fails) throw new Error("no database");
    return bare;
  }, () => new Response("mine"));
  const get = () => worker.fetch(new Request("http://localhost/"), env, ctx);
  await assert.rejects(get, /the function passed to WorkerAuth failed: .*no database/);
  fails = false;
  assert.equal(await (await get()).text(), "mine");
});

test("WorkerAuth() says what to write instead of a missing config, application or environment", async () => {
  const app = () => new Response("mine");
  assert.throws(() => WorkerAuth(undefined as never, app), /WorkerAuth got undefined: write/);
  assert.throws(
    () => WorkerAuth({ fetch: app } as never, app),
    /WorkerAuth got an application: write/,
  );
  assert.throws(
    () => WorkerAuth(config, undefined as never),
    /write a function of \(request, auth, env, ctx\)/,
  );
  assert.throws(() => WorkerAuth(config, { fetch: app } as never), /`HonoAuth` of @latchkey\/auth\/hono/);
  const worker = WorkerAuth(bare, app);
  const request = new Request("http://localhost/");
  await assert.rejects(
    worker.fetch(request, undefined as never, ctx),
    /`worker\.fetch\(request, env, ctx\)`/,
  );
  await assert.rejects(worker.fetch(request, {}, ctx), /AUTH_SECRET/);
  await assert.rejects(worker.fetch(request, { AUTH_SECRET: config.secret }, ctx), /AUTH_URL/);
});
