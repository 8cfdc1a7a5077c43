import assert from "node:assert/strict";
import { test } from "node:test";
import type { OlderCallback, OlderFlow } from "../../src/model/migration.ts";
import { receiveResponse } from "../../src/oauth/receive_response.ts";
import { CALLBACK, open, posted, POSTING, RESPONSE } from "./_receiving.ts";

const UNKNOWN = "https://app.test/auth/callback/idp?code=c&state=unknown";

test("receiveResponse() returns the response, the flow that it ends, and the removal of its cookie", async () => {
  const { context, provider, incoming, begin } = open();
  const { flow, headers, names } = await begin();
  const arrival = await receiveResponse(
    await incoming(`${CALLBACK}?code=c&state=${flow.state}&extra=x`, { headers }),
    provider,
    context,
  );
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
  assert.equal(arrival.params.toString(), `code=c&state=${flow.state}&extra=x`);
  assert.deepEqual(arrival.consumed.map(({ name, value, options }) => [name, value, options.maxAge]), [
    [names[0], "", 0],
  ]);
});

test("receiveResponse() consumes no cookie where it finds no flow", async () => {
  const { context, provider, incoming } = open({ provider: { checks: ["none"] } });
  const request = await incoming(`${CALLBACK}?code=c&state=s`, {
    headers: { cookie: "__Host-latchkey.flow.x=y" },
  });
  const arrival = await receiveResponse(request, provider, context);
  assert("consumed" in arrival);
  assert.deepEqual([arrival.flow, arrival.consumed, arrival.params.get("code")], [null, [], "c"]);
});

test("receiveResponse() accepts a response without a state from a provider without checks alone", async () => {
  const unchecked = open({ provider: { checks: ["none"] } });
  const request = await unchecked.incoming(`${CALLBACK}?code=c`);
  const arrival = await receiveResponse(request, unchecked.provider, unchecked.context);
  assert("flow" in arrival && arrival.flow === null);
  const { context, provider } = open();
  await assert.rejects(receiveResponse(request, provider, context), { type: "InvalidCheck" });
});

test("receiveResponse() refuses a response that this browser has not begun, and says whether it sent cookies", async () => {
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

test("receiveResponse() reads a state with a dot where there is no redirect proxy", async () => {
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

test("receiveResponse() refuses a form of a provider that answers in the query, whatever its query has", async () => {
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

test("receiveResponse() refuses a signed response, in a query or a form, and says how to switch it off", async () => {
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

test("receiveResponse() accepts a parameter called response beside a state", async () => {
  const { context, provider, incoming, begin } = open();
  const { flow, headers } = await begin();
  const url = `${CALLBACK}?code=c&response=ok&state=${flow.state}`;
  const arrival = await receiveResponse(await incoming(url, { headers }), provider, context);
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
});

const OLDER: OlderFlow = {
  state: "older",
  verifier: "v",
  nonce: "n",
  returnTo: "/home",
  consumed: [{ name: "authjs.state", value: "", options: { maxAge: 0 } }],
};

const OLDER_URL = "https://app.test/auth/callback/idp?code=c&state=older";

test("receiveResponse() ends a sign-in that another library began, and links its account to no user", async () => {
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

test("receiveResponse() ends a sign-in of another library at a provider that is not of OpenID", async () => {
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

test("receiveResponse() holds a sign-in of another library to max_age, redirect proxy and callbacks.redirect", async () => {
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

test("receiveResponse() lets the other library look for the sign-in of this callback, in the cookies of this site", async () => {
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

test("receiveResponse() prefers the library's own sign-in to that of another library", async () => {
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
