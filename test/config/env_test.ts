import assert from "node:assert/strict";
import { test } from "node:test";
import { createActionURL, type Environment, setEnvDefaults } from "../../src/config/env.ts";
import type { AuthConfig } from "../../src/config/types.ts";
import type { OAuthUserConfig, OIDCConfig, Provider } from "../../src/providers/types.ts";
import type { AuthAction } from "../../src/types.ts";

const IDP: OIDCConfig = { id: "my-idp.eu", name: "IdP", type: "oidc", issuer: "https://idp.test" };

/** A config after the environment was added, and the warnings. */
function withEnv(env: Environment, config: Partial<AuthConfig> = {}, quiet = false) {
  const warnings: string[] = [];
  const own = { providers: [], logger: { warn: (code: string) => void warnings.push(code) }, ...config };
  setEnvDefaults(env, own, quiet);
  return { config: own as AuthConfig, warnings };
}

function optionsOf({ providers }: AuthConfig): Record<string, unknown> {
  const { clientId, clientSecret, issuer } = (providers[0] as Provider).options as OAuthUserConfig;
  return { clientId, clientSecret, issuer };
}

test("setEnvDefaults() gives the default base path, and nothing that the environment does not say", () => {
  const config: AuthConfig = { providers: [] };
  setEnvDefaults({}, config);
  assert.deepEqual(config, {
    providers: [],
    basePath: "/auth",
    secret: [],
    redirectProxyUrl: undefined,
    redirectProxySecret: undefined,
    trustHost: false,
  });
});

/** AUTH_URL, and the base path that it stands for. */
const URLS: Readonly<Record<string, string>> = {
  "https://app.test": "/auth",
  "https://app.test/": "/auth",
  "https://app.test/login": "/login",
  "https://app.test/api/auth/": "/api/auth",
  "https://app.test/a?b=/c#/d": "/a",
  "not a url": "/auth",
  "": "/auth",
};

for (const [url, basePath] of Object.entries(URLS)) {
  test(`setEnvDefaults() takes from AUTH_URL "${url}" the base path ${basePath}`, () => {
    assert.equal(withEnv({ AUTH_URL: url }).config.basePath, basePath);
  });
}

test("setEnvDefaults() keeps the base path of the config, and warns that AUTH_URL has one too", () => {
  const env = { AUTH_URL: "https://app.test/login" };
  const { config, warnings } = withEnv(env, { basePath: "/own" });
  assert.equal(config.basePath, "/own");
  assert.deepEqual(warnings, ["env-url-basepath-redundant"]);
  assert.deepEqual(withEnv(env, { basePath: "/own" }, true).warnings, []);
  assert.deepEqual(withEnv({ AUTH_URL: "https://app.test" }, { basePath: "/own" }).warnings, []);
  assert.deepEqual(withEnv(env).warnings, []);
});

test("setEnvDefaults() needs no logger to warn", () => {
  setEnvDefaults({ AUTH_URL: "https://app.test/a" }, { providers: [], basePath: "/b" });
});

test("setEnvDefaults() takes secrets with the newest first: AUTH_SECRET_3, _2, _1, AUTH_SECRET", () => {
  const env = {
    AUTH_SECRET: "0",
    AUTH_SECRET_1: "1",
    AUTH_SECRET_2: "2",
    AUTH_SECRET_3: "3",
    AUTH_SECRET_4: "4",
  };
  assert.deepEqual(withEnv(env).config.secret, ["3", "2", "1", "0"]);
  assert.deepEqual(withEnv({ AUTH_SECRET: "0" }).config.secret, ["0"]);
  assert.deepEqual(withEnv({ AUTH_SECRET_1: "1", AUTH_SECRET: "" }).config.secret, ["1"]);
});

test("setEnvDefaults() keeps the secret of the config", () => {
  const env = { AUTH_SECRET: "env" };
  assert.equal(withEnv(env, { secret: "own" }).config.secret, "own");
  assert.deepEqual(withEnv(env, { secret: ["own"] }).config.secret, ["own"]);
  for (const secret of ["", [], undefined]) assert.deepEqual(withEnv(env, { secret }).config.secret, ["env"]);
});

/** Environments, and whether they make the host trusted (CFG-05). */
const TRUST: readonly (readonly [Environment, boolean])[] = [
  [{}, false],
  [{ NODE_ENV: "development" }, false],
  [{ NODE_ENV: "production" }, false],
  [{ AUTH_TRUST_HOST: "true" }, true],
  [{ AUTH_TRUST_HOST: "1" }, true],
  [{ AUTH_TRUST_HOST: "false" }, false],
  [{ AUTH_TRUST_HOST: "0" }, false],
  [{ AUTH_TRUST_HOST: "no" }, false],
  [{ AUTH_TRUST_HOST: "" }, false],
  [{ AUTH_URL: "https://app.test" }, true],
  [{ AUTH_URL: "" }, false],
  [{ VERCEL: "1" }, true],
  [{ CF_PAGES: "1" }, true],
  [{ DENO_DEPLOYMENT_ID: "x" }, true],
  [{ AUTH_URL: "", VERCEL: "1" }, true],
  [{ AUTH_TRUST_HOST: "", VERCEL: "1" }, true],
  [{ AUTH_TRUST_HOST: "false", VERCEL: "1", AUTH_URL: "https://app.test" }, false],
];

