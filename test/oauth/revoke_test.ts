import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import {
  type AuthError,
  ConfigError,
  ProviderResponseError,
  ProviderUnavailable,
} from "../../src/errors/errors.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { prepareRevocation } from "../../src/oauth/revoke.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import { byRenewal, sendStandard } from "../../src/providers/_revocation.ts";
import { fakeProvider, testPlatform } from "../../src/testing/mod.ts";

const BOTH = { accessToken: "the-access-token", refreshToken: "the-refresh-token" };

/** A request as the provider has got it: kind of the token, and token. */
type Sent = readonly [kind: string, token: string];

/** A provider whose endpoint answers with these, by the kind of the token. @param named Its endpoint in the metadata. */
async function openRevocation(
  answers: Readonly<Record<string, () => Response | Promise<Response>>> = {},
  { named = "https://idp.test/revoke", ...options }: Partial<OIDCConfig> & { named?: unknown } = {},
) {
  const platform = testPlatform();
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  const sent: Sent[] = [];
  idp.tamper = {
    metadata: { revocation_endpoint: named },
    respond: {
      revocation: async (request) => {
        const form = new URLSearchParams(await request.text());
        const kind = form.get("token_type_hint") ?? "none";
        sent.push([kind, form.get("token")!]);
        return await (answers[kind] ?? (() => new Response()))();
      },
    },
  };
  platform.sites[idp.origin] = idp.fetch;
  const { issuer, clientId, clientSecret } = idp;
  const definition = { id: "own", name: "Own", type: "oidc", issuer, clientId, clientSecret, ...options };
  const provider = resolveProvider(definition as OAuthDefinition, { platform });
  return { sent, provider, platform, revoke: await prepareRevocation(provider, platform) };
}

function refusal(error: string, status = 400): () => Response {
  return () => Response.json({ error }, { status });
}

async function rejection(promise: Promise<unknown> | undefined): Promise<AuthError> {
  return await promise!.then(() => assert.fail("it has not failed"), (error) => error);
}

test("prepareRevocation() sends the refresh token, then the access token, to the endpoint of the metadata", async () => {
  const { sent, revoke } = await openRevocation();
  await revoke!(BOTH);
  assert.deepEqual(sent, [["refresh_token", "the-refresh-token"], ["access_token", "the-access-token"]]);
});

test("prepareRevocation() sends the token that there is, and no other", async () => {
  const { sent, revoke } = await openRevocation();
  await revoke!({ accessToken: "a", refreshToken: null });
  await revoke!({ accessToken: null, refreshToken: "r" });
  assert.deepEqual(sent, [["access_token", "a"], ["refresh_token", "r"]]);
});

test("prepareRevocation() returns null for a provider without an endpoint", async () => {
  for (const named of [undefined, null]) {
    assert.equal((await openRevocation({}, { named: named ?? null })).revoke, null);
  }
});

test("prepareRevocation() prefers the endpoint of the config, wherever it is", async () => {
  const written = { named: "https://idp.test/elsewhere", revocation: "https://idp.test/revoke" };
  const { sent, revoke } = await openRevocation({}, written);
  await revoke!(BOTH);
  assert.equal(sent.length, 2);
  const isPrivate = { revocation: "https://10.0.0.1/revoke", allowInsecureRequests: true };
  assert.notEqual((await openRevocation({}, isPrivate)).revoke, null);
});

test("prepareRevocation() refuses an endpoint of the metadata in a private network, and sends nothing", async () => {
  const error = await rejection(openRevocation({}, { named: "https://192.168.0.1/revoke" }));
  assert(error instanceof ProviderResponseError);
  assert.match(
    error.message,
    /in a private network. If that is right, write it as `revocation` of the provider "own"/,
  );
});

for (const error of ["invalid_token", "invalid_grant"]) {
  test(`a token that the provider calls "${error}" is revoked already`, async () => {
    const { revoke } = await openRevocation({ refresh_token: refusal(error), access_token: refusal(error) });
    await revoke!(BOTH);
  });
}

test("tokens of one kind that cannot be revoked are no failure, those of both kinds are one", async () => {
  const no = refusal("unsupported_token_type");
  await (await openRevocation({ refresh_token: no })).revoke!(BOTH);
  await (await openRevocation({ access_token: no })).revoke!(BOTH);
  for (const tokens of [BOTH, { ...BOTH, refreshToken: null }, { ...BOTH, accessToken: null }]) {
    const { revoke } = await openRevocation({ refresh_token: no, access_token: no });
    assert.match((await rejection(revoke!(tokens))).message, /the provider revokes no token of this kind/);
  }
});

/** What the provider answers about the access token after it has revoked the refresh token, and whether that is a failure. */
const AFTERWARDS: readonly (readonly [string, () => Response | Promise<Response>, boolean])[] = [
  ["an error with status 400", refusal("invalid_request"), false],
  ["status 404", () => new Response("not found", { status: 404 }), false],
  ["status 499", () => new Response("", { status: 499 }), false],
  ["status 500", () => new Response("", { status: 500 }), true],
  ["status 503", refusal("server_error", 503), true],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "https://idp.test/" } }), true],
  ["nothing", () => Promise.reject(new TypeError("connection reset")), true],
];

