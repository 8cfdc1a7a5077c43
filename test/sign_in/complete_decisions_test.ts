import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, Browser, FOUND, FRESH_AGE, HOME, NEW, world } from "./_completing.ts";
import { ADA, GRACE, MAIL, OAUTH } from "./_identities.ts";
import type { Intent } from "../../src/model/intent.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { isAdded, knownUserId } from "../../src/sign_in/sign_in.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const REQUESTED: Intent = { userId: "ada", link: "requested" };
const { account, profile } = OAUTH;

const pathOf = ({ redirect }: { readonly redirect?: string | undefined }) => new URL(redirect!).pathname;

test("complete() signs in the user of an account, as the database has them", async () => {
  for (const strategy of STRATEGIES) {
    const { finish, asked, told, logged, read, signedIn } = await world({ strategy, users: [ADA, GRACE] });
    const browser = await signedIn({ user: GRACE });
    const outcome = await finish(OAUTH, { browser });
    assert.equal(outcome.redirect, HOME);
    assert.deepEqual(asked, [{ user: ADA, account, profile }]);
    assert.deepEqual(told, [["signIn", { user: ADA, account, profile, isNewUser: false }]]);
    assert.equal((await read(browser))?.userId, "ada");
    assert.deepEqual(logged, []);
  }
});

test("complete() creates a user for an account that no one has, whom callbacks.signIn sees as they will be", async () => {
  for (const strategy of STRATEGIES) {
    const { finish, asked, told, memory, ownerOf } = await world({ strategy });
    await finish(NEW);
    assert.deepEqual(asked, [{ user: NEW.user, account: NEW.account, profile }]);
    const id = await ownerOf(NEW);
    assert.deepEqual(told.map(([name]) => name), ["createUser", "linkAccount", "signIn"]);
    assert.equal((told[2]![1] as { isNewUser: boolean }).isNewUser, true);
    assert.equal((await memory.getUser(id!))?.name, "New");
  }
});

test("complete() leaves the user whom the application has found as they are, and creates none", async () => {
  const { finish, asked, told, memory, read, signedIn } = await world({
    strategy: "jwt",
    users: [],
    accounts: [],
  });
  const browser = await signedIn({ user: GRACE });
  await finish(FOUND, { browser });
  assert.deepEqual(asked, [{ user: FOUND.user, account: FOUND.account, credentials: FOUND.credentials }]);
  assert.deepEqual(told, [["signIn", { user: FOUND.user, account: FOUND.account, isNewUser: false }]]);
  assert.equal((await read(browser))?.userId, "ada");
  assert.equal(await memory.getUserByAccount(FOUND.account), null);
});

test("complete() signs in whom the application has found, even if the session before cannot be read", async () => {
  let fails = false;
  const { finish, signedIn, read } = await world({
    methods: ({ getSessionAndUser }) => ({
      getSessionAndUser: (token: string) =>
        fails ? Promise.reject(new Error("down")) : getSessionAndUser(token),
    }),
  });
  const browser = await signedIn();
  const identity = { ...FOUND, storedUser: ADA };
  fails = true;
  await finish(identity, { browser });
  fails = false;
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() begins no session of a user who has changed since the application found them", async () => {
  const { finish, memory } = await world();
  await memory.updateUser({ id: "ada", emailVerified: new Date(1) });
  await assert.rejects(finish({ ...FOUND, storedUser: ADA }), { type: "UserChanged" });
});

test("complete() finds an account under its former id, only if the provider accepts that", async () => {
  const renamed = { ...NEW, user: OAUTH.user };
  for (const isAccepted of [true, false]) {
    const { finish, told, ownerOf } = await world();
    const done = finish({ ...renamed, formerAccount: { id: "sub", isAccepted } });
    if (!isAccepted) await assert.rejects(done, { type: "OAuthAccountNotLinked" });
    else {
      await done;
      assert.deepEqual(told.map(([name]) => name), ["signIn"]);
    }
    assert.equal(await ownerOf(renamed), null);
  }
});

test("complete() signs in the user whom another request of the same sign-in has created at the same time", async () => {
  const { finish, read, ownerOf } = await world({
    methods: ({ createUserWithAccount }) => ({
      createUserWithAccount: async (...given: Parameters<typeof createUserWithAccount>) => {
        await createUserWithAccount(...given);
        throw new Error("the account is there already");
      },
    }),
  });
  const browser = new Browser();
  await finish(NEW, { browser });
  assert.ok(await ownerOf(NEW));
  assert.equal((await read(browser))?.userId, await ownerOf(NEW));
});

