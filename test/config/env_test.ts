import assert from "node:assert/strict";
import { test } from "node:test";
import { assertConfig } from "../../src/config/check.ts";
import { createActionURL, type Environment, setEnvDefaults, warnOfUnread } from "../../src/config/env.ts";
import type { AuthConfig, ConfigOfAnyStrategy } from "../../src/model/auth_config.ts";
import type { OAuthUserConfig, OIDCConfig, Provider, ProviderConfig } from "../../src/model/provider.ts";
import type { AuthAction } from "../../src/http/endpoints.ts";

const IDP: OIDCConfig = { id: "my-idp.eu", name: "IdP", type: "oidc", issuer: "https://idp.test" };

/** A config after the environment was added, and the warnings. */
function withEnv(env: Environment, config: Partial<ConfigOfAnyStrategy> = {}, quiet = false) {
  const warnings: string[] = [];
  const own = { providers: [], logger: { warn: (code: string) => void warnings.push(code) }, ...config };
  setEnvDefaults(env, own, quiet);
  return { config: own as AuthConfig, warnings };
}

function optionsOf({ providers }: AuthConfig): Record<string, unknown> {
  const { clientId, clientSecret, issuer } = (providers[0] as ProviderConfig).options as OAuthUserConfig;
  return { clientId, clientSecret, issuer };
}

test("setEnvDefaults() sets the default base path, and nothing that the environment does not contain", () => {
  const config: AuthConfig = { providers: [] };
  setEnvDefaults({}, config);
  assert.deepEqual(config, {
    providers: [],
    url: undefined,
    basePath: "/auth",
    secret: [],
    redirectProxyUrl: undefined,
    redirectProxySecret: undefined,
    trustHost: false,
  });
});

/** AUTH_URL, and the base path that follows from it. */
const URLS: Readonly<Record<string, string>> = {
  "https://app.test": "/auth",
  "https://app.test/": "/auth",
  "https://app.test/auth": "/auth",
  "https://app.test/app": "/app/auth",
  "https://app.test/app/": "/app/auth",
  "https://app.test/oauth": "/oauth/auth",
  "https://app.test/api/auth/": "/api/auth",
  "https://app.test/a?b=/c#/d": "/a/auth",
  "not a url": "/auth",
  "": "/auth",
};

for (const [url, basePath] of Object.entries(URLS)) {
  test(`setEnvDefaults() reads from AUTH_URL "${url}" the base path ${basePath}`, () => {
    const { config, warnings } = withEnv({ AUTH_URL: url });
    assert.deepEqual([config.basePath, config.url], [basePath, url || undefined]);
    assert.deepEqual(warnings, []);
  });
}

test("setEnvDefaults() keeps the url of the config, and uses its path", () => {
  const { config } = withEnv({ AUTH_URL: "https://env.test/env" }, { url: "https://own.test/own" });
  assert.deepEqual([config.url, config.basePath], ["https://own.test/own", "/own/auth"]);
});

/** Paths of AUTH_URL, the base path of the config, and the warning. */
const PATHS: readonly (readonly [path: string, basePath: string, warning: RegExp | null])[] = [
  ["", "/own", null],
  ["/app", "/app/auth", null],
  ["/app", "/app/login", null],
  ["/app", "/app", null],
  [
    "/app",
    "/own",
    /^env-url-basepath-mismatch: `url` \(AUTH_URL\) has the path "\/app", but `basePath` is "\/own", and that counts: leave one of them out$/,
  ],
  ["/app", "/application/auth", /^env-url-basepath-mismatch: /],
  ["/api/auth", "/own", /^env-url-basepath-mismatch: /],
  [
    "/api/auth/",
    "/api/auth",
    /^env-url-basepath-redundant: `url` \(AUTH_URL\) and `basePath` both say "\/api\/auth"/,
  ],
];

for (const [path, basePath, warning] of PATHS) {
  test(`setEnvDefaults() keeps the basePath "${basePath}" beside the path "${path}" of AUTH_URL`, () => {
    const env = { AUTH_URL: `https://app.test${path}` };
    const { config, warnings } = withEnv(env, { basePath });
    assert.equal(config.basePath, basePath);
    assert.equal(warnings.length, warning ? 1 : 0, warnings.join());
    if (warning) assert.match(warnings[0]!, warning);
    assert.deepEqual(withEnv(env, { basePath }, true).warnings, []);
  });
}

