import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { decodeJwt } from "jose";
import {
  type AuthError,
  ConfigError,
  ProviderResponseError,
  ProviderUnavailable,
} from "../../src/errors/errors.ts";
import type { OIDCConfig, TokenRequestContext } from "../../src/model/provider.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { prepareRenewal, renew, type Renewal } from "../../src/oauth/refresh.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";

type Answer = () => Response | Promise<Response>;

/** A provider whose token endpoint answers with these, one after the other, then with the last one. */
function openRenewal(
  answers: Answer | readonly Answer[] = tokens(),
  { metadata = {}, ...options }: Partial<OIDCConfig> & { metadata?: Record<string, unknown> } = {},
) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  /** The forms that the provider has got. */
  const sent: Readonly<Record<string, string>>[] = [];
  /** The proofs of a key that it has got (RFC 9449 §4); `null` for a request without one. */
  const proofs: (string | null)[] = [];
  const left = [answers].flat();
  idp.tamper = {
    metadata,
    respond: {
      token: async (request) => {
        sent.push(Object.fromEntries(new URLSearchParams(await request.text())));
        proofs.push(request.headers.get("dpop"));
        return await (left.length > 1 ? left.shift()! : left[0]!)();
      },
    },
  };
  platform.sites[idp.origin] = idp.fetch;
  const { issuer, clientId, clientSecret } = idp;
  const definition = { id: "own", name: "Own", type: "oidc", issuer, clientId, clientSecret, ...options };
  const provider = resolveProvider(definition as OAuthDefinition, { platform });
  const ask = async () => await renew("the-refresh-token", await prepareRenewal(provider, platform));
  return { ask, sent, proofs, platform, provider, idp };
}

/** An answer with tokens. */
function tokens(changes: Readonly<Record<string, unknown>> = {}): Answer {
  return () => Response.json({ access_token: "b", token_type: "bearer", ...changes });
}

function refusal(error: string, status = 400): Answer {
  return () => Response.json({ error }, { status });
}

/** The tokens of a renewal. */
function tokensOf(renewal: Renewal): Readonly<Record<string, unknown>> {
  return renewal.kind === "renewed" ? { ...renewal.tokens } : assert.fail(renewal.error);
}

/** How a renewal has ended, and its error. */
function failureOf(renewal: Renewal): readonly [kind: string, error: AuthError] {
  return renewal.kind === "renewed" ? assert.fail("renewed") : [renewal.kind, renewal.error as AuthError];
}

test("the refresh token is sent once, with parameters of the config, and yields the new tokens", async () => {
  const { ask, sent, proofs, platform } = openRenewal(
    tokens({ refresh_token: "s", expires_in: 60, scope: "a b" }),
    { token: { params: { resource: "https://api.test" } } },
  );
  assert.deepEqual(tokensOf(await ask()), {
    access_token: "b",
    token_type: "bearer",
    refresh_token: "s",
    expires_in: 60,
    expires_at: Math.floor(platform.now() / 1000) + 60,
    scope: "a b",
  });
  assert.deepEqual(sent, [{
    grant_type: "refresh_token",
    refresh_token: "the-refresh-token",
    resource: "https://api.test",
  }]);
  assert.deepEqual(proofs, [null]);
});

test("a new refresh token that is empty or no text is none: the one that was sent stays", async () => {
  for (const refresh_token of [undefined, null, "", 5, ["s"]]) {
    const { ask } = openRenewal(tokens({ refresh_token }));
    assert.deepEqual(tokensOf(await ask()), { access_token: "b", token_type: "bearer" });
  }
});

test("a new ID token is left out, and fields beside the tokens that are not valid", async () => {
  for (
    const odd of [
      { id_token: "not one" },
      { expires_in: "soon" },
      { expires_in: -1 },
      { expires_in: null },
      { expires_in: "Infinity" },
      { scope: 5 },
      { scope: [5] },
      { scope: null },
      { expires_in: "3600abc" },
      { expires_in: "0x10" },
      { expires_in: " 60 " },
      { expires_in: 1e300 },
      { expires_at: "2030-01-01T00:00:00Z" },
      { error: null, error_description: null },
    ]
  ) {
    const { ask } = openRenewal(tokens({ refresh_token: "s", ...odd }));
    const renewed = tokensOf(await ask());
    assert.deepEqual(
      renewed,
      { access_token: "b", token_type: "bearer", refresh_token: "s" },
      JSON.stringify(odd),
    );
  }
});

