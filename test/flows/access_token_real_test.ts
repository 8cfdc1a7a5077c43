/**
 * Access tokens of a real provider, `oidc-provider`, that rotates refresh tokens and ends the grant if one is sent again.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { openReal, type RealWorldOptions } from "./_oidc_provider.ts";
import { getAccessToken } from "./_outside.ts";

const HOUR = 3_600_000;
const DPOP = {
  dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 7), requireNonce: () => true },
};
const BOUND = { dpop_bound_access_tokens: true };

/** A world after Ada has signed in, whose clock goes on in the application alone. */
async function openTokens({ settings, client, ...options }: RealWorldOptions = {}) {
  let ahead = 0;
  const sent: string[] = [];
  const adapter = Memory();
  const config = {
    adapter,
    features: [AccessTokens()],
    session: { strategy: "jwt" },
    url: "https://app.test",
    platform: {
      ...webPlatform,
      now: () => Date.now() + ahead,
      fetch: async (input, init) => {
        const token = new URLSearchParams(String(init?.body ?? "")).get("refresh_token");
        const answer = await webPlatform.fetch(input, init);
        if (token && answer.ok) sent.push(token);
        return answer;
      },
    },
  } satisfies Partial<AuthConfig>;
  const real = await openReal({
    ...options,
    client: { grant_types: ["authorization_code", "refresh_token"], ...client },
    settings: {
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
      expiresWithSession: () => false,
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 6000,
        IdToken: 600,
        RefreshToken: 6000,
        Session: 6000,
      },
      ...settings,
    },
    config,
  });
  await real.signIn();
  assert.equal(await real.name(), "Ada Lovelace", real.log());
  const user = (await adapter.getUserByAccount({ provider: "idp", providerAccountId: "ada" }))!;
  return {
    ...real,
    adapter,
    user,
    /** The refresh tokens that the provider has answered with new ones. */
    sent,
    tick: (milliseconds: number) => void (ahead += milliseconds),
    token: async () => await getAccessToken({ userId: user.id, provider: "idp" }, real.config),
  };
}

async function assertRefused(token: Promise<unknown>): Promise<void> {
  await assert.rejects(token, (error) => error instanceof ReconnectRequired && error.code === "Refused");
}

for (
  const [what, options] of Object.entries<RealWorldOptions>({
    "that rotates refresh tokens": {},
    "that demands DPoP with a nonce": {
      features: DPOP,
      client: BOUND,
      provider: { idToken: false, client: BOUND },
    },
    "that authenticates the client in the form": {
      client: { token_endpoint_auth_method: "client_secret_post" },
      provider: { client: { token_endpoint_auth_method: "client_secret_post" } },
    },
  })
) {
  test(`getAccessToken() renews the token of a real provider ${what}, again and again`, async () => {
    await using world = await openTokens(options);
    const tokens = new Set([await world.token()]);
    for (let hour = 0; hour < 3; hour++) {
      world.tick(HOUR);
      const found = await Promise.all(Array.from({ length: 5 }, () => world.token()));
      assert.equal(new Set(found).size, 1);
      tokens.add(found[0]!);
    }
    assert.equal(tokens.size, 4);
    assert.equal(world.sent.length, 3);
    assert.equal(new Set(world.sent).size, 3);
    assert.equal(await world.name(), "Ada Lovelace");
  });
}

test("a real provider that does not rotate refresh tokens gets the same one each time", async () => {
  await using world = await openTokens({ settings: { rotateRefreshToken: false } });
  for (let hour = 0; hour < 3; hour++) {
    world.tick(HOUR);
    await world.token();
  }
  assert.equal(world.sent.length, 3);
  assert.equal(new Set(world.sent).size, 1);
});

test("a real provider ends the grant if a refresh token is sent again, and the user has to connect again", async () => {
  await using world = await openTokens();
  world.tick(HOUR);
  await world.token();
  // As another program does that has the refresh token of the table of accounts.
  const [account] = await world.adapter.listAccountsByUserId(world.user.id);
  const again = await fetch(`${world.issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("app:the-secret-of-the-client-at-the-provider")}` },
    body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: account!.refresh_token! }),
  });
  assert.equal((await again.json()).error, "invalid_grant");
  world.tick(HOUR);
  await assertRefused(world.token());
  assert.equal(await world.name(), "Ada Lovelace", "the session goes on");
  // An ID token of the provider's time.
  world.tick(-2 * HOUR);
  await world.signIn();
  world.tick(HOUR);
  assert(await world.token());
  assert.equal(new Set(world.sent).size, 2);
});
