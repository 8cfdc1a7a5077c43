import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidEndpoints, ProviderResponseError } from "../../src/errors/errors.ts";
import { authorizationUrl, demandsPush } from "../../src/oauth/authorize.ts";
import { openExchange } from "../../src/oauth/exchange.ts";
import type { Flow } from "../../src/oauth/flow.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { pushAuthorizationRequest } from "../../src/oauth/pushed_request.ts";
import { serverOf } from "../../src/oauth/server.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const IDP = "https://idp.test";
const REQUEST_URI = "urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c";
const FLOW: Flow = {
  provider: "idp",
  state: "the-state",
  verifier: "v".repeat(43),
  redirectUri: "https://app.test/auth/callback/idp",
  returnTo: "https://app.test/",
  userId: null,
  link: "none",
};
const METADATA = {
  issuer: IDP,
  authorization_endpoint: `${IDP}/authorize`,
  token_endpoint: `${IDP}/token`,
  userinfo_endpoint: `${IDP}/userinfo`,
  pushed_authorization_request_endpoint: `${IDP}/par`,
};

/** Pushes a request to a server that answers so. Returns where the browser goes, and what the server received. */
async function push(
  { more = {}, metadata = {}, answer = () => good(), query = "" }: {
    readonly more?: Partial<OAuthConfig>;
    readonly metadata?: Record<string, unknown>;
    readonly answer?: () => Response;
    readonly query?: string;
  } = {},
) {
  const sent: { request: Request; form: URLSearchParams }[] = [];
  const platform = testPlatform({
    sites: {
      [IDP]: async (request) => {
        if (request.url.includes("/.well-known/")) return Response.json({ ...METADATA, ...metadata });
        sent.push({ request, form: new URLSearchParams(await request.clone().text()) });
        return answer();
      },
    },
  });
  const provider = resolveProvider({
    id: "idp",
    name: "Fake",
    type: "oauth",
    issuer: IDP,
    clientId: "client",
    clientSecret: "secret",
    ...more,
  }, { platform });
  const server = await serverOf(provider, platform);
  const url = await authorizationUrl({ server, provider }, FLOW, new URLSearchParams(query));
  const { redirectUri } = FLOW;
  const params = new URL(url).searchParams;
  const pushed = pushAuthorizationRequest(
    await openExchange(provider, { flow: FLOW, redirectUri, params }, platform),
  );
  return { sent, pushed, url, demanded: demandsPush(server, provider) };
}

function good() {
  return Response.json({ request_uri: REQUEST_URI, expires_in: 60 }, { status: 201 });
}

test("the query of the authorization endpoint in the metadata stays after a pushed request", async () => {
  const { pushed } = await push({ metadata: { authorization_endpoint: `${IDP}/authorize?tenant=1` } });
  assert.deepEqual([...new URL(await pushed).searchParams.keys()], ["tenant", "client_id", "request_uri"]);
});

test("a pushed request authenticates the client as a token request does", async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign", "verify"],
  );
  const names = async (more: Partial<OAuthConfig>) => {
    const { sent, pushed } = await push({ more: { clientSecret: undefined, ...more } });
    await pushed;
    return [...sent[0]!.form.keys()].filter((name) => /^client_/.test(name));
  };
  assert.deepEqual(await names({ client: { token_endpoint_auth_method: "none" } }), ["client_id"]);
  assert.deepEqual(await names({ token: { clientPrivateKey: privateKey } }), [
    "client_id",
    "client_assertion_type",
    "client_assertion",
  ]);
  const post = { token_endpoint_auth_method: "client_secret_post" } as const;
  assert.deepEqual(await names({ client: post, clientSecret: () => "made" }), ["client_id", "client_secret"]);
});

test("requests are pushed if the metadata or the client say so, and only with the boolean", async () => {
  const name = "require_pushed_authorization_requests";
  assert.equal((await push()).demanded, false);
  assert.equal((await push({ metadata: { [name]: true } })).demanded, true);
  assert.equal((await push({ metadata: { [name]: "true" } })).demanded, false);
  assert.equal((await push({ more: { client: { [name]: true } } })).demanded, true);
  assert.equal(
    (await push({ more: { client: { [name]: false } }, metadata: { [name]: true } })).demanded,
    true,
  );
});

test("the error says who demands pushed requests, if the endpoint is missing", async () => {
  const name = "require_pushed_authorization_requests";
  const metadata = { pushed_authorization_request_endpoint: undefined };
  await assert.rejects((await push({ metadata, more: { client: { [name]: true } } })).pushed, {
    message: /Remove `require_pushed_authorization_requests` from `client` of the provider "idp"/,
  });
  await assert.rejects((await push({ metadata: { ...metadata, [name]: true } })).pushed, {
    message: /the metadata demand it/,
  });
});

test("code and description of a refused push are kept, without values of the request", async () => {
  const answer = () =>
    Response.json({ error: "invalid_scope", error_description: "no scope for the-state" }, { status: 400 });
  await assert.rejects((await push({ answer })).pushed, (error) => {
    assert(error instanceof ProviderResponseError);
    assert.match(error.message, /^Cannot push the authorization request: .*"invalid_scope" with status 400/);
    assert.equal(error.cause!.description, "no scope for …");
    return true;
  });
});

test("metadata are fetched for the endpoint of pushed requests, even if all others are configured", async () => {
  const more: Partial<OAuthConfig> = {
    authorization: `${IDP}/own`,
    token: `${IDP}/token`,
    userinfo: `${IDP}/userinfo`,
    client: { require_pushed_authorization_requests: true },
  };
  assert.equal((await (await push({ more })).pushed).split("?")[0], `${IDP}/own`);
  await assert.rejects(push({ more: { ...more, issuer: undefined } }), (error) => {
    assert(error instanceof InvalidEndpoints);
    assert.match(error.message, /`client.require_pushed_authorization_requests` needs `issuer`/);
    return true;
  });
});
