import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { getSession, MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { signedIn, signOut } from "./_application.ts";
import { ask, catching, freshConfig, serve, VERSIONS } from "./_express.ts";

for (const { name, express } of VERSIONS) {
  test(`getSession() reads once per request and config, and prolongs the session, in ${name}`, async () => {
    let reads = 0;
    const count = { session: ({ session }: { session: object }) => (reads++, session) as never };
    const [one, other] = [
      freshConfig({ callbacks: count }),
      freshConfig({ callbacks: count, cookies: { csrfToken: { name: "other.csrf" } } }),
    ];
    const app = express().use("/auth", MiddlewareAuth(one));
    app.get("/", async (req, res) => {
      res.setHeader("set-cookie", ["own=1", "own2=2"]);
      const names = await Promise.all([one, one, other].map((each) => getSession(req, each)));
      res.json(names.map((session) => session?.user?.name));
    });
    await using server = await serve(app);
    const response = await ask(server.url, { headers: { cookie: await signedIn() } });
    assert.deepEqual(await response.json(), ["Ada", "Ada", "Ada"]);
    assert.equal(reads, 2);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
    assert.deepEqual(cookies, ["own", "own2", "latchkey.session-token"]);
    assert.match(response.headers.get("cache-control")!, /no-store/);
  });

  test(`getSession() works without a mount, and after the headers were sent, in ${name}`, async () => {
    const config = freshConfig();
    const app = express();
    app.get("/", async (req, res) => {
      if (req.query.sent) res.writeHead(200).write("");
      res.end((await getSession(req, config))?.user.name ?? "stranger");
    });
    await using server = await serve(app);
    assert.equal(await (await ask(server.url)).text(), "stranger");
    const response = await ask(`${server.url}/?sent=1`, { headers: { cookie: await signedIn() } });
    assert.equal(await response.text(), "Ada");
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  test(`getSession() leaves the last word to an answer that ends the session, in ${name}`, async () => {
    const cookie = await signedIn();
    const config = freshConfig();
    const app = express();
    app.get("/out", async (req, res) => {
      for (const header of (await signOut(cookie)).headers.getSetCookie()) res.append("set-cookie", header);
      await getSession(req, config);
      res.end();
    });
    // Every request, those of the library too.
    app.use(async (req, _res, next) => {
      await getSession(req, config);
      next();
    });
    app.use("/api", express.Router().use("/auth", MiddlewareAuth(config)));
    await using server = await serve(app);
    const out = await ask(`${server.url}/out`, { headers: { cookie } });
    assert.deepEqual(out.headers.getSetCookie().length, 1);
    assert.match(out.headers.get("cache-control")!, /no-store/);
    const csrf = await ask(`${server.url}/api/auth/csrf`, { headers: { cookie } });
    const { csrfToken } = await csrf.json();
    const csrfCookie = csrf.headers.getSetCookie().find((each) => /csrf/.test(each))!.split(";")[0];
    const signedOut = await ask(`${server.url}/api/auth/signout`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
      headers: { cookie: `${cookie}; ${csrfCookie}` },
    });
    const tokens = signedOut.headers.getSetCookie().filter((each) => /session-token/.test(each));
    assert.deepEqual([tokens.length, /Max-Age=0/.test(tokens[0]!)], [1, true]);
  });

  test(`getSession() uses the scheme that Express sees, in ${name}`, async () => {
    const config = freshConfig();
    const app = express().set("trust proxy", true);
    app.get("/", async (req, res) => void res.json((await getSession(req, config))?.user.name ?? null));
    await using server = await serve(app);
    const cookie = await signedIn("__Host-");
    const secure = { cookie, "x-forwarded-proto": "https" };
    assert.equal(await (await ask(server.url, { headers: secure })).json(), "Ada");
    assert.equal(await (await ask(server.url, { headers: { cookie } })).json(), null);
    app.set("trust proxy", false);
    assert.equal(await (await ask(server.url, { headers: secure })).json(), null);
  });

  test(`getSession() rejects with AdapterError if the database fails, in ${name}`, async () => {
    const errors: Error[] = [];
    const config = freshConfig({
      session: { strategy: "database" },
      adapter: { ...Memory(), getSessionAndUser: () => Promise.reject(new Error("no database")) },
      callbacks: {},
    });
    const app = express();
    app.get("/", (req, res, next) => {
      getSession(req, config).then((session) => res.json(session), next);
    });
    await using server = await serve(app.use(catching(errors)));
    const headers = { cookie: "latchkey.session-token=0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f" };
    assert.equal((await ask(server.url, { headers })).status, 503);
    assert.deepEqual(errors.map((error) => error.name), ["AdapterError"]);
  });
}

test("getSession() says what it must be called with", async () => {
  const req = { headers: {}, socket: {} };
  for (
    const args of [[], [req], [freshConfig(), req], [req, () => {}], [new Request("http://a"), freshConfig()]]
  ) {
    await assert.rejects(
      () => getSession(...args as unknown as Parameters<typeof getSession>),
      /Cannot (read the session|use getSession): .* write `await getSession\(req, config\)`/,
    );
  }
});
