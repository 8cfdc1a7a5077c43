import assert from "node:assert/strict";
import { test } from "node:test";
import type { OlderCallback, OlderFlow } from "../../src/model/migration.ts";
import { receiveResponse, toRedirectUri } from "../../src/oauth/receive_response.ts";
import { CALLBACK, open, posted, POSTING, RESPONSE } from "./_receiving.ts";

const UNKNOWN = "https://app.test/auth/callback/idp?code=c&state=unknown";

test("no cookie is consumed where there is no flow", async () => {
  const { context, provider, incoming } = open({ provider: { checks: ["none"] } });
  const request = await incoming(`${CALLBACK}?code=c&state=s`, {
    headers: { cookie: "__Host-latchkey.flow.x=y" },
  });
  const arrival = await receiveResponse(request, provider, context);
  assert("consumed" in arrival);
  assert.deepEqual([arrival.flow, arrival.consumed, arrival.params.get("code")], [null, [], "c"]);
});

test("a response that this browser has not begun is refused, and the error says whether it sent cookies", async () => {
  const { context, provider, incoming, begin } = open();
  await assert.rejects(receiveResponse(await incoming(UNKNOWN), provider, context), {
    type: "InvalidCheck",
    message: /no such sign-in under way: the request has no cookies, .* https:\/\/app\.test$/,
    cause: { provider: "idp" },
  });
  const { headers } = await begin();
  await assert.rejects(receiveResponse(await incoming(UNKNOWN, { headers }), provider, context), {
    type: "InvalidCheck",
    message: /no such sign-in under way: it began more than 15 minutes ago, .* https:\/\/app\.test$/,
    cause: { provider: "idp" },
  });
});

test("a state may have a dot where there is no redirect proxy", async () => {
  const { context, provider, incoming, begin } = open();
  const { flow, headers } = await begin({ state: "a.b" });
  const arrival = await receiveResponse(
    await incoming(`${CALLBACK}?code=c&state=a.b`, { headers }),
    provider,
    context,
  );
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
});

test("a form of a provider that answers in the query is refused, whatever its query has", async () => {
  const posting = open({ provider: POSTING });
  const { redirect } = await receiveResponse(
    await posting.incoming(CALLBACK, posted(RESPONSE)),
    posting.provider,
    posting.context,
  ) as { readonly redirect: string };
  const { context, provider, incoming, begin } = open();
  const { flow, headers } = await begin();
  const fields = { code: "c", state: flow.state };
  for (const url of [CALLBACK, `${CALLBACK}?${new URLSearchParams(fields)}`, redirect]) {
    const request = await incoming(url, { ...posted(fields), headers });
    await assert.rejects(receiveResponse(request, provider, context), {
      type: "InvalidCheck",
      message: "Cannot accept the callback: this provider answers in a query",
      cause: { provider: "idp" },
    });
  }
});

test("a signed response is refused, in a query or a form, and the error says how to switch it off", async () => {
  const signed = { response: "e30.e30.c2ln" };
  for (
    const [deployment, url, init] of [
      [open(), `${CALLBACK}?${new URLSearchParams(signed)}`, {}],
      [open({ provider: POSTING }), CALLBACK, posted(signed)],
    ] as const
  ) {
    const { context, provider, incoming } = deployment;
    await assert.rejects(receiveResponse(await incoming(url, init), provider, context), {
      type: "ProviderResponseError",
      message: /\(JARM\) are not supported: register .* `authorization_signed_response_alg`/,
      cause: { provider: "idp" },
    });
  }
});

const OLDER: OlderFlow = {
  state: "older",
  verifier: "v",
  nonce: "n",
  returnTo: "/home",
  consumed: [{ name: "authjs.state", value: "", options: { maxAge: 0 } }],
};

const OLDER_URL = "https://app.test/auth/callback/idp?code=c&state=older";

