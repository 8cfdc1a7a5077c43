import assert from "node:assert/strict";
import { test } from "node:test";
import { MiddlewareAuth } from "../../src/integrations/express.ts";
import { ask, catching, freshConfig, send, serve, VERSIONS } from "./_express.ts";

const QUIET = { error() {}, warn() {} };
const FORWARDED = { "x-forwarded-host": "app.test, inner.test", "x-forwarded-proto": "https" };

for (const { name, express } of VERSIONS) {
  test(`MiddlewareAuth() trusts the host if trust proxy is on for the peer, in ${name}`, async () => {
    const settings = [true, 1, "loopback", "127.0.0.1", (address: string) => address === "127.0.0.1"];
    for (const setting of settings) {
      const app = express().set("trust proxy", setting);
      app.use("/auth", MiddlewareAuth(freshConfig({ trustHost: undefined })));
      await using server = await serve(app);
      const page = await (await ask(`${server.url}/auth/signout`, { headers: FORWARDED })).text();
      assert.ok(page.includes('href="https://app.test/auth/signin"'), String(setting));
      const csrf = await ask(`${server.url}/auth/csrf`, { headers: FORWARDED });
      assert.match(csrf.headers.get("set-cookie")!, /^__Host-latchkey\.csrf-token=/);
    }
  });

  test(`MiddlewareAuth() passes UntrustedHost with three remedies to next, in ${name}`, async () => {
    for (const setting of [false, 0, "10.0.0.1", undefined]) {
      const errors: Error[] = [];
      const app = express();
      if (setting !== undefined) app.set("trust proxy", setting);
      app.use("/auth", MiddlewareAuth(freshConfig({ trustHost: undefined })));
      app.get("/", (_req, res) => void res.send("mine"));
      app.use(catching(errors));
      await using server = await serve(app);
      for (const method of ["GET", "POST"]) {
        const response = await ask(`${server.url}/auth/session`, { method, headers: FORWARDED });
        const text = await response.text();
        assert.deepEqual([response.status, errors.at(-1)!.name], [500, "UntrustedHost"]);
        for (const remedy of ["AUTH_URL", "AUTH_TRUST_HOST=true", 'app.set("trust proxy", …)']) {
          assert.ok(text.includes(remedy), text);
        }
      }
      assert.equal(await (await ask(server.url)).text(), "mine");
    }
  });

  test(`MiddlewareAuth() ignores forwarding headers without trust proxy, in ${name} (W-X2)`, async () => {
    await using server = await serve(express().use("/auth", MiddlewareAuth(freshConfig({ logger: QUIET }))));
    const headers = { ...FORWARDED, forwarded: "host=app.test;proto=https" };
    const page = await (await ask(`${server.url}/auth/signout`, { headers })).text();
    assert.ok(page.includes(`href="${server.url}/auth/signin"`));
    assert.doesNotMatch(page, /app\.test/);
  });

  test(`MiddlewareAuth() uses the URL of the config, whatever the request says, in ${name}`, async () => {
    const app = express().set("trust proxy", true);
    app.use(
      "/auth",
      MiddlewareAuth(freshConfig({ trustHost: undefined, url: "https://own.test", logger: QUIET })),
    );
    await using server = await serve(app);
    const page = await (await ask(`${server.url}/auth/signout`, { headers: FORWARDED })).text();
    assert.match(page, /href="https:\/\/own\.test\/auth\/signin"/);
  });

  test(`MiddlewareAuth() answers 400 for a host that is not one, and leaves other paths alone, in ${name}`, async () => {
    const app = express().set("trust proxy", true);
    app.use(MiddlewareAuth(freshConfig())).use((_req, res) => void res.send("mine"));
    await using server = await serve(app);
    for (const host of ["a b", "a/b", "user@a", "[::1", "a:99999"]) {
      const get = (path: string, header = "Host") =>
        send(
          server.port,
          `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}: ${host}\r\nConnection: close\r\n\r\n`
            .replace(header === "Host" ? "Host: x\r\n" : "", ""),
        );
      assert.match(await get("/auth/session"), /^HTTP\/1\.1 400 /, host);
      assert.match(await get("/auth/session", "X-Forwarded-Host"), /^HTTP\/1\.1 400 /, host);
      assert.match(await get("/mine"), /^HTTP\/1\.1 200 /, host);
    }
  });
}
