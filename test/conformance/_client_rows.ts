/**
 * Rows about what the client sends: the authorization request, PKCE, and its own authentication.
 *
 * @module
 */

import assert from "node:assert/strict";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { decodeJwt } from "jose/jwt/decode";
import type { FakeProvider, FakeProviderOptions, ReceivedRequest } from "../../src/testing/mod.ts";
import { type Group, refused, type Row, type Stage } from "./_row.ts";
import { createKey, keyFor } from "./_tokens.ts";

const BASIC = "RFC 6749 §2.3.1";
const ASSERTION = "RFC 7523 §3, OpenID Connect Core §9";

/** The request to an endpoint of the provider. */
function requestTo(idp: FakeProvider, endpoint: ReceivedRequest["endpoint"], index = 0): ReceivedRequest {
  return idp.requests.filter((request) => request.endpoint === endpoint)[index]!;
}

/** The secret is in no URL. */
function assertHidden({ idp }: Stage): void {
  for (const { url } of idp.requests) assert.doesNotMatch(decodeURIComponent(url), /fake secret/);
}

const requests: readonly Row[] = [
  {
    id: "request-parameters",
    plan: "oidcc-client-test",
    cites: "OpenID Connect Core §3.1.2.1",
    title: "sends an authorization request with the parameters of the code flow",
    expected: "accepted",
    also: ({ idp }) => {
      const { method, params } = requestTo(idp, "authorization");
      assert.equal(method, "GET");
      assert.equal(params.get("response_type"), "code");
      assert.equal(params.get("client_id"), "fake-client");
      assert.equal(params.get("redirect_uri"), "https://app.test/auth/callback/idp");
      assert.ok(params.get("scope")!.split(" ").includes("openid"));
      assert.equal(params.get("code_challenge_method"), "S256");
      assert.match(params.get("code_challenge")!, /^[\w-]{43}$/);
      // At least 128 bits, which no one guesses (RFC 6749 §10.10).
      for (const name of ["state", "nonce"]) assert.match(params.get(name)!, /^[\w-]{22,}$/);
    },
  },
  {
    id: "request-values-once",
    cites: "RFC 9700 §2.1.1, §4.7.1",
    title: "sends another state, nonce and challenge with each request (OA-01)",
    before: ({ signIn }) => signIn(),
    expected: "accepted",
    also: ({ idp }) => {
      const [first, second] = [0, 1].map((index) => requestTo(idp, "authorization", index).params);
      for (const name of ["state", "nonce", "code_challenge"]) {
        assert.notEqual(first!.get(name), second!.get(name));
      }
    },
  },
  {
    id: "token-request",
    cites: "RFC 6749 §4.1.3, RFC 7636 §4.5",
    title: "sends a token request in a form, with the verifier and the same redirect URI (OA-03)",
    expected: "accepted",
    also: ({ idp }) => {
      const { method, headers, params, url } = requestTo(idp, "token");
      assert.equal(method, "POST");
      assert.match(headers.get("content-type")!, /^application\/x-www-form-urlencoded/);
      assert.equal(new URL(url).search, "");
      assert.equal(params.get("grant_type"), "authorization_code");
      assert.match(params.get("code_verifier")!, /^[\w.~-]{43,128}$/);
      assert.equal(params.get("redirect_uri"), requestTo(idp, "authorization").params.get("redirect_uri"));
    },
  },
  {
    id: "token-request-once",
    cites: "RFC 6749 §4.1.2",
    title: "redeems a code once, even if the answer is lost (OA-03)",
    fault: {
      respond: { token: async (_request, genuine) => (await genuine(), new Response(null, { status: 502 })) },
    },
    expected: refused(/502/, "ProviderUnavailable"),
    also: ({ idp }) => assert.equal(idp.requests.filter(({ endpoint }) => endpoint === "token").length, 1),
  },
];

/** A provider that accepts one method of authentication, and a client that is configured for it. */
function by(
  method: NonNullable<FakeProviderOptions["clientAuthentication"]>,
  more: FakeProviderOptions = {},
) {
  const { clientId, clientSecret } = more;
  return {
    idp: { clientAuthentication: method, ...more },
    provider: {
      ...(clientId !== undefined && { clientId }),
      ...(clientSecret !== undefined && { clientSecret }),
      client: { token_endpoint_auth_method: method },
    },
  };
}

