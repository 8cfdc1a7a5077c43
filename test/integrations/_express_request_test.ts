import assert from "node:assert/strict";
import { test } from "node:test";
import { mountPathOf, type RoutedRequest } from "../../src/integrations/express/request.ts";
import { MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { ask, freshConfig, send, serve, VERSIONS } from "./_express.ts";

const QUIET = { error() {}, warn() {} };
const FORWARDED = { "x-forwarded-host": "app.test, inner.test", "x-forwarded-proto": "https" };

for (const { name, express } of VERSIONS) {
  test(`MiddlewareAuth() takes the scheme of a proxy that Express trusts, and never the host, in ${name} (CFG-04)`, async () => {
    const settings = [true, 1, "loopback", "127.0.0.1", (address: string) => address === "127.0.0.1"];
    for (const setting of settings) {
      const app = express().set("trust proxy", setting);
      app.use("/auth", MiddlewareAuth(freshConfig({ logger: QUIET })));
      await using server = await serve(app);
      const page = await (await ask(`${server.url}/auth/signout`, { headers: FORWARDED })).text();
      assert.ok(page.includes(`href="https://127.0.0.1:${server.port}/auth/signin"`), String(setting));
      assert.doesNotMatch(page, /app\.test/);
      const csrf = await ask(`${server.url}/auth/csrf`, { headers: FORWARDED });
      assert.match(csrf.headers.get("set-cookie")!, /^__Host-latchkey\.csrf-token=/);
    }
  });

  test(`MiddlewareAuth() ignores forwarding headers without trust proxy, in ${name}`, async () => {
    await using server = await serve(express().use("/auth", MiddlewareAuth(freshConfig({ logger: QUIET }))));
    const headers = { ...FORWARDED, forwarded: "host=app.test;proto=https" };
    const page = await (await ask(`${server.url}/auth/signout`, { headers })).text();
    assert.ok(page.includes(`href="${server.url}/auth/signin"`));
    assert.doesNotMatch(page, /app\.test/);
  });

  test(`MiddlewareAuth() answers 400 for a host that is not one, and leaves other paths alone, in ${name}`, async () => {
    const app = express().set("trust proxy", true);
    app.use(MiddlewareAuth(freshConfig())).use((_req, res) => void res.send("mine"));
    await using server = await serve(app);
    for (const host of ["a b", "a/b", "user@a", "[::1", "a:99999"]) {
      const get = (path: string) =>
        send(server.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      assert.match(await get("/auth/session"), /^HTTP\/1\.1 400 /, host);
      assert.match(await get("/mine"), /^HTTP\/1\.1 200 /, host);
    }
  });
}

test("mountPathOf() leaves out only a wildcard at the end of a path", () => {
  const at = (originalUrl: string, baseUrl: string, params: object, route?: object) =>
    mountPathOf({ originalUrl, baseUrl, params, route } as unknown as RoutedRequest, () => false);
  assert.equal(at("/a/auth/callback/b", "/a/auth/callback/b", { splat: ["callback", "b"] }), "/a/auth");
  assert.equal(at("/a/auth/callback/b", "/a", { splat: ["callback", "b"] }, {}), "/a/auth");
  assert.equal(at("/a/auth/callback/a", "/a/auth", { splat: ["a"] }), "/a/auth");
  assert.equal(at("/a/auth/callback/b", "/a/auth", { splat: ["a"] }, {}), "/a/auth");
  assert.equal(at("/auth/callback/a%20b", "/auth/callback/a%20b", { 0: "callback/a b" }), "/auth");
  assert.equal(at("/en/auth/callback/%", "/en/auth", { 0: "en" }, {}), "/en/auth");
  assert.equal(at("/auth/session", "/auth", { 0: undefined }), "/auth");
});