test("complete() asks the user who was signed in whether to link an account, and writes nothing before", async () => {
  const { finish, signedIn, asked, told, ownerOf, platform, read } = await world();
  const browser = await signedIn();
  const before = await read(browser);
  platform.tick(60);
  const outcome = await finish(NEW, { browser, intent: { userId: "ada", link: "none" } });
  assert.equal(pathOf(outcome), "/auth/link");
  assert.equal(new URL(outcome.redirect!).searchParams.get("callbackUrl"), HOME);
  assert.deepEqual([asked, told, await ownerOf(NEW)], [[], [], null]);
  assert.deepEqual(await read(browser), before);
});

test("complete() links no account to a user who was not signed in when the sign-in began (RFC 9700 §4.7)", async () => {
  for (const userId of [null, "grace"]) {
    for (const link of ["none", "requested", "agreed"] as const) {
      const { finish, signedIn, ownerOf, read } = await world({ users: [ADA, GRACE] });
      const browser = await signedIn();
      if (link !== "none") {
        assert.equal(pathOf(await finish(NEW, { browser, intent: { userId, link } })), "/auth/signin");
        assert.equal(await ownerOf(NEW), null);
        continue;
      }
      await finish(NEW, { browser, intent: { userId, link } });
      const owner = await ownerOf(NEW);
      assert.ok(owner !== null && owner !== "ada" && owner !== "grace");
      assert.equal((await read(browser))?.userId, owner);
    }
  }
});

test("complete() links no account to a user who signed out during the sign-in", async () => {
  const { finish, ownerOf, memory } = await world();
  const { redirect } = await finish(NEW, { intent: { ...REQUESTED, locales: "de" } });
  assert.equal(
    redirect,
    `https://app.test/auth/signin?${new URLSearchParams({
      error: "SessionNotFresh",
      callbackUrl: HOME,
      ui_locales: "de",
    })}`,
  );
  assert.equal(await ownerOf(NEW), null);
  // A mailbox is never added: it is that of a user of its own.
  const mail = { ...MAIL, user: { id: "new@example.com", email: "new@example.com" } };
  assert.equal(pathOf(await finish(mail, { intent: REQUESTED })), "/home");
  assert.ok(await memory.getUserByEmail("new@example.com"));
});

test("complete() links an account in a fresh session, and tells callbacks.signIn to whom", async () => {
  for (const strategy of STRATEGIES) {
    const { finish, signedIn, asked, told, ownerOf, read } = await world({ strategy });
    const browser = await signedIn();
    assert.equal(pathOf(await finish(NEW, { browser, intent: REQUESTED })), "/home");
    assert.equal(await ownerOf(NEW), "ada");
    assert.deepEqual(asked, [{ user: ADA, account: NEW.account, profile, link: ADA }]);
    assert.deepEqual(told.map(([name]) => name), ["linkAccount", "signIn"]);
    assert.equal((await read(browser))?.userId, "ada");
  }
});

test("complete() links no account in a session that is not fresh, unless the user has proven who they are since", async () => {
  const { finish, signedIn, ownerOf, platform } = await world();
  const browser = await signedIn();
  platform.tick(FRESH_AGE);
  assert.equal(pathOf(await finish(NEW, { browser, intent: REQUESTED })), "/auth/signin");
  assert.equal(await ownerOf(NEW), null);
  await finish(NEW, { browser, intent: REQUESTED, provenAt: platform.now() });
  assert.equal(await ownerOf(NEW), "ada");
});

test("complete() links no account for a wish of an earlier session: another person may have had it", async () => {
  const { finish, signedIn, ownerOf, platform } = await world();
  const earlier = platform.now();
  platform.tick(60);
  const browser = await signedIn();
  await finish(NEW, { browser, intent: { ...REQUESTED, signedInAt: earlier } });
  assert.equal(await ownerOf(NEW), null);
  await finish(NEW, { browser, intent: { ...REQUESTED, signedInAt: platform.now() } });
  assert.equal(await ownerOf(NEW), "ada");
});

test("complete() links no account in a session that lacks the second factor of its user, even after a proof", async () => {
  for (const isProven of [true, false]) {
    const { finish, signedIn, ownerOf, memory, platform } = await world();
    await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), enabledAt: new Date(1) }, null);
    const browser = await signedIn({ amr: ["pwd"] });
    const provenAt = isProven ? { provenAt: platform.now() } : {};
    assert.equal(
      pathOf(await finish(NEW, { browser, intent: REQUESTED, ...provenAt })),
      "/auth/second-factor",
    );
    assert.equal(await ownerOf(NEW), null);
  }
});

test("complete() links no account if its user signs out while callbacks.signIn runs", async () => {
  let out: () => Promise<unknown> = async () => {};
  const opened = await world({ meanwhile: () => out() });
  const browser: Browser = await opened.signedIn();
  out = () => opened.signOut(browser);
  await assert.rejects(opened.finish(NEW, { browser, intent: REQUESTED }), { type: "UserChanged" });
  assert.equal(await opened.ownerOf(NEW), null);
  assert.deepEqual(opened.told, []);
});

