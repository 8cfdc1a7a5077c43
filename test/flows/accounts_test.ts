import assert from "node:assert/strict";
import { test } from "node:test";
import type { Profile } from "../../src/values/types.ts";
import {
  ADAPTERS,
  assertFailed,
  assertSignedIn,
  type DatabaseWorld,
  openDatabase,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { APP, grant, oauth2, start } from "./_world.ts";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const ADA = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" };
const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com" };

/** A second provider, with the same users as the first. */
const MORE = { more: (idp: DatabaseWorld["idp"]) => [oauth2(idp, { id: "other", name: "Other" })] };

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`Auth() creates user, account and session at the first sign-in, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    const page = await world.signIn();
    assert.equal(page.text, "Hello Ada Lovelace", world.log());
    const [user, ...others] = await world.db.users();
    assert.deepEqual(others, []);
    assert.match(user!.id, UUID);
    assert.deepEqual(user, { ...user, name: ADA.name, email: ADA.email, emailVerified: null });
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`]);
    assert.deepEqual((await world.db.sessions()).map(({ userId }) => userId), [user!.id]);
  });

  test(`Auth() finds the user at the second sign-in, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await world.signIn();
    const [users, accounts] = [await world.db.users(), await world.db.accounts()];
    const other = world.visitor();
    const page = await (await other.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    assert.equal(page.text, "Hello Ada Lovelace", world.log());
    assert.deepEqual([await world.db.users(), await world.db.accounts()], [users, accounts]);
    assert.equal((await world.db.sessions()).length, 2);
  });

  test(`Auth() distinguishes users of a provider without addresses, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    for (const sub of ["ada", "grace"]) {
      world.idp.login({ sub, name: sub });
      assert.equal((await world.signIn()).text, `Hello ${sub}`, world.log());
      await world.post("signout");
    }
    assert.deepEqual((await world.db.users()).map(({ email }) => email), [null, null]);
  });

  test(`Auth() makes no user of another one's address, in whatever case (AL-01, AL-02), with ${kind}`, async () => {
    for (const email of ["ada@example.com", "ADA@EXAMPLE.COM", "Ada@Example.com"]) {
      const world = openDatabase({ adapter: adapter() });
      const ada = await storeUser(world);
      world.idp.login({ sub: "mallory", name: "Mallory", email });
      await assertFailed(world, await world.signIn(), ["signin", "OAuthAccountNotLinked"]);
      assert.deepEqual([await world.db.users(), await world.db.accounts()], [[ada], []]);
      assert.deepEqual(await world.db.sessions(), []);
    }
  });

  test(`Auth() links by address where the provider may, with ${kind}`, async () => {
    for (const verified of [{}, { email_verified: true }, { email_verified: "true" }]) {
      const links: unknown[] = [];
      const world = openDatabase({
        adapter: adapter(),
        oauth: { allowDangerousEmailAccountLinking: true },
        callbacks: { signIn: ({ link }) => links.push(link) > 0 },
      });
      const ada = await storeUser(world);
      world.idp.login({ ...ADA, name: "Ada at the provider", ...verified } as Profile);
      assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
      assert.deepEqual(links, [undefined], "no one was signed in");
      assert.deepEqual([await world.db.users(), await world.db.accounts()], [[ada], ["idp/ada: 1"]]);
    }
  });

  test(`Auth() links by no address that the provider has not verified (AL-03), with ${kind}`, async () => {
    for (const verified of [false, "false"]) {
      const world = openDatabase({ adapter: adapter(), oauth: { allowDangerousEmailAccountLinking: true } });
      await storeUser(world);
      world.idp.login({ ...ADA, email_verified: verified } as Profile);
      await assertFailed(world, await world.signIn(), ["signin", "OAuthAccountNotLinked"]);
      assert.deepEqual(await world.db.accounts(), []);
    }
  });

  for (const asker of ["its owner", "a stranger who is signed in as that user"]) {
    test(`Auth() removes an attacker from a user whose owner signs in by a mail that ${asker} requested (AL-04), with ${kind}`, async () => {
      const world = openDatabase({ adapter: adapter() });
      const { db, idp } = world;
      const squatter = world.visitor();
      idp.login({ sub: "mallory", name: "Mallory", email: "ada@example.com" });
      await (await squatter.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
      assert.ok(await world.sessionIn(squatter));
      const [registered] = await db.users();
      const before = [await db.users(), await db.accounts(), await db.sessions()];

      const isOwn = asker === "its owner";
      await world.ask("ada@example.com", isOwn ? undefined : squatter);
      const page = isOwn ? await world.follow() : await (await world.follow()).submit("Sign in");
      if (!db.adapter.takeOverUser) {
        // What cannot be taken from the stranger is not shared with the owner.
        await assertFailed(world, page, ["signin", "UserNotVerified"]);
        assert.deepEqual([await db.users(), await db.accounts(), await db.sessions()], before);
        return;
      }
      assert.match(page.url, /\/auth\/taken-over\?removed=idp&/, world.log());
      const emailVerified = new Date(world.platform.now());
      assert.deepEqual(await db.users(), [{ ...registered, emailVerified }]);
      assert.deepEqual(await db.accounts(), []);
      assert.deepEqual((await db.sessions()).map(({ userId }) => userId), [registered!.id]);
      assert.equal(await world.sessionIn(squatter), null);

      const again = await (await squatter.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      await assertFailed(world, again, ["signin", "OAuthAccountNotLinked"], squatter);
      await assertSignedIn(world, "ada@example.com");
    });
  }

  test(`Auth() keeps the accounts of a user who proves the mailbox while signed in, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await world.signIn();
    const [before] = await world.db.users();
    await world.ask();
    await world.follow();
    const [user, ...others] = await world.db.users();
    assert.deepEqual(others, []);
    assert.deepEqual(user, { ...before, emailVerified: new Date(world.platform.now()) });
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${user!.id}`]);
  });

  test(`Auth() keeps what a user has whose mailbox is verified, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    await world.ask();
    await world.follow();
    await world.signIn({ link: true });
    assert.equal((await world.db.accounts()).length, 1, world.log());
    const [before, accounts] = [await world.db.users(), await world.db.accounts()];
    const other = world.visitor();
    await world.ask("ada@example.com", other);
    await world.follow(other);
    assert.deepEqual([await world.db.users(), await world.db.accounts()], [before, accounts]);
    await assertSignedIn(world, "ada@example.com");
  });

  test(`Auth() stores no id and no proof of a mailbox that come from a profile (AL-05, AL-14), with ${kind}`, async () => {
    const world = openDatabase({
      adapter: adapter(),
      oauth: {
        profile: (profile) => ({ ...profile, id: profile.sub, emailVerified: new Date(0) }) as never,
      },
    });
    world.idp.login({ ...ADA, userId: "1", expires: "never" });
    await world.signIn();
    const [user] = await world.db.users();
    assert.match(user!.id, UUID);
    assert.equal(user!.emailVerified, null);
    const claims = openDatabase({ adapter: adapter() });
    claims.idp.login({ ...ADA, emailVerified: "2020-01-01", email_verified: true, role: "admin", id: "1" });
    await claims.signIn();
    const [plain] = await claims.db.users();
    assert.deepEqual(Object.keys(plain!).toSorted(), ["email", "emailVerified", "id", "image", "name"]);
    assert.match(plain!.id, UUID);
    assert.equal(plain!.emailVerified, null);
  });

  test(`Auth() links nothing to the user of a session that has ended (AL-07), with ${kind}`, async () => {
    for (const pause of ["before the sign-in", "while at the provider"]) {
      const world = openDatabase({ adapter: adapter(), session: { maxAge: 60 }, ...MORE });
      await world.signIn();
      const cookie = sessionCookie(world.browser)!;
      world.idp.login(GRACE);
      if (pause === "before the sign-in") world.platform.tick(60);
      keepCookie(world, cookie.value);
      const request = await start(world, { provider: "other", query: { link: "true" } });
      if (pause === "while at the provider") world.platform.tick(60);
      keepCookie(world, cookie.value);
      const page = await world.browser.open((await grant(world.idp, request)).href);
      const [ada, grace] = await world.db.users();
      // A user of its own would keep the account from Ada, who wanted it.
      assert.match(page.url, /\/auth\/signin\?error=SessionNotFresh&callbackUrl=/, world.log());
      assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`]);
      assert.equal(grace, undefined);
    }
  });

  test(`Auth() distinguishes letters that look alike (AL-09), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), oauth: { allowDangerousEmailAccountLinking: true } });
    await storeUser(world, { email: "kelvin@example.com" });
    world.idp.login({ sub: "mallory", name: "Mallory", email: "\u212Aelvin@example.com" });
    assert.equal((await world.signIn()).text, "Hello Mallory", world.log());
    assert.deepEqual((await world.db.users()).map(({ email }) => email), [
      "kelvin@example.com",
      "\u212Aelvin@example.com",
    ]);
  });

  test(`Auth() finds no user by a list or another value in place of an address (AL-10), with ${kind}`, async () => {
    const emails = [
      "ada@example.com,mallory@evil.test",
      "ada@example.com mallory@evil.test",
      "a da@example.com",
      "ada@example.com\0",
      ["ada@example.com"],
      { email: "ada@example.com" },
      true,
    ];
    for (const email of emails) {
      const world = openDatabase({ adapter: adapter(), oauth: { allowDangerousEmailAccountLinking: true } });
      await storeUser(world);
      world.idp.login({ sub: "mallory", name: "Mallory", email } as Profile);
      assert.equal((await world.signIn()).text, "Hello Mallory", world.log());
      const [ada, mallory] = await world.db.users();
      assert.equal(ada!.id, "1");
      assert.deepEqual(await world.db.accounts(), [`idp/mallory: ${mallory!.id}`]);
    }
  });

  test(`Auth() links only to who was signed in when the sign-in began (AL-12), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), ...MORE });
    // Nobody is signed in at first, Ada when the provider answers.
    world.idp.login(GRACE);
    const request = await start(world, { provider: "other" });
    const callback = await grant(world.idp, request);
    world.idp.login(ADA);
    await world.signIn();
    await world.browser.open(callback.href);
    await assertSignedIn(world, "grace@example.com");
    const [ada, grace] = await world.db.users();
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`, `other/grace: ${grace!.id}`]);
    // Grace is signed in at first, Ada when the provider answers.
    world.idp.login({ sub: "third", name: "Third", email: "third@example.com" });
    const third = await grant(world.idp, await start(world, { provider: "other" }));
    await world.post("signout");
    world.idp.login(ADA);
    await world.signIn();
    await world.browser.open(third.href);
    await assertSignedIn(world, "third@example.com");
    assert.equal((await world.db.accounts()).length, 3);
    assert.equal((await world.db.users()).length, 3);
  });

  test(`Auth() distinguishes users of two providers with the same id (OI-15), with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), ...MORE });
    await world.signIn();
    await world.post("signout");
    world.idp.login({ sub: "ada", name: "Another Ada", email: "another@example.com" });
    assert.equal((await world.signIn({ provider: "other" })).text, "Hello Another Ada", world.log());
    assert.equal((await world.db.users()).length, 2);
  });

  test(`Auth() welcomes a new user on pages.newUser, once, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), pages: { newUser: "/welcome?from=auth" } });
    const welcome = new URL((await world.signIn()).url);
    assert.equal(welcome.pathname, "/welcome");
    assert.deepEqual(Object.fromEntries(welcome.searchParams), { from: "auth", callbackUrl: `${APP}/home` });
    await world.post("signout");
    assert.equal((await world.signIn()).url, `${APP}/home`);
  });

  test(`Auth() forgets an account that was unlinked, and a user who was removed, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), ...MORE });
    const { db } = world;
    await world.signIn();
    await world.signIn({ provider: "other", link: true });
    const [ada] = await db.users();
    await db.adapter.unlinkAccount({ provider: "other", providerAccountId: "ada" });
    await world.post("signout");
    await assertFailed(world, await world.signIn({ provider: "other" }), ["signin", "OAuthAccountNotLinked"]);
    await world.signIn();
    await db.adapter.deleteUser(ada!.id);
    assert.equal(await world.session(), null);
    assert.equal(sessionCookie(world.browser), undefined);
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
    assert.equal((await db.users()).length, 1);
  });
}

/** Lets the browser keep a session cookie that has ended. */
function keepCookie({ browser }: DatabaseWorld, value: string): void {
  browser.setCookie(APP, `__Host-latchkey.session-token=${value}; Secure; HttpOnly; Path=/`);
}
