import assert from "node:assert/strict";
import { test } from "node:test";
import { HOME, namesOf, SECRET, shown, world } from "./_enrolling.ts";
import { requestOf } from "./_factor_setup.ts";
import { Email } from "../../src/providers/email.ts";
import { confirmApp, type Enrolling, subjectOf } from "../../src/features/second_factor/enrol.ts";
import { InvalidCheck, InvalidSecondFactor, UserChanged } from "../../src/errors/errors.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { readNote } from "../../src/session/mailbox_note.ts";
import type { PendingSignIn } from "../../src/features/second_factor/pending.ts";
import { openTotpSecret } from "../../src/features/second_factor/prove.ts";
import { seal } from "../../src/crypto/seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { keyCookie, openField } from "../../src/features/second_factor/setup_field.ts";
import type { Outcome } from "../../src/http/types.ts";

test("openField() opens the secret that was shown to the same user, or in the same sign-in", async () => {
  const { setup, session, signIn, fieldOf, platform } = await world();
  const [ada, bob, waiting] = [session(), session(1, { userId: "bob" }), await signIn()];
  assert.equal(subjectOf(ada), `user ada since ${platform.now()}`);
  assert.equal(subjectOf(waiting), `sign-in ${waiting.waiting.name}`);
  for (const own of [ada, waiting]) {
    const sealed = await fieldOf(own);
    assert.equal((await openField(sealed, subjectOf(own), setup))?.secret, SECRET);
    for (const other of [ada, bob, waiting].filter((each) => each !== own)) {
      assert.equal(await openField(sealed, subjectOf(other), setup), null);
    }
  }
  const sealed = await fieldOf(ada);
  for (const value of [undefined, null, 5, [sealed], "", "x"]) {
    assert.equal(await openField(value, subjectOf(ada), setup), null);
  }
  platform.tick(60);
  assert.equal(await openField(sealed, subjectOf(ada), setup), null);
});

test("confirmApp() turns it on in a session, shows codes, raises the session, and tells the user", async () => {
  const { confirm, session, rowNow, done, step, platform, setup } = await world();
  const answer = await confirm(session()) as Outcome;
  const { codes, url } = shown(answer);
  assert.deepEqual([codes.length, url], [10, `${HOME}?done=second-factor-on`]);
  const { totpSecret, totpStep, enabledAt, recoveryCodes } = await rowNow();
  assert.deepEqual(await openTotpSecret(totpSecret!, "ada", setup), { secret: SECRET, resealed: null });
  assert.deepEqual([totpStep, enabledAt?.getTime(), recoveryCodes?.split(" ").length], [
    step,
    platform.now(),
    10,
  ]);
  assert.deepEqual(done, ["secondFactorOn", ["pwd", "otp", "mfa"]]);
  assert.deepEqual(namesOf(answer), [keyCookie(setup.cookies).name, setup.cookies.sessionToken.name]);
});

test("confirmApp() notes in a session that the mailbox is not proven, or for which address it is", async () => {
  const on = { enabledAt: new Date(1), recoveryCodes: "hash", totpSecret: "old" };
  const email = "ada@example.com";
  for (
    const [row, sendsMails, noted] of [
      [undefined, false, null],
      [undefined, true, email],
      [on, false, undefined],
      [on, true, undefined],
    ] as const
  ) {
    const providers = sendsMails ? [Email({ notices: true, sendVerificationRequest: () => {} })] : [];
    const { confirm, session, setup } = await world({ ...row && { row }, providers });
    const enrolling = session(2, { wasOn: Boolean(row) }) as Enrolling & { kind: "session" };
    const user = { id: "ada", email, emailVerified: null };
    await confirm({ ...enrolling, session: { ...enrolling.session, user } as never });
    assert.equal((await readNote("ada", setup.store))?.address, noted);
  }
});

