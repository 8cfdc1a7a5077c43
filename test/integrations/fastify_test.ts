import assert from "node:assert/strict";
import http2 from "node:http2";
import { Readable, Transform } from "node:stream";
import { test, type TestContext } from "node:test";
import cookie from "npm:@fastify/cookie@11.1.5";
import formbody from "npm:@fastify/formbody@9.0.1";
import helmet from "npm:@fastify/helmet@13.2.0";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "npm:fastify@5.12.8";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { FastifyAuth, type RequestAuth, requireSession } from "../../src/integrations/fastify/fastify.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config, signedIn } from "./_application.ts";
import { LONGEST_WAIT } from "../_longest_wait.ts";

declare module "npm:fastify@5.12.8" {
  interface FastifyRequest {
    auth: RequestAuth<typeof config>;
  }
}

const TOKEN = "latchkey.session-token";
const untrusted = { ...config, trustHost: undefined } as unknown as AuthConfig;

test("FastifyAuth() answers below the prefix of its instance, its own prefix, basePath, and the path of url", async (t) => {
  const apps: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
    "/auth": (app) => app.register(FastifyAuth, { config }),
    "/api/auth": (app) => app.register((api) => api.register(FastifyAuth, { config }), { prefix: "/api" }),
    "/v1/sign": (app) => app.register(FastifyAuth, { config, prefix: "/v1/sign" }),
    "/a/b/c": (app) =>
      app.register((api) => api.register(FastifyAuth, { config: { ...config, basePath: "/a/b/c" } }), {
        prefix: "/a",
      }),
    "": (app) => app.register(FastifyAuth, { config: { ...config, basePath: "/" } }),
    // A proxy has removed the path of the application, or has not.
    "/login/auth": (app) =>
      app.register(FastifyAuth, { config: { ...config, url: "https://a.example/login" } }),
    "/x/auth": (app) =>
      app.register(
        (api) => api.register(FastifyAuth, { config: { ...config, url: "https://a.example/app" } }),
        {
          prefix: "/x",
        },
      ),
  };
  for (const [base, register] of Object.entries(apps)) {
    const { get } = await serve(t, (app) => void register(app));
    const found = await get(`${base}/csrf`);
    assert.equal(found.status, 200, base);
    assert.equal(typeof (await found.json()).csrfToken, "string");
    for (const path of [`${base}/nothing`, `${base || "/"}x/csrf`, `/q${base}/csrf`]) {
      assert.equal((await get(path)).status, 404, path);
    }
  }
});

test("FastifyAuth() leaves the application its own routes below the same path", async (t) => {
  const { get } = await serve(t, async (app) => {
    await app.register(FastifyAuth, { config });
    app.get("/auth/login", () => "login");
    app.get("/auth/:page", () => "page");
    app.get("/*", () => "rest");
  });
  for (const [path, text] of [["/auth/login", "login"], ["/auth/other", "page"], ["/x", "rest"]] as const) {
    assert.equal(await (await get(path)).text(), text);
  }
  assert.match(await (await get("/auth/csrf")).text(), /csrfToken/);
  for (
    const path of ["/auth/signin/idp/more", "/auth/session/list", "/auth/account/export", "/auth/%73ession/x"]
  ) {
    assert.equal(await (await get(path)).text(), "rest", path);
  }
});

test("FastifyAuth() refuses to be registered where it cannot work, and says what to write", async () => {
  const wrong: readonly (readonly [register: (app: FastifyInstance) => unknown, message: RegExp])[] = [
    [(app) => app.register(FastifyAuth as never), /write `app\.register\(FastifyAuth, \{ config \}\)`/],
    [(app) => app.register(FastifyAuth as never, config as never), /needs the config in its options/],
    [(app) => app.register(FastifyAuth(config as never, undefined as never) as never), /needs the config/],
    [(app) => app.register(FastifyAuth, { config: { providers: [], secret: "short" } }), /secret/],
    [
      (app) => app.register(FastifyAuth, { config: { ...config, basePath: "/auth" }, prefix: "/login" }),
      /at "\/login": the config says "\/auth"/,
    ],
    [
      (app) =>
        app.register((api) => api.register(FastifyAuth, { config: { ...config, basePath: "/auth" } }), {
          prefix: "/api",
        }),
      /at "\/auth": the instance that registers it is below the prefix "\/api"/,
    ],
    [
      (app) => app.register(FastifyAuth, { config }).register(FastifyAuth, { config, prefix: "/other" }),
      /twice for the same routes/,
    ],
  ];
  for (const [register, message] of wrong) {
    const app = Fastify();
    await assert.rejects(async () => (register(app), await app.ready()), message);
    await app.close();
  }
});

