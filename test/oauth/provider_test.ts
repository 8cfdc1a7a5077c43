import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidEndpoints } from "../../src/errors/errors.ts";
import { customFetch } from "../../src/values/markers.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const platform = testPlatform();

function oauth(more?: Partial<OAuthConfig>, redirectProxyUrl?: string) {
  const definition: OAuthConfig = {
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "s",
    authorization: "https://idp.test/authorize",
    token: "https://idp.test/token",
    userinfo: "https://idp.test/userinfo",
    ...more,
  };
  return resolveProvider(definition, { platform, redirectProxyUrl });
}

function oidc(more: Partial<OIDCConfig> = {}) {
  const definition: OIDCConfig = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "client",
    clientSecret: "s",
    ...more,
  };
  return resolveProvider(definition, { platform });
}

test("an OAuth 2 provider has these defaults", () => {
  const { authorization, token, userinfo, checks, ...provider } = oauth();
  assert.deepEqual(authorization, { url: "https://idp.test/authorize", params: {} });
  assert.deepEqual(token, { url: "https://idp.test/token", params: {} });
  assert.deepEqual(userinfo, { url: "https://idp.test/userinfo", params: {} });
  assert.deepEqual([...checks], ["pkce"]);
  assert.equal(provider.discoveryUrl, undefined);
  assert.equal(provider.idToken, false);
  assert.equal(provider.formPost, false);
  assert.equal(provider.redirectProxyUrl, undefined);
  assert.deepEqual(provider.issuers(null), []);
  assert.deepEqual([provider.client, provider.style], [{}, {}]);
});

test("an OpenID provider has these defaults", () => {
  const { authorization, idToken, discoveryUrl } = oidc();
  assert.deepEqual(authorization.params, { scope: "openid profile email" });
  assert.equal(idToken, true);
  assert.equal(discoveryUrl, "https://idp.test/.well-known/openid-configuration");
  assert.equal(oidc({ idToken: false }).idToken, false);
});

test("metadata are fetched for missing endpoints only", () => {
  const endpoints = { authorization: "https://idp.test/a", token: "https://idp.test/t" };
  const discovered = "https://idp.test/.well-known/openid-configuration";
  assert.equal(oidc(endpoints).discoveryUrl, discovered);
  assert.equal(oidc({ ...endpoints, jwks_endpoint: "https://idp.test/jwks" }).discoveryUrl, undefined);
  assert.equal(oidc({ authorization: { params: { prompt: "login" } } }).discoveryUrl, discovered);
  assert.equal(
    oidc({ issuer: "https://idp.test/tenant/" }).discoveryUrl,
    discovered.replace("/.", "/tenant/."),
  );
  assert.equal(oidc({ wellKnown: "https://idp.test/metadata" }).discoveryUrl, "https://idp.test/metadata");
  assert.equal(oauth({ issuer: "https://idp.test", userinfo: undefined }).discoveryUrl, discovered);
  assert.equal(oauth({ issuer: "https://idp.test" }).discoveryUrl, undefined);
  assert.equal(oauth({ userinfo: { request: () => ({}) } }).discoveryUrl, undefined);
});

test("options win over the rest, but not where they are undefined", () => {
  const provider = oauth({
    name: "Module",
    clientSecret: "module",
    options: { name: "Own", clientSecret: undefined },
  });
  assert.equal(provider.name, "Own");
  assert.equal(provider.clientSecret, "module");
});

test("a list in the options replaces that of the module as a whole", () => {
  const { checks } = oauth({ checks: ["pkce", "state"], options: { checks: ["none"] } });
  assert.deepEqual([...checks], ["none"]);
});

test("the fields of an endpoint, of `client` and of `style` are joined", () => {
  const conform = (response: Response) => response;
  const provider = oauth({
    token: { url: "https://idp.test/token", conform },
    clientSecret: "secret",
    client: { token_endpoint_auth_method: "client_secret_post" },
    style: { brandColor: "#000", logo: "/module.svg" },
    options: {
      token: "https://own.test/token",
      client: { id_token_signed_response_alg: "ES256" },
      style: { logo: "/own.svg" },
    },
  });
  assert.equal(provider.token.url, "https://own.test/token");
  assert.equal(provider.token.conform, conform);
  assert.deepEqual(provider.client, {
    token_endpoint_auth_method: "client_secret_post",
    id_token_signed_response_alg: "ES256",
  });
  assert.deepEqual(provider.style, { brandColor: "#000", logo: "/own.svg" });
});

for (
  const [method, advice] of [
    ["private_key_jwt", /private_key_jwt needs `token\.clientPrivateKey`/],
    [
      "client_secret_post",
      /set `clientSecret`, or AUTH_IDP_SECRET in the environment: client_secret_post needs it/,
    ],
    [
      "client_secret_jwt",
      /set `clientSecret`, or AUTH_IDP_SECRET in the environment: client_secret_jwt needs it/,
    ],
    [
      "client_secret_basic",
      /set `clientSecret`, or AUTH_IDP_SECRET in the environment: client_secret_basic needs it/,
    ],
  ] as const
) {
  test(`the error names the settings that the method ${method} needs`, () => {
    const listed = { clientSecret: undefined, client: { token_endpoint_auth_method: method } };
    assert.throws(
      () => oauth(listed),
      (error) => error instanceof InvalidEndpoints && advice.test(error.message),
    );
  });
}

