import assert from "node:assert/strict";
import { test } from "node:test";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import {
  ConfigError,
  InvalidEndpoints,
  MissingAdapter,
  MissingAdapterMethods,
} from "../../src/errors/errors.ts";
import { Email } from "../../src/providers/email.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { Password } from "../../src/providers/password.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { setupOf } from "../../src/config/setup.ts";

/** The code that all doors but that of workers have. */
const USE = { capabilities: ALL_CAPABILITIES };

const SECRET = "a-secret-of-forty-characters-for-tests-0";

const IDP: OIDCConfig = {
  id: "idp",
  name: "IdP",
  type: "oidc",
  issuer: "https://idp.test",
  clientId: "id",
  clientSecret: "s",
};

/** A config that works, otherwise than so. */
function config(other: Record<string, unknown> = {}): AuthConfig {
  return { providers: [IDP], secret: SECRET, trustHost: true, platform: testPlatform(), ...other };
}

test("a setup is made once for http and once for https", () => {
  const one = config();
  assert.equal(setupOf(one, "https", USE), setupOf(one, "https", USE));
  assert.equal(setupOf(one, "http", USE), setupOf(one, "http", USE));
  assert.notEqual(setupOf(one, "https", USE), setupOf(one, "http", USE));
  assert.notEqual(setupOf(one, "https", USE), setupOf(config(), "https", USE));
});

test("a setup is frozen", () => {
  const setup = setupOf(config(), "https", USE) as { basePath: string };
  assert.throws(() => setup.basePath = "/x", TypeError);
});

test("a config may have parts of a platform: a setup uses the runtime's for the rest", () => {
  const { platform } = setupOf(config({ platform: { now: () => 42 } }), "https", USE);
  assert.equal(platform.now(), 42);
  assert.equal(platform.random(16).length, 16);
});

/** Configs that cannot work beside those of `check.ts` and `flows/misconfiguration_test.ts`: the error, and what it says to write. */
const MISTAKES: readonly (readonly [Record<string, unknown>, typeof ConfigError, RegExp])[] = [
  [
    { redirectProxyUrl: "http://proxy.test" },
    InvalidEndpoints,
    /`redirectProxyUrl` is "http:\/\/proxy.test"/,
  ],
  [
    { providers: [Email({ sendVerificationRequest: () => {} })] },
    MissingAdapter,
    /provider "email": set `adapter`, which stores its tokens/,
  ],
  [
    { adapter: { ...Memory(), getUser: undefined, linkAccount: undefined } },
    MissingAdapterMethods,
    /for signing in: it lacks getUser, linkAccount\n/,
  ],
  [
    { cookies: { sessionToken: { name: "session.1" } } },
    ConfigError,
    /`cookies.sessionToken`: "session\.1" is the name of a part of a cookie/,
  ],
];

for (const [mistake, kind, message] of MISTAKES) {
  test(`a config that cannot work is refused each time: ${message.source}`, () => {
    const wrong = config(mistake);
    for (let time = 0; time < 2; time++) {
      assert.throws(() => setupOf(wrong, "https", USE), (error) => {
        assert.ok(error instanceof kind);
        assert.match((error as Error).message, message);
        return true;
      });
    }
  });
}

test("an adapter needs only the methods that the config needs", () => {
  const { createSession: _, useVerificationToken: __, ...adapter } = Memory();
  assert.equal(setupOf(config({ adapter, session: { strategy: "jwt" } }), "https", USE).strategy, "jwt");
  assert.equal(setupOf(config({ adapter: Memory() }), "https", USE).strategy, "database");
  assert.equal(setupOf(config(), "https", USE).store, null);
});

test("second factors ask last, in whatever order the config has its features", () => {
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