test("complete() verifies the address in the session of a user without a stored one, by a mail to it", async () => {
  const withoutAddress = { ...ADA, email: null as never };
  const { finish, signedIn, memory, platform } = await world({ strategy: "jwt", users: [withoutAddress] });
  const browser = await signedIn({ user: ADA });
  await finish(MAIL, { browser, intent: REQUESTED });
  const stored = await memory.getUser("ada");
  assert.deepEqual([stored?.email, stored?.emailVerified], [ADA.email, new Date(platform.now())]);
});

test("complete() shows callbacks and events the address that is stored, whatever the provider or the session says (AL-30)", async () => {
  const withoutAddress = { ...ADA, email: null as never };
  for (const strategy of chosen(["jwt", "database"] as const)) {
    for (const isAdded of [false, true]) {
      const { finish, signedIn, asked, told } = await world({ strategy, users: [withoutAddress] });
      const added = isAdded && { browser: await signedIn({ user: ADA }), intent: REQUESTED };
      await finish(isAdded ? NEW : OAUTH, { ...added });
      assert.equal(asked[0]!.user.email, null);
      const [, message] = told.find(([name]) => name === "signIn")!;
      assert.equal((message as { user: { email: string | null } }).user.email, null);
    }
  }
});

test("complete() accepts more scopes for an account of the same user alone", async () => {
  const intent: Intent = { userId: "ada", link: "none", ownAccount: true };
  const ada = await world();
  assert.equal((await ada.finish(OAUTH, { browser: await ada.signedIn(), intent })).redirect, HOME);
  const rows = [
    [
      "the account of another user",
      { accounts: [{ ...ACCOUNT, userId: "grace" }], users: [ADA, GRACE] },
      OAUTH,
    ],
    ["an account that no one has", {}, NEW],
    ["an account with the same address", { accounts: [] }, { ...OAUTH, linksByEmail: true }],
  ] as const;
  for (const [name, options, identity] of rows) {
    const { finish, signedIn, asked, told, ownerOf } = await world(options);
    const before = await ownerOf(identity);
    for (const browser of [await signedIn(), undefined]) {
      await assert.rejects(finish(identity, { intent, ...(browser && { browser }) }), {
        type: "OtherAccount",
      }, name);
    }
    assert.deepEqual([asked, told], [[], []]);
    assert.equal(await ownerOf(identity), before, name);
  }
});

test("complete() does not ask callbacks.signIn again for what it has allowed in the first step", async () => {
  const rows = [
    [OAUTH, { kind: "found", userId: "ada" }],
    [NEW, { kind: "created", userId: null }],
    [FOUND, { kind: null, userId: "ada" }],
  ] as const;
  for (const [identity, allowed] of rows) {
    const { finish, asked, told } = await world({ strategy: "jwt" });
    await finish(identity, { allowed });
    assert.deepEqual([asked.length, told.at(-1)?.[0]], [0, "signIn"]);
  }
});

test("complete() asks callbacks.signIn again if the decision or the user has changed since the first step", async () => {
  const rows = [
    [OAUTH, { kind: "created", userId: null }],
    [OAUTH, { kind: "found", userId: "grace" }],
    [OAUTH, { kind: "linked", userId: "ada" }],
    [OAUTH, { kind: null, userId: "ada" }],
    [NEW, { kind: "found", userId: null }],
    [FOUND, { kind: null, userId: "grace" }],
    [FOUND, { kind: "found", userId: "ada" }],
  ] as const;
  for (const [identity, allowed] of rows) {
    const { finish, asked } = await world({ strategy: "jwt" });
    await finish(identity, { allowed });
    assert.equal(asked.length, 1, JSON.stringify(allowed));
  }
});

test("knownUserId() is the user of the decision, or the one whom the application has found", () => {
  assert.equal(knownUserId({ kind: "found", user: ADA }, NEW), "ada");
  assert.equal(knownUserId({ kind: "created" }, NEW), null);
  assert.equal(knownUserId({ kind: "refused", reason: "" }, NEW), null);
  assert.equal(knownUserId(null, FOUND), "ada");
  assert.equal(knownUserId(null, { ...FOUND, user: { id: 7 as never } }), "7");
});

test("isAdded() is true of an account that a user gets because they are signed in", () => {
  const decisions = [
    [{ kind: "linked", user: ADA, ground: "session" }, true],
    [{ kind: "verified", user: ADA, ground: "session" }, true],
    [{ kind: "linked", user: ADA, ground: "address" }, false],
    [{ kind: "found", user: ADA }, false],
    [null, false],
  ] as const;
  for (const [decision, expected] of decisions) assert.equal(isAdded(decision), expected);
});
