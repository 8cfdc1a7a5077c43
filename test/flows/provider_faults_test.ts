import assert from "node:assert/strict";
import { test } from "node:test";
import { customFetch } from "../../mod.ts";
import type { ErrorType } from "../../src/entries/errors.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import {
  type Endpoint,
  failNetwork,
  fakeProvider,
  flood,
  neverAnswer,
  type Respond,
  type Tamper,
} from "../../src/testing/mod.ts";
import { openOAuth } from "./_oauth.ts";
import { good, json, signInWhile, text } from "./_provider_faults.ts";
import { APP, assertRefused, count, oauth2, open, type World } from "./_world.ts";

/** All that a server asks of a provider. */
const BACK_CHANNEL = ["metadata", "token", "jwks", "userinfo"] as const satisfies Endpoint[];

/** A world whose provider is asked for everything. */
function openAll(provider: Partial<OIDCConfig> = {}): World {
  return open({ provider: { idToken: false, ...provider } });
}

/** Asserts that a sign-in fails so, and that the next one succeeds. */
async function assertFault(world: World, tamper: Tamper, error: ErrorType = "ProviderResponseError") {
  await assertRefused(world, await signInWhile(world, tamper), error);
  assert.equal((await signInWhile(world, {})).text, "Hello Ada Lovelace", world.log());
}
const html = (status = 200) => () =>
  new Response("<h1>Sorry</h1>", { status, headers: { "content-type": "text/html" } });

for (
  const [what, token] of Object.entries<Respond>({
    "an error": json({ error: "invalid_grant" }, { status: 400 }),
    "an error and the status 200": json({ error: "invalid_grant", error_description: "no" }),
    "tokens and the status 201": json(good, { status: 201 }),
    "HTML": html(),
    "nothing": () => new Response(null, { status: 204 }),
    "nothing and the status 200": text(""),
    "nothing new": () => new Response(null, { status: 304 }),
    "a reset": () => new Response(null, { status: 205 }),
    "broken JSON": text('{"access_token":'),
    "form fields": text("access_token=t&token_type=bearer"),
    "a list": json([good]),
    "null": json(null),
    "text": json("token"),
    "JSON of another type": () =>
      new Response(JSON.stringify(good), { headers: { "content-type": "text/plain" } }),
    "no access token": json({ ...good, access_token: undefined }),
    "an empty access token": json({ ...good, access_token: "" }),
    "an access token that is a number": json({ ...good, access_token: 7 }),
    "no token type": json({ access_token: "t" }),
    "a MAC token": json({ ...good, token_type: "mac" }),
    "a lifetime that is no number": json({ ...good, expires_in: "soon" }),
    "a negative lifetime": json({ ...good, expires_in: -1 }),
    "a refresh token that is a number": json({ ...good, refresh_token: 7 }),
    "a list of scopes": json({ ...good, scope: ["read"] }),
  })
) {
  test(`Auth() refuses ${what} from the token endpoint (OA-15)`, async () => {
    await assertFault(openAll(), { respond: { token } });
    await assertFault(openOAuth(), { respond: { token } });
  });
}

for (
  const [what, userinfo] of Object.entries<Respond>({
    "401 with a user": json({ id: "1", sub: "ada", name: "Ada Lovelace" }, { status: 401 }),
    "403 with an error": json({ message: "no", id: "1" }, { status: 403 }),
    "HTML": html(),
    "nothing": () => new Response(null, { status: 204 }),
    "broken JSON": text('{"id":'),
    "a list": json([{ id: "1", sub: "ada" }]),
    "null": json(null),
    "text": json("ada"),
  })
) {
  test(`Auth() refuses ${what} from the userinfo endpoint (OA-16, OI-14)`, async () => {
    await assertFault(openOAuth(), { respond: { userinfo } });
    await assertFault(openAll(), { respond: { userinfo } });
  });
}

test("Auth() refuses an error with the status 200 for a user (OA-16)", async () => {
  const userinfo = json({ error: "invalid_token", name: "Error" });
  await assertFault(openOAuth(), { respond: { userinfo } }, "OAuthProfileParseError");
});

for (
  const [what, request] of Object.entries<() => unknown>({
    "throws": () => {
      throw new Error("the API answered 503");
    },
    "rejects": () => Promise.reject(new TypeError("x is undefined")),
    "returns nothing": () => undefined,
    "returns text": () => "ada",
  })
) {
  test(`Auth() refuses a sign-in whose userinfo.request ${what}`, async () => {
    const world = openOAuth({ userinfo: { request: request as never } });
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
  });
}