test("a type of token that cannot be used is refused", async () => {
  for (const [token_type, isBound] of [["mac", false], ["DPoP", false], ["bearer", true]] as const) {
    const { ask } = openRenewal(tokens({ token_type }), { client: { dpop_bound_access_tokens: isBound } });
    const [kind, error] = failureOf(await ask());
    assert.equal(kind, "unknown");
    assert(error instanceof ProviderResponseError, token_type);
  }
});

/** Answers, and whether the refresh token may be sent again after them. */
const ENDINGS: readonly (readonly [string, Answer, Exclude<Renewal["kind"], "renewed">])[] = [
  ['the error "invalid_grant"', refusal("invalid_grant"), "refused"],
  ['the error "invalid_grant" with status 401', refusal("invalid_grant", 401), "refused"],
  ['the error "bad_refresh_token" of this provider', refusal("bad_refresh_token"), "refused"],
  ['the error "invalid_request"', refusal("invalid_request"), "unchanged"],
  ['the error "temporarily_unavailable"', refusal("temporarily_unavailable", 503), "unchanged"],
  ["status 400 without an error", () => new Response("no", { status: 400 }), "unchanged"],
  ["status 429", () => new Response("slowly", { status: 429 }), "unchanged"],
  ["status 500", () => new Response("", { status: 500 }), "unchanged"],
  ["status 503", () => new Response("", { status: 503 }), "unchanged"],
  [
    "a redirect",
    () => new Response(null, { status: 302, headers: { location: "https://idp.test/" } }),
    "unchanged",
  ],
  ["status 300", () => new Response("", { status: 300 }), "unchanged"],
  ["status 502", () => new Response("", { status: 502 }), "unknown"],
  ["status 504", () => new Response("", { status: 504 }), "unknown"],
  ["status 520", () => new Response("", { status: 520 }), "unknown"],
  ["status 524", () => new Response("", { status: 524 }), "unknown"],
  ["a text that is not JSON", () => new Response("<html>"), "unknown"],
  ["tokens without an access token", () => Response.json({ token_type: "bearer" }), "unknown"],
  ["status 299", () => new Response("", { status: 299 }), "unknown"],
  ["a connection that breaks", () => Promise.reject(new TypeError("connection reset")), "unknown"],
  [
    "no connection",
    () =>
      Promise.reject(
        new TypeError("failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }),
      ),
    "unchanged",
  ],
];

for (const [what, answer, kind] of ENDINGS) {
  const meaning = {
    refused: "means that the refresh token has ended",
    unchanged: "means that the refresh token was not used",
    unknown: "may have used up the refresh token",
  }[kind];
  test(`it is known how a renewal has ended: ${what} ${meaning}`, async () => {
    const { ask, sent } = openRenewal(answer, { token: { refreshErrors: ["bad_refresh_token"] } });
    const [ended, error] = failureOf(await ask());
    assert.equal(ended, kind);
    assert(error instanceof Error);
    assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /the-refresh-token/);
    assert.equal(sent.length, 1);
  });
}

test("a client that the provider refuses is an error of the config: the refresh token was not used", async () => {
  const { ask } = openRenewal(refusal("invalid_client", 401));
  const [kind, error] = failureOf(await ask());
  assert.equal(kind, "unchanged");
  assert(error instanceof ConfigError);
  assert.match(error.message, /invalid_client/);
});

test("the refresh token is sent again with the nonce that the provider demands (RFC 9449 §8)", async () => {
  const client = { dpop_bound_access_tokens: true };
  const demand: Answer = () =>
    Response.json({ error: "use_dpop_nonce" }, { status: 400, headers: { "dpop-nonce": "n" } });
  const { ask, proofs } = openRenewal([demand, tokens({ token_type: "DPoP" })], { client });
  assert.equal(tokensOf(await ask()).access_token, "b");
  assert.deepEqual(proofs.map((proof) => decodeJwt(proof!).nonce), [undefined, "n"]);
});

