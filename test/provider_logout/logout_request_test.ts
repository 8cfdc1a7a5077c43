import assert from "node:assert/strict";
import { test } from "node:test";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import { findLogoutEndpoint, logoutUrl } from "../../src/features/provider_logout/logout_request.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { Auth0 } from "../../src/providers/auth0.ts";
import { Cognito } from "../../src/providers/cognito.ts";
import { Kinde } from "../../src/providers/kinde.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";

const NAMED = "https://idp.test/oidc/logout";
const REQUEST = {
  idToken: "the.id.token",
  redirectUri: "https://app.test/auth/post-logout",
  state: "the-state",
  locales: "de en",
};
const STANDARD = {
  id_token_hint: "the.id.token",
  ui_locales: "de en",
  client_id: "c",
  post_logout_redirect_uri: "https://app.test/auth/post-logout",
  state: "the-state",
};

/** The logout of a provider whose metadata name an endpoint, or none. */
async function logoutOf(
  create: (options: object) => object,
  options: Partial<OIDCConfig> | Partial<OAuthConfig> = {},
  named: unknown = NAMED,
) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  idp.tamper = { metadata: { end_session_endpoint: named } };
  platform.sites[idp.origin] = idp.fetch;
  const definition = create({ issuer: idp.issuer, clientId: "c", clientSecret: "s", ...options });
  const provider = resolveProvider(definition as OAuthDefinition, { platform });
  const endpoint = await findLogoutEndpoint(provider, platform);
  if (!endpoint) return null;
  const url = new URL(logoutUrl(endpoint, REQUEST, provider));
  return {
    page: url.origin + url.pathname,
    params: Object.fromEntries(url.searchParams),
    returnsState: endpoint.returnsState,
    requests: idp.requests.length,
  };
}

function Own(options: object): object {
  return { id: "own", name: "Own", type: "oidc", ...options };
}

test("logoutUrl() is the request of RP-Initiated Logout, at the endpoint of the metadata", async () => {
  const logout = await logoutOf(Own, {}, `${NAMED}?policy=1`);
  assert.deepEqual(logout, {
    page: NAMED,
    params: { policy: "1", ...STANDARD },
    returnsState: true,
    requests: 1,
  });
});

test("logoutUrl() leaves out what is not known", async () => {
  const platform = testPlatform();
  const definition = Own({ issuer: "https://idp.test", clientId: "c", clientSecret: "s", endSession: NAMED });
  const provider = resolveProvider(definition as OAuthDefinition, { platform });
  const endpoint = await findLogoutEndpoint(provider, platform);
  const url = logoutUrl(endpoint!, { ...REQUEST, idToken: null, locales: null }, provider);
  const { id_token_hint: _, ui_locales: __, ...rest } = STANDARD;
  assert.deepEqual(Object.fromEntries(new URL(url).searchParams), rest);
});

test("findLogoutEndpoint() finds none where neither the metadata nor the provider name a web page", async () => {
  for (const named of [null, "", 1, {}, "javascript:alert(1)", "http://idp.test/logout"]) {
    assert.equal(await logoutOf(Own, {}, named), null, String(named));
  }
});

test("`endSession` of an application is asked first, and needs no metadata", async () => {
  const own = await logoutOf(Own, { endSession: "https://own.test/end?tenant=1" });
  assert.deepEqual(own, {
    page: "https://own.test/end",
    params: { tenant: "1", ...STANDARD },
    returnsState: true,
    requests: 0,
  });
});

test("`endSession.params` replace those of the library, but for the address of return and `state`", async () => {
  const params = {
    client_id: undefined,
    id_token_hint: "other",
    federated: true,
    post_logout_redirect_uri: "https://evil.test",
    state: "other",
  };
  const logout = await logoutOf(Own, { endSession: { params } });
  const { client_id: _, ...rest } = STANDARD;
  assert.deepEqual(logout!.params, { ...rest, id_token_hint: "other", federated: "true" });
  const ofClient = await logoutOf(Own, { endSession: { params: ({ clientId }) => ({ app: clientId }) } });
  assert.equal(ofClient!.params.app, "c");
});

test("`endSession.state` says whether the provider returns the state", async () => {
  const without = await logoutOf(Own, { endSession: { state: false } });
  const { state: _, ...rest } = STANDARD;
  assert.deepEqual([without!.params, without!.returnsState], [rest, false]);
  const own = await logoutOf(Own, { endSession: { redirectParam: "redirect_url", state: true } });
  assert.deepEqual(own!.params, {
    client_id: "c",
    redirect_url: REQUEST.redirectUri,
    state: "the-state",
  });
  assert.equal(own!.returnsState, true);
});

test("`endSession` is refused with a URL that is not one of the web", () => {
  const platform = testPlatform();
  for (const url of ["javascript:alert(1)", "http://own.test/end", "/end"]) {
    const definition = Own({ issuer: "https://idp.test", clientId: "c", clientSecret: "s", endSession: url });
    assert.throws(
      () => resolveProvider(definition as OAuthDefinition, { platform }),
      /Cannot use provider "own": `endSession` is /,
    );
  }
});

test("Cognito gets `logout_uri`, and neither an ID token nor a state", async () => {
  const expected = {
    page: "https://ada.auth.eu-west-1.amazoncognito.com/logout",
    params: { client_id: "c", logout_uri: REQUEST.redirectUri },
    returnsState: false,
  };
  const { requests: _, ...named } = (await logoutOf(Cognito, {}, expected.page))!;
  assert.deepEqual(named, expected);
  const { requests: __, ...written } = (await logoutOf(Cognito, { endSession: expected.page }, null))!;
  assert.deepEqual(written, expected);
});

test("Auth0 gets the request of the standard, and in older tenants `returnTo`", async () => {
  const now = await logoutOf(Auth0);
  assert.deepEqual([now!.page, now!.params, now!.returnsState], [NAMED, STANDARD, true]);
  const older = await logoutOf(Auth0, {}, null);
  assert.deepEqual([older!.page, older!.params, older!.returnsState], [
    "https://idp.test/v2/logout",
    { client_id: "c", returnTo: REQUEST.redirectUri },
    false,
  ]);
  const federated = { endSession: { params: { federated: "" } } };
  for (const named of [NAMED, null]) {
    assert.equal((await logoutOf(Auth0, federated, named))!.params.federated, "");
  }
});

test("Kinde gets `redirect` alone", async () => {
  const logout = await logoutOf(Kinde, { issuer: "https://acme.kinde.com/" });
  assert.deepEqual(logout, {
    page: "https://acme.kinde.com/logout",
    params: { redirect: REQUEST.redirectUri },
    returnsState: false,
    requests: 0,
  });
});

test("metadata lead no browser into a private network, unless the provider is there", async () => {
  for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "localhost", "10.0.0.7", "printer.local"]) {
    assert.equal(await logoutOf(Auth0, {}, `https://${host}/end`), null, host);
  }
});
