import assert from "node:assert/strict";
import { test } from "node:test";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Tamper } from "../../src/testing/mod.ts";
import { APP, assertRefused, grant, oauth2, open, start, type World } from "./_world.ts";

const DAY = 86_400;

/** A world whose authorization request has these parameters. */
function openAsking(params: Record<string, unknown>, more: Partial<OIDCConfig> = {}): World {
  return open({ provider: { authorization: { params: params as never }, ...more } });
}

/** Claims with `auth_time` so many seconds ago. */
function authenticated({ platform }: World, secondsAgo: number): Tamper {
  return { claims: { auth_time: platform.now() / 1000 - secondsAgo } };
}

/** Signs in, the parameter `max_age` of the browser in the query of the sign-in. */
async function signInWith(world: World, query: Record<string, string>) {
  const request = await start(world, { query });
  return { request, page: await world.browser.open((await grant(world.idp, request)).href) };
}

async function assertAccepted(world: World, query: Record<string, string> = {}): Promise<URL> {
  const { page, request } = await signInWith(world, query);
  assert.equal(page.text, "Hello Ada Lovelace", world.log());
  return request;
}

async function assertDenied(
  world: World,
  message: RegExp,
  query: Record<string, string> = {},
): Promise<void> {
  const { page } = await signInWith(world, query);
  await assertRefused(world, page, "ProviderResponseError");
  assert.match(world.log(), message);
}

for (const max_age of [60, "60"]) {
  test(`Auth() rejects a user who was authenticated too long ago for max_age ${JSON.stringify(max_age)}`, async () => {
    const world = openAsking({ max_age });
    world.idp.tamper = authenticated(world, 91);
    await assertDenied(world, /"auth_time" was 91 seconds before .*`max_age` is 60/);
    world.idp.tamper = authenticated(world, 90);
    await assertAccepted(world);
  });
}

test("Auth() also enforces max_age in the URL of the endpoint", async () => {
  const world = open({ provider: { authorization: "https://idp.test/authorize?max_age=60" } });
  world.idp.tamper = authenticated(world, DAY);
  await assertDenied(world, /"auth_time" was 86400 seconds/);
});

test("Auth() needs auth_time where max_age was asked for, and it must be a time", async () => {
  for (const auth_time of [undefined, null, "1893456000", NaN, {}, [1893456000], true, "", "-1"]) {
    const world = openAsking({ max_age: 60 });
    world.idp.tamper = { claims: { auth_time } };
    await assertDenied(world, /"auth_time" is missing or not a time/);
  }
  const world = openAsking({ max_age: 60 });
  world.idp.tamper = authenticated(world, -31);
  await assertDenied(world, /"auth_time" is in the future/);
});

test("Auth() asks for no auth_time without max_age, and does not mind what it is", async () => {
  for (const auth_time of [undefined, "1893456000", "2030-01-01T00:00:00Z", "", {}, [], true, -62135596800]) {
    const world = open();
    world.idp.tamper = { claims: { auth_time } };
    await assertAccepted(world);
  }
});

test("Auth() with max_age 0 accepts a user who consents slowly after authentication", async () => {
  const world = openAsking({ max_age: 0 });
  const request = await start(world);
  world.idp.tamper = { claims: { auth_time: world.platform.now() / 1000 + 10 } };
  world.platform.tick(300);
  const page = await world.browser.open((await grant(world.idp, request)).href);
  assert.equal(page.text, "Hello Ada Lovelace", world.log());
});

test("Auth() checks auth_time even if the browser removes max_age from the request (OI-19)", async () => {
  const world = openAsking({ max_age: 60 });
  const request = await start(world);
  request.searchParams.delete("max_age");
  world.idp.tamper = authenticated(world, DAY);
  const page = await world.browser.open((await grant(world.idp, request)).href);
  await assertRefused(world, page, "ProviderResponseError");
});

for (
  const weaker of ["61", "86400", "999999999", "", "-1", "abc", "6e9", "60.5", "0x0", " 1", "1".repeat(20)]
) {
  test(`Auth() lets the browser not weaken max_age by "${weaker}" (OI-19)`, async () => {
    const world = openAsking({ max_age: 60 });
    world.idp.tamper = authenticated(world, 91);
    const request = await start(world, { query: { max_age: weaker } });
    assert.deepEqual(request.searchParams.getAll("max_age"), ["60"]);
    await assertDenied(world, /"auth_time" was 91 seconds/, { max_age: weaker });
  });
}

test("Auth() lets the browser ask for a lower max_age, and checks that one", async () => {
  const world = openAsking({ max_age: 3600 });
  world.idp.tamper = authenticated(world, 91);
  assert.equal((await assertAccepted(world)).searchParams.get("max_age"), "3600");
  await world.post("signout");
  await assertDenied(world, /`max_age` is 60/, { max_age: "60" });
});

