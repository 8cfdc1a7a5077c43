import assert from "node:assert/strict";
import { test } from "node:test";
import { receiveResponse } from "../../src/oauth/receive_response.ts";
import { CALLBACK, open, posted, POSTING, RESPONSE } from "./_receiving.ts";

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

const NOT_A_FORM = "this provider answers in a posted form";

test("receiveResponse() seals a posted form into a redirect, and ends the flow at the request with its cookies", async () => {
  const deployment = posting();
  const { flow, headers, names } = await deployment.begin();
  const fields = { code: "secret-code", state: flow.state };
  const url = await relayed(fields, deployment);
  assert.match(url, /^https:\/\/app\.test\/auth\/callback\/idp\?form=[\w.-]+$/);
  const arrival = await receive(url, headers, deployment);
  assert.deepEqual(Object.fromEntries(arrival.params), fields);
  assert.deepEqual(arrival.flow, flow);
  assert.deepEqual(arrival.consumed.map(({ name }) => name), names);
});

test("receiveResponse() takes a posted form at once if the browser sends the cookie of its flow with it", async () => {
  const { context, provider, incoming, begin } = posting();
  const { flow, headers } = await begin();
  const request = await incoming(CALLBACK, { ...posted({ code: "c", state: flow.state }), headers });
  const arrival = await receiveResponse(request, provider, context);
  assert("flow" in arrival);
  assert.deepEqual([arrival.flow, arrival.params.get("code")], [flow, "c"]);
});

test("receiveResponse() relays every parameter of a response, and no other field of the form", async () => {
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

test("receiveResponse() relays the field of the user from a provider that posts it alone", async () => {
  for (const postsUser of [true, false]) {
    const deployment = posting({ provider: { postsUser } });
    const { flow, headers } = await deployment.begin();
    const fields = { code: "c", state: flow.state, user: '{"name":"Ada"}', other: "x" };
    const { params } = await receive(await relayed(fields, deployment), headers, deployment);
    assert.deepEqual([params.get("user"), params.get("other")], [postsUser ? fields.user : null, null]);
  }
});

test("receiveResponse() relays the form of a refusal, and none that is not a response", async () => {
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

test("receiveResponse() relays a form without a state from a provider without checks alone", async () => {
  await assertRefused(relayed({ code: "c" }, posting()), "the form has no `state`");
  const unchecked = posting({ provider: { checks: ["none"] } });
  const { params, flow } = await receive(await relayed({ code: "c" }, unchecked), {}, unchecked);
  assert.deepEqual([params.get("code"), flow], ["c", null]);
});

test("receiveResponse() relays a form into a URL of 8000 bytes, and refuses a longer one", async () => {
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

test("receiveResponse() reads a relayed form for a minute", async () => {
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const url = await relayed({ code: "c", state: flow.state }, deployment);
  deployment.platform.tick(59);
  assert.deepEqual((await receive(url, headers, deployment)).flow, flow);
  deployment.platform.tick(1);
  await assertRefused(receive(url, headers, deployment), NOT_A_FORM);
});

test("receiveResponse() refuses a relayed form in the browser of another user", async () => {
  const deployment = posting();
  const { flow } = await deployment.begin();
  const { headers: others } = await deployment.begin();
  const url = await relayed({ code: "c", state: flow.state }, deployment);
  await assert.rejects(receive(url, others, deployment), {
    type: "InvalidCheck",
    message: /this browser has no such sign-in under way/,
  });
});

test("receiveResponse() refuses a form that another provider has posted, or that another deployment has sealed", async () => {
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const fields = { code: "c", state: flow.state };
  const strange = [
    await relayed(fields, posting({ provider: { id: "evil" } })),
    await relayed(fields, posting({ secret: "of-another-deployment-of-tests" })),
  ];
  for (const url of strange) {
    const { searchParams } = new URL(url);
    const replayed = `${CALLBACK}?${searchParams}`;
    await assertRefused(receive(replayed, headers, deployment), NOT_A_FORM);
  }
});

test("receiveResponse() refuses a response in the query from a provider that posts it", async () => {
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const query = new URLSearchParams({ code: "c", state: flow.state });
  for (const url of [`${CALLBACK}?${query}`, `${CALLBACK}?form=`, `${CALLBACK}?form=x`, CALLBACK]) {
    await assertRefused(receive(url, headers, deployment), NOT_A_FORM);
  }
});

test("receiveResponse() refuses a POST without a form, even with a relayed form in its query", async () => {
  const deployment = posting();
  const { flow, headers } = await deployment.begin();
  const url = await relayed({ code: "c", state: flow.state }, deployment);
  const { context, provider, incoming } = deployment;
  const request = await incoming(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: "{}",
  });
  await assertRefused(receiveResponse(request, provider, context), NOT_A_FORM);
});
