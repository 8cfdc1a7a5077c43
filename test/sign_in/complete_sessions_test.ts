import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, FOUND, FRESH_AGE, HOME, NEW, world } from "./_completing.ts";
import { requestOf } from "../second_factor/_factor_setup.ts";
import { ADA, GRACE, MAIL, OAUTH, PROVEN } from "./_identities.ts";
import { secondFactors } from "../../src/features/second_factor/capability.ts";
import { complete } from "../../src/sign_in/complete.ts";
import type { Identity } from "../../src/model/identity.ts";
import type { Intent } from "../../src/model/intent.ts";
import { noteMailbox, readNote } from "../../src/session/mailbox_note.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { Notice } from "../../src/setup/notice.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const REQUESTED: Intent = { userId: "ada", link: "requested" };
const AGREED: Intent = { userId: "ada", link: "agreed" };
/** How long a session lasts, in milliseconds. */
const MONTH = 2_592_000_000;

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";

const pathOf = ({ redirect }: { readonly redirect?: string | undefined }) => new URL(redirect!).pathname;

test("complete() begins a session with the time and the methods of the sign-in", async () => {
  for (const strategy of STRATEGIES) {
    const { finish, signedIn, read, platform } = await world({ strategy });
    const browser = await signedIn({ amr: ["pwd"] });
    platform.tick(60);
    await finish({ ...OAUTH, amr: ["pwd", "otp", "mfa"] }, { browser });
    const { signedInAt, amr, aal } = (await read(browser))!;
    assert.deepEqual({ signedInAt, amr, aal }, {
      signedInAt: platform.now(),
      amr: ["pwd", "otp", "mfa"],
      aal: 2,
    });
  }
});

test("complete() stores the device of a session, if the browser names one", async () => {
  for (const [userAgent, device] of [[FIREFOX, "Firefox on Windows"], ["", null]] as const) {
    const { finish, memory } = await world();
    await finish(OAUTH, { userAgent });
    const rows = await memory.listSessionsByUserId("ada");
    assert.deepEqual(rows.map((row) => row.device), [device]);
  }
});

test("complete() makes no session younger, or higher, by an account that is added to its user", async () => {
  for (const [strategy, link] of STRATEGIES.flatMap((each) => [[each, REQUESTED], [each, AGREED]] as const)) {
    const { finish, signedIn, read, platform } = await world({ strategy });
    const start = platform.now();
    const browser = await signedIn({ amr: ["pwd"] });
    platform.tick(60);
    const proven = { ...NEW, amr: ["hwk", "user"] } as Identity;
    await finish(proven, { browser, intent: link, provenAt: platform.now() });
    const { signedInAt, amr, aal } = (await read(browser))!;
    assert.deepEqual({ signedInAt, amr, aal }, { signedInAt: start, amr: ["pwd"], aal: 1 });
  }
});

test("complete() makes no session younger if an earlier answer to the same question has added the account", async () => {
  const { finish, signedIn, read, platform } = await world();
  const start = platform.now();
  const browser = await signedIn({ amr: ["pwd"] });
  platform.tick(60);
  await finish({ ...OAUTH, amr: ["hwk"] }, { browser, intent: AGREED });
  const { signedInAt, amr } = (await read(browser))!;
  assert.deepEqual({ signedInAt, amr }, { signedInAt: start, amr: ["pwd"] });
});

test("complete() makes a session younger if the account was the user's before", async () => {
  for (const link of ["none", "requested"] as const) {
    const { finish, signedIn, read, platform } = await world();
    const browser = await signedIn({ amr: ["pwd"] });
    platform.tick(60);
    await finish({ ...OAUTH, amr: ["hwk"] }, { browser, intent: { userId: "ada", link } });
    const { signedInAt, amr } = (await read(browser))!;
    assert.deepEqual({ signedInAt, amr }, { signedInAt: platform.now(), amr: ["hwk"] });
  }
});

