import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn, type SignInAction } from "../../src/core/server_action.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { openOAuth } from "./_oauth.ts";
import { APP, start, type World } from "./_world.ts";

const PROFILE = { url: "https://idp.test/authorize", params: { scope: "profile email" } };

/** A world with a database, whose application has a page `/more`, which asks for more scopes. */
function openMore(
  oauth: Partial<OAuthConfig> = {},
  action: SignInAction = {},
): DatabaseWorld & { more(): Promise<Page> } {
  return withMore(openDatabase({ oauth: { authorization: PROFILE, ...oauth } }), action);
}

/** Adds the page `/more` to the application of a world. */
function withMore<W extends World>(world: W, action: SignInAction = {}): W & { more(): Promise<Page> } {
  const { sites } = world.platform;
  const library = sites[APP]!;
  sites[APP] = async (request) => {
    if (new URL(request.url).pathname !== "/more") return await library(request);
    const wanted = { providerId: "idp", scope: "calendar  profile", redirectTo: "/home", ...action };
    const { url, cookies } = await signIn(request, wanted, world.config);
    const headers = new Headers({ location: url });
    for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
    return new Response(null, { status: 303, headers });
  };
  return { ...world, more: () => world.browser.open(`${APP}/more`) };
}

/** The scopes of each authorization request. */
function askedFor({ idp }: World): readonly (string | null)[] {
  return idp.requests.flatMap(({ endpoint, params }) =>
    endpoint === "authorization" ? params.get("scope") : []
  );
}

for (
  const [own, separator, more, all] of [
    ["profile email", undefined, "calendar  profile", "profile email calendar"],
    ["profile,email", undefined, "calendar  profile", "profile,email,calendar"],
    ["read", ",", "calendar  profile", "read,calendar,profile"],
    ["read", ",", "calendar,read notes", "read,calendar,notes"],
    [undefined, ",", "calendar profile", "calendar,profile"],
  ] as const
) {
  test(`an application asks for "${more}" beside the scopes of the provider, each once, separated as those are: ${own} ${separator}`, async () => {
    const authorization = {
      url: "https://idp.test/authorize",
      params: { scope: own },
      ...(separator && { scopeSeparator: separator }),
    };
    const world = openMore({ authorization }, { scope: more });
    await world.signIn();
    assert.equal((await world.more()).url, `${APP}/home`, world.log());
    assert.deepEqual(askedFor(world), [own ?? null, all]);
  });
}

test("a user who is not signed in signs in with more scopes", async () => {
  const world = openMore();
  await world.browser.open(`${APP}/auth/signin`);
  await world.more();
  assert.equal((await world.session())?.user.email, "ada@example.com");
});

test("a browser cannot ask for scopes (TK-07)", async () => {
  const world = openMore();
  const url = await start(world, { query: { scope: "everything" } });
  assert.equal(url.searchParams.get("scope"), "profile email");
  const posted = await world.post("signin/idp", { scope: "everything" });
  assert.equal(new URL(posted.headers.get("location")!).searchParams.get("scope"), "profile email");
});

for (const [whose, owner] of Object.entries({ "that is new": null, "of another user": "eve" })) {
  test(`an account ${whose} changes nothing where more scopes were asked for`, async () => {
    const world = openMore();
    const eve = { sub: "eve", id: "eve", name: "Eve", email: "eve@example.com" };
    if (owner) {
      const other = world.visitor();
      world.idp.login(eve);
      await (await other.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      world.idp.login({ sub: "ada", id: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    }
    await world.signIn();
    const before = [await world.session(), await world.db.accounts(), await world.db.users()];
    world.idp.login(eve);
    const page = await world.more();
    assert.equal(new URL(page.url).searchParams.get("error"), "OtherAccount");
    assert.match(page.text, /That isn't the connected account\./);
    assert.match(page.text, /Continue as Ada/);
    assert.doesNotMatch(page.text, /You can also sign in with another account/);
    assert.deepEqual([await world.session(), await world.db.accounts(), await world.db.users()], before);
  });
}

for (
  const [what, features] of [
    ["without a database", []],
    ["where a cookie keeps the tokens", [AccessTokens({ keptIn: "cookie" })]],
  ] as const
) {
  test(`the same account gets more scopes, another one changes nothing, ${what}`, async () => {
    const world = withMore(openOAuth({ authorization: PROFILE }, { features }));
    await world.signIn();
    assert.equal((await world.more()).url, `${APP}/home`, world.log());
    assert.deepEqual(askedFor(world), ["profile email", "profile email calendar"]);
    const kept = () =>
      world.browser.cookies(APP).filter(({ name }) => /session|tokens/.test(name)).map(({ value }) => value);
    const before = [await world.session(), kept()];
    world.idp.login({ sub: "eve", id: "eve", name: "Eve", email: "eve@example.com" });
    const page = await world.more();
    assert.equal(new URL(page.url).searchParams.get("error"), "OtherAccount");
    assert.match(page.text, /That isn't the connected account\./);
    assert.deepEqual([await world.session(), kept()], before);
  });
}

test("a form of the application asks for more scopes and a new account at once", async () => {
  const world = openMore({}, { fields: { link: "true" } });
  await world.signIn();
  world.idp.login({ sub: "eve", id: "eve", name: "Eve", email: "eve@example.com" });
  const answer = await world.browser.fetch(`${APP}/more`, {
    method: "POST",
    headers: { origin: APP },
    redirect: "manual",
  });
  await world.browser.open(answer.headers.get("location")!);
  const [user, ...others] = await world.db.users();
  assert.deepEqual(others, []);
  assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`, `idp/eve: ${user!.id}`]);
});
