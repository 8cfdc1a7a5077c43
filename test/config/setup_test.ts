import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import type { Scheme } from "../../src/http/cookies.ts";
import {
  ConfigError,
  EventError,
  InvalidEndpoints,
  MissingAdapter,
  MissingAdapterMethods,
  MissingSecret,
} from "../../src/errors/errors.ts";
import { Email } from "../../src/providers/email.ts";
import { raw, skipCSRFCheck } from "../../src/values/markers.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { Password } from "../../src/providers/password.ts";
import type { EmailConfig, OIDCConfig, Provider } from "../../src/model/provider.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import type { SignedIn } from "../../src/model/session.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Setup } from "../../src/setup/setup.ts";
import type { Cookies } from "../../src/http/types.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const DAY = 86_400;

const ADA: SignedIn = {
  user: { id: "u1", name: "Ada" },
  account: { provider: "idp", type: "oidc", providerAccountId: "ada" },
  profile: { sub: "ada" },
  isNewUser: false,
  previous: null,
};

function idp(more: Partial<OIDCConfig> = {}): Provider {
  return {
    id: "idp",
    name: "IdP",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "id",
    clientSecret: "s",
    ...more,
  };
}

function mail(): EmailConfig {
  return Email({ sendVerificationRequest: () => {} });
}

/** A config that works, otherwise than so. */
function config(other: Record<string, unknown> = {}): AuthConfig {
  return { providers: [idp()], secret: SECRET, trustHost: true, platform: testPlatform(), ...other };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<string | symbol, unknown>)[key]);
  return Object.freeze(value);
}

function cookiesOf(token: string, name = "__Host-latchkey.session-token"): Cookies {
  return new Map([[name, token]]);
}

/** Lifetime of a new session and of one in use, in seconds; `null` if an access does not prolong it. */
async function lifetimes(other: Record<string, unknown>, wait: number) {
  const platform = testPlatform();
  const { sessions } = setupOf(config({ ...other, platform }), "https");
  const issued = (await sessions.issue(ADA, new Map()))!;
  const age = (expires: number) => (expires - platform.now()) / 1000;
  const issuedFor = age(issued.expires);
  platform.tick(wait);
  const token = (await sessions.read(cookiesOf(issued.value)))?.token;
  return [issuedFor, token ? age(token.expires) : null];
}

test("setupOf() completes a config with the defaults", () => {
  const setup = setupOf(config(), "https");
  assert.equal(setup.basePath, "/auth");
  assert.deepEqual(setup.secrets, [SECRET]);
  assert.deepEqual([...setup.providers.keys()], ["idp"]);
  assert.deepEqual([setup.checksCsrf, setup.raw], [true, false]);
  assert.deepEqual([setup.pages, setup.theme], [{}, {}]);
  assert.equal(
    setup.callbacks.redirect({ url: "https://evil.test/", baseUrl: "https://a.test" }),
    "https://a.test",
  );
});

test("setupOf() applies the options of the config", () => {
  const other = {
    basePath: "/api/auth",
    secret: [SECRET, "an-old-secret-of-more-than-32-characters"],
    pages: { signIn: "/login" },
    theme: { brandColor: "#000" },
    callbacks: { redirect: () => "/elsewhere" },
    raw,
    skipCSRFCheck,
  };
  const setup = setupOf(config(other), "https");
  assert.equal(setup.basePath, "/api/auth");
  assert.deepEqual(setup.secrets, other.secret);
  assert.deepEqual([setup.pages, setup.theme], [other.pages, other.theme]);
  assert.equal(setup.callbacks.redirect({ url: "", baseUrl: "" }), "/elsewhere");
  assert.deepEqual([setup.checksCsrf, setup.raw], [false, true]);
});

test("setupOf() has an empty base path for the root", () => {
  assert.equal(setupOf(config({ basePath: "/" }), "https").basePath, "");
});