for (
  const [what, jwks] of Object.entries<Respond>({
    "no keys": json({ keys: [] }),
    "no key set": json({}),
    "a key set that is no list": json({ keys: "key" }),
    "a list of no keys": json({ keys: [null] }),
    "a broken key": json({ keys: [{ kty: "EC", crv: "P-256", x: "!", y: "!", kid: "key-1", alg: "ES256" }] }),
    "HTML": html(),
  })
) {
  test(`Auth() refuses ${what} from the keys' endpoint`, async () => {
    const world = open();
    await assertRefused(world, await signInWhile(world, { respond: { jwks } }), "ProviderResponseError");
    world.platform.tick(600);
    assert.equal((await signInWhile(world, {})).text, "Hello Ada Lovelace", world.log());
  });
}

/** An answer that says nothing but that the provider cannot answer now, whatever is in it. */
const OVERLOADED: readonly Respond[] = [
  json({ ...good, id: "1", sub: "ada", keys: [] }, { status: 500 }),
  json({ error: "slow_down" }, { status: 429 }),
  html(502),
  html(503),
];

for (const endpoint of ["token", "userinfo", "jwks", "metadata"] as const) {
  test(`Auth() says after 5xx and 429 of ${endpoint} that the provider does not answer now (OA-15)`, async () => {
    for (const respond of OVERLOADED) {
      await assertFault(openAll(), { respond: { [endpoint]: respond } }, "ProviderUnavailable");
    }
  });
}

test("Auth() says after 503 inside userinfo.request that the provider does not answer now", async () => {
  const world = openOAuth({
    userinfo: { request: async ({ fetch }) => await (await fetch("https://api.test")).json() },
  });
  world.platform.sites["https://api.test"] = html(503);
  await assertRefused(world, await world.signIn(), "ProviderUnavailable");
});

for (
  const [what, metadata] of Object.entries<Respond>({
    "a status of 404": json({}, { status: 404 }),
    "HTML": html(),
    "broken JSON": text("{"),
    "a list": json([]),
    "null": json(null),
    "no issuer": json({ authorization_endpoint: "https://idp.test/authorize" }),
    "an issuer that is a list": json({ issuer: ["https://idp.test"] }),
  })
) {
  test(`Auth() refuses metadata that are ${what}, and asks again next time (OA-19)`, async () => {
    const world = open();
    await assertFault(world, { respond: { metadata } });
    assert.equal(count(world.idp, "metadata"), 2);
  });
}

for (
  const endpoint of [
    undefined,
    null,
    "",
    5,
    {},
    "/authorize",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://idp.test/a",
  ]
) {
  test(`Auth() does not redirect to the authorization endpoint ${JSON.stringify(endpoint)} (OA-19)`, async () => {
    const world = open();
    const page = await signInWhile(world, { metadata: { authorization_endpoint: endpoint } });
    await assertRefused(world, page, "ProviderResponseError");
    assert.equal(world.browser.visited.some((url) => !url.startsWith(APP)), false);
  });
}

for (const name of ["token_endpoint", "jwks_uri", "userinfo_endpoint"]) {
  for (const url of [undefined, null, "", 5, {}, "/x", "ftp://idp.test/x", "http://idp.test/x"]) {
    test(`Auth() sends nothing to the ${name} ${JSON.stringify(url)} (OA-19)`, async () => {
      const world = openAll();
      const plain: string[] = [];
      world.platform.sites["http://idp.test"] = (request) => {
        plain.push(request.url);
        return Response.json({});
      };
      await assertRefused(
        world,
        await signInWhile(world, { metadata: { [name]: url } }),
        "ProviderResponseError",
      );
      assert.deepEqual(plain, []);
    });
  }
}

for (
  const [name, value] of Object.entries({
    id_token_signing_alg_values_supported: "ES256",
    userinfo_signing_alg_values_supported: { RS256: true },
  })
) {
  test(`Auth() refuses a ${name} that is not a list (OA-19)`, async () => {
    const world = open();
    const page = await signInWhile(world, { metadata: { [name]: value } });
    await assertRefused(world, page, "ProviderResponseError");
  });
}

for (
  const [field, provider] of Object.entries<Partial<OIDCConfig>>({
    issuer: { issuer: "http://idp.test" },
    wellKnown: { wellKnown: "http://idp.test/metadata" },
    authorization: { authorization: "http://idp.test/authorize" },
    token: { token: { url: "http://idp.test/token" } },
    userinfo: { userinfo: "http://idp.test/userinfo" },
    jwks_endpoint: { jwks_endpoint: "http://idp.test/jwks" },
  })
) {
  test(`Auth() refuses to run with a plain http ${field} of a provider (OA-19, OI-10)`, async () => {
    const { browser, log } = open({ provider });
    const response = await browser.fetch(`${APP}/auth/csrf`);
    assert.equal(response.status, 500);
    assert.match(log(), /InvalidEndpoints: Cannot use provider "idp": .*http/);
  });
}