test("FastifyAuth() takes the protocol that Fastify finds, and never the host of a forwarding header (CFG-04)", async (t) => {
  const forwarded = {
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
  };
  const own = { ...untrusted, url: "https://own.example" };
  const cases: readonly (readonly [FastifyServerOptions, AuthConfig, headers: object, link: RegExp])[] = [
    [{ trustProxy: true }, config, forwarded, /"https:\/\/127\.0\.0\.1:\d+\/auth\/signin"/],
    [{ trustProxy: "127.0.0.1" }, config, forwarded, /"https:\/\/127\.0\.0\.1:\d+\/auth\/signin"/],
    [{ trustProxy: true }, config, {}, /"http:\/\/127\.0\.0\.1:\d+\/auth\/signin"/],
    [{}, config, forwarded, /"http:\/\/127\.0\.0\.1:\d+\/auth\/signin"/],
    [{ trustProxy: true }, own, forwarded, /"https:\/\/own\.example\/auth/],
    [{}, own, forwarded, /"https:\/\/own\.example\/auth/],
  ];
  for (const [options, own, headers, link] of cases) {
    const { get } = await serve(t, (app) => void app.register(FastifyAuth, { config: own }), options);
    const page = await (await get("/auth/signout", { headers: headers as HeadersInit })).text();
    assert.match(page, link);
    assert.doesNotMatch(page, /evil/);
  }
});

test("FastifyAuth() keeps headers and cookies of the application and of other plugins", async (t) => {
  for (const order of ["before", "after"] as const) {
    const { get } = await serve(t, async (app) => {
      const add = async () => void (await app.register(cookie), await app.register(helmet));
      if (order === "before") await add();
      await app.register(FastifyAuth, { config });
      if (order === "after") await add();
      app.addHook("onRequest", (_request, reply, done) => {
        reply.header("set-cookie", "hook=1");
        reply.setCookie("plugin", "1");
        done();
      });
      app.get("/mine", async (request, reply) => {
        reply.header("set-cookie", ["x=1", "y=2"]);
        return { name: (await request.auth())?.user?.name };
      });
    });
    const headers = { cookie: await signedIn() };
    const mine = await get("/mine", { headers });
    assert.deepEqual(await mine.json(), { name: "Ada" });
    assert.deepEqual(namesOf(mine), ["hook", TOKEN, "plugin", "x", "y"]);
    const own = await get("/auth/csrf", { headers });
    assert.deepEqual(namesOf(own), ["hook", "latchkey.csrf-token", "plugin"]);
    for (const response of [mine, own]) {
      assert.equal(response.headers.get("x-dns-prefetch-control"), "off");
      assert.match(response.headers.get("cache-control")!, /no-store/);
    }
    // The library's pages have a policy that their forms need.
    const page = await get("/auth/signout");
    assert.match(page.headers.get("content-security-policy")!, /form-action/);
    assert.equal(page.headers.get("content-security-policy")!.includes("script-src-attr"), false);
  }
});

test("FastifyAuth() keeps cookies that were set on the response of Node", async (t) => {
  const { get } = await serve(t, async (app) => {
    await app.register(FastifyAuth, { config });
    app.addHook("onRequest", (_request, reply, done) => {
      reply.raw.setHeader("set-cookie", ["raw=1", "other=1"]);
      done();
    });
    app.get("/mine", async (request) => await request.auth());
  });
  const headers = { cookie: await signedIn() };
  assert.deepEqual(namesOf(await get("/mine", { headers })), [TOKEN, "other", "raw"]);
  assert.deepEqual(namesOf(await get("/auth/csrf", { headers })), ["latchkey.csrf-token", "other", "raw"]);
});

test("FastifyAuth() adds the cookie to streams, errors and answers of hooks, and not to a hijacked reply", async (t) => {
  const { get } = await serve(t, async (app) => {
    await app.register(FastifyAuth, { config });
    app.addHook("onRequest", async (request, reply) => {
      await request.auth();
      if (request.url === "/hook") return reply.send("hook");
    });
    app.get("/stream", (_request, reply) => reply.send(Readable.from(["a", "b"])));
    app.get("/response", () => new Response("web"));
    app.get("/fail", () => {
      throw new Error("This is meant to fail.");
    });
    app.get("/hijacked", (_request, reply) => {
      reply.hijack();
      reply.raw.end("raw");
    });
  });
  const headers = { cookie: await signedIn() };
  const expected = {
    "/stream": "ab",
    "/response": "web",
    "/hook": "hook",
    "/fail": /meant to fail/,
    "/no": /not found/i,
  };
  for (const [path, text] of Object.entries(expected)) {
    const response = await get(path, { headers });
    assert.match(await response.text(), new RegExp(text), path);
    assert.deepEqual(namesOf(response), [TOKEN], path);
  }
  const hijacked = await get("/hijacked", { headers });
  assert.deepEqual([await hijacked.text(), namesOf(hijacked)], ["raw", []]);
});

for (
  const [name, prepare] of Object.entries<(app: FastifyInstance) => unknown>({
    "no plugin": () => {},
    "@fastify/formbody": (app) => app.register(formbody),
    "a parser of all types": (app) =>
      app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body)),
    "a preParsing hook that passes the body through": (app) =>
      app.addHook("preParsing", (_request, _reply, payload, done) => {
        done(null, payload.pipe(new Transform({ transform: (chunk, _, next) => next(null, chunk) })));
      }),
  })
) {
  test(`FastifyAuth() reads forms and JSON with ${name}`, async (t) => {
    const { get } = await serve(t, async (app) => {
      await prepare(app);
      await app.register(FastifyAuth, { config });
    });
    for (const type of ["application/x-www-form-urlencoded", "application/json"]) {
      const csrf = await get("/auth/csrf");
      const fields = { ...await csrf.json(), callbackUrl: "/a?b=é" };
      const body = type === "application/json" ? JSON.stringify(fields) : String(new URLSearchParams(fields));
      const headers = { "content-type": type, cookie: csrf.headers.getSetCookie()[0]!.split(";")[0]! };
      const left = await get("/auth/signout", { method: "POST", body, headers });
      assert.equal(left.status, 303, type);
      assert.match(left.headers.get("location")!, /\/a\?b=%C3%A9$/);
      const large = await get("/auth/signout", { method: "POST", body: "a".repeat(2_000_000), headers });
      assert.equal(large.status, 413, type);
    }
    const empty = await get("/auth/signout", { method: "POST" });
    assert.ok(empty.status < 500);
  });
}