for (const [what, answer, fails] of AFTERWARDS) {
  test(`${what} about the access token is ${fails ? "a" : "no"} failure after the refresh token was revoked`, async () => {
    const { revoke } = await openRevocation({ access_token: answer });
    const revoking = revoke!(BOTH);
    if (fails) await rejection(revoking);
    else await revoking;
  });

  test(`${what} about an access token alone is a failure`, async () => {
    const { revoke } = await openRevocation({ access_token: answer });
    const error = await rejection(revoke!({ ...BOTH, refreshToken: null }));
    assert.equal(error instanceof ProviderUnavailable, /nothing|50/.test(what));
  });
}

test("after a refresh token that cannot be revoked, the access token decides", async () => {
  const answers = {
    refresh_token: refusal("unsupported_token_type"),
    access_token: refusal("invalid_request"),
  };
  assert.match(
    (await rejection((await openRevocation(answers)).revoke!(BOTH))).message,
    /"invalid_request" with status 400/,
  );
});

test("a refused client is an error of the config, and the access token is not sent", async () => {
  const { sent, revoke } = await openRevocation({ refresh_token: refusal("invalid_client", 401) });
  assert(await rejection(revoke!(BOTH)) instanceof ConfigError);
  assert.equal(sent.length, 1);
});

test("`revocation.request` may answer with a status of its own, and its errors are named", async () => {
  const cause = Object.assign(new Error("a mistake"), { request: { body: "token=the-refresh-token" } });
  const failing = { url: "https://idp.test/revoke", request: () => Promise.reject(cause) };
  const error = await rejection((await openRevocation({}, { revocation: failing })).revoke!(BOTH));
  assert.equal(error.message.split("\n")[0], "Cannot revoke a token: `revocation.request` failed");
  assert.equal(error.cause?.err?.message, "a mistake");
  assert.doesNotMatch(inspect(error, { depth: 10, showHidden: true }), /the-refresh-token/);
  const unreachable = {
    url: "https://nowhere.test/revoke",
    request: async ({ fetch, url }: { fetch: (url: string) => Promise<Response>; url: string }) =>
      await fetch(url),
  };
  const { revoke } = await openRevocation({}, { revocation: unreachable });
  assert(await rejection(revoke!(BOTH)) instanceof ProviderUnavailable);
});

test("`revocation.request` gets no parameters of a sign-in, and the form of the standard", async () => {
  const seen: unknown[] = [];
  const { revoke, provider } = await openRevocation({}, {
    revocation: {
      url: "https://idp.test/revoke",
      params: { reason: "left" },
      request({ params, response, clientId, url }) {
        seen.push([url, Object.fromEntries(params), [...response], clientId]);
        return new Response(null, { status: 204 });
      },
    },
  });
  await revoke!({ ...BOTH, refreshToken: null });
  const form = { token_type_hint: "access_token", reason: "left", token: "the-access-token" };
  assert.deepEqual(seen, [["https://idp.test/revoke", form, [], provider.clientId]]);
});

/** A provider that exchanges the refresh token first, and answers with these fields. */
async function openExchange(fields: object, keep?: (tokens: object) => void) {
  const { revoke, sent, platform } = await openRevocation({}, {
    revocation: {
      url: "https://idp.test/revoke",
      request: byRenewal("https://idp.test/exchange", sendStandard),
    },
  });
  const others = platform.sites["https://idp.test"]!;
  platform.sites["https://idp.test"] = async (request) =>
    new URL(request.url).pathname === "/exchange" ? Response.json(fields) : await others(request);
  await revoke!(BOTH, { keep });
  return sent;
}

test("the tokens that a refresh token was exchanged for are kept before they are sent", async () => {
  const kept: unknown[] = [];
  const fields = { access_token: "b", token_type: "Bearer", refresh_token: "s", id_token: "not one" };
  const sent = await openExchange(fields, (tokens) => void kept.push(tokens));
  assert.deepEqual(kept, [{ access_token: "b", token_type: "bearer", refresh_token: "s" }]);
  assert.deepEqual(sent, [["access_token", "b"], ["access_token", "the-access-token"]]);
});

test("an exchange that nobody keeps, or whose answer cannot be read, is revoked all the same", async () => {
  assert.equal((await openExchange({ access_token: "b", token_type: "bearer" })).length, 2);
  const kept: unknown[] = [];
  const sent = await openExchange(
    { access_token: "b", token_type: "mac" },
    (tokens) => void kept.push(tokens),
  );
  assert.deepEqual([sent.length, kept], [2, []]);
});

test("an aborted revocation ends its request, and begins no other one", async () => {
  const controller = new AbortController();
  const asked: Promise<Response> = new Promise(() => {});
  const { revoke, sent } = await openRevocation({
    refresh_token: () => {
      controller.abort(new Error("too long"));
      return asked;
    },
  });
  await rejection(revoke!(BOTH, { signal: controller.signal }));
  assert.deepEqual(sent.map(([kind]) => kind), ["refresh_token"]);
  await assert.rejects(revoke!(BOTH, { signal: controller.signal }), /too long/);
  assert.equal(sent.length, 1);
});