test("confirmApp() replaces an app, and keeps the codes, the time, and the newest step that counted", async () => {
  const row = { enabledAt: new Date(1), recoveryCodes: "hash", totpSecret: "old", totpStep: 9e9 };
  const { confirm, session, rowNow, done } = await world({ row });
  const { redirect, json } = await confirm(session(2)) as Outcome;
  assert.deepEqual([redirect, json], [`${HOME}?done=new-authenticator`, undefined]);
  assert.equal(done[0], "newAuthenticator");
  const { totpSecret } = await rowNow();
  assert.notEqual(totpSecret, "old");
  assert.deepEqual(await rowNow(), { ...noSecondFactor("ada"), ...row, version: 1, totpSecret });
});

test("confirmApp() makes codes for a user who has used all of theirs, or has left some while it was off", async () => {
  for (const row of [{ enabledAt: new Date(1) }, { recoveryCodes: "left" }]) {
    const { confirm, session, rowNow } = await world({ row });
    assert.equal(shown(await confirm(session(2))).codes.length, 10);
    const { recoveryCodes, enabledAt } = await rowNow();
    assert.equal(recoveryCodes?.split(" ").length, 10);
    assert.ok(enabledAt);
  }
});

test("confirmApp() shows new codes, also if the session can't be raised, unless it has ended", async () => {
  const down = new Error("down");
  const failed = await world({ raises: () => Promise.reject(down) });
  const { codes, url } = shown(await failed.confirm(failed.session()));
  assert.deepEqual([codes.length, url], [10, `${HOME}?done=second-factor-on`]);
  assert.deepEqual(failed.logged, [down]);
  const ended = await world({ raises: () => Promise.reject(new UserChanged("ended")) });
  await assert.rejects(ended.confirm(ended.session()), UserChanged);
  // The codes of before are there: nothing is lost.
  const row = { enabledAt: new Date(1), recoveryCodes: "hash", totpSecret: "old" };
  const changed = await world({ row, raises: () => Promise.reject(down) });
  await assert.rejects(changed.confirm(changed.session(2)), down);
});

test("confirmApp() shows the codes of a session that has been raised, although the answer of the database was lost", async () => {
  let isLive = true;
  const lost = () => (isLive = false, Promise.reject(new Error("the answer was lost")));
  const { confirm, session, rowNow } = await world({ isLive: () => isLive, raises: lost });
  assert.equal(shown(await confirm(session())).codes.length, 10);
  assert.ok((await rowNow()).enabledAt);
});

test("confirmApp() asks after the mail whether the session goes on, and shows the codes if the database cannot say so", async () => {
  const down = () => Promise.reject(new Error("down"));
  for (const [after, isOff] of [[() => false, true], [down, false]] as const) {
    let asked = 0;
    const isLive = async () => asked++ === 0 || await after();
    const { confirm, session, rowNow, done, logged } = await world({
      isLive,
      raises: isOff ? down : undefined,
    });
    const answer = await confirm(session()).catch((error: unknown) => error);
    assert.equal(answer instanceof UserChanged, isOff);
    if (!isOff) assert.equal(shown(answer as Outcome).codes.length, 10);
    assert.equal((await rowNow()).enabledAt === null, isOff);
    assert.equal(done.includes("secondFactorOff"), isOff);
    assert.deepEqual(logged.map(String), isOff ? [] : ["Error: down"]);
  }
});

test("confirmApp() refuses a wrong first code, and a secret of another page", async () => {
  const { confirm, session, fieldOf, memory, done, setup } = await world();
  for (const code of [undefined, "", "000000", 5]) {
    await assert.rejects(confirm(session(), { code }), InvalidSecondFactor);
  }
  for (const sealed of [undefined, "", "x", await fieldOf(session(), "user bob")]) {
    await assert.rejects(confirm(session(), { setup: sealed }), (error: Error) => {
      return error instanceof InvalidCheck && /too old, or for another user/.test(error.message);
    });
  }
  await assert.rejects(confirmApp(session(), await requestOf(), setup), InvalidCheck);
  assert.deepEqual([await memory.rows.find("secondFactors", { userId: "ada" }), done], [null, []]);
});

