import assert from "node:assert/strict";
import { test } from "node:test";
import type { TokenEndpointHandler } from "../../src/model/provider.ts";
import { openExchange } from "../../src/oauth/exchange.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { HubSpot } from "../../src/providers/hubspot.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { CLIENT, signIn, withAnswers } from "./_catalogue.ts";
import hubspot from "./catalogue/hubspot.ts";

test("HubSpot() signs no one in with a token that is not active", async () => {
  const inactive = withAnswers(
    hubspot,
    (answer) => Object.hasOwn(answer as object, "active") ? { ...answer as object, active: false } : answer,
  );
  const { user, log } = await signIn(inactive);
  assert.equal(user, null);
  assert.match(log, /returned no `id`/);
});

test("HubSpot() has neither the token nor the secret in a URL", async () => {
  const { problems, log } = await signIn(hubspot);
  assert.deepEqual(problems, [], log);
  const { userinfo, token } = HubSpot();
  assert.equal((token as TokenEndpointHandler).url, "https://api.hubapi.com/oauth/2026-03/token");
  assert.doesNotMatch(JSON.stringify(typeof userinfo === "object" && userinfo.url), /[?{]/);
});

test("HubSpot() without a client secret is a mistake in the config that names it", async () => {
  const platform = testPlatform();
  const options = { clientId: CLIENT.clientId, client: { token_endpoint_auth_method: "none" } } as const;
  const provider = resolveProvider(HubSpot(options), { platform });
  const request = {
    flow: null,
    redirectUri: "https://app.test/auth/callback/hubspot",
    params: new URLSearchParams(),
  };
  const exchange = await openExchange(provider, request, platform);
  const redeemed = { tokens: { access_token: "a" }, claims: null };
  await assert.rejects(
    fetchIdentity(redeemed, exchange, { error() {}, warn() {}, debug() {} }),
    /Cannot read the profile of "hubspot": `userinfo.form` needs `clientSecret`/,
  );
});