test("a sign-in that another library began is ended, and its account is linked to no user", async () => {
  const { context, provider, incoming } = open({ readFlow: () => Promise.resolve(OLDER) });
  const arrival = await receiveResponse(await incoming(OLDER_URL), provider, context);
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, {
    provider: "idp",
    state: "older",
    verifier: "v",
    nonce: "n",
    redirectUri: CALLBACK,
    returnTo: "https://app.test/home",
    userId: null,
    link: "none",
  });
  assert.deepEqual(arrival.consumed, OLDER.consumed);
});

test("a sign-in of another library may be at a provider that is not of OpenID", async () => {
  const at = (path: string) => `https://idp.test/${path}`;
  const endpoints = { authorization: at("authorize"), token: at("token"), userinfo: at("userinfo") };
  const { context, provider, incoming } = open({
    provider: { type: "oauth", ...endpoints },
    readFlow: () => Promise.resolve(OLDER),
  });
  const arrival = await receiveResponse(await incoming(OLDER_URL), provider, context);
  assert("flow" in arrival && arrival.flow);
  assert.equal(arrival.flow.verifier, "v");
});

test("max_age, redirect proxy and callbacks.redirect hold for a sign-in of another library", async () => {
  const { context, provider, incoming } = open({
    redirectProxyUrl: "https://proxy.test/auth",
    provider: { authorization: { params: { max_age: "300" } } },
    readFlow: () => Promise.resolve({ ...OLDER, returnTo: "https://evil.test/" }),
  });
  const arrival = await receiveResponse(await incoming(OLDER_URL), provider, context);
  assert("flow" in arrival && arrival.flow);
  const { maxAge, redirectUri, returnTo } = arrival.flow;
  assert.deepEqual([maxAge, redirectUri, returnTo], [
    300,
    "https://proxy.test/auth/callback/idp",
    "https://app.test/",
  ]);
});

test("the other library looks for the sign-in of this callback, in the cookies of this site", async () => {
  for (const site of ["https", "http"] as const) {
    const asked: OlderCallback[] = [];
    const { context, provider, incoming } = open({
      site,
      readFlow: (callback) => {
        asked.push(callback);
        return Promise.resolve(null);
      },
    });
    const request = await incoming(`${site}://app.test/auth/callback/idp?code=c&state=s`, {
      headers: { cookie: "a=b" },
    });
    await assert.rejects(receiveResponse(request, provider, context), { type: "InvalidCheck" });
    assert.equal(asked.length, 1);
    const [{ provider: { id, type }, state, cookies, secure }] = asked as [OlderCallback];
    assert.deepEqual({ id, type, state, cookies: [...cookies], secure }, {
      id: "idp",
      type: "oidc",
      state: "s",
      cookies: [["a", "b"]],
      secure: site === "https",
    });
  }
});

test("the library's own sign-in is preferred to that of another library", async () => {
  const { context, provider, incoming, begin } = open({ readFlow: () => Promise.resolve(OLDER) });
  const { flow, headers, names } = await begin({ userId: "ada", link: "requested" });
  const arrival = await receiveResponse(
    await incoming(`${CALLBACK}?code=c&state=${flow.state}`, { headers }),
    provider,
    context,
  );
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
  assert.deepEqual(arrival.consumed.map(({ name }) => name), names);
});

type Deployment = ReturnType<typeof open>;

/** Opens a deployment whose provider posts its responses. */
function posting(given: Parameters<typeof open>[0] = {}): Deployment {
  return open({ ...given, provider: { ...POSTING, ...given.provider } });
}

/** The URL that a posted form, which comes without cookies, is redirected to. */
async function relayed(
  fields: Record<string, string>,
  { context, provider, incoming }: Deployment,
  url = CALLBACK,
): Promise<string> {
  const arrival = await receiveResponse(await incoming(url, posted(fields)), provider, context);
  assert("redirect" in arrival && arrival.status === 303);
  return arrival.redirect;
}

/** Receives a response in the browser that began the flow. */
async function receive(url: string, headers: HeadersInit, { context, provider, incoming }: Deployment) {
  const arrival = await receiveResponse(await incoming(url, { headers }), provider, context);
  assert("flow" in arrival);
  return arrival;
}

const assertRefused = (promise: Promise<unknown>, reason: string) =>
  assert.rejects(promise, {
    type: "InvalidCheck",
    message: `Cannot accept the callback: ${reason}`,
    cause: { provider: "idp" },
  });

