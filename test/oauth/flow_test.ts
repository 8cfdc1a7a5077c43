import assert from "node:assert/strict";
import { test } from "node:test";
import { open as openSeal } from "../../src/crypto/seal.ts";
import { toCookieNames } from "../../src/http/cookie_names.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import { consumeFlow, createFlow, FLOW_MAX_AGE, type FlowContext, storeFlow } from "../../src/oauth/flow.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";
const GIVEN = {
  redirectUri: "https://app.test/auth/callback/idp",
  returnTo: "https://app.test/",
  userId: "u1",
  link: "none" as const,
};

function open(more: Partial<OIDCConfig> = {}, secrets: readonly string[] = [SECRET]) {
  const platform = testPlatform();
  const definition: OIDCConfig = {
    id: "idp",
    name: "Fake",
    type: "oidc",
    issuer: "https://idp.test",
    clientId: "c",
    clientSecret: "s",
    ...more,
  };
  const provider = resolveProvider(definition, { platform });
  const context: FlowContext = { platform, secrets, cookies: toCookieNames("https") };
  return { platform, provider, context };
}

/** The cookies of a browser after some were set. */
function jar(set: readonly SetCookie[], before: ReadonlyMap<string, string> = new Map()) {
  const cookies = new Map(before);
  for (const { name, value, options } of set) {
    if (options.maxAge === 0) cookies.delete(name);
    else cookies.set(name, value);
  }
  return cookies;
}

test("createFlow() creates the values of the checks, and always a state", () => {
  const made = (checks: OIDCConfig["checks"], nonce = false) => {
    const { provider, context } = open({ checks });
    const { provider: id, redirectUri, returnTo, userId, link, ...values } = createFlow(provider, context, {
      ...GIVEN,
      nonce,
    });
    assert.deepEqual({ redirectUri, returnTo, userId, link }, GIVEN);
    assert.equal(id, "idp");
    return Object.keys(values).sort();
  };
  assert.deepEqual(made(undefined), ["state", "verifier"]);
  assert.deepEqual(made(["pkce"], true), ["nonce", "state", "verifier"]);
  assert.deepEqual(made(["nonce"]), ["nonce", "state"]);
  assert.deepEqual(made(["state"]), ["state"]);
  assert.deepEqual(made([]), ["state"]);
  assert.deepEqual(made(["none"]), ["state"]);
});

test("createFlow() makes values of 256 bits, none like another", () => {
  const { provider, context } = open({ checks: ["pkce", "nonce"] });
  const flows = [1, 2].map(() => createFlow(provider, context, { ...GIVEN, nonce: false }));
  const values = flows.flatMap(({ verifier, nonce }) => [verifier!, nonce!]);
  for (const value of values) assert.match(value, /^[\w-]{43}$/);
  const states = flows.map(({ state }) => state);
  for (const state of states) assert.match(state, /^[\da-f]{64}$/);
  assert.equal(new Set([...values, ...states]).size, 6);
});

test("createFlow() uses a given state", () => {
  const { provider, context } = open();
  assert.equal(createFlow(provider, context, { ...GIVEN, nonce: false, state: "given" }).state, "given");
});

test("consumeFlow() returns the flow of storeFlow(), and removes its cookie", async () => {
  const { provider, context } = open({ checks: ["pkce", "nonce"] });
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
  const set = await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context);
  assert.equal(set.length, 1);
  assert.equal(set[0]!.options.maxAge, FLOW_MAX_AGE);
  const taken = await consumeFlow(flow.state, { provider, cookies: jar(set) }, context);
  assert.deepEqual(taken.flow, flow);
  assert.deepEqual(taken.consumed, [{
    name: set[0]!.name,
    value: "",
    options: { ...set[0]!.options, maxAge: 0 },
  }]);
});

test("storeFlow() names the cookie by a hash of the state, so that the name reveals nothing", async () => {
  const { provider, context } = open();
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false, state: "state" });
  const [{ name }] = await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context) as [
    SetCookie,
  ];
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("state")));
  const hash = btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 16);
  assert.equal(name, `__Host-latchkey.flow.${hash}`);
});

test("storeFlow() removes the oldest of more than five", async () => {
  const { provider, context } = open();
  let cookies = new Map([["theirs", "1"]]);
  const states: string[] = [];
  for (let i = 0; i < 8; i++) {
    const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
    states.push(flow.state);
    cookies = jar(await storeFlow(flow, { cookies, origin: "https://app.test" }, context), cookies);
  }
  assert.equal(cookies.size, 6);
  const found = await Promise.all(states.map((state) => consumeFlow(state, { provider, cookies }, context)));
  assert.deepEqual(found.map(({ flow }) => flow !== null), [
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
});

test("consumeFlow() finds nothing without state, cookie, or the flow's own provider", async () => {
  const { provider, context } = open();
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
  const cookies = jar(await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context));
  const nothing = { flow: null, consumed: [] };
  assert.deepEqual(await consumeFlow(null, { provider, cookies }, context), nothing);
  assert.deepEqual(await consumeFlow("", { provider, cookies }, context), nothing);
  assert.deepEqual(await consumeFlow("another", { provider, cookies }, context), nothing);
  assert.deepEqual(await consumeFlow(flow.state, { provider, cookies: new Map() }, context), nothing);
  const other = open({ id: "other" }).provider;
  assert.deepEqual(await consumeFlow(flow.state, { provider: other, cookies }, context), nothing);
});

test("consumeFlow() finds a flow for fifteen minutes", async () => {
  const { provider, context, platform } = open();
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
  const cookies = jar(await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context));
  platform.tick(FLOW_MAX_AGE - 1);
  assert.deepEqual((await consumeFlow(flow.state, { provider, cookies }, context)).flow, flow);
  platform.tick(1);
  assert.equal((await consumeFlow(flow.state, { provider, cookies }, context)).flow, null);
});

test("consumeFlow() finds a flow that an older secret sealed, and none of a secret that is gone", async () => {
  const { provider, context } = open();
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
  const cookies = jar(await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context));
  const rotated = open({}, ["the-new-secret-of-forty-characters-here-", SECRET]);
  assert.deepEqual((await consumeFlow(flow.state, { provider, cookies }, rotated.context)).flow, flow);
  const gone = open({}, ["the-new-secret-of-forty-characters-here-"]);
  assert.equal((await consumeFlow(flow.state, { provider, cookies }, gone.context)).flow, null);
});

test("createFlow() notes when a flow with a max_age begins, in seconds", () => {
  const { provider, context, platform } = open();
  const flowOf = (maxAge?: number) => createFlow(provider, context, { ...GIVEN, nonce: false, maxAge });
  const { maxAge, startedAt } = flowOf(0);
  assert.deepEqual([maxAge, startedAt], [0, Math.floor(platform.now() / 1000)]);
  assert.ok(!("maxAge" in flowOf()) && !("startedAt" in flowOf()));
});

test("storeFlow() seals for the purpose that every version has", async () => {
  const { provider, context } = open();
  const flow = createFlow(provider, context, { ...GIVEN, nonce: false });
  const [cookie] = await storeFlow(flow, { cookies: new Map(), origin: "https://app.test" }, context);
  assert.deepEqual(await openSeal(cookie!.value, "oauth flow", context), flow);
});