test("complete() begins a session as old as the proof for the question if that of the question has ended", async () => {
  const { finish, read, platform } = await world();
  const provenAt = platform.now();
  platform.tick(60);
  const browser = new Browser();
  await finish({ ...OAUTH, amr: ["hwk"] }, { browser, intent: AGREED, provenAt });
  const { signedInAt, amr } = (await read(browser))!;
  assert.deepEqual({ signedInAt, amr }, { signedInAt: provenAt, amr: [] });
});

test("complete() begins a session as old as the proof for the question if the time of the one before is not known", async () => {
  const { finish, signedIn, read, platform, ownerOf } = await world({
    reads: (read) => read && { ...read, signedInAt: null },
  });
  const provenAt = platform.now();
  platform.tick(60);
  const browser = await signedIn();
  await finish(NEW, { browser, intent: AGREED, provenAt });
  assert.equal(await ownerOf(NEW), "ada");
  assert.equal((await read(browser))?.signedInAt, provenAt);
});

test("complete() begins a session with its own time and methods if an account is added by its address", async () => {
  const { finish, read, platform } = await world({ accounts: [] });
  const browser = new Browser();
  const proven: Identity = { ...OAUTH, linksByEmail: true, amr: ["hwk"] };
  await finish(proven, { browser, intent: AGREED, provenAt: platform.now() - 60_000 });
  const { userId, signedInAt, amr } = (await read(browser))!;
  assert.deepEqual({ userId, signedInAt, amr }, { userId: "ada", signedInAt: platform.now(), amr: ["hwk"] });
});

test("complete() tells capabilities whether the session before goes on, and sets their cookies", async () => {
  const cookie = { name: "beside", value: "1", options: { path: "/" } };
  const rows = [
    [NEW, { intent: REQUESTED }, true],
    [OAUTH, { intent: AGREED }, true],
    [OAUTH, { intent: REQUESTED }, false],
    [OAUTH, {}, false],
  ] as const;
  for (const [identity, ending, isContinued] of rows) {
    const began: unknown[] = [];
    const { finish, signedIn, platform, setup } = await world({
      hook: {
        sessionCookies: ({ cookies, ...rest }) => {
          began.push({ ...rest, set: cookies.map(({ name }) => name) });
          return Promise.resolve([cookie]);
        },
      },
    });
    const { cookies } = await finish(identity, { browser: await signedIn(), ...ending });
    const { name } = setup.cookies.sessionToken;
    assert.deepEqual(began, [
      {
        identity: { ...identity, generation: 0 },
        userId: "ada",
        isContinued,
        expires: platform.now() + MONTH,
        names: undefined,
        set: [name],
      },
    ]);
    assert.ok(cookies!.includes(cookie));
  }
  const { finish } = await world({
    hook: { sessionCookies: ({ isContinued }) => Promise.resolve(isContinued ? [cookie] : []) },
  });
  assert.ok(!(await finish(OAUTH, { intent: AGREED })).cookies!.includes(cookie), "no session goes on");
});

test("complete() sets a cookie of a capability instead of that of the session with the same name", async () => {
  const { finish, setup } = await world({
    hook: { sessionCookies: ({ cookies }) => Promise.resolve([{ ...cookies[0]!, value: "other" }]) },
  });
  const { cookies } = await finish(OAUTH);
  const { name } = setup.cookies.sessionToken;
  assert.deepEqual(cookies!.filter((each) => each.name === name).map(({ value }) => value), ["other"]);
});

test("complete() withdraws a session whose cookies a capability cannot make", async () => {
  const reason = new Error("no cookies");
  const { finish, memory, told } = await world({ hook: { sessionCookies: () => Promise.reject(reason) } });
  await assert.rejects(finish(OAUTH), reason);
  assert.deepEqual([await memory.listSessionsByUserId("ada"), told], [[], []]);
});

