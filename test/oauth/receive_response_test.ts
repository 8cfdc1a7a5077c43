import assert from "node:assert/strict";
import { test } from "node:test";
import { toLogger } from "../../src/config/logger.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import { redirectToOwnOrigin } from "../../src/http/redirect.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { receiveResponse, toRedirectUri } from "../../src/oauth/receive_response.ts";
import { testPlatform } from "../../src/testing/mod.ts";

function open(redirectProxyUrl?: string, basePath = "/auth") {
  const platform = testPlatform();
  const context = {
    platform,
    basePath,
    secrets: ["a-secret-of-forty-characters-for-tests-0"],
    proxySecrets: ["a-secret-that-is-shared-with-the-proxy--"],
    cookies: toCookieNames("https"),
    callbacks: { redirect: redirectToOwnOrigin },
    logger: toLogger({}, platform),
  };
  const provider = resolveProvider(
    { id: "idp", name: "Fake", type: "oidc", issuer: "https://idp.test", clientId: "c", clientSecret: "s" },
    { platform, redirectProxyUrl },
  );
  const incoming = (url: string, init?: RequestInit) => parseRequest(new Request(url, init), basePath);
  return { platform, context, provider, incoming };
}

test("toRedirectUri() returns the application's callback without a redirect proxy, and no state", async () => {
  const { context, provider, incoming } = open();
  const request = await incoming("https://app.test/auth/signin/idp");
  assert.deepEqual(await toRedirectUri(request, provider, context), {
    redirectUri: "https://app.test/auth/callback/idp",
  });
});

test("toRedirectUri() is the proxy's callback, with a sealed state from elsewhere, without one on the proxy itself", async () => {
  const { context, provider, incoming } = open("https://proxy.test/api/auth");
  const redirectUri = "https://proxy.test/api/auth/callback/idp";
  const there = await toRedirectUri(await incoming("https://proxy.test/auth/signin/idp"), provider, context);
  assert.deepEqual(there, { redirectUri });
  const here = await toRedirectUri(await incoming("https://app.test/auth/signin/idp"), provider, context);
  assert.equal(here.redirectUri, redirectUri);
  assert.match(here.state!, /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.doesNotMatch(
    atob(here.state!.split(".")[3]!.replaceAll("-", "+").replaceAll("_", "/")),
    /app\.test/,
  );
});

test("toRedirectUri() makes a state of its own for each flow", async () => {
  const { context, provider, incoming } = open("https://proxy.test/auth");
  const request = await incoming("https://app.test/auth/signin/idp");
  const [one, two] = [
    await toRedirectUri(request, provider, context),
    await toRedirectUri(request, provider, context),
  ];
  assert.notEqual(one.state, two.state);
});

test("receiveResponse() forwards the whole query, with status 303 so that nothing is posted on", async () => {
  const { context, provider, incoming } = open("https://proxy.test/auth");
  const { state } = await toRedirectUri(
    await incoming("https://app.test/auth/signin/idp"),
    provider,
    context,
  );
  const query = new URLSearchParams({ code: "c & d", state: state!, iss: "https://idp.test", extra: "ä" });
  const allowing = { ...context, callbacks: { redirect: ({ url }: { url: string }) => url } };
  const arrival = await receiveResponse(
    await incoming(`https://proxy.test/auth/callback/idp?${query}`),
    provider,
    allowing,
  );
  assert.deepEqual(arrival, { redirect: `https://app.test/auth/callback/idp?${query}`, status: 303 });
});

test("receiveResponse() consumes no cookie where it finds no flow", async () => {
  const { context, provider, incoming } = open();
  const open_ = { ...provider, checks: new Set(["none"] as const) };
  const request = await incoming("https://app.test/auth/callback/idp?code=c&state=s", {
    headers: { cookie: "__Host-latchkey.flow.x=y" },
  });
  const arrival = await receiveResponse(request, open_, context);
  assert("consumed" in arrival);
  assert.deepEqual([arrival.flow, arrival.consumed, arrival.params.get("code")], [null, [], "c"]);
});