test("setEnvDefaults() needs no logger to warn", () => {
  setEnvDefaults({ AUTH_URL: "https://app.test/a" }, { providers: [], basePath: "/b" });
});

test("setEnvDefaults() reads secrets with the newest first: AUTH_SECRET_3, _2, _1, AUTH_SECRET", () => {
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

/** Secrets of the config beside variables, and the variables that the warning names. */
const UNREAD: readonly (readonly [secret: unknown, env: Environment, named: string | null])[] = [
  ["0", { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, "AUTH_SECRET_1"],
  [["0"], { AUTH_SECRET: "0", AUTH_SECRET_1: "1", AUTH_SECRET_2: "0" }, "AUTH_SECRET_1"],
  [
    ["0", "own"],
    { AUTH_SECRET: "0", AUTH_SECRET_1: "1", AUTH_SECRET_3: "3" },
    "AUTH_SECRET_1 and AUTH_SECRET_3",
  ],
  [["1", "0"], { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, null],
  ["0", { AUTH_SECRET: "0", AUTH_SECRET_1: "" }, null],
  [undefined, { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, null],
  // The variables are those of another config.
  ["own", { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, null],
  ["1", { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, null],
  ["own", { AUTH_SECRET_1: "1" }, null],
  [5, { AUTH_SECRET: "0", AUTH_SECRET_1: "1" }, null],
];

for (const [secret, env, named] of UNREAD) {
  test(`warnOfUnread() names variables that no rotation reaches, ${named}, with secret ${JSON.stringify(secret)} beside ${JSON.stringify(env)}`, () => {
    const { config, warnings } = withEnv(env, { secret: secret as string });
    warnOfUnread(env, config);
    const start = `env-secret-unread: the library does not read ${named}, because`;
    assert.deepEqual(warnings.map((each) => each.startsWith(start)), named === null ? [] : [true]);
  });
}

/** Environments, and whether they make the host trusted (CFG-05). With AUTH_URL there is nothing to trust. */
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
  [{ AUTH_URL: "https://app.test" }, false],
  [{ AUTH_TRUST_HOST: "yes" }, false],
  [{ AUTH_TRUST_HOST: "TRUE" }, false],
  [{ AUTH_URL: "" }, false],
  [{ VERCEL: "1" }, true],
  [{ CF_PAGES: "1" }, true],
  [{ DENO_DEPLOYMENT_ID: "x" }, true],
  [{ AUTH_URL: "", VERCEL: "1" }, true],
  [{ AUTH_TRUST_HOST: "", VERCEL: "1" }, true],
  [{ AUTH_TRUST_HOST: "false", VERCEL: "1", AUTH_URL: "https://app.test" }, false],
];

for (const [env, trusted] of TRUST) {
  test(`setEnvDefaults() ${trusted ? "trusts" : "does not trust"} the host of requests with ${JSON.stringify(env)}`, () => {
    assert.equal(withEnv(env).config.trustHost, trusted);
  });
}

test("setEnvDefaults() keeps what the config says about the host", () => {
  assert.equal(withEnv({ AUTH_TRUST_HOST: "true" }, { trustHost: false }).config.trustHost, false);
  assert.equal(withEnv({ AUTH_TRUST_HOST: "false" }, { trustHost: true }).config.trustHost, true);
});

test("setEnvDefaults() warns of an AUTH_TRUST_HOST that says neither yes nor no, if it counts", () => {
  for (const AUTH_TRUST_HOST of ["yes", "on", "TRUE", "localhost", " true"]) {
    const [warning, ...others] = withEnv({ AUTH_TRUST_HOST }).warnings;
    assert.match(
      warning!,
      /^env-trust-host: AUTH_TRUST_HOST is ".*", which counts as no: write "true" or "false", or set /,
    );
    assert.ok(warning!.includes(`"${AUTH_TRUST_HOST}"`));
    assert.deepEqual(others, []);
    assert.deepEqual(withEnv({ AUTH_TRUST_HOST }, { trustHost: true }).warnings, []);
  }
  for (const AUTH_TRUST_HOST of ["true", "1", "false", "0", "", undefined]) {
    assert.deepEqual(withEnv({ AUTH_TRUST_HOST }).warnings, []);
  }
});

test("setEnvDefaults() warns of NEXTAUTH_URL where nothing else says the URL", () => {
  const env = { NEXTAUTH_URL: "https://app.test", AUTH_TRUST_HOST: "1" };
  const [warning, ...others] = withEnv(env).warnings;
  assert.match(warning!, /^env-nextauth-url: NEXTAUTH_URL is set, .* rename it to AUTH_URL$/);
  assert.deepEqual(others, []);
  assert.deepEqual(withEnv({ ...env, AUTH_URL: "https://app.test" }).warnings, []);
  assert.deepEqual(withEnv(env, { url: "https://app.test" }).warnings, []);
});

/** Environments that say what is missing in another way, and what the error adds. */
const HINTS: readonly (readonly [Environment, type: string, hint: RegExp | null])[] = [
  [{}, "MissingSecret", null],
  [{ NEXTAUTH_SECRET: "s" }, "MissingSecret", /\. NEXTAUTH_SECRET is set, .* rename it to AUTH_SECRET\n/],
  [{ AUTH_SECRET: "s".repeat(32) }, "UntrustedHost", null],
  [{ AUTH_SECRET: "s".repeat(32), AUTH_TRUST_HOST: "false" }, "UntrustedHost", null],
  [
    { AUTH_SECRET: "s".repeat(32), AUTH_TRUST_HOST: "yes", NEXTAUTH_URL: "https://app.test" },
    "UntrustedHost",
    /\. AUTH_TRUST_HOST is "yes", .*\. NEXTAUTH_URL is set, .* rename it to AUTH_URL\n/,
  ],
];

for (const [env, type, hint] of HINTS) {
  test(`setEnvDefaults() lets the error ${type} explain ${JSON.stringify(env)}`, () => {
    const { config } = withEnv(env);
    assert.throws(() => assertConfig(config), (error: Error) => {
      assert.equal(error.name, type);
      if (hint) assert.match(error.message, hint);
      else assert.doesNotMatch(error.message, /NEXTAUTH|AUTH_TRUST_HOST is/);
      return true;
    });
  });
}

test("setEnvDefaults() reads AUTH_REDIRECT_PROXY_URL, unless the config has a redirect proxy", () => {
  const env = { AUTH_REDIRECT_PROXY_URL: "https://proxy.test/auth" };
  assert.equal(withEnv(env).config.redirectProxyUrl, "https://proxy.test/auth");
  assert.equal(withEnv({ AUTH_REDIRECT_PROXY_URL: "" }).config.redirectProxyUrl, undefined);
  const own = "https://own.test/auth";
  assert.equal(withEnv(env, { redirectProxyUrl: own }).config.redirectProxyUrl, own);
});

test("setEnvDefaults() reads AUTH_REDIRECT_PROXY_SECRET, unless the config has one", () => {
  const env = { AUTH_REDIRECT_PROXY_SECRET: "shared" };
  assert.equal(withEnv(env).config.redirectProxySecret, "shared");
  assert.equal(withEnv({ AUTH_REDIRECT_PROXY_SECRET: "" }).config.redirectProxySecret, undefined);
  assert.deepEqual(withEnv(env, { redirectProxySecret: ["own"] }).config.redirectProxySecret, ["own"]);
});

test("setEnvDefaults() sets credentials and issuer of a provider, by its id in capitals", () => {
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

test("setEnvDefaults() replaces options that are undefined, such as a variable that is not set", () => {
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
  {
    env: { AUTH_URL: "https://env.test/app" },
    basePath: "/app/auth",
    url: "https://env.test/app/auth/session",
  },
];

for (const { action = "session", headers = {}, env = {}, basePath, url, ...more } of CASES) {
  const protocol = "protocol" in more ? more.protocol : "https";
  test(`createActionURL() makes the URL ${url} of ${JSON.stringify({ headers, env, basePath, protocol })}`, () => {
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
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^env-url-basepath-mismatch: .*"\/auth", but `basePath` is "\/own"/);
});

test("createActionURL() rejects a host with further parts, and a protocol other than http and https (CFG-06)", () => {
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

test("createActionURL() throws if AUTH_URL is not a URL", () => {
  const make = () => createActionURL("session", "https", new Headers(HOST), { AUTH_URL: "app.test" }, {});
  assert.throws(make, TypeError);
});