for (const [env, trusted] of TRUST) {
  test(`setEnvDefaults() ${trusted ? "trusts" : "does not trust"} the host with ${JSON.stringify(env)}`, () => {
    assert.equal(withEnv(env).config.trustHost, trusted);
  });
}

test("setEnvDefaults() keeps what the config says about the host", () => {
  assert.equal(withEnv({ AUTH_TRUST_HOST: "true" }, { trustHost: false }).config.trustHost, false);
  assert.equal(withEnv({ AUTH_TRUST_HOST: "false" }, { trustHost: true }).config.trustHost, true);
});

test("setEnvDefaults() takes AUTH_REDIRECT_PROXY_URL, unless the config has a redirect proxy", () => {
  const env = { AUTH_REDIRECT_PROXY_URL: "https://proxy.test/auth" };
  assert.equal(withEnv(env).config.redirectProxyUrl, "https://proxy.test/auth");
  assert.equal(withEnv({ AUTH_REDIRECT_PROXY_URL: "" }).config.redirectProxyUrl, undefined);
  const own = "https://own.test/auth";
  assert.equal(withEnv(env, { redirectProxyUrl: own }).config.redirectProxyUrl, own);
});

test("setEnvDefaults() takes AUTH_REDIRECT_PROXY_SECRET, unless the config has one", () => {
  const env = { AUTH_REDIRECT_PROXY_SECRET: "shared" };
  assert.equal(withEnv(env).config.redirectProxySecret, "shared");
  assert.equal(withEnv({ AUTH_REDIRECT_PROXY_SECRET: "" }).config.redirectProxySecret, undefined);
  assert.deepEqual(withEnv(env, { redirectProxySecret: ["own"] }).config.redirectProxySecret, ["own"]);
});

test("setEnvDefaults() gives a provider its credentials and issuer, by its id in capitals", () => {
  const env = {
    AUTH_MY_IDP_EU_ID: "id",
    AUTH_MY_IDP_EU_SECRET: "secret",
    AUTH_MY_IDP_EU_ISSUER: "https://eu.idp.test",
    AUTH_OTHER_ID: "other",
  };
  const expected = { clientId: "id", clientSecret: "secret", issuer: "https://eu.idp.test" };
  assert.deepEqual(optionsOf(withEnv(env, { providers: [IDP] }).config), expected);
  assert.deepEqual(optionsOf(withEnv(env, { providers: [() => IDP] }).config), expected);
});

test("setEnvDefaults() keeps what the application wrote for a provider", () => {
  const env = {
    AUTH_MY_IDP_EU_ID: "env",
    AUTH_MY_IDP_EU_SECRET: "env",
    AUTH_MY_IDP_EU_ISSUER: "https://env.test",
  };
  const own = { clientId: "own", clientSecret: "own", issuer: "https://own.test" };
  const providers: Provider[] = [{ ...IDP, options: own }];
  assert.deepEqual(optionsOf(withEnv(env, { providers }).config), own);
  const written: Provider[] = [{ ...IDP, clientId: "own", clientSecret: "own" }];
  assert.deepEqual(optionsOf(withEnv(env, { providers: written }).config), {
    clientId: "own",
    clientSecret: "own",
    issuer: "https://env.test",
  });
});

test("setEnvDefaults() fills in what the application wrote as undefined, such as a variable that is not set", () => {
  const providers: Provider[] = [{ ...IDP, options: { clientId: undefined, clientSecret: "own" } }];
  const { config } = withEnv({ AUTH_MY_IDP_EU_ID: "env" }, { providers });
  assert.deepEqual(optionsOf(config), { clientId: "env", clientSecret: "own", issuer: "https://idp.test" });
});

test("setEnvDefaults() writes to the config alone: neither to providers nor to the list of them", () => {
  const provider = Object.freeze({ ...IDP, options: Object.freeze({}) });
  const config: AuthConfig = { providers: Object.freeze([provider]) };
  setEnvDefaults(Object.freeze({ AUTH_MY_IDP_EU_ID: "env", AUTH_SECRET: "s" }), config);
  assert.equal("clientId" in provider.options, false);
  assert.notEqual(config.providers[0], provider);
});

/** Arguments of `createActionURL`, and the URL. */
interface Case {
  readonly action?: AuthAction;
  readonly protocol?: string;
  readonly headers?: Record<string, string>;
  readonly env?: Environment;
  readonly basePath?: string;
  readonly url: string;
}

const HOST = { host: "app.test" };