test("FastifyAuth() says that a hook has read the body, through Fastify's error handler", async (t) => {
  const { get } = await serve(t, async (app) => {
    app.addHook("preParsing", async (_request, _reply, payload) => {
      for await (const _ of payload);
      return payload;
    });
    await app.register(FastifyAuth, { config });
  });
  const response = await get("/auth/signout", { method: "POST", body: new URLSearchParams({ a: "b" }) });
  assert.equal(response.status, 500);
  assert.match(
    (await response.json()).message,
    /something has read it before\. A hook .* must return a stream/,
  );
});

test("requireSession() fails without FastifyAuth, and uncalled, with a sentence and without hanging", async (t) => {
  const { get } = await serve(t, (app) => {
    app.get("/without", { preHandler: requireSession() }, () => "open");
    app.get("/uncalled", { preHandler: requireSession as never }, () => "open");
  });
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const without = await get("/without", { signal });
  assert.equal(without.status, 500);
  assert.match(
    (await without.json()).message,
    /Write `await app\.register\(FastifyAuth, \{ config \}\)` before/,
  );
  const uncalled = await get("/uncalled", { signal });
  assert.equal(uncalled.status, 500);
  assert.match((await uncalled.json()).message, /write `preHandler: requireSession\(\)`/);
});

test("FastifyAuth() works with app.inject(), as tests of applications use it", async () => {
  const app = Fastify();
  await app.register(FastifyAuth, { config });
  app.get("/", async (request) => ({ name: (await request.auth())?.user?.name }));
  const headers = { cookie: await signedIn() };
  assert.deepEqual((await app.inject({ url: "/", headers })).json(), { name: "Ada" });
  const csrf = await app.inject("/auth/csrf");
  const left = await app.inject({
    method: "POST",
    url: "/auth/signout",
    headers: { cookie: String(csrf.headers["set-cookie"]).split(";")[0]! },
    payload: csrf.json(),
  });
  assert.equal(left.statusCode, 303);
  assert.equal((await app.inject({ method: "PUT", url: "/auth/signout" })).statusCode, 405);
});