test("confirmApp() replaces nothing in a session of level 1 if it is on by then", async () => {
  const { confirm, session, rowNow } = await world({ row: { enabledAt: new Date(1), totpSecret: "own" } });
  await assert.rejects(confirm(session(1)), UserChanged);
  assert.deepEqual([(await rowNow()).totpSecret, (await rowNow()).version], ["own", 0]);
});

test("confirmApp() turns nothing on in a session whose second factor was turned off in the meantime", async () => {
  const { confirm, session, memory, done } = await world();
  await assert.rejects(confirm(session(2, { wasOn: true })), (error: Error) => {
    return error instanceof UserChanged && /it was turned off in the meantime/.test(error.message);
  });
  assert.deepEqual([await memory.rows.find("secondFactors", { userId: "ada" }), done], [null, []]);
});

test("confirmApp() takes back what it has stored if the session has ended, but no later change", async () => {
  const row = { enabledAt: new Date(1), recoveryCodes: "hash", totpSecret: "own" };
  const ended = await world({ row, isLive: () => false });
  await assert.rejects(ended.confirm(ended.session(2)), UserChanged);
  assert.deepEqual(await ended.rowNow(), { ...noSecondFactor("ada"), ...row, version: 2 });
  assert.deepEqual(ended.done, []);
  const changed = await world({
    isLive: async (memory) => {
      const row = (await memory.rows.find("secondFactors", { userId: "ada" }))!;
      await memory.rows.store("secondFactors", {
        ...row,
        version: row.version + 1,
        totpSecret: "of the owner",
      }, row.version);
      return false;
    },
  });
  await assert.rejects(changed.confirm(changed.session()), UserChanged);
  assert.equal((await changed.rowNow()).totpSecret, "of the owner");
});

test("confirmApp() goes on with a sign-in, stores the factor, and ends the pending sign-in", async () => {
  const { confirm, signIn, rowNow, done, setup, step, issued, platform } = await world();
  const enrolling = await signIn();
  const answer = await confirm(enrolling) as Outcome;
  const { codes, url } = shown(answer);
  assert.deepEqual([codes.length, url], [10, HOME]);
  const names = namesOf(answer);
  for (const { name } of [setup.cookies.sessionToken, setup.cookies.secondFactor]) {
    assert.ok(names.includes(name));
  }
  const row = await rowNow();
  assert.deepEqual([row.totpStep, row.recoveryCodes?.split(" ").length, !!row.enabledAt], [step, 10, true]);
  assert.equal((await openTotpSecret(row.totpSecret!, "ada", setup)).secret, SECRET);
  assert.ok(done.includes("secondFactorOn"));
  assert.deepEqual(issued, [[["pwd", "otp", "mfa"], platform.now()]]);
  await assert.rejects(confirm(enrolling), /another request has finished it/);
  assert.deepEqual(await rowNow(), row);
});

test("confirmApp() signs nobody in who has changed since, and leaves what others have stored", async () => {
  const other = { enabledAt: new Date(1), recoveryCodes: "of the owner", totpSecret: "own" };
  const { confirm, signIn, rowNow, done, setup, logged } = await world({ row: other });
  for (const before of [{ generation: 5 }, { generation: 0, email: "ada@example.com" }]) {
    const failed = await confirm(await signIn({ before }));
    assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
    assert.equal(failed.returnTo, HOME);
    assert.deepEqual(namesOf(failed), [keyCookie(setup.cookies).name, setup.cookies.secondFactor.name]);
  }
  assert.deepEqual(await rowNow(), { ...noSecondFactor("ada"), ...other });
  assert.deepEqual([done, logged], [[], []]);
});

