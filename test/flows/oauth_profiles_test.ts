import assert from "node:assert/strict";
import { test } from "node:test";
import { openOAuth, openWatched } from "./_oauth.ts";
import { APP, assertRefused, count } from "./_world.ts";

test("Auth() refuses a sign-in whose profile() throws, and reveals no code (OA-24)", async () => {
  const world = openOAuth({
    profile: () => {
      throw new Error("no such field");
    },
  });
  const page = await world.signIn();
  await assertRefused(world, page, "OAuthProfileParseError");
  assert.doesNotMatch(page.url, /code/);
  assert.match(world.log(), /no such field/);
});

for (
  const [what, user] of Object.entries({
    "a number": { id: 42 },
    "zero": { id: 0 },
    "text": { id: "42" },
    "sub before id": { sub: "42", id: "7" },
  })
) {
  test(`Auth() accepts ${what} as the user's id at the provider`, async () => {
    const { signIn, idp, seen } = openWatched();
    idp.login(user as never);
    await signIn();
    assert.equal(seen.last?.account?.providerAccountId, what === "zero" ? "0" : "42");
  });
}

for (const id of [undefined, null, "", NaN, Infinity, 2 ** 53, 0.1, true, {}, { $ne: null }, ["ada"]]) {
  test(`Auth() refuses the user id ${JSON.stringify(id)} (OA-16, OA-17)`, async () => {
    const { signIn, world } = openWatched({ profile: () => ({ id: id as never, name: "Ada" }) });
    await assertRefused(world, await signIn(), "OAuthProfileParseError");
  });
}

test("Auth() tells users apart whose ids are numbers that JavaScript would round to the same (OA-17)", async () => {
  const { signIn, world, seen } = openWatched({
    userinfo: "https://api.test/me",
    profile: ({ id, name }) => ({ id: String(id), name: String(name) }),
  });
  for (const id of ["1129384756102938471", "1129384756102938470"]) {
    world.platform.sites["https://api.test"] = () =>
      new Response(`{"id":${id},"name":"Ada"}`, { headers: { "content-type": "application/json" } });
    await signIn();
    assert.equal(seen.last?.account?.providerAccountId, id, world.log());
  }
});

test("Auth() takes the id of the profile if profile() returns no id, as the documentation of Auth.js does", async () => {
  for (const [login, id] of [[{ sub: "42" }, "42"], [{ sub: undefined, id: 7 }, "7"]] as const) {
    const { signIn, idp, seen } = openWatched({ profile: ({ name }) => ({ name, role: "user" }) as never });
    idp.login(login as never);
    await signIn();
    assert.equal(seen.last?.account?.providerAccountId, id);
  }
});

test("Auth() maps a profile by default: name, nickname or preferred_username, email, picture", async () => {
  const users = [
    [{ id: "1", name: "Ada", nickname: "A.", email: "a@b.c", picture: "https://p.test" }, "Ada"],
    [{ id: "1", nickname: "A.", preferred_username: "ada" }, "A."],
    [{ id: "1", preferred_username: "ada" }, "ada"],
    [{ id: "1" }, null],
  ] as const;
  for (const [user, name] of users) {
    const { signIn, idp, seen } = openWatched();
    idp.login(user);
    await signIn();
    const { id: _, ...mapped } = seen.last!.user!;
    const { email = null, picture = null } = user as { email?: string; picture?: string };
    assert.deepEqual(mapped, { name, email, image: picture });
  }
});

test("Auth() lets the provider's profile() map the profile, with fields of its own, from profile and tokens", async () => {
  const { signIn, idp, seen } = openWatched({
    profile: ({ login }, { scope }) => Promise.resolve({ id: login, name: login.toUpperCase(), role: scope }),
  });
  idp.login({ login: "ada" });
  idp.tamper = { tokens: { scope: "read" } };
  await signIn();
  const { id: _, ...user } = seen.last!.user as Record<string, unknown>;
  assert.deepEqual(user, { name: "ADA", email: null, image: null, role: "read" });
  assert.deepEqual(seen.last!.profile, { login: "ada" });
});

test("Auth() sets the user id itself, whatever the profile contains (AL-05, AL-14)", async () => {
  const { signIn, seen } = openWatched({ profile: () => ({ id: "admin", name: "Ada" }) });
  await signIn();
  assert.notEqual(seen.last!.user!.id, "admin");
  assert.equal(seen.last!.account!.providerAccountId, "admin");
});

test("Auth() lower-cases the ASCII letters of an email address, and no others (AL-09)", async () => {
  const { signIn, idp, seen } = openWatched();
  idp.login({ id: "1", email: "Ada@EXAMPLE.com" });
  await signIn();
  assert.equal(seen.last!.user!.email, "ada@example.com");
  idp.login({ id: "1", email: "\u212Aim@example.com" });
  await signIn();
  assert.equal(seen.last!.user!.email, "\u212Aim@example.com");
});

test("Auth() ignores claims of unexpected types (AL-10, OI-16)", async () => {
  const { signIn, idp, seen, session } = openWatched();
  idp.login({ id: "1", name: { first: "Ada" }, email: ["a@b.c"], picture: 5 } as never);
  assert.equal((await signIn()).url, `${APP}/home`);
  const { user } = seen.last!;
  assert.deepEqual(user, { id: user!.id, name: null, email: null, image: null });
  assert.deepEqual((await session())?.user, user);
});

test("Auth() cuts what no one sees around a name of a provider, and takes nothing for a name without more", async () => {
  for (
    const [name, taken] of [
      ["", null],
      ["  ", null],
      ["\u200B", null],
      [" Ada Lovelace\u202E\n", "Ada Lovelace"],
      ["\u0627\u062F\u0627", "\u0627\u062F\u0627"],
    ] as const
  ) {
    const { signIn, idp, seen, session } = openWatched();
    idp.login({ id: "1", name, picture: "" });
    assert.equal((await signIn()).url, `${APP}/home`);
    const { user } = seen.last!;
    assert.deepEqual([user!.name, user!.image], [taken, null]);
    assert.deepEqual((await session())?.user, user);
  }
});

test("Auth() leaves getting the profile to userinfo.request, which gets tokens and a fetch", async () => {
  const { signIn, idp } = openOAuth({
    userinfo: {
      url: "https://idp.test/userinfo",
      async request({ url, tokens, fetch }) {
        const response = await fetch(url!, { headers: { authorization: `Bearer ${tokens.access_token}` } });
        return { ...await response.json(), name: "Asked twice" };
      },
    },
  });
  assert.equal((await signIn()).text, "Hello Asked twice");
  assert.equal(count(idp, "userinfo"), 1);
});

test("Auth() needs no userinfo URL where userinfo.request gets the profile", async () => {
  const { signIn, idp } = openOAuth({ userinfo: { request: () => ({ id: 1, name: "Nowhere" }) } });
  assert.equal((await signIn()).text, "Hello Nowhere");
  assert.equal(count(idp, "userinfo"), 0);
});