test("a renewal fails before anything is sent: without metadata, and without an endpoint for tokens", async () => {
  const down = openRenewal();
  down.platform.sites[down.idp.origin] = () => Promise.reject(new TypeError("connection reset"));
  await assert.rejects(prepareRenewal(down.provider, down.platform), ProviderUnavailable);
  const bare = openRenewal(tokens(), { metadata: { token_endpoint: undefined } });
  await assert.rejects(
    prepareRenewal(bare.provider, bare.platform),
    (error) =>
      error instanceof ProviderResponseError &&
      /^Cannot renew the access token: the metadata name no "token_endpoint"/.test(error.message),
  );
});

test("`token.refresh` may send the request, with the form of the standard", async () => {
  const seen: unknown[] = [];
  const { ask, sent } = openRenewal(tokens(), {
    token: {
      params: { audience: "api" },
      refresh({ params, url, clientId }) {
        seen.push([Object.fromEntries(params), url, typeof clientId]);
        return Promise.resolve(new Response('{"access_token":"b","token_type":"bearer"}'));
      },
    },
  });
  assert.equal(tokensOf(await ask()).access_token, "b");
  const form = { audience: "api", grant_type: "refresh_token", refresh_token: "the-refresh-token" };
  assert.deepEqual([seen, sent], [[[form, "https://idp.test/token", "string"]], []]);
});

test("the refresh token counts as sent from the call of `token.refresh` on", async () => {
  const cause = new Error("a mistake");
  const { ask } = openRenewal(tokens(), { token: { refresh: () => Promise.reject(cause) } });
  const [kind, error] = failureOf(await ask());
  assert.equal(kind, "unknown");
  assert(error instanceof ProviderResponseError);
  assert.match(error.message, /^Cannot renew the access token: `token.refresh` failed/);
  assert.equal(error.cause?.err?.message, "a mistake");
  assert.equal(error.cause.err.stack, cause.stack);
  const own = openRenewal(tokens(), {
    token: { refresh: () => Promise.reject(new ProviderResponseError("no answer")) },
  });
  assert.equal(failureOf(await own.ask())[0], "unknown");
});

/** An error as HTTP clients throw it: it carries the request, under it as well. */
function errorWithRequest(sent: string): Error {
  const request = { config: { data: sent }, code: "ECONNRESET" };
  const cause = Object.assign(new Error("socket closed"), request);
  const error = new TypeError(`no answer to ${sent}`, { cause });
  return Object.assign(error, request);
}

for (
  const [what, token] of [
    ["`token.refresh`", {
      refresh: ({ params }: TokenRequestContext) => Promise.reject(errorWithRequest(params.toString())),
    }],
    ["`token.conform`", {
      conform: () => Promise.reject(errorWithRequest("refresh_token=the-refresh-token")),
    }],
    ["`fetch`", {}],
  ] as const
) {
  test(`no request is left in an error that ${what} throws`, async () => {
    const { ask } = openRenewal(
      () =>
        what === "`fetch`"
          ? Promise.reject(errorWithRequest("refresh_token=the-refresh-token"))
          : Response.json({ access_token: "b", token_type: "bearer" }),
      { token },
    );
    const [kind, error] = failureOf(await ask());
    assert.equal(kind, "unknown");
    const shown = inspect(error, { depth: 10, showHidden: true });
    assert.doesNotMatch(shown, /the-refresh-token/);
    assert.match(shown, /no answer to (?:grant_type=refresh_token&)?refresh_token=…/);
    assert.match(shown, /socket closed/);
    assert.match(shown, /ECONNRESET/);
  });
}

test("the error of `token.refresh` may say that there was no connection", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const { ask } = openRenewal(tokens(), { token: { refresh: () => Promise.reject(refused) } });
  assert.equal(failureOf(await ask())[0], "unchanged");
});

test("what the request of `token.refresh` has failed with is passed on", async () => {
  const { ask } = openRenewal(() => Promise.reject(new TypeError("connection reset")), {
    token: { refresh: async ({ fetch, url, params }) => await fetch(url, { method: "POST", body: params }) },
  });
  const [kind, error] = failureOf(await ask());
  assert.equal(kind, "unknown");
  assert(error instanceof ProviderUnavailable);
});

test("nothing is sent if the request for a renewal cannot be made", async () => {
  const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ]);
  const { ask, sent } = openRenewal(tokens(), {
    client: { token_endpoint_auth_method: "private_key_jwt" },
    // It cannot sign.
    token: { clientPrivateKey: publicKey },
  });
  const [kind, error] = failureOf(await ask());
  assert.deepEqual([kind, sent], ["unchanged", []]);
  assert(error instanceof Error);
});