test("confirmApp() keeps the time of the first step where an account was added", async () => {
  const { confirm, signIn, issued, platform, memory } = await world();
  const account = { provider: "idp", providerAccountId: "1", type: "oauth" } as const;
  await memory.linkAccount({ ...account, userId: "ada" });
  const own: Partial<PendingSignIn> = {
    identity: { user: { id: "1", email: "ada@example.com" }, account, stored: {} },
    allowed: { kind: "found", userId: "ada" },
    before: { generation: 0 },
    intent: { ...NO_INTENT, link: "agreed" },
  };
  const provenAt = platform.now() - 5000;
  shown(await confirm(await signIn({ ...own, provenAt })));
  assert.deepEqual(issued, [[undefined, provenAt]]);
});

test("confirmApp() knows the code alone after a first step of which no method is known", async () => {
  const { confirm, signIn, issued, platform } = await world();
  const { waiting: { pending: { identity: { amr: _amr, ...identity } } } } = await signIn();
  shown(await confirm(await signIn({ identity })));
  assert.deepEqual(issued, [[["otp", "mfa"], platform.now()]]);
});

test("confirmApp() notes the mailbox that a sign-in has proven, of a user who is there already", async () => {
  const address = "ada@example.com";
  for (
    const [mailbox, noted] of [[{ address, isProven: true }, address], [{ address }, null]] as const
  ) {
    const { confirm, signIn, setup } = await world();
    shown(await confirm(await signIn({ mailbox })));
    assert.equal((await readNote("ada", setup.store))?.address, noted);
  }
  const identity: PendingSignIn["identity"] = {
    user: { id: "new", email: "cleo@example.com" },
    account: { provider: "idp", providerAccountId: "9", type: "oauth" },
    stored: {},
  };
  const allowed = { kind: "created", userId: null } as const;
  const mailbox = { address: "cleo@example.com", isProven: true };
  const { confirm, signIn, setup } = await world();
  shown(await confirm(await signIn({ identity, allowed, before: {}, mailbox })));
  assert.equal(await readNote("null", setup.store), null);
});

test("confirmApp() creates a user with a second factor, who gets no mail about it", async () => {
  const { confirm, signIn, memory, done } = await world();
  const identity: PendingSignIn["identity"] = {
    user: { id: "new", name: "Cleo", email: "cleo@example.com" },
    account: { provider: "idp", providerAccountId: "9", type: "oauth" },
    stored: {},
  };
  const allowed = { kind: "created", userId: null } as const;
  assert.equal(shown(await confirm(await signIn({ identity, allowed, before: {} }))).codes.length, 10);
  const user = (await memory.getUserByAccount({ provider: "idp", providerAccountId: "9" }))!;
  assert.ok((await memory.rows.find("secondFactors", { userId: user.id }))?.enabledAt);
  assert.ok(!done.includes("secondFactorOn"));
});

test("confirmApp() turns the app of a form on once, and leads to where the form led", async () => {
  for (
    const [isChange, row, shown] of [
      [undefined, {}, "recovery-codes-shown"],
      [false, {}, "recovery-codes-shown"],
      [true, { enabledAt: new Date(1), recoveryCodes: "a b" }, "new-authenticator"],
    ] as const
  ) {
    const { confirm, session, rowNow, done, setup } = await world({ row });
    const enrolling = session(2);
    const field = {
      subject: subjectOf(enrolling),
      secret: SECRET,
      ...isChange !== undefined && { isChange },
    };
    const sealed = await seal(field, { purpose: "second factor setup", maxAge: 60 }, setup);
    await confirm(enrolling, { setup: sealed });
    const [stored, told] = [await rowNow(), [...done]];
    for (const aal of [2, 1] as const) {
      const again = await confirm(session(aal), { setup: sealed }) as Outcome;
      assert.equal(again.redirect, `${HOME}?done=${shown}`);
    }
    assert.deepEqual([await rowNow(), done], [stored, told]);
  }
});