test("complete() ends with the answer of a capability before the first write", async () => {
  const outcome = { redirect: "https://app.test/question" };
  const known: unknown[] = [];
  const { finish, memory, told, ownerOf, signedIn } = await world({
    hook: {
      beforeWrites: (identity, { decision, ending }) => {
        known.push([identity, decision?.kind, ending.returnTo, ending.intent]);
        return Promise.resolve(outcome);
      },
    },
  });
  const browser = await signedIn();
  assert.equal(await finish(NEW, { browser, intent: REQUESTED }), outcome);
  assert.deepEqual(known, [[NEW, "linked", HOME, REQUESTED]]);
  assert.deepEqual([told, await ownerOf(NEW)], [[], null]);
  assert.equal((await memory.listSessionsByUserId("ada")).length, 1);
});

test("complete() hands a password to capabilities, unless it is stored with the address that it is for", async () => {
  const password = { hash: "hash" };
  const rows = [
    ["a mail to a verified address", { users: [PROVEN], accounts: [] }, true],
    ["a mail that verifies the address", { accounts: [] }, false],
  ] as const;
  for (const [name, options, isHandedIn] of rows) {
    const handedIn: unknown[] = [];
    const { finish, signedIn, read } = await world({
      ...options,
      hook: {
        credentials: () => import("../../src/features/passwords/credentials.ts"),
        beforeSession: (identity) => Promise.resolve(void handedIn.push(identity.outcome)),
      },
    });
    const browser = await signedIn();
    await finish({ ...MAIL, outcome: password }, { browser, intent: REQUESTED });
    assert.deepEqual(handedIn, [isHandedIn ? password : undefined], name);
    assert.equal((await read(browser))?.userId, "ada");
  }
});

test("complete() begins no session with an account that is removed in the meantime (AC-15)", async () => {
  for (const strategy of STRATEGIES) {
    for (const owner of [null, "grace"]) {
      let change = async () => {};
      const { finish, memory, told } = await world({
        strategy,
        users: [ADA, GRACE],
        hook: { beforeSession: async () => void await change() },
      });
      change = async () => {
        const key = { provider: "idp", providerAccountId: "sub" };
        await memory.unlinkAccount(key);
        if (owner) await memory.linkAccount({ ...key, userId: owner, type: "oidc" });
      };
      await assert.rejects(finish(OAUTH), { type: "UserChanged" });
      assert.deepEqual([await memory.listSessionsByUserId("ada"), told], [[], []]);
    }
  }
});

test("complete() begins no session with an added account if the session before ends in the meantime", async () => {
  for (const intent of [REQUESTED, AGREED]) {
    let end = async () => {};
    const { finish, signedIn, memory, told } = await world({
      hook: { beforeSession: async () => void await end() },
    });
    const browser = await signedIn();
    end = async () => void await memory.deleteSessionsByUserId("ada");
    await assert.rejects(finish(NEW, { browser, intent }), /the session has ended in the meantime/);
    assert.deepEqual(await memory.listSessionsByUserId("ada"), []);
    assert.ok(!told.some(([event]) => event === "signIn"));
  }
});

test("complete() logs a session that it cannot withdraw, and throws the reason for which it had to", async () => {
  const { finish, memory, logged } = await world({
    methods: () => ({ deleteSession: () => Promise.reject(new Error("down")) }),
    hook: {
      beforeSession: async () =>
        void await memory.unlinkAccount({ provider: "idp", providerAccountId: "sub" }),
    },
  });
  await assert.rejects(finish(OAUTH), { type: "UserChanged" });
  assert.equal(logged.length, 1);
});

test("complete() signs in by mail, for which no account is stored", async () => {
  const { finish, read } = await world({ users: [PROVEN], accounts: [] });
  const browser = new Browser();
  await finish(MAIL, { browser });
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() does not ask a database again that cannot remove accounts", async () => {
  let isDown = false;
  const { finish, read } = await world({
    methods: ({ getUserByAccount }) => ({
      removeAccount: undefined,
      getUserByAccount: (key: never) => isDown ? Promise.reject(new Error("down")) : getUserByAccount(key),
    }),
    hook: { beforeSession: () => Promise.resolve(void (isDown = true)) },
  });
  const browser = new Browser();
  await finish(OAUTH, { browser });
  assert.equal((await read(browser))?.userId, "ada");
});

