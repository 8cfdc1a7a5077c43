import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ConfigError, MissingSecret } from "../../src/errors/errors.ts";
import { mountSource } from "../../src/integrations/mount/config_source.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";
import { oidc } from "../flows/_world.ts";
import { config } from "./_application.ts";

const options = { caller: "TestAuth", capabilities: ALL_CAPABILITIES, env: () => ({}) };

test("mountSource() mounts a config once, at the first request", async () => {
  const asked: string[] = [];
  const mounted = mountSource(config, {
    caller: "TestAuth",
    capabilities: ALL_CAPABILITIES,
    env: (at: string) => {
      asked.push(at);
      return {};
    },
  });
  assert.deepEqual(asked, []);
  assert.equal(await mounted("first"), await mounted("second"));
  assert.deepEqual(asked, ["first"]);
});

test("mountSource() passes the request to the function, and mounts each object that it returns once", async () => {
  const other = { ...config, basePath: "/other" };
  const mounted = mountSource((host: string) => host === "a" ? config : other, options);
  const [a, b] = [await mounted("a"), await mounted("b")];
  assert.deepEqual([a.basePath, b.basePath], ["/auth", "/other"]);
  assert.equal(await mounted("a"), a);
  assert.equal(await mounted("b"), b);
});

test("mountSource() accepts a function that returns a promise, and the default path of a framework", async () => {
  const mounted = mountSource(() => Promise.resolve(config), { ...options, defaultPath: "/api/auth" });
  assert.equal((await mounted(null)).basePath, "/api/auth");
});

/** AUTH_URL, and where the library is then if a framework has it at `/api/auth` by default. */
const PATHS: Readonly<Record<string, string>> = {
  "": "/api/auth",
  "https://app.example": "/api/auth",
  "https://app.example/": "/api/auth",
  "https://app.example/shop": "/shop/api/auth",
  "https://app.example/shop/auth": "/shop/auth",
  "https://app.example/api/auth": "/api/auth",
};

for (const [AUTH_URL, basePath] of Object.entries(PATHS)) {
  test(`mountSource() with a default path reads the path of the library from AUTH_URL "${AUTH_URL}"`, async () => {
    const warnings: string[] = [];
    const own = { ...config, logger: { warn: (code: string) => void warnings.push(code), error() {} } };
    const env = () => ({ AUTH_URL });
    const mounted = await mountSource(own, {
      caller: "TestAuth",
      capabilities: ALL_CAPABILITIES,
      env,
      defaultPath: "/api/auth",
    })(null);
    assert.equal(mounted.basePath, basePath);
    assert.equal(mounted.owns(`${basePath}/session`), true);
    assert.deepEqual(warnings, []);
    const explicit = mountSource({ ...own, basePath: "/own" }, {
      caller: "TestAuth",
      capabilities: ALL_CAPABILITIES,
      env,
      defaultPath: "/api/auth",
    });
    assert.equal((await explicit(null)).basePath, "/own");
  });
}

test("mountSource() says that the function failed, and with what", async () => {
  for (const thrown of [new Error("no database"), "no database"]) {
    const mounted = mountSource<AuthConfig, null>(() => Promise.reject(thrown), options);
    await assert.rejects(mounted(null), (error: ConfigError) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /the function passed to TestAuth failed: .*no database/);
      assert.match(String(error.cause?.err), /no database/);
      return true;
    });
  }
});

test("mountSource() says that the function returned no config", async () => {
  for (const returned of [undefined, null, "config", 1]) {
    const mounted = mountSource((() => returned) as unknown as () => AuthConfig, options);
    await assert.rejects(mounted(null), /the function passed to TestAuth returned .*: return an object/);
  }
});

test("mountSource() rejects each request of an invalid config, and works once the config does", async () => {
  const secrets: (string | undefined)[] = [undefined, undefined, config.secret];
  const mounted = mountSource(() => ({ ...config, secret: secrets.shift() }) as AuthConfig, options);
  await assert.rejects(mounted(null), MissingSecret);
  await assert.rejects(mounted(null), MissingSecret);
  assert.equal((await mounted(null)).basePath, "/auth");
});