test("FastifyAuth() works over HTTP/2", async (t) => {
  const app = Fastify({ http2: true });
  await app.register(FastifyAuth, { config });
  app.get("/", async (request) => (await request.auth())?.user?.name);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const client = http2.connect(url);
  const text = async (path: string) => {
    const stream = client.request({ ":path": path, cookie: await signedIn() });
    stream.setEncoding("utf8");
    let all = "";
    for await (const chunk of stream) all += chunk;
    return all;
  };
  assert.equal(await text("/"), "Ada");
  assert.equal(JSON.parse(await text("/auth/session")).user.name, "Ada");
  client.close();
});

test("FastifyAuth() aborts the signal of a request of HTTP/2 when the client goes away, also where a hook pipes its body", async (t) => {
  const app = Fastify({ http2: true });
  let [entered, aborted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const authorize = async (_: unknown, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener("abort", () => aborted.resolve());
    entered.resolve();
    await aborted.promise;
    return null;
  };
  const own = {
    ...config,
    callbacks: {},
    providers: [Credentials({ credentials: { name: {} }, authorize })],
  };
  app.addHook("preParsing", ({ headers, raw }, _reply, payload, done) => {
    done(
      null,
      headers["x-pipe"]
        ? raw.pipe(new Transform({ transform: (part, _, next) => next(null, part) }))
        : payload,
    );
  });
  await app.register(FastifyAuth, { config: own as AuthConfig });
  app.post(
    "/login",
    async (request) => await request.auth.signIn({ providerId: "credentials", fields: { name: "a" } }),
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const csrf = await app.inject("/auth/csrf");
  const cookie = String(csrf.headers["set-cookie"]).split(";")[0]!;
  const client = http2.connect(url);
  for (
    const headers of [{ ":path": "/auth/callback/credentials" }, {
      ":path": "/auth/callback/credentials",
      "x-pipe": "1",
    }, { ":path": "/login" }]
  ) {
    [entered, aborted] = [Promise.withResolvers(), Promise.withResolvers()];
    const stream = client.request({
      ...headers,
      ":method": "POST",
      "content-type": "application/json",
      cookie,
    });
    stream.on("error", () => {});
    stream.end(JSON.stringify({ ...csrf.json(), name: "a" }));
    await entered.promise;
    stream.close(http2.constants.NGHTTP2_CANCEL);
    await aborted.promise;
  }
  client.close();
});

async function serve(
  t: TestContext,
  prepare: (app: FastifyInstance) => unknown,
  options: FastifyServerOptions = {},
) {
  const app = Fastify({ forceCloseConnections: true, ...options }) as unknown as FastifyInstance;
  await prepare(app);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  t.after(() => app.close());
  const get = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: "manual", ...init });
  return { url, get };
}

function namesOf(response: Response): string[] {
  return response.headers.getSetCookie().map((each) => each.split("=")[0]!).sort();
}