test("complete() emits no event and remembers nothing if callbacks.jwt begins no session", async () => {
  const { finish, told, read, memory } = await world({
    strategy: "jwt",
    callbacks: { jwt: () => null },
    hook: {
      sessionCookies: () => Promise.reject(new Error("there is no session")),
      beforeSession: async () =>
        void await memory.unlinkAccount({ provider: "idp", providerAccountId: "sub" }),
    },
  });
  const browser = new Browser();
  const { redirect, cookies } = await finish(OAUTH, { browser });
  assert.deepEqual([redirect, cookies, told, await read(browser)], [HOME, [], [], null]);
});

test("complete() logs which decision a sign-in has, and whether a session begins", async () => {
  const rows = [
    [OAUTH, { kind: "found", provider: "idp" }, true],
    [NEW, { kind: "created", provider: "idp" }, false],
    [FOUND, { kind: "by the application", provider: "typed" }, true],
  ] as const;
  for (const [identity, decision, begins] of rows) {
    const { finish, steps } = await world({
      strategy: "jwt",
      callbacks: { jwt: ({ token }) => begins ? token : null },
    });
    await finish(identity);
    assert.deepEqual(steps, [
      ["decision", decision],
      ["callbacks.signIn", { allows: true }],
      ["session", { strategy: "jwt", begins }],
    ]);
  }
});

test("complete() logs that callbacks.signIn does not allow a sign-in, and nothing about it without one", async () => {
  const refusing = await world({ callbacks: { signIn: () => false } });
  await assert.rejects(refusing.finish(OAUTH), { type: "AccessDenied" });
  assert.deepEqual(refusing.steps.at(-1), ["callbacks.signIn", { allows: false }]);
  const without = await world({ callbacks: { signIn: undefined as never } });
  await without.finish(OAUTH);
  assert.deepEqual(without.steps.map(([name]) => name), ["decision", "session"]);
});

/** Ada's browser, in which an account waits that is linked when she has signed in again. */
async function withQuestion(options: Parameters<typeof world>[0] = {}) {
  const opened = await world(options);
  const browser = await opened.signedIn();
  opened.platform.tick(FRESH_AGE);
  const asked = await opened.finish(NEW, { browser, intent: REQUESTED });
  assert.equal(pathOf(asked), "/auth/signin");
  return { ...opened, browser };
}

test("complete() goes on with the question for which the user had to sign in again", async () => {
  for (const identity of [OAUTH, { ...FOUND, storedUser: ADA }]) {
    const { finish, browser, read, platform } = await withQuestion();
    const outcome = await finish(identity, { browser, returnTo: `${HOME}/next` });
    assert.equal(pathOf(outcome), "/auth/link");
    assert.equal(new URL(outcome.redirect!).searchParams.get("callbackUrl"), `${HOME}/next`);
    assert.equal((await read(browser))?.signedInAt, platform.now());
  }
});

test("complete() goes on with no question after an account that the user did not have before", async () => {
  const byAddress: Identity = {
    ...OAUTH,
    account: { ...OAUTH.account, providerAccountId: "another" },
    linksByEmail: true,
  };
  const { finish, browser, ownerOf } = await withQuestion();
  assert.equal((await finish(byAddress, { browser })).redirect, HOME);
  assert.equal(await ownerOf(byAddress), "ada");
});

test("complete() goes on with no question of another user, and with none if the account was added by an answer", async () => {
  const other = await withQuestion({ users: [ADA, GRACE] });
  const graces = { ...FOUND, user: { id: "grace" }, storedUser: GRACE };
  assert.equal((await other.finish(graces, { browser: other.browser })).redirect, HOME);
  const answered = await withQuestion();
  assert.equal((await answered.finish(OAUTH, { browser: answered.browser, intent: AGREED })).redirect, HOME);
});

test("complete() goes on with no question if callbacks.jwt begins no session", async () => {
  let isOver = false;
  const { finish, browser } = await withQuestion({
    strategy: "jwt",
    callbacks: { jwt: ({ token, trigger }) => isOver && trigger ? null : token },
  });
  isOver = true;
  assert.equal((await finish(OAUTH, { browser })).redirect, HOME);
});

