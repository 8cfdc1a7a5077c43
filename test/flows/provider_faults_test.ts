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
import { APP, assertRefused, oauth2, open, type World } from "./_world.ts";

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

test("Auth() says after 503 inside userinfo.request that the provider does not answer now, whatever else was asked", async () => {
  for (const asked of [["busy"], ["gone", "busy"], ["busy", "fine"]]) {
    const world = openOAuth({
      userinfo: {
        async request({ fetch }) {
          for (const host of asked) await fetch(`https://${host}.test`);
          throw new Error("no profile");
        },
      },
    });
    world.platform.sites["https://busy.test"] = html(503);
    world.platform.sites["https://gone.test"] = html(404);
    world.platform.sites["https://fine.test"] = () => Response.json({});
    await assertRefused(world, await world.signIn(), "ProviderUnavailable");
  }
});

test("Auth() refuses algorithms for userinfo that are not a list (OA-19)", async () => {
  const world = open();
  const page = await signInWhile(world, {
    metadata: { userinfo_signing_alg_values_supported: { RS256: true } },
  });
  await assertRefused(world, page, "ProviderResponseError");
});

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