test("setupOf() makes a setup once for http and once for https", () => {
  const one = config();
  assert.equal(setupOf(one, "https"), setupOf(one, "https"));
  assert.equal(setupOf(one, "http"), setupOf(one, "http"));
  assert.notEqual(setupOf(one, "https"), setupOf(one, "http"));
  assert.notEqual(setupOf(one, "https"), setupOf(config(), "https"));
});

test("setupOf() has Secure cookies on https, or as useSecureCookies says", () => {
  const isSecure = (useSecureCookies: boolean | undefined, scheme: Scheme) => {
    const { name, options } = setupOf(config({ useSecureCookies }), scheme).cookies.sessionToken;
    assert.equal(name.startsWith("__Host-"), options.secure);
    return options.secure;
  };
  assert.deepEqual([isSecure(undefined, "https"), isSecure(undefined, "http")], [true, false]);
  assert.deepEqual([isSecure(true, "https"), isSecure(true, "http")], [true, true]);
  assert.deepEqual([isSecure(false, "https"), isSecure(false, "http")], [false, false]);
});

test("setupOf() never writes to a config, and works with one that is frozen through and through", async () => {
  const other = {
    providers: [
      idp({ options: { checks: ["pkce", "state"], style: { brandColor: "#000" } } }),
      () => idp({ id: "b" }),
    ],
    secret: [SECRET],
    session: { maxAge: 60 },
    callbacks: {},
    events: {},
    cookies: { sessionToken: { name: "sid", options: { path: "/app" } } },
    pages: {},
    theme: {},
    logger: {},
  };
  const frozen = deepFreeze({ ...config(other), platform: undefined });
  const setup = setupOf(frozen, "https");
  assert.ok(await setup.sessions.issue(ADA, new Map()));
  assert.deepEqual([...setup.providers.keys()], ["idp", "b"]);
  assert.equal(setup.cookies.sessionToken.name, "sid");
});

test("setupOf() returns a frozen setup", () => {
  const setup = setupOf(config(), "https") as { basePath: string };
  assert.throws(() => setup.basePath = "/x", TypeError);
});

test("setupOf() keeps two configs of one process apart (CFG-09)", async () => {
  const [one, other] = [
    setupOf(config({ callbacks: { session: () => ({ of: "one" }) }, basePath: "/one", raw }), "https"),
    setupOf(config({ secret: "another-secret-of-more-than-32-characters", providers: [] }), "https"),
  ];
  assert.deepEqual([one.basePath, other.basePath], ["/one", "/auth"]);
  assert.deepEqual([one.raw, other.raw], [true, false]);
  assert.deepEqual([one.providers.size, other.providers.size], [1, 0]);
  const token = (await one.sessions.issue(ADA, new Map()))!.value;
  assert.deepEqual((await one.sessions.read(cookiesOf(token)))?.session, { of: "one" });
  assert.equal((await other.sessions.read(cookiesOf(token)))!.session, null);
});

test("setupOf() counts session.maxAge and updateAge in seconds: 30 days and 1 by default", async () => {
  assert.deepEqual(await lifetimes({}, DAY - 1), [30 * DAY, null]);
  assert.deepEqual(await lifetimes({}, DAY), [30 * DAY, 30 * DAY]);
  assert.deepEqual(await lifetimes({ session: { maxAge: 100, updateAge: 10 } }, 9), [100, null]);
  assert.deepEqual(await lifetimes({ session: { maxAge: 100, updateAge: 10 } }, 10), [100, 100]);
  assert.deepEqual(await lifetimes({ session: { updateAge: 0 } }, 0), [30 * DAY, 30 * DAY]);
  assert.deepEqual(await lifetimes({ session: { maxAge: undefined, updateAge: undefined } }, 1), [
    30 * DAY,
    null,
  ]);
});

test("setupOf() ends a session when the first of session.maxAge and jwt.maxAge is over", async () => {
  assert.deepEqual(await lifetimes({ jwt: { maxAge: 50 } }, 0), [50, null]);
  assert.deepEqual(await lifetimes({ session: { maxAge: 100 }, jwt: { maxAge: 50 } }, 0), [50, null]);
  assert.deepEqual(await lifetimes({ session: { maxAge: 50 }, jwt: { maxAge: 100 } }, 0), [50, null]);
});