const secrets: readonly Row[] = [
  {
    id: "client-basic",
    plan: "oidcc-client-test-client-secret-basic",
    cites: BASIC,
    title: "authenticates with client_secret_basic, id and secret form-encoded (OA-27)",
    expected: "accepted",
    also: (stage) => {
      const { headers, params } = requestTo(stage.idp, "token");
      const encoded = "fake-client:fake+secret%3A+100%25+%2B+1%2F2%2C+of+32+bytes+at+least";
      assert.equal(headers.get("authorization"), `Basic ${btoa(encoded)}`);
      assert.equal(params.has("client_secret") || params.has("client_assertion"), false);
      assertHidden(stage);
    },
  },
  ...["simple", "a:b", "ä€😀", 'p"l\\us + & = % ?', "~-._*'()!", "%41%", " "].flatMap((
    clientSecret,
    index,
  ): Row[] =>
    (["client_secret_basic", "client_secret_post"] as const).map((method) => ({
      id: `client-${method}-characters-${index + 1}`,
      cites: BASIC,
      title: `authenticates by ${method} with the secret ${JSON.stringify(clientSecret)} (OA-27)`,
      ...by(method, { clientSecret }),
      expected: "accepted",
    }))
  ),
  {
    id: "client-basic-id",
    cites: BASIC,
    title: "authenticates with a client id that has a colon and other characters",
    ...by("client_secret_basic", { clientId: "https://app.test/client: 1%" }),
    expected: "accepted",
  },
  {
    id: "client-post",
    cites: BASIC,
    title: "authenticates with client_secret_post, and sends no header beside it",
    ...by("client_secret_post"),
    expected: "accepted",
    also: (stage) => {
      const { headers, params } = requestTo(stage.idp, "token");
      assert.equal(headers.has("authorization"), false);
      assert.deepEqual(params.getAll("client_id"), ["fake-client"]);
      assertHidden(stage);
    },
  },
  {
    id: "client-none",
    cites: "RFC 6749 §3.2.1",
    title: "names itself as a public client, and sends no secret",
    ...by("none"),
    expected: "accepted",
    also: ({ idp }) => {
      const { headers, params } = requestTo(idp, "token");
      assert.equal(headers.has("authorization") || params.has("client_secret"), false);
      assert.equal(params.get("client_id"), "fake-client");
    },
  },
  {
    id: "client-wrong-secret",
    cites: "RFC 6749 §5.2",
    title: "says that the client is configured wrongly if its secret is refused",
    provider: { clientSecret: "wrong" },
    expected: refused(/clientSecret/, "Configuration"),
  },
  {
    id: "client-wrong-method",
    cites: "RFC 6749 §5.2",
    title: "says that the client is configured wrongly if its method is refused",
    ...by("client_secret_post"),
    provider: { client: { token_endpoint_auth_method: "client_secret_basic" } },
    expected: refused(/client/, "Configuration"),
  },
];

/** Rows with a private key need the key before they open their world, so these are made once. */
const KEYS = new Map(
  await Promise.all(
    ["RS256", "PS256", "ES256", "ES384", "ES512", "Ed25519"].map(async (alg) =>
      [alg, await pairFor(alg)] as const
    ),
  ),
);
const OTHER = await pairFor("ES256", true);

/** Assertions are short-lived, for this server alone, and used once. */
function assertAssertion({ idp, platform }: Stage, alg: string): void {
  const { params, headers } = requestTo(idp, "token");
  assert.equal(headers.has("authorization") || params.has("client_secret"), false);
  assert.equal(
    params.get("client_assertion_type"),
    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  );
  const assertion = params.get("client_assertion")!;
  assert.equal(decodeProtectedHeader(assertion).alg, alg);
  const { iss, sub, aud, exp, iat, jti } = decodeJwt(assertion);
  const now = platform.now() / 1000;
  assert.deepEqual([iss, sub, [aud].flat()], ["fake-client", "fake-client", ["https://idp.test"]]);
  assert.ok(Math.abs(iat! - now) <= 1);
  assert.ok(exp! > now && exp! <= now + 120);
  assert.ok(jti!.length >= 16);
}

const assertions: readonly Row[] = [
  {
    id: "client-secret-jwt",
    cites: ASSERTION,
    title: "authenticates with client_secret_jwt",
    ...by("client_secret_jwt"),
    expected: "accepted",
    also: (stage) => assertAssertion(stage, "HS256"),
  },
  ...[...KEYS].map(([alg, { privateKey, publicKey }]): Row => ({
    id: `client-private-key-jwt-${alg}`,
    cites: ASSERTION,
    title: `authenticates with private_key_jwt and a key for ${alg}`,
    ...withKey(privateKey, publicKey),
    expected: "accepted",
    also: (stage) => {
      assertAssertion(stage, alg);
      const assertion = requestTo(stage.idp, "token").params.get("client_assertion")!;
      assert.equal(decodeProtectedHeader(assertion).kid, "our-key");
    },
  })),
  {
    id: "client-private-key-jwt-once",
    cites: ASSERTION,
    title: "signs another assertion with another jti for each request",
    ...withKey(KEYS.get("ES256")!.privateKey, KEYS.get("ES256")!.publicKey),
    before: ({ signIn }) => signIn(),
    expected: "accepted",
    also: ({ idp }) => {
      const [first, second] = [0, 1].map((index) =>
        decodeJwt(requestTo(idp, "token", index).params.get("client_assertion")!).jti
      );
      assert.notEqual(first, second);
    },
  },
  {
    id: "client-private-key-jwt-other-key",
    cites: "RFC 6749 §5.2",
    title: "says that the client is configured wrongly if its key is not the registered one",
    ...withKey(OTHER.privateKey, KEYS.get("ES256")!.publicKey),
    expected: refused(/client/, "Configuration"),
  },
];

/** What the client sends. */
export const CLIENT_GROUP: Group = {
  name: "Requests and client authentication",
  rows: [...requests, ...secrets, ...assertions],
};

function withKey(key: CryptoKey, clientKey: CryptoKey): Pick<Row, "idp" | "provider"> {
  const { idp, provider } = by("private_key_jwt", { clientKey });
  return {
    idp,
    provider: { ...provider, clientSecret: undefined, token: { clientPrivateKey: { key, kid: "our-key" } } },
  };
}

async function pairFor(alg: string, isNew = false) {
  const { privateKey, jwk } = isNew ? await createKey(alg) : await keyFor(alg);
  return {
    privateKey,
    publicKey: await crypto.subtle.importKey("jwk", jwk, privateKey.algorithm as never, true, ["verify"]),
  };
}