test("Auth() accepts plain http on this machine", async () => {
  for (
    const issuer of [
      "http://localhost:4000",
      "http://127.0.0.1:4000",
      "http://[::1]:4000",
      "http://idp.localhost",
    ]
  ) {
    const { signIn, log } = open({ idp: { issuer } });
    assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
  }
});

test("Auth() rejects names that only look like localhost", async () => {
  for (const issuer of ["http://localhost.evil.test", "http://127.0.0.1.evil.test", "http://notlocalhost"]) {
    const { browser } = open({ idp: { issuer } });
    assert.equal((await browser.fetch(`${APP}/auth/csrf`)).status, 500);
  }
});

for (const endpoint of BACK_CHANNEL) {
  for (const status of [301, 302, 303, 307, 308]) {
    test(`Auth() does not follow a ${status} redirect from the ${endpoint} endpoint (OA-18)`, async () => {
      const world = openAll();
      const led: string[] = [];
      world.platform.sites["https://evil.test"] = (request) => {
        led.push(request.url);
        return world.idp.fetch(request.url.replace("evil.test/", `idp.test/`));
      };
      const redirect = () =>
        new Response(null, { status, headers: { location: `https://evil.test/${endpoint}` } });
      await assertFault(world, { respond: { [endpoint]: redirect } });
      assert.deepEqual(led, []);
    });
  }

  test(`Auth() says that the provider is unavailable if the ${endpoint} endpoint cannot be reached`, async () => {
    await assertFault(openAll(), { respond: { [endpoint]: failNetwork } }, "ProviderUnavailable");
  });

  test(`Auth() waits ten seconds for the ${endpoint} endpoint, and no longer (OA-28)`, async () => {
    const world = openAll();
    let seconds = 0;
    const respond: Respond = async (request) => {
      world.platform.tick(9);
      await settled();
      assert.equal(request.signal.aborted, false);
      world.platform.tick(1);
      seconds += 10;
      return neverAnswer(request);
    };
    await assertFault(world, { respond: { [endpoint]: respond } }, "ProviderUnavailable");
    assert.equal(seconds, 10);
    assert.match(world.log(), /it did not answer within 10 seconds/);
  });

  test(`Auth() waits no longer for an answer of the ${endpoint} endpoint that never ends (OA-28)`, async () => {
    const world = openAll();
    const drip: Respond = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new TextEncoder().encode("{"));
            world.platform.tick(5);
          },
        }),
      );
    await assertFault(world, { respond: { [endpoint]: drip } }, "ProviderUnavailable");
  });

  test(`Auth() stops reading 48 MB from the ${endpoint} endpoint at about one (OA-29)`, async () => {
    const world = openAll();
    const answer = flood();
    await assertFault(world, { respond: { [endpoint]: answer.respond } });
    assert(answer.sent > 0 && answer.sent < 1.5 * 1024 * 1024, `${answer.sent} bytes were sent`);
  });
}

test("Auth() waits no longer for a customFetch that heeds no signal (OA-28)", async () => {
  const world = open({
    provider: {
      [customFetch]: () => {
        queueMicrotask(() => world.platform.tick(10));
        return new Promise(() => {});
      },
    },
  });
  await assertRefused(world, await world.signIn(), "ProviderUnavailable");
});

test("Auth() reads an answer of one MiB", async () => {
  const { signIn, idp } = openOAuth();
  idp.tamper = { respond: { userinfo: flood(1024 * 1024 - 1000).respond } };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
});

test("Auth() signs in at one provider while another is down", async () => {
  const other = fakeProvider({
    issuer: "https://other.test",
    signingAlgorithm: "ES256",
    now: () => Date.UTC(2030, 0, 1),
  });
  const world = open({
    providers: (idp) => [
      oauth2(idp),
      {
        id: "other",
        name: "Other",
        type: "oidc",
        issuer: other.issuer,
        clientId: other.clientId,
        clientSecret: other.clientSecret,
      },
    ],
  });
  world.platform.sites[other.origin] = failNetwork;
  await assertRefused(world, await world.signIn({ provider: "other" }), "ProviderUnavailable");
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace");
});

/** Lets everything that can go on, go on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