test("parameters are joined: the application's over the module's, functions with the final client id", () => {
  const module: OAuthConfig["authorization"] = {
    url: "https://idp.test/authorize",
    params: ({ clientId }) => ({ client_key: clientId, scope: "read", prompt: "none" }),
  };
  const paramsWith = (authorization: OAuthConfig["authorization"]) =>
    oauth({ authorization: module, options: { clientId: "own", authorization } }).authorization.params;
  assert.deepEqual(paramsWith({ params: { scope: "write" } }), {
    client_key: "own",
    scope: "write",
    prompt: "none",
  });
  assert.deepEqual(paramsWith({ params: ({ clientId }) => ({ scope: clientId }) }), {
    client_key: "own",
    scope: "own",
    prompt: "none",
  });
  assert.deepEqual(paramsWith({ params: { prompt: undefined } }), {
    client_key: "own",
    scope: "read",
    prompt: undefined,
  });
  assert.deepEqual(paramsWith(undefined), { client_key: "own", scope: "read", prompt: "none" });
});

test("parameters in the query of the application's URL win over the module's", () => {
  const { authorization } = oauth({
    authorization: { url: "https://idp.test/authorize", params: { scope: "read", prompt: "none" } },
    options: { authorization: "https://idp.test/authorize?scope=write" },
  });
  assert.deepEqual(authorization, {
    url: "https://idp.test/authorize",
    params: { scope: "write", prompt: "none" },
  });
});

test("an endpoint's parameters win over those of its URL", () => {
  const { authorization } = oauth({ authorization: { url: "https://idp.test/a?x=1&y=1", params: { x: 2 } } });
  assert.deepEqual(authorization, { url: "https://idp.test/a", params: { x: 2, y: "1" } });
});

test("an answer in a form follows from the parameters, wherever they stand", () => {
  assert.equal(oauth({ authorization: "https://idp.test/a?response_mode=form_post" }).formPost, true);
  assert.equal(
    oidc({ options: { authorization: { params: { response_mode: "form_post" } } } }).formPost,
    true,
  );
  assert.equal(oidc({ authorization: { params: { response_mode: "query" } } }).formPost, false);
});

test("a profile is mapped, and fields are selected to be stored, by default", async () => {
  const { profile, account } = oauth();
  assert.deepEqual(await profile({ id: "1", sub: "2", name: "Ada", picture: { url: "x" } }, {}), {
    id: "2",
    name: "Ada",
    email: undefined,
    image: null,
  });
  const stored = {
    access_token: "a",
    id_token: "i",
    refresh_token: "r",
    expires_at: 1,
    scope: "s",
    token_type: "bearer",
    session_state: "x",
  } as const;
  assert.deepEqual(await account({ ...stored, expires_in: 60, more: "m" }), stored);
  assert.deepEqual(await account({ access_token: "a", refresh_token: undefined }), { access_token: "a" });
});

test("the application's `issuers` is given the issuer", () => {
  const issuers: OIDCConfig["issuers"] = (claims, issuer) => [`${issuer}/${claims?.tid ?? "template"}`];
  const provider = oidc({ issuers, options: { issuer: "https://own.test" } });
  assert.deepEqual(provider.issuers(null), ["https://own.test/template"]);
  assert.deepEqual(provider.issuers({ tid: "t" }), ["https://own.test/t"]);
});

for (
  const [what, make, advice] of [
    ["an empty client id", () => oidc({ id: "my-idp.1", clientId: "" }), /AUTH_MY_IDP_1_ID/],
    [
      "parameters alone",
      () => oauth({ authorization: { params: {} } }),
      /set `issuer`, or AUTH_IDP_ISSUER in the environment, for discovery. .* sets `authorization`/,
    ],
    [
      "no keys",
      () => oidc({ issuer: undefined, authorization: "https://idp.test/a", token: "https://idp.test/t" }),
      /set `issuer`, or AUTH_IDP_ISSUER in the environment, for discovery. .* sets `jwks_endpoint`/,
    ],
    [
      "nothing to compare ID tokens with",
      () =>
        oidc({
          issuer: undefined,
          authorization: "https://idp.test/a",
          token: "https://idp.test/t",
          jwks_endpoint: "https://idp.test/jwks",
        }),
      /set `issuer`, or AUTH_IDP_ISSUER in the environment: ID tokens are checked/,
    ],
    ["a relative endpoint", () => oauth({ token: "/token" }), /`token` is "\/token"/],
    ["a proxy over http", () => oauth({}, "http://proxy.test/auth"), /`redirectProxyUrl` is "http:/],
  ] as const
) {
  test(`the error says what to write for a provider with ${what}`, () => {
    assert.throws(make, (error) => {
      assert(error instanceof InvalidEndpoints);
      assert.match(error.message, /^Cannot use provider "/);
      assert.match(error.message, advice);
      return true;
    });
  });
}

for (const mode of ["jwt", "query.jwt", "fragment.jwt", "form_post.jwt"]) {
  test(`the response mode ${mode} is refused at start, and the error names JARM`, () => {
    const expected = {
      name: "InvalidEndpoints",
      message: new RegExp(`is "${mode}"\\. Signed authorization responses \\(JARM\\) are not supported`),
    };
    const url = `https://idp.test/authorize?response_mode=${mode}`;
    assert.throws(() => oauth({ authorization: url }), expected);
    assert.throws(() => oidc({ authorization: { params: { response_mode: mode } } }), expected);
  });
}

test("requests are sent with the customFetch of options, else of the provider, else of the platform", async () => {
  const answering = (text: string) => () => Promise.resolve(new Response(text));
  platform.sites["https://idp.test"] = () => new Response("platform");
  const answerOf = async (provider: ReturnType<typeof oauth>) =>
    (await provider.request("https://idp.test/")).text();
  assert.equal(await answerOf(oauth()), "platform");
  assert.equal(await answerOf(oauth({ [customFetch]: answering("module") })), "module");
  const own = { [customFetch]: answering("own") };
  assert.equal(await answerOf(oauth({ [customFetch]: answering("module"), options: own })), "own");
});