test("setupOf() uses the name of the session cookie as salt: a token of another cookie is invalid", async () => {
  const [one, other] = ["one", "other"].map((name) =>
    setupOf(config({ cookies: { sessionToken: { name } } }), "https")
  );
  const token = (await one!.sessions.issue(ADA, new Map()))!.value;
  assert.ok((await one!.sessions.read(cookiesOf(token, "one")))?.session);
  assert.equal((await other!.sessions.read(cookiesOf(token, "other")))!.session, null);
});

test("setupOf() lets undefined callbacks keep their default", () => {
  const { callbacks } = setupOf(config({ callbacks: { redirect: undefined, session: undefined } }), "https");
  assert.deepEqual([typeof callbacks.redirect, typeof callbacks.session], ["function", "function"]);
});

test("setupOf() accepts parts of a platform, and uses the runtime's for the rest", () => {
  const { platform } = setupOf(config({ platform: { now: () => 42 } }), "https");
  assert.equal(platform.now(), 42);
  assert.equal(platform.random(16).length, 16);
});

test("setupOf().emit() waits for the handler", async () => {
  const told: unknown[] = [];
  const signOut = async (message: unknown) => {
    await Promise.resolve();
    told.push(message);
  };
  const { emit } = setupOf(config({ events: { signOut } }), "https");
  await emit("signOut", { token: null });
  assert.deepEqual(told, [{ token: null }]);
  await emit("session", { session: { user: { id: "1" }, expires: "" }, token: {} });
  assert.equal(told.length, 1);
});

test("setupOf().emit() logs the error of a handler, and continues", async () => {
  const handlers = [() => Promise.reject(new Error("no queue")), () => {
    throw new Error("no queue");
  }];
  for (const signOut of handlers) {
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error) };
    const { emit } = setupOf(config({ events: { signOut }, logger }), "https");
    await emit("signOut", { token: null });
    assert.equal(errors.length, 1);
    assert.ok(errors[0] instanceof EventError);
    assert.equal(errors[0].cause?.err?.message, "no queue");
    assert.equal(errors[0].cause?.event, "signOut");
  }
});

/** Configs that cannot work beside those of check.ts: which error, and what its message says to write. */
const MISTAKES: readonly (readonly [Record<string, unknown>, typeof ConfigError, RegExp])[] = [
  [{ secret: undefined }, MissingSecret, /set AUTH_SECRET/],
  [
    { providers: [idp(), idp()] },
    ConfigError,
    /provider "idp": it is listed twice; give one of them another `id`/,
  ],
  [
    { providers: [idp(), () => idp()] },
    ConfigError,
    /provider "idp": it is listed twice; give one of them another `id`/,
  ],
  ...["a/b", ".", "..", "..."].map((id) =>
    [{ providers: [idp({ id })] }, ConfigError, /: its `id` is part of URLs; use only A-Z a-z/] as const
  ),
  [
    { providers: [idp({ id: "my-idp", clientId: undefined })] },
    InvalidEndpoints,
    /set `clientId`, or AUTH_MY_IDP_ID in the environment/,
  ],
  [
    { providers: [idp({ issuer: undefined })] },
    InvalidEndpoints,
    /"idp": set `issuer`, .* sets `authorization`/,
  ],
  [
    { providers: [idp({ issuer: "http://idp.test" })] },
    InvalidEndpoints,
    /`issuer` is "http:.*neither an https URL/,
  ],
  [
    { providers: [idp({ style: { brandColor: "red;x" } })] },
    ConfigError,
    /`style.brandColor` "red;x" is not a CSS colour/,
  ],
  [
    { providers: [idp({ style: { logo: "x" } })] },
    ConfigError,
    /`style.logo` "x" is not the URL of a picture/,
  ],
  [
    { redirectProxyUrl: "http://proxy.test" },
    InvalidEndpoints,
    /`redirectProxyUrl` is "http:\/\/proxy.test"/,
  ],
  [{ session: { strategy: "database" } }, MissingAdapter, /set `adapter`, or `strategy: "jwt"`/],
  [{ providers: [mail()] }, MissingAdapter, /provider "email": set `adapter`, which stores its tokens/],
  [
    { adapter: { ...Memory(), getUser: undefined, linkAccount: undefined } },
    MissingAdapterMethods,
    /for signing in: it lacks getUser, linkAccount\n/,
  ],
  [
    { adapter: { ...Memory(), deleteSession: undefined } },
    MissingAdapterMethods,
    /for stored sessions: it lacks deleteSession\n/,
  ],
  [
    { adapter: { ...Memory(), useVerificationToken: undefined }, providers: [mail()] },
    MissingAdapterMethods,
    /for sign-in by mail: it lacks useVerificationToken\n/,
  ],
  [
    { cookies: { sessionToken: { name: "a b" } } },
    ConfigError,
    /`cookies.sessionToken`: Cannot set cookie "a b": the name is not a token/,
  ],
  [
    { cookies: { sessionToken: { name: "session.1" } } },
    ConfigError,
    /`cookies.sessionToken`: "session\.1" is the name of a part of a cookie/,
  ],
  [
    { cookies: { flow: { options: { path: "/;x" } } } },
    ConfigError,
    /`cookies.flow`: .*"\/;x" is not an attribute value/,
  ],
];

