import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../src/oauth/exchange.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const tokens = {
  access_token: "a",
  token_type: "bearer",
  expires_in: 60,
  expires_at: 1,
  extra: "x",
} as const;

const SILENT = { error() {}, warn() {}, debug() {} };

async function identify(more: Partial<OIDCConfig> = {}, params = "", claims = { sub: "ada", name: "Ada" }) {
  const definition: OIDCConfig = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "c",
    clientSecret: "s",
    ...more,
  };
  const platform = testPlatform();
  const provider = resolveProvider(definition, { platform });
  const exchange = {
    provider,
    platform,
    server: {},
    params: new URLSearchParams(params),
  } as unknown as Exchange;
  return await fetchIdentity({ tokens, claims }, exchange, SILENT);
}

/** The first half of SHA-256 of `["idp","ada"]`, as a UUID of version 8. */
const ADA = "34f72e27-970a-801a-8427-cdb0f1d2caae";

test("fetchIdentity() makes user, account and profile of tokens and claims", async () => {
  assert.deepEqual(await identify(), {
    user: { id: ADA, name: "Ada", email: null, image: null },
    account: { ...tokens, provider: "idp", type: "oidc", providerAccountId: "ada" },
    stored: { access_token: "a", token_type: "bearer", expires_at: 1 },
    profile: { sub: "ada", name: "Ada" },
    linksByEmail: false,
    emailIsVerified: false,
    obtainedAt: testPlatform().now(),
  });
});

test("fetchIdentity() derives the user's id from provider and account, without mixing them up (OI-15)", async () => {
  const idOf = async (id: string, sub: string) => (await identify({ id }, "", { sub, name: "" })).user.id;
  const ids = [await idOf("a", "bc"), await idOf("ab", "c"), await idOf("a", "b"), await idOf("a", '","b')];
  assert.equal(new Set(ids).size, 4);
  assert.match(ids[0]!, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(await idOf("a", "bc"), ids[0]);
});

test("fetchIdentity() stores the token fields that account() returns", async () => {
  const stored = async (account: OIDCConfig["account"]) => (await identify({ account })).stored;
  assert.deepEqual(await stored(({ extra }) => ({ extra })), { extra: "x" });
  assert.deepEqual(await stored(() => Promise.resolve({ scope: "s" })), { scope: "s" });
  assert.deepEqual(await stored(() => undefined), {});
});

test("fetchIdentity() passes the tokens to profile(), and account() never changes the application's tokens", async () => {
  let given: unknown;
  const { account } = await identify({
    profile: ({ sub }, tokens) => (given = tokens, { id: sub }),
    account: () => ({}),
  });
  assert.deepEqual(given, tokens);
  assert.equal(account.access_token, "a");
});

test("fetchIdentity() lets no token be taken for provider, type or account", async () => {
  const platform = testPlatform();
  const provider = resolveProvider(
    { id: "idp", name: "Fake", type: "oidc", issuer: "https://idp.test", clientId: "c", clientSecret: "s" },
    { platform },
  );
  const lying = { ...tokens, provider: "other", type: "oauth", providerAccountId: "admin" };
  const exchange = { provider, platform, server: {}, params: new URLSearchParams() } as unknown as Exchange;
  const { account } = await fetchIdentity({ tokens: lying, claims: { sub: "ada" } }, exchange, SILENT);
  assert.deepEqual([account.provider, account.type, account.providerAccountId], ["idp", "oidc", "ada"]);
});
