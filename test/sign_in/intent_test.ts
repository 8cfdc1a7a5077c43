import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRequest } from "../../src/http/incoming.ts";
import { type Intent, NO_INTENT } from "../../src/model/intent.ts";
import {
  createIntent,
  findUserSession,
  isWishOf,
  wishesOf,
  withRequestedLink,
} from "../../src/sign_in/intent.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { SessionRead } from "../../src/model/session.ts";
import { setupOf } from "../../src/config/setup.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";

const SECRET = "a secret of these tests, long enough to be one";
const READ: SessionRead = { session: {}, userId: "ada", signedInAt: 5, amr: [], aal: 1 };

/** A request with this query. */
function request(query = "") {
  return parseRequest(new Request(`https://app.test/auth/signin/idp${query}`), "/auth");
}

/** A setup in which each request has this session. Without a database, unless `adapter` is given. */
function contextOf(read: SessionRead | null, adapter: Adapter | undefined, held: SessionRead | null = null) {
  const { store, sessions } = setupOf(
    { providers: [], secret: SECRET, url: "https://app.test", adapter },
    "https",
  );
  const readOf = (found: SessionRead | null) => ({ ...sessions, identify: () => Promise.resolve(found) });
  return { store, sessions: readOf(read), holders: () => readOf(held) };
}

/** A database that has the user of `READ`. */
async function withAda(): Promise<Adapter> {
  const adapter = Memory();
  await adapter.createUser({ id: "ada", email: null, emailVerified: null });
  return adapter;
}

test("NO_INTENT names no user, and asks for nothing", () => {
  assert.deepEqual(NO_INTENT, { userId: null, link: "none" });
});

test("createIntent() notes who is signed in, what the request asks for, and in which language", async () => {
  const of = async (query: string, read: SessionRead | null) =>
    await createIntent(await request(query), contextOf(read, await withAda()));
  assert.deepEqual(await of("", null), NO_INTENT);
  assert.deepEqual(await of("?link=true", null), { userId: null, link: "requested", signedInAt: undefined });
  assert.deepEqual(await of("", READ), { userId: "ada", link: "none" });
  assert.deepEqual(await of("?link=true", READ), { userId: "ada", link: "requested", signedInAt: 5 });
  assert.deepEqual(await of("?ui_locales=de", null), { ...NO_INTENT, locales: "de" });
});

test("createIntent() notes whose session is hidden from the application, which adds nothing to it", async () => {
  const hidden = { ...READ, session: null, userId: null };
  const of = async (query: string, read: SessionRead) =>
    await createIntent(await request(query), contextOf(read, await withAda(), READ));
  assert.deepEqual(await of("", hidden), { userId: "ada", link: "none" });
  assert.deepEqual(await of("?link=true", hidden), { userId: "ada", link: "requested", signedInAt: 5 });
  assert.deepEqual(await of("", { ...hidden, token: null }), NO_INTENT, "it has ended");
});

test("createIntent() adds nothing to a user whom the session names in another form of their id (SF-28)", async () => {
  const adapter = await withAda();
  const lenient = { ...adapter, getUser: (id: string) => adapter.getUser!(id.toLowerCase()) };
  const read = { ...READ, userId: "ADA" };
  const wish = await createIntent(await request("?link=true"), contextOf(read, lenient));
  assert.deepEqual(wish, { userId: "ADA", link: "none" });
});

test("createIntent() adds nothing to a user whom the database never had", async () => {
  const of = async (query: string) => await createIntent(await request(query), contextOf(READ, Memory()));
  assert.deepEqual(await of(""), { userId: "ada", link: "none" });
  await assert.rejects(of("?link=true"), { type: "UserNotStored" });
});

test("createIntent() wants an account of the same user for more scopes, with and without a database", async () => {
  for (const adapter of [await withAda(), undefined]) {
    const of = async (query: string, read: SessionRead | null) =>
      await createIntent({ ...await request(query), scope: "calendar" }, contextOf(read, adapter));
    assert.deepEqual(await of("", READ), { userId: "ada", link: "none", ownAccount: true });
    assert.deepEqual(await of("", null), NO_INTENT);
    assert.deepEqual(await of("", { ...READ, userId: null }), NO_INTENT);
    const linked = adapter
      ? { userId: "ada", link: "requested", signedInAt: 5 }
      : { userId: "ada", link: "none", ownAccount: true };
    assert.deepEqual(await of("?link=true", READ), linked);
  }
});

test("createIntent() names no user without a database, and asks for nothing but more scopes", async () => {
  const of = async (query: string) => await createIntent(await request(query), contextOf(READ, undefined));
  for (const query of ["", "?link=true"]) assert.deepEqual(await of(query), NO_INTENT);
});

test("createIntent() notes which providers the page of the form offered", async () => {
  const incoming = await request();
  const of = async (only: string) =>
    await createIntent({ ...incoming, body: { only } }, contextOf(null, undefined));
  assert.deepEqual(await of("true"), { ...NO_INTENT, only: "one" });
  assert.deepEqual(await of("own"), { ...NO_INTENT, only: "own" });
  assert.deepEqual(await of(""), NO_INTENT);
});

test("withRequestedLink() adds the wish of the request that ends the sign-in, of a user who was signed in", async () => {
  const intent: Intent = { userId: "ada", link: "none", signedInAt: 5, locales: "de" };
  assert.deepEqual(withRequestedLink(await request("?link=true"), intent), {
    userId: "ada",
    link: "requested",
    locales: "de",
  });
  assert.equal(withRequestedLink(await request(), intent), intent);
  assert.equal(withRequestedLink(await request("?link=true"), NO_INTENT), NO_INTENT);
});

test("isWishOf() counts a wish in the session in which the user has it, or if no session is noted", () => {
  assert.equal(isWishOf(READ, { userId: "ada", link: "requested", signedInAt: 5 }), true);
  assert.equal(isWishOf(READ, { userId: "ada", link: "requested", signedInAt: 4 }), false);
  assert.equal(isWishOf(READ, { userId: "ada", link: "requested", signedInAt: null }), false);
  assert.equal(isWishOf(READ, { userId: "ada", link: "requested" }), true);
});

test("wishesOf() keeps the wish to link, of the intent or of the request, the page with one provider, and the language", async () => {
  const [plain, linking] = [await request(), await request("?link=true")];
  assert.deepEqual(wishesOf(NO_INTENT, plain), { link: false, locales: undefined });
  assert.deepEqual(wishesOf(NO_INTENT, linking), { link: true, locales: undefined });
  assert.deepEqual(wishesOf({ userId: "ada", link: "agreed", only: "one", locales: "de" }, plain), {
    link: true,
    only: "one",
    locales: "de",
  });
});

test("findUserSession() is a session of a stored user", async () => {
  const incoming = await request();
  assert.deepEqual(await findUserSession(incoming, contextOf(READ, Memory())), READ);
  const nobody = contextOf(null, Memory());
  const unstored = contextOf({ ...READ, userId: null }, Memory());
  const withoutDatabase = contextOf(READ, undefined);
  for (const context of [nobody, unstored, withoutDatabase]) {
    // Each request reads its session once.
    assert.equal(await findUserSession(await request(), context), null);
  }
});