test("Auth() checks a max_age that the browser alone has asked for", async () => {
  const world = open();
  world.idp.tamper = { claims: { auth_time: undefined } };
  await assertDenied(world, /"auth_time" is missing/, { max_age: "60" });
  world.idp.tamper = authenticated(world, 10);
  assert.equal((await assertAccepted(world, { max_age: "60" })).searchParams.get("max_age"), "60");
});

test("Auth() sends no max_age of the browser's that is not a number of seconds", async () => {
  for (const max_age of ["", "-1", "abc", "60.5"]) {
    assert.equal((await assertAccepted(open(), { max_age })).searchParams.has("max_age"), false);
  }
});

test("Auth() checks the max_age of the configuration where callbacks come unasked", async () => {
  const world = openAsking({ max_age: 60 }, { checks: ["none"] });
  world.idp.tamper = { ...authenticated(world, DAY), authorization: { state: undefined } };
  const page = await world.browser.open((await grant(world.idp, await start(world))).href);
  await assertRefused(world, page, "ProviderResponseError");
});

test("Auth() sends max_age to an OAuth 2 provider without checking it", async () => {
  const authorization = "https://idp.test/authorize?max_age=60";
  const world = open({ providers: (idp) => [oauth2(idp, { authorization })] });
  assert.equal((await assertAccepted(world)).searchParams.get("max_age"), "60");
});

const GOLD = { id_token: { acr: { essential: true, values: ["gold", "platinum"] } } };

const acrs: Readonly<Record<string, readonly [claims: unknown, acr: unknown, accepted: boolean]>> = {
  "the first of two values": [GOLD, "gold", true],
  "the second of two values": [GOLD, "platinum", true],
  "another value": [GOLD, "silver", false],
  "other capitals": [GOLD, "Gold", false],
  "a list": [GOLD, ["gold"], false],
  "nothing": [GOLD, undefined, false],
  "a value, asked for in JSON": [JSON.stringify(GOLD), "gold", true],
  "another value, asked for in JSON": [JSON.stringify(GOLD), "silver", false],
  "the one value": [{ id_token: { acr: { essential: true, value: "gold" } } }, "gold", true],
  "not the one value": [{ id_token: { acr: { essential: true, value: "gold" } } }, "silver", false],
  "any value": [{ id_token: { acr: { essential: true } } }, "bronze", true],
  "no value of any": [{ id_token: { acr: { essential: true } } }, undefined, false],
  "a voluntary value": [{ id_token: { acr: { values: ["gold"] } } }, "silver", true],
  "a value that is essential in words": [
    { id_token: { acr: { essential: "true", value: "gold" } } },
    "silver",
    true,
  ],
  "a value for the userinfo endpoint": [
    { userinfo: { acr: { essential: true, value: "gold" } } },
    "silver",
    true,
  ],
  "no claim at all": [{ id_token: { acr: null, email: null } }, undefined, true],
  "claims that are null": [{ id_token: null }, undefined, true],
};

for (const [what, [claims, acr, accepted]] of Object.entries(acrs)) {
  test(`Auth() ${accepted ? "accepts" : "refuses"} an ID token with this acr: ${what}`, async () => {
    const world = openAsking({ claims });
    world.idp.tamper = { claims: { acr } };
    if (accepted) await assertAccepted(world);
    else await assertDenied(world, /Cannot accept an ID token: its "acr" is/);
  });
}

test("Auth() checks the acr though the browser changes the request (OI-19)", async () => {
  const world = openAsking({ claims: GOLD }, { signInParams: ["claims"] });
  world.idp.tamper = { claims: { acr: "silver" } };
  await assertDenied(world, /"acr" is "silver", and the request asked for "gold" or "platinum"/, {
    claims: "{}",
  });
});

test("Auth() does not check acr_values, which are voluntary", async () => {
  await assertAccepted(openAsking({ acr_values: "gold" }));
});

test("Auth() needs auth_time where it was asked for as essential", async () => {
  const claims = { id_token: { auth_time: { essential: true } } };
  const world = openAsking({ claims });
  world.idp.tamper = { claims: { auth_time: undefined } };
  await assertDenied(world, /"auth_time" is missing or not a time/);
  world.idp.tamper = authenticated(world, DAY);
  await assertAccepted(world);
});

test("Auth() refuses to run with a max_age or claims that cannot be checked", async () => {
  for (
    const params of [{ max_age: -1 }, { max_age: "1h" }, { max_age: 1.5 }, { max_age: null }, { claims: "{" }]
  ) {
    const world = openAsking(params);
    assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
    assert.match(
      world.log(),
      /InvalidEndpoints: Cannot use provider "idp": `authorization\.params\.(max_age|claims)`/,
    );
  }
});