test("mountSource() fetches metadata and keys once for all configs of a function", async () => {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now });
  platform.sites[idp.origin] = idp.fetch;
  const create = () => ({
    ...config,
    url: "https://app.test",
    platform,
    providers: [oidc(idp)],
  });
  const mounted = mountSource(create, options);
  for (let i = 0; i < 3; i++) {
    const request = { url: "https://app.test/", headers: new Headers() };
    const { url, cookies } = await (await mounted(null)).signIn(request, { providerId: "idp" });
    const callback = (await idp.fetch(new Request(url))).headers.get("location")!;
    const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const back = await (await mounted(null)).answer(new Request(callback, { headers: { cookie } }));
    assert.equal(back.headers.get("location"), "https://app.test");
  }
  const endpoints = idp.requests.map(({ endpoint }) => endpoint);
  assert.equal(endpoints.filter((endpoint) => endpoint === "token").length, 3);
  assert.equal(endpoints.filter((endpoint) => endpoint === "metadata").length, 1);
  assert.equal(endpoints.filter((endpoint) => endpoint === "jwks").length, 1);
});

test("mountSource() does not share metadata between providers with different issuers (CFG-14)", async () => {
  const [one, two] = [
    fakeProvider({ issuer: "https://one.test" }),
    fakeProvider({ issuer: "https://two.test" }),
  ];
  const platform = testPlatform({ sites: { [one.origin]: one.fetch, [two.origin]: two.fetch } });
  const create = (idp: typeof one) => ({ ...config, platform, providers: [oidc(idp)] });
  const mounted = mountSource(create, options);
  for (const idp of [one, two, one]) {
    const request = { url: "https://app.test/", headers: new Headers() };
    const { url } = await (await mounted(idp)).signIn(request, { providerId: "idp" });
    assert.equal(new URL(url).origin, idp.origin);
  }
});

test("mountSource() writes each warning and each mistake in a config once, and each failure of a request", async () => {
  const log: string[] = [];
  const logger = {
    warn: (code: string) => void log.push(`warn ${code.split(":")[0]}`),
    error: ({ name }: Error) => void log.push(`error ${name}`),
  };
  const incomplete = { id: "idp", name: "Fake", type: "oidc" as const, issuer: "https://idp.test" };
  const github = { ...incomplete, id: "other", clientId: "a", clientSecret: "b" };
  const mounted = mountSource(() => ({ ...config, logger, providers: [incomplete, github] }) as AuthConfig, {
    caller: "TestAuth",
    capabilities: ALL_CAPABILITIES,
    env: () => ({ AUTH_TRUST_HOST: "maybe" }),
  });
  for (let i = 0; i < 3; i++) {
    const { answer } = await mounted(null);
    const response = await answer(new Request("http://localhost/auth/signout", { method: "POST" }));
    await response.body?.cancel();
  }
  assert.equal(log.filter((line) => line === "error MissingCSRF").length, 3, log.join());
  assert.equal(log.filter((line) => line !== "error MissingCSRF").length, new Set(log).size - 1, log.join());
});

test("mountSource() folds an outage of the database, also where each config has an adapter of its own", async () => {
  const lines: string[] = [];
  let isAway = true;
  const { callbacks: _, logger: __, ...rest } = config;
  const create = (): AuthConfig => ({
    ...rest,
    platform: { log: (level, text) => void lines.push(`${level} ${text}`) },
    adapter: {
      ...Memory(),
      getSessionAndUser: () => isAway ? Promise.reject(new Error("ECONNREFUSED")) : Promise.resolve(null),
    },
  });
  const mounted = mountSource(create, options);
  const headers = { cookie: "latchkey.session-token=a-token-that-was-stored-before" };
  const ask = async () =>
    (await (await mounted(null)).answer(new Request("http://localhost/auth/session", { headers }))).status;
  for (let i = 0; i < 20; i++) assert.equal(await ask(), 503);
  assert.equal(lines.length, 1, lines.join("\n"));
  isAway = false;
  assert.equal(await ask(), 200);
  assert.match(lines[1]!, /^warn .*database-answers: .* 19 more failures/);
});
