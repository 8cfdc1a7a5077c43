import assert from "node:assert/strict";
import { test } from "node:test";
import { receiveResponse, toRedirectUri } from "../../src/oauth/receive_response.ts";
import { CALLBACK, open, posted, POSTING } from "./_receiving.ts";

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

test("toRedirectUri() returns the application's callback without a redirect proxy, and no state", async () => {
  const { context, provider, incoming } = open();
  const request = await incoming("https://app.test/auth/signin/idp");
  assert.deepEqual(await toRedirectUri(request, provider, context), {
    redirectUri: "https://app.test/auth/callback/idp",
  });
});

test("toRedirectUri() is the proxy's callback, with a sealed state from elsewhere, without one on the proxy itself", async () => {
  const { context, provider, incoming } = open({ redirectProxyUrl: "https://proxy.test/api/auth" });
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
  const deployment = open(PROXIED);
  assert.notEqual(await sealedState(deployment), await sealedState(deployment));
});

test("receiveResponse() forwards the whole query, with status 303 so that nothing is posted on", async () => {
  const deployment = open({ ...PROXIED, ...ANYWHERE });
  const { context, provider, incoming } = deployment;
  const query = new URLSearchParams({
    code: "c & d",
    state: await sealedState(deployment),
    iss: "https://idp.test",
    extra: "ä",
  });
  const arrival = await receiveResponse(await incoming(`${AT_PROXY}?${query}`), provider, context);
  assert.deepEqual(arrival, { redirect: `${CALLBACK}?${query}`, status: 303 });
});

test("receiveResponse() of a proxy forwards a posted form, which the deployment opens with the secret of the proxy", async () => {
  const proxy = open({ ...PROXIED, ...ANYWHERE, provider: POSTING, secret: "that-the-proxy-alone-has-here" });
  const deployment = open({ ...PROXIED, provider: POSTING });
  const { flow, headers } = await deployment.begin({ state: await sealedState(deployment) });
  const forwarded = await receiveResponse(
    await proxy.incoming(AT_PROXY, posted({ code: "c", state: flow.state })),
    proxy.provider,
    proxy.context,
  );
  assert("redirect" in forwarded && forwarded.status === 303);
  assert.ok(forwarded.redirect.startsWith(`${CALLBACK}?form=`), forwarded.redirect);
  const { context, provider, incoming } = deployment;
  const arrival = await receiveResponse(await incoming(forwarded.redirect, { headers }), provider, context);
  assert("flow" in arrival);
  assert.deepEqual([arrival.flow, arrival.params.get("code")], [flow, "c"]);
});

test("receiveResponse() of a proxy ends its own sign-ins, whose state is not sealed", async () => {
  const { context, provider, incoming, begin } = open(PROXIED);
  const { flow, headers } = await begin();
  const url = `${AT_PROXY}?code=c&state=${flow.state}`;
  const arrival = await receiveResponse(await incoming(url, { headers }), provider, context);
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
});

test("receiveResponse() of a proxy accepts its own response without a state from a provider without checks", async () => {
  const { context, provider, incoming } = open({ ...PROXIED, provider: { checks: ["none"] } });
  const arrival = await receiveResponse(await incoming(`${AT_PROXY}?code=c`), provider, context);
  assert("params" in arrival);
  assert.equal(arrival.params.get("code"), "c");
});

test("receiveResponse() behind a proxy ends its sign-in with the sealed state, and forwards nothing", async () => {
  const deployment = open({ ...PROXIED, ...ANYWHERE });
  const { context, provider, incoming, begin } = deployment;
  const { flow, headers } = await begin({ state: await sealedState(deployment) });
  const url = `${CALLBACK}?code=c&state=${flow.state}`;
  const arrival = await receiveResponse(await incoming(url, { headers }), provider, context);
  assert("flow" in arrival);
  assert.deepEqual(arrival.flow, flow);
});

test("receiveResponse() never forwards a code to a URL that callbacks.redirect of the proxy does not return", async () => {
  for (const redirect of [undefined, () => "https://app.test/", () => `${CALLBACK}/`]) {
    const proxy = open({ ...PROXIED, ...(redirect && { redirect }) });
    const { context, provider, incoming } = proxy;
    const url = `${AT_PROXY}?code=c&state=${await sealedState(proxy)}`;
    await assert.rejects(receiveResponse(await incoming(url), provider, context), {
      type: "InvalidCheck",
      message:
        `Cannot forward the callback to "${CALLBACK}": let \`callbacks.redirect\` of the redirect proxy ` +
        "return that URL",
      cause: { provider: "idp" },
    });
  }
});

test("receiveResponse() never forwards a code with the state of another provider, or one that it cannot read", async () => {
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