test("every parameter of a posted response is relayed, and no other field of the form", async () => {
  const known = {
    access_token: "1",
    code: "2",
    error: "3",
    error_description: "4",
    error_uri: "5",
    id_token: "6",
    iss: "7",
    response: "8",
    session_state: "9",
    token: "10",
  };
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const fields = { ...known, state: flow.state };
  const { params } = await receive(
    await relayed({ ...fields, user: "{}", form: "x", callbackUrl: "/" }, deployment),
    headers,
    deployment,
  );
  assert.deepEqual(Object.fromEntries(params), fields);
});

test("the field of the user is relayed from a provider that posts it alone", async () => {
  for (const postsUser of [true, false]) {
    const deployment = posting({ provider: { postsUser } });
    const { flow, headers } = await deployment.begin();
    const fields = { code: "c", state: flow.state, user: '{"name":"Ada"}', other: "x" };
    const { params } = await receive(await relayed(fields, deployment), headers, deployment);
    assert.deepEqual([params.get("user"), params.get("other")], [postsUser ? fields.user : null, null]);
  }
});

test("the form of a refusal is relayed, and none that is not a response", async () => {
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const { params } = await receive(
    await relayed({ error: "access_denied", state: flow.state }, deployment),
    headers,
    deployment,
  );
  assert.equal(params.get("error"), "access_denied");
  const others: readonly Record<string, string>[] = [{}, { code: "", error: "" }, { id_token: "t" }];
  for (const fields of others) {
    await assertRefused(
      relayed({ state: "s", ...fields }, deployment),
      "the form is not an authorization response",
    );
  }
});

test("a form without a state is relayed from a provider without checks alone", async () => {
  await assertRefused(relayed({ code: "c" }, posting()), "the form has no `state`");
  const unchecked = posting({ provider: { checks: ["none"] } });
  const { params, flow } = await receive(await relayed({ code: "c" }, unchecked), {}, unchecked);
  assert.deepEqual([params.get("code"), flow], ["c", null]);
});

test("a form is relayed into a URL of 8000 bytes, and a longer one is refused", async () => {
  const at = (basePath: string) => {
    const code = "x".repeat(5000);
    const url = `https://app.test${basePath}/callback/idp`;
    return relayed({ ...RESPONSE, code }, posting({ basePath }), url);
  };
  const short = await at("/a");
  assert.ok(short.length < 8000);
  const longest = `/${"a".repeat(8000 - short.length + 1)}`;
  assert.equal((await at(longest)).length, 8000);
  await assertRefused(at(`${longest}a`), "the form does not fit into a URL of 8000 bytes");
});

const PROXIED = { redirectProxyUrl: "https://proxy.test/auth" } as const;
const AT_PROXY = "https://proxy.test/auth/callback/idp";

/** Lets a redirect proxy forward to each URL. */
const ANYWHERE = { redirect: ({ url }: { readonly url: string }) => url };

/** The state of a sign-in that `https://app.test` begins, behind the proxy. */
async function sealedState({ context, provider, incoming }: ReturnType<typeof open>): Promise<string> {
  const request = await incoming("https://app.test/auth/signin/idp");
  const { state } = await toRedirectUri(request, provider, context);
  return state!;
}

test("no code is forwarded with the state of another provider, or one that cannot be read", async () => {
  const proxy = open({ ...PROXIED, ...ANYWHERE });
  const ofOther = await sealedState(open({ ...PROXIED, ...ANYWHERE, provider: { id: "evil" } }));
  const tooOld = await sealedState(proxy);
  proxy.platform.tick(900);
  const { context, provider, incoming } = proxy;
  for (const state of [ofOther, tooOld, "a.b", "a..b.c.d"]) {
    await assert.rejects(
      receiveResponse(await incoming(`${AT_PROXY}?code=c&state=${state}`), provider, context),
      {
        type: "InvalidCheck",
        message:
          "Cannot forward the callback: its state could not be decoded, or belongs to another provider",
        cause: { provider: "idp" },
      },
    );
  }
});