const CASES: readonly Case[] = [
  { headers: HOST, url: "https://app.test/session" },
  { headers: HOST, basePath: "/auth", url: "https://app.test/auth/session" },
  { headers: HOST, basePath: "/api/auth", action: "signout", url: "https://app.test/api/auth/signout" },
  { headers: HOST, basePath: "/", url: "https://app.test/session" },
  { headers: HOST, basePath: "//auth//", url: "https://app.test/auth/session" },
  { headers: HOST, protocol: "http", basePath: "/auth", url: "http://app.test/auth/session" },
  { headers: HOST, protocol: "http:", basePath: "/auth", url: "http://app.test/auth/session" },
  { headers: HOST, protocol: undefined, basePath: "/auth", url: "https://app.test/auth/session" },
  { headers: { host: "localhost:3000" }, protocol: "http", url: "http://localhost:3000/session" },
  { headers: { host: "[::1]:3000" }, protocol: "http", url: "http://[::1]:3000/session" },
  { headers: { host: "127.0.0.1" }, protocol: "http", url: "http://127.0.0.1/session" },
  {
    headers: { host: "inside", "x-forwarded-host": "app.test", "x-forwarded-proto": "https" },
    protocol: "http",
    basePath: "/auth",
    url: "https://app.test/auth/session",
  },
  {
    headers: { ...HOST, "x-forwarded-proto": "http:" },
    protocol: "https",
    url: "http://app.test/session",
  },
  {
    headers: {
      host: "inside",
      "x-forwarded-host": "app.test:8443, proxy.test",
      "x-forwarded-proto": "https,http",
    },
    url: "https://app.test:8443/session",
  },
  { env: { AUTH_URL: "https://env.test" }, url: "https://env.test/session" },
  { env: { AUTH_URL: "https://env.test" }, basePath: "/auth", url: "https://env.test/auth/session" },
  { env: { AUTH_URL: "https://env.test/auth" }, url: "https://env.test/auth/session" },
  { env: { AUTH_URL: "https://env.test/auth/" }, url: "https://env.test/auth/session" },
  { env: { AUTH_URL: "https://env.test/auth" }, basePath: "/auth", url: "https://env.test/auth/session" },
  { env: { AUTH_URL: "https://env.test/auth?a=b#c" }, url: "https://env.test/auth/session" },
  { env: { AUTH_URL: "http://env.test:3000/a/b" }, basePath: "/", url: "http://env.test:3000/a/b/session" },
  {
    env: { AUTH_URL: "https://env.test" },
    headers: { host: "evil.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "http" },
    url: "https://env.test/session",
  },
  { env: { AUTH_URL: "" }, headers: HOST, url: "https://app.test/session" },
];

for (const { action = "session", headers = {}, env = {}, basePath, url, ...more } of CASES) {
  const protocol = "protocol" in more ? more.protocol : "https";
  test(`createActionURL() makes ${url} of ${JSON.stringify({ headers, env, basePath, protocol })}`, () => {
    const warnings: string[] = [];
    const config = { basePath, logger: { warn: (code: string) => void warnings.push(code) } };
    const made = createActionURL(action, protocol as string, new Headers(headers), env, config);
    assert.ok(made instanceof URL);
    assert.equal(made.href, url);
    assert.deepEqual(warnings, []);
  });
}

test("createActionURL() prefers the base path of the config to that of AUTH_URL, and warns of it", () => {
  const warnings: string[] = [];
  const config = { basePath: "/own", logger: { warn: (code: string) => void warnings.push(code) } };
  const env = { AUTH_URL: "https://env.test/auth" };
  const url = createActionURL("csrf", "https", new Headers(), env, config);
  assert.equal(url.href, "https://env.test/own/csrf");
  assert.deepEqual(warnings, ["env-url-basepath-mismatch"]);
});

test("createActionURL() builds no URL of what is no bare host, or no web protocol (CFG-06)", () => {
  const make = (headers: Record<string, string>, protocol = "https") => () =>
    createActionURL("session", protocol, new Headers(headers), {}, { basePath: "/auth" });
  const hosts = [
    "app.test/path",
    "user@app.test",
    "user:password@app.test",
    "app.test?x",
    "app.test#x",
    "app.test\\x",
    "app test",
    "app.test:port",
    "app.test:",
    "https://app.test",
    "//app.test",
  ];
  for (const host of hosts) {
    assert.throws(
      make({ host }),
      { name: "TypeError", message: /set AUTH_URL, or send a Host header/ },
      host,
    );
    assert.throws(make({ ...HOST, "x-forwarded-host": host }), { name: "TypeError" }, host);
  }
  assert.throws(make({}), { name: "TypeError", message: /host "null": set AUTH_URL/ });
  for (const protocol of ["javascript", "javascript:", "ftp", "file", "https://evil.test/?", "HTTPS ://"]) {
    assert.throws(make(HOST, protocol), { name: "TypeError", message: /must be http or https/ }, protocol);
    assert.throws(make({ ...HOST, "x-forwarded-proto": protocol }), { name: "TypeError" }, protocol);
  }
});

test("createActionURL() throws for an AUTH_URL that is none", () => {
  const make = () => createActionURL("session", "https", new Headers(HOST), { AUTH_URL: "app.test" }, {});
  assert.throws(make, TypeError);
});