for (const [mistake, kind, message] of MISTAKES) {
  test(`setupOf() throws each time ${message.source}`, () => {
    const wrong = config(mistake);
    for (let time = 0; time < 2; time++) {
      assert.throws(() => setupOf(wrong, "https"), (error) => {
        assert.ok(error instanceof kind);
        assert.match((error as Error).message, message);
        return true;
      });
    }
  });
}

test("setupOf() requires only the adapter methods that the config needs", () => {
  const { createSession: _, useVerificationToken: __, ...adapter } = Memory();
  assert.equal(setupOf(config({ adapter, session: { strategy: "jwt" } }), "https").strategy, "jwt");
  assert.equal(setupOf(config({ adapter: Memory() }), "https").strategy, "database");
  assert.equal(setupOf(config(), "https").store, null);
});

test("setupOf() lets no config reach Object.prototype (CFG-10)", () => {
  const polluted = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  );
  const all = {
    providers: [idp({ options: polluted, style: polluted, authorization: { params: polluted } })],
    cookies: { sessionToken: { options: polluted } },
    theme: polluted,
  };
  assert.throws(() => setupOf(config({ ...all, callbacks: polluted }), "https"), ConfigError);
  const { cookies }: Setup = setupOf(config(all), "https");
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.equal((cookies.sessionToken.options as { polluted?: unknown }).polluted, undefined);
});

test("setupOf() has cookies without Secure for a url with http, whatever the scheme of the request", () => {
  const { cookies } = setupOf(config({ url: "http://app.test" }), "https");
  assert.deepEqual([cookies.flow.name, cookies.flow.options.secure], ["latchkey.flow", false]);
});

test("setupOf() lets second factors ask last, in whatever order the config has its features", () => {
  const secondFactor = SecondFactor();
  const accessTokens = AccessTokens();
  const password = Password();
  const providerLogout = ProviderLogout();
  const base = {
    adapter: Memory(),
    providers: [Email({ sendVerificationRequest: () => {} }), password],
    secret: SECRET,
    trustHost: true,
  } as const;
  const orders = [
    [secondFactor, accessTokens, providerLogout],
    [providerLogout, accessTokens, secondFactor],
  ];
  for (const features of orders) {
    const { capabilities } = setupOf({ ...base, features }, "https", { capabilities: ALL_CAPABILITIES });
    const asking = [...capabilities].filter(({ beforeWrites }) => beforeWrites).map(({ name }) => name);
    assert.deepEqual(asking, ["password", "secondFactor"]);
    assert.equal([...capabilities].at(-1)?.name, "secondFactor");
  }
});
