import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase64Url } from "../../src/crypto/bytes.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { fakeProvider, testBrowser } from "../../src/testing/mod.ts";
import { openOAuth } from "./_oauth.ts";
import { APP, assertRefused, count, grant, oauth2, open, start, type World } from "./_world.ts";

/** The flow cookies of the browser. */
function flows({ browser }: World) {
  return browser.cookies(APP).filter(({ name }) => name.startsWith("__Host-latchkey.flow."));
}

test("Auth() refuses a callback of another browser's flow, which can still be finished there (OA-05)", async () => {
  const world = openOAuth();
  const callback = await grant(world.idp, await start(world));
  const victim = testBrowser(world.platform.sites, { now: world.platform.now });
  await assertRefused({ ...world, browser: victim }, await victim.open(callback.href), "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses a flow cookie that was altered, or that belongs to another state (OA-05)", async () => {
  const world = openOAuth();
  const callbacks = [await grant(world.idp, await start(world)), await grant(world.idp, await start(world))];
  const [first, second] = flows(world);
  world.browser.setCookie(APP, `${first!.name}=${second!.value}; Secure; Path=/`);
  world.browser.setCookie(APP, `${second!.name}=${second!.value.replace(/.$/, "-")}; Secure; Path=/`);
  for (const callback of callbacks) {
    await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  }
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() refuses a flow cookie that this secret has not sealed (OA-05)", async () => {
  const world = openOAuth();
  const foreign = openOAuth({}, { secret: "another-secret-of-forty-characters-here-" });
  const callback = await grant(foreign.idp, await start(foreign));
  const [planted] = flows(foreign);
  world.browser.setCookie(APP, `${planted!.name}=${planted!.value}; Secure; Path=/`);
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  assert.equal(world.idp.requests.length, 0);
});

test("Auth() keeps the verifier where the browser's owner cannot read it (OA-06)", async () => {
  const { signIn, idp, browser } = openOAuth();
  let cookie = "";
  idp.tamper = {
    respond: {
      authorization: (_, genuine) => {
        cookie = browser.cookies(APP).find(({ name }) => name.includes(".flow."))!.value;
        return genuine();
      },
    },
  };
  await signIn();
  const verifier = idp.requests.find(({ endpoint }) => endpoint === "token")!.params.get("code_verifier")!;
  assert.match(verifier, /^[\w-]{43}$/);
  const decoded = cookie.split(".").map((part) =>
    new TextDecoder().decode(parseBase64Url(part) ?? undefined)
  );
  assert.equal([cookie, ...decoded].some((text) => text.includes(verifier)), false);
});

test("Auth() refuses the same callback a second time, without a token request (OA-07, KL-07)", async () => {
  const world = openOAuth();
  const callback = await grant(world.idp, await start(world));
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
  assert.deepEqual(flows(world), []);
  assert.match((await world.browser.open(callback.href)).url, /\/auth\/signin\?.*error=InvalidCheck/);
  assert.equal(count(world.idp, "token"), 1);
});

test("Auth() consumes a flow also when the callback fails", async () => {
  const world = openOAuth();
  world.idp.tamper = { respond: { token: () => new Response("busy", { status: 503 }) } };
  const callback = await grant(world.idp, await start(world));
  await assertRefused(world, await world.browser.open(callback.href), "ProviderUnavailable");
  assert.deepEqual(flows(world), []);
  world.idp.tamper = {};
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
});

test("Auth() accepts a callback for fifteen minutes (OA-08)", async () => {
  const world = openOAuth();
  const request = await start(world);
  world.platform.tick(899);
  const callback = await grant(world.idp, request);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses a callback after fifteen minutes, even if the cookie was kept (OA-08)", async () => {
  const world = openOAuth();
  const request = await start(world);
  const [kept] = flows(world);
  world.platform.tick(900);
  assert.deepEqual(flows(world), []);
  world.browser.setCookie(APP, `${kept!.name}=${kept!.value}; Secure; Path=/`);
  const callback = await grant(world.idp, request);
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() keeps a flow in a cookie for this host alone, unreadable by scripts, for 15 minutes (OA-09)", async () => {
  const world = openOAuth();
  await start(world);
  const [{ name, value: _, ...attributes }, ...others] = flows(world) as [ReturnType<typeof flows>[0]];
  assert.match(name, /^__Host-latchkey\.flow\.[\w-]{16}$/);
  assert.deepEqual(attributes, {
    domain: "app.test",
    hostOnly: true,
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    expires: world.platform.now() + 900_000,
  });
  assert.equal(others.length, 0);
});

for (
  const [what, callbackUrl, end] of [
    ["long", `/${"a".repeat(2000)}`, `/${"a".repeat(2000)}`],
    ["too long", `/${"a".repeat(9000)}`, "/"],
    ["too long once it is encoded", `/${"é".repeat(2000)}`, "/"],
  ] as const
) {
  test(`Auth() keeps a flow within one cookie where the address to return to is ${what} (RD-23)`, async () => {
    const world = openOAuth();
    const callback = await grant(world.idp, await start(world, { callbackUrl }));
    assert.deepEqual(world.browser.refused, []);
    assert.equal((await world.browser.open(callback.href)).url, APP + end);
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });
}

test("Auth() refuses a provider's answer at another provider, and accepts it then where it belongs (OA-10)", async () => {
  const other = fakeProvider({ issuer: "https://other.test", now: () => Date.UTC(2030, 0, 1) });
  const world = open({
    providers: (idp) => [oauth2(idp, { id: "a" }), oauth2(other, { id: "b", issuer: undefined })],
  });
  world.platform.sites[other.origin] = other.fetch;
  const callback = await grant(world.idp, await start(world, { provider: "a" }));
  const misled = new URL(callback);
  misled.pathname = "/auth/callback/b";
  await assertRefused(world, await world.browser.open(misled.href), "InvalidCheck");
  assert.equal(other.requests.length, 0);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses another issuer's answer, without a token request (OA-11)", async () => {
  for (const world of [openOAuth(), open()]) {
    world.idp.tamper = { authorization: { iss: "https://evil.test" } };
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.equal(count(world.idp, "token"), 0);
  }
});

test("Auth() shows that the provider refused, without its message (OA-12)", async () => {
  const world = openOAuth();
  world.idp.deny();
  world.idp.tamper = {
    authorization: { error_description: "<b>your fault</b>", error_uri: "https://evil.test" },
  };
  const page = await world.signIn({ callbackUrl: "/home" });
  await assertRefused(world, page, "OAuthCallbackError");
  assert.equal(new URL(page.url).searchParams.get("callbackUrl"), `${APP}/home`);
  assert.doesNotMatch(page.url + page.html, /your fault|evil\.test|access_denied/);
  assert.match(world.log(), /access_denied/);
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() says that it does not support JARM if a response has a JWT alone, in the query or posted", async () => {
  for (const init of [undefined, { method: "POST", body: new URLSearchParams({ response: "a.b.c" }) }]) {
    const world = openOAuth();
    await start(world);
    const query = init ? "" : "?response=a.b.c";
    const page = await world.browser.fetch(`${APP}/auth/callback/idp${query}`, init);
    assert.equal(new URL(page.url).searchParams.get("error"), "ProviderResponseError");
    assert.match(
      world.log(),
      /Signed authorization responses \(JARM\) are not supported: register the client/,
    );
    assert.equal(flows(world).length, 1);
    assert.equal(await world.session(), null);
  }
});

test("Auth() ends the flow of a response that has a JWT beside its state, as of any other response (OA-13)", async () => {
  const world = openOAuth();
  world.idp.tamper = { authorization: { response: "a.b.c" } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.equal(flows(world).length, 0);
});

test("Auth() accepts a callback without a flow only with the check none", async () => {
  const finish = async (checks: OAuthConfig["checks"]) => {
    const world = openOAuth({ checks });
    const url = new URL(world.idp.metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: world.idp.clientId,
      redirect_uri: `${APP}/auth/callback/idp`,
    }).toString();
    await world.browser.open((await grant(world.idp, url)).href);
    return (await world.session())?.user.name;
  };
  assert.equal(await finish(["none"]), "Ada Lovelace");
  assert.equal(await finish([]), undefined);
  assert.equal(await finish(["state"]), undefined);
});

test("Auth() finishes a sign-in that began under the secret before", async () => {
  const before = openOAuth({}, { secret: "the-old-secret-of-forty-characters-here-" });
  const callback = await grant(before.idp, await start(before));
  const after = openOAuth({}, {
    secret: ["the-new-secret-of-forty-characters-here-", "the-old-secret-of-forty-characters-here-"],
  });
  before.platform.sites[APP] = after.platform.sites[APP]!;
  after.platform.sites[before.idp.origin] = before.idp.fetch;
  assert.equal((await before.browser.open(callback.href)).text, "Hello Ada Lovelace");
});