test("complete() tells the address of before that its user has proven another mailbox, and notes that one", async () => {
  for (
    const [before, told] of [["old@example.com", ["old@example.com"]], [ADA.email, []], [null, []]] as const
  ) {
    const notices: unknown[] = [];
    const hook = { notify: ({ to }: Notice) => Promise.resolve(void notices.push(to)) };
    const { finish, setup } = await world({ users: [PROVEN], hook });
    if (before) await noteMailbox("ada", before, setup.store);
    await finish(MAIL);
    assert.deepEqual(notices, told, String(before));
    assert.equal((await readNote("ada", setup.store))?.address, ADA.email);
  }
});

test("complete() tells a user of an account that was added, and of no other", async () => {
  const noticesOf = async (
    ...[identity, ending]: Parameters<Awaited<ReturnType<typeof world>>["finish"]>
  ) => {
    const notices: unknown[] = [];
    const hook = {
      notify: ({ purpose, way, userId }: Notice) =>
        Promise.resolve(void notices.push([purpose, way, userId])),
    };
    const { finish, signedIn } = await world({ hook });
    await finish(identity, { ...ending, browser: await signedIn() });
    return notices.filter((notice) => String(notice).startsWith("way"));
  };
  assert.deepEqual(await noticesOf(NEW, { intent: REQUESTED }), [["wayAdded", "idp", "ada"]]);
  assert.deepEqual(await noticesOf(OAUTH, { intent: REQUESTED }), []);
  assert.deepEqual(await noticesOf(FOUND), []);
});

test("complete() tells the address that a user gets back that they have lost the other one", async () => {
  const notices: Notice[] = [];
  const { finish, setup } = await world({
    hook: { notify: (notice) => Promise.resolve(void notices.push(notice)) },
  });
  await noteMailbox("ada", "old@example.com", setup.store);
  await finish(MAIL);
  assert.deepEqual(notices.map(({ purpose, way, to }) => [purpose, way, to]), [
    ["wayRemoved", ADA.email, "old@example.com"],
  ]);
});

test("complete() asks about the mailbox of a user as the application does: with second factors, or without", async () => {
  for (const asks of [true, false]) {
    const { setup, memory } = await world();
    await noteMailbox("ada", "old@example.com", setup.store);
    await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), enabledAt: new Date(1) }, null);
    const { name, factor } = secondFactors;
    const own = { ...setup, capabilities: new Set(asks ? [{ name, factor: factor! }] : []) };
    const incoming = await requestOf();
    await complete(MAIL, { incoming, returnTo: HOME, intent: { link: "none", userId: null } as never }, own);
    assert.equal((await memory.getUser("ada"))?.email, asks ? ADA.email : "old@example.com");
  }
});

test("complete() hands no password of another user to the user that it creates", async () => {
  for (const [ofUser, isHandedIn] of [["ada", false], ["grace", false], [undefined, true]] as const) {
    const handedIn: unknown[] = [];
    const password = { hash: "hash", ...ofUser && { ofUser } };
    const { finish, setup } = await world({
      hook: { beforeSession: (identity) => Promise.resolve(void handedIn.push(identity.outcome)) },
    });
    await noteMailbox("ada", "old@example.com", setup.store);
    await finish({ ...MAIL, outcome: password });
    await finish(MAIL);
    assert.deepEqual(handedIn, [isHandedIn ? password : undefined, undefined]);
  }
});

test("complete() hands in the password that a user who is there has typed", async () => {
  const handedIn: unknown[] = [];
  const password = { hash: "hash", ofUser: "ada" };
  const { finish, setup } = await world({
    hook: { beforeSession: (identity) => Promise.resolve(void handedIn.push(identity.outcome)) },
  });
  await setup.store!.updateUser({ id: "ada", emailVerified: new Date(1) });
  await finish({ ...MAIL, outcome: password });
  assert.deepEqual(handedIn, [password]);
});
