import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWTParams } from "../../mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import {
  APP,
  assertRefused,
  count,
  grant,
  oauth2,
  oidc,
  open,
  start,
  type World,
  type WorldOptions,
} from "./_world.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";

const formPost = { authorization: { params: { response_mode: "form_post" } } };

/** A world whose provider answers with a form that the browser posts. */
function openFormPost(
  provider: Partial<OIDCConfig> = {},
  options: Omit<WorldOptions, "providers"> = {},
): World {
  return open({ ...options, provider: { ...formPost, ...provider } });
}

/** Starts at the sign-in page, and stops at the provider's form. */
async function reachForm({ signIn }: World) {
  const page = await signIn();
  assert.match(page.url, /^https:\/\/idp\.test\/authorize/);
  return page;
}

/** What the provider's form has, for who posts it by hand. */
async function formOf({ browser }: World, request: URL): Promise<URLSearchParams> {
  const { html } = await browser.open(request.href);
  return new URLSearchParams(
    [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
}

/** Posts a form as the provider's page does: without the cookies of a browser that honours SameSite. */
function postForm({ platform }: World, form: URLSearchParams, path = "/auth/callback/idp") {
  // Bun gives a body of parameters no content type of its own.
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return platform.fetch(APP + path, { method: "POST", headers, body: form.toString(), redirect: "manual" });
}

test("Auth() signs in with a provider that answers in a form, though the browser sends no Lax cookies with it", async () => {
  const world = openFormPost();
  const page = await (await reachForm(world)).submit();
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.deepEqual(world.browser.refused, []);
  // No URL shows the code.
  const { params } = world.idp.requests.find(({ endpoint }) => endpoint === "token")!;
  assert.equal(world.browser.visited.some((url) => url.includes(params.get("code")!)), false);
  assert.equal(world.browser.visited.some((url) => url.includes("form=")), true);
});

test("Auth() signs in with an OAuth 2 provider that answers in a form", async () => {
  const authorization = "https://idp.test/authorize?response_mode=form_post";
  const world = open({ providers: (idp) => [oauth2(idp, { authorization })] });
  assert.equal((await (await reachForm(world)).submit()).text, "Hello Ada Lovelace");
});

test("Auth() signs in with an answer in a form on http://localhost, where no cookie is Secure", async () => {
  const world = openFormPost();
  const local = "http://localhost:3000";
  world.platform.sites[local] = world.platform.sites[APP]!;
  const signIn = await world.browser.open(`${local}/auth/signin?callbackUrl=/home`);
  const form = await signIn.submit("/auth/signin/idp");
  const page = await form.submit();
  assert.equal(page.url, `${local}/home`, world.log());
  assert.equal((await (await world.browser.fetch(`${local}/auth/session`)).json()).user.name, "Ada Lovelace");
  assert.deepEqual(world.browser.refused, []);
});

test("Auth() also stores the flow of a form_post provider in a Lax cookie (OA-22)", async () => {
  const world = openFormPost();
  await start(world);
  const flow = world.browser.cookies(APP).find(({ name }) => name.includes(".flow."));
  assert.equal(flow?.sameSite, "Lax");
  assert.equal(flow?.secure, true);
});

test("Auth() accepts a posted answer at once if the application's flow cookie is SameSite=None", async () => {
  const cookies = { flow: { options: { sameSite: "none" } } } as const;
  const world = openFormPost({}, { cookies });
  const page = await (await reachForm(world)).submit();
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.equal(world.browser.visited.some((url) => url.includes("form=")), false);
});

test("Auth() refuses an answer in the query of a provider that answers in a form (OA-22)", async () => {
  const world = openFormPost();
  const form = await formOf(world, await start(world));
  const page = await world.browser.open(`${APP}/auth/callback/idp?${form}`);
  await assertRefused(world, page, "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() refuses an answer in a form of a provider that answers in the query (OA-22)", async () => {
  const world = open();
  const { searchParams } = await grant(world.idp, await start(world));
  const response = await world.browser.fetch(`${APP}/auth/callback/idp`, {
    method: "POST",
    body: searchParams,
  });
  assert.match(response.url, /\/auth\/signin\?.*error=InvalidCheck/);
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() refuses a form with another browser's state (OA-22)", async () => {
  const world = openFormPost();
  const other = openFormPost();
  const form = await formOf(other, await start(other));
  const response = await postForm(world, form);
  const page = await world.browser.open(response.headers.get("location")!);
  await assertRefused(world, page, "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
});

/** Where a posted form leads: back to the callback with the form sealed, or to a page that says InvalidCheck. */
async function relayed(world: World, form: URLSearchParams): Promise<URL | null> {
  const { status, headers } = await postForm(world, form);
  // The body is larger than any form may be.
  if (status === 413) return null;
  const location = headers.get("location") ?? `none, with status ${status}`;
  if (location.includes("error=InvalidCheck")) return null;
  assert.ok(location.startsWith(`${APP}/auth/callback/idp?form=`), location);
  assert.ok(location.length <= 8000, `${location.length} characters`);
  return new URL(location);
}

test("Auth() sends on no form that is not an authorization response (OA-33)", async () => {
  const world = openFormPost();
  const forms = [
    "",
    "x=y",
    "state=s",
    "state=s&code=",
    "state=s&error=",
    "state=&code=c",
    "code=c",
    "error=access_denied",
    "access_token=t&state=s",
    "CODE=c&state=s",
    "form=x&state=s",
    "user=%7B%7D&state=s",
    `state=s&x=${"y".repeat(9000)}`,
    `state=s&code=${"c".repeat(8000)}`,
    `state=s&code=${"c".repeat(5850)}`,
    `state=${"s".repeat(5850)}&code=c`,
    `state=s&code=c${"&code=c".repeat(1000)}`,
    `state=s&code=${"ä".repeat(1500)}`,
  ];
  for (const form of forms) {
    assert.equal(await relayed(world, new URLSearchParams(form)), null, form.slice(0, 80));
  }
});

test("Auth() sends on the parameters of a response, and no others, however long those are", async () => {
  for (const [length, accepted] of [[5000, true], [5800, true], [5850, false]] as const) {
    const world = openFormPost();
    const url = await relayed(
      world,
      new URLSearchParams({ state: "s", code: "c".repeat(length), x: "y".repeat(9000) }),
    );
    assert.equal(url !== null, accepted, String(length));
  }
});

/** How many forms are posted. */
const ROUNDS = chosenRounds({ here: 200, nightly: 5000 });

test(
  "Auth() sends on any form of random parameters in a URL that servers take, or not at all",
  seeded(async ({ below, pick }) => {
    const world = openFormPost({ postsUser: true });
    const names = ["code", "state", "error", "iss", "user", "x", "form", "", "__proto__", "Code", "code[]"];
    const pair = (name: string): [string, string] => [
      name,
      String.fromCodePoint(33 + below(900)).repeat(below(4) ? below(20) : below(3000)),
    ];
    let count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const more = Array.from({ length: below(4) }, () => pair(pick(names)));
      if (await relayed(world, new URLSearchParams([pair("state"), pair("code"), ...more]))) count++;
    }
    assert.ok(count > ROUNDS / 8 && count < ROUNDS * 7 / 8, `${count} were sent on`);
  }),
);

test("Auth() refuses a body that is not a form", async () => {
  const world = openFormPost();
  const response = await world.platform.fetch(`${APP}/auth/callback/idp`, {
    method: "POST",
    body: JSON.stringify({ code: "c", state: "s" }),
    headers: { "content-type": "application/json" },
    redirect: "manual",
  });
  assert.match(response.headers.get("location")!, /\/auth\/signin\?.*error=InvalidCheck/);
});

test("Auth() accepts a sealed form for one minute", async () => {
  for (const [seconds, text] of [[59, "Hello Ada Lovelace"], [60, undefined]] as const) {
    const world = openFormPost();
    const response = await postForm(world, await formOf(world, await start(world)));
    world.platform.tick(seconds);
    const page = await world.browser.open(response.headers.get("location")!);
    if (text) assert.equal(page.text, text);
    else await assertRefused(world, page, "InvalidCheck");
  }
});

test("Auth() accepts a sealed form once (OA-33)", async () => {
  const world = openFormPost();
  const response = await postForm(world, await formOf(world, await start(world)));
  const location = response.headers.get("location")!;
  assert.equal((await world.browser.open(location)).text, "Hello Ada Lovelace");
  assert.match((await world.browser.open(location)).url, /error=InvalidCheck/);
  assert.equal(count(world.idp, "token"), 1);
});

test("Auth() refuses a sealed form that was altered, or is another provider's", async () => {
  const world = open({ providers: (idp) => [oidc(idp, formPost), oidc(idp, { ...formPost, id: "other" })] });
  const response = await postForm(world, await formOf(world, await start(world)));
  const genuine = response.headers.get("location")!;
  const altered = genuine.replace(/.$/, (last) => last === "A" ? "Q" : "A");
  for (
    const url of [
      altered,
      genuine.replace("callback/idp", "callback/other"),
      `${APP}/auth/callback/idp?form=`,
    ]
  ) {
    await assertRefused(world, await world.browser.open(url), "InvalidCheck");
  }
  assert.equal(count(world.idp, "token"), 0);
  assert.equal((await world.browser.open(genuine)).text, "Hello Ada Lovelace");
});

test("Auth() refuses another provider's sealed form even where callbacks come unasked", async () => {
  const other: Partial<OIDCConfig> = { ...formPost, id: "other", checks: ["none"] };
  const world = open({ providers: (idp) => [oidc(idp, formPost), oidc(idp, other)] });
  const response = await postForm(world, await formOf(world, await start(world)));
  const misled = response.headers.get("location")!.replace("callback/idp", "callback/other");
  await assertRefused(world, await world.browser.open(misled), "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() refuses an answer in a form with another issuer, or with two codes (OA-11, OA-14)", async () => {
  for (const authorization of [{ iss: "https://evil.test" }, { code: ["one", "two"] }]) {
    const world = openFormPost();
    world.idp.tamper = { authorization };
    await assertRefused(world, await (await reachForm(world)).submit(), "ProviderResponseError");
    assert.equal(count(world.idp, "token"), 0);
  }
});

/** The name that a provider such as Apple tells once, beside the code. */
async function nameFrom(
  user: unknown,
  provider: Partial<OIDCConfig> = { ...formPost, postsUser: true },
  claims: Record<string, unknown> = {},
): Promise<unknown> {
  let profile: JWTParams["profile"];
  const world = open({
    provider,
    callbacks: { jwt: (params: JWTParams) => (profile = params.profile ?? profile, params.token) },
  });
  world.idp.tamper = { authorization: { user }, claims };
  const page = await world.signIn();
  if (provider.authorization) await page.submit();
  return profile!.user;
}

const ADA = { name: { firstName: "Ada", lastName: "Lovelace" }, email: "ada@example.com" };

for (
  const [what, user, expected, provider] of [
    ["adds the `user` of an answer in a form to the profile", JSON.stringify(ADA), ADA, undefined],
    ...[undefined, "", "Ada", '"Ada"', "{", "null", "7"].map((odd) =>
      [`ignores the \`user\` ${odd}, which isn't a JSON object`, odd, undefined, undefined] as const
    ),
    ["ignores a `user` in the query, which anyone can forge", '{"name":"Ada"}', undefined, {
      postsUser: true,
    }],
    ["ignores a `user` of a provider without postsUser (OI-18)", '{"name":"Ada"}', undefined, formPost],
  ] as const
) {
  test(`Auth() ${what}, and the sign-in goes on`, async () =>
    assert.deepEqual(await nameFrom(user, provider), expected));
}

test("Auth() never replaces a claim `user` of the ID token by what the browser posts (OI-18)", async () => {
  for (const claim of [{ role: "reader" }, {}, null, "", 0, false]) {
    const signed = await nameFrom('{"role":"admin"}', { ...formPost, postsUser: true }, { user: claim });
    assert.deepEqual(signed, claim);
  }
});

test("Auth() lets a `user` beside the code replace no claim of the ID token (OI-18)", async () => {
  let profile: JWTParams["profile"];
  const world = openFormPost({ postsUser: true }, {
    callbacks: { jwt: (params: JWTParams) => (profile = params.profile ?? profile, params.token) },
  });
  world.idp.tamper = { authorization: { user: '{"sub":"grace","email":"grace@example.com"}', sub: "grace" } };
  await (await reachForm(world)).submit();
  assert.equal(profile?.sub, "ada");
  assert.equal(profile?.email, "ada@example.com");
});
