import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenedSetup, openSetup, requestOf } from "./_factor_setup.ts";
import { codeAt } from "../flows/_second_factor.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { Email } from "../../src/providers/email.ts";
import { confirmApp, type Enrolling, subjectOf } from "../../src/features/second_factor/enrol.ts";
import { InvalidCheck, InvalidSecondFactor, UserChanged } from "../../src/errors/errors.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { readNote } from "../../src/session/mailbox_note.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { findPending, type PendingSignIn, storePending } from "../../src/features/second_factor/pending.ts";
import { openTotpSecret } from "../../src/features/second_factor/prove.ts";
import { seal } from "../../src/crypto/seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { SignedIn } from "../../src/model/session.ts";
import { openField } from "../../src/features/second_factor/setup_field.ts";
import type { Adapter, AdapterSecondFactor } from "../../src/adapters/contract/types.ts";
import type { Cookies, Outcome, SetCookie } from "../../src/http/types.ts";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const HOME = "https://app.test/home";

interface Options {
  /** What is stored of Ada's second factor. */
  readonly row?: Partial<AdapterSecondFactor>;
  /** Whether the session goes on; it may change the database first. */
  readonly isLive?: (memory: OpenedSetup["memory"]) => boolean | Promise<boolean>;
  /** What happens once a second factor is stored. */
  readonly stored?: (memory: OpenedSetup["memory"]) => Promise<unknown>;
  /** Providers of mails, in place of the others. */
  readonly providers?: AuthConfig["providers"];
  /** What happens when the session begins. */
  readonly issue?: () => Promise<never>;
}

/** Ada, who sets an app up, and what was done about her session and her mails. */
async function world({ row, isLive = () => true, issue, stored, providers }: Options = {}) {
  const memory = Memory() as Required<Adapter>;
  const adapter: Adapter = {
    ...memory,
    async setSecondFactor(factor, ifVersion) {
      const isStored = await memory.setSecondFactor(factor, ifVersion);
      await stored?.(memory);
      return isStored;
    },
  };
  const config = { session: { strategy: "jwt" }, adapter, ...providers?.length && { providers } } as const;
  const opened = openSetup(config, { memory });
  const { platform } = opened;
  const issued: unknown[] = [];
  await memory.createUser({ id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null });
  if (row) await memory.setSecondFactor({ ...noSecondFactor("ada"), ...row }, null);
  const done: unknown[] = [];
  const setup = {
    ...opened.setup,
    sessions: {
      ...opened.setup.sessions,
      isLive: async () => await isLive(memory),
      issue: async (signedIn: Omit<SignedIn, "previous">, cookies: Cookies) => {
        issued.push([signedIn.amr, signedIn.signedInAt]);
        return await (issue?.() ?? opened.setup.sessions.issue(signedIn, cookies));
      },
      raise: (_: unknown, { amr }: { readonly amr: readonly string[] }) => {
        done.push(amr);
        return Promise.resolve({ value: "raised", expires: 5e12 });
      },
    },
    capabilities: new Set([
      { notify: ({ purpose }: { purpose: string }) => void done.push(purpose) },
      ...opened.setup.capabilities,
    ]) as never,
  };
  const step = Math.floor(platform.now() / 30_000);
  const session = (aal: 1 | 2 = 1, { userId = "ada", wasOn = false } = {}): Enrolling => ({
    kind: "session",
    session: { session: {}, userId, signedInAt: platform.now(), amr: ["pwd"], aal },
    label: "ada@example.com",
    mailbox: null,
    row: wasOn ? { ...noSecondFactor(userId), enabledAt: new Date(1) } : null,
  });
  const fieldOf = (enrolling: Enrolling, subject = subjectOf(enrolling)) =>
    seal({ subject, secret: SECRET }, { purpose: "second factor setup", maxAge: 60 }, setup);
  return {
    ...opened,
    setup,
    done,
    issued,
    step,
    session,
    fieldOf,
    rowNow: async () => (await memory.getSecondFactor("ada"))!,
    /** Confirms the secret with a code. */
    async confirm(enrolling: Enrolling, fields: object = {}) {
      const own = { setup: await fieldOf(enrolling), code: codeAt(SECRET, step), callbackUrl: "/home" };
      const request = await requestOf({ body: { ...own, ...fields } });
      const incoming = { ...request, headers: new Headers({ accept: "application/json" }) };
      return await confirmApp(enrolling, incoming, setup);
    },
    /** A sign-in of a user who must set it up. */
    async signIn(more: Partial<PendingSignIn> = {}) {
      const pending: PendingSignIn = {
        identity: {
          user: { id: "ada", name: "Ada", email: "ada@example.com" },
          account: { provider: "idp", providerAccountId: "ada", type: "credentials" },
          stored: {},
          amr: ["pwd"],
        },
        returnTo: HOME,
        intent: NO_INTENT,
        allowed: { kind: null, userId: "ada" },
        before: { generation: 0, email: "ada@example.com" },
        step: "enrol",
        label: "ada@example.com",
        ...more,
      };
      const { cookies } = await storePending(pending, setup);
      const waiting = (await findPending(await requestOf({ cookies }), setup))!;
      return {
        kind: "signIn",
        waiting,
        label: "ada@example.com",
        mailbox: null,
        row: null,
      } satisfies Enrolling;
    },
  };
}

/** The codes in an answer, and where it leads on. */
const shown = (answer: object) => (answer as { json: { codes: readonly string[]; url: string } }).json;

/** Names and values of cookies. */
const namesOf = ({ cookies = [] }: { cookies?: readonly SetCookie[] }) => cookies.map(({ name }) => name);

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
  assert.deepEqual(namesOf(answer), [setup.cookies.sessionToken.name]);
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
  assert.deepEqual([await memory.getSecondFactor("ada"), done], [null, []]);
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
  assert.deepEqual([await memory.getSecondFactor("ada"), done], [null, []]);
});

test("confirmApp() takes back what it has stored if the session has ended, but no later change", async () => {
  const row = { enabledAt: new Date(1), recoveryCodes: "hash", totpSecret: "own" };
  const ended = await world({ row, isLive: () => false });
  await assert.rejects(ended.confirm(ended.session(2)), UserChanged);
  assert.deepEqual(await ended.rowNow(), { ...noSecondFactor("ada"), ...row, version: 2 });
  assert.deepEqual(ended.done, []);
  const changed = await world({
    isLive: async (memory) => {
      const row = (await memory.getSecondFactor("ada"))!;
      await memory.setSecondFactor(
        { ...row, version: row.version + 1, totpSecret: "of the owner" },
        row.version,
      );
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
  const { confirm, signIn, rowNow, done, setup } = await world({ row: other });
  for (const before of [{ generation: 5 }, { generation: 0, email: "ada@example.com" }]) {
    const failed = await confirm(await signIn({ before }));
    assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
    assert.equal(failed.returnTo, HOME);
    assert.deepEqual(namesOf(failed), [setup.cookies.secondFactor.name]);
  }
  assert.deepEqual(await rowNow(), { ...noSecondFactor("ada"), ...other });
  assert.deepEqual(done, []);
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
  assert.ok((await memory.getSecondFactor(user.id))?.enabledAt);
  assert.ok(!done.includes("secondFactorOn"));
});

/** Ends all sessions of Ada. */
async function endSessions(memory: OpenedSetup["memory"]): Promise<void> {
  const row = { userId: "ada", passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await memory.setSecurity({ ...row, generation: 1 }, null);
}

test("confirmApp() takes a factor back that was stored while the sessions of its user ended", async () => {
  let ends = true;
  const stored = async (memory: OpenedSetup["memory"]) => {
    if (ends) await endSessions(memory);
    ends = false;
  };
  const { confirm, signIn, rowNow } = await world({ stored });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
  const { version: _, ...row } = await rowNow();
  const { version: _none, ...none } = noSecondFactor("ada");
  assert.deepEqual(row, none);
});

test("confirmApp() takes a factor back whose codes no page shows, as the session could not begin", async () => {
  const { confirm, signIn, rowNow } = await world({ issue: () => Promise.reject(new Error("down")) });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && !(failed.error instanceof UserChanged), JSON.stringify(failed));
  assert.equal((await rowNow()).enabledAt, null);
});

test("confirmApp() takes a factor back from a user whom the failed sign-in has created, also by a mail", async () => {
  const address = "cleo@example.com";
  for (const type of ["oauth", "email"] as const) {
    const providers = [Email({ sendVerificationRequest: () => {} })];
    const { confirm, signIn, memory } = await world({
      issue: () => Promise.reject(new Error("down")),
      providers,
    });
    const identity: PendingSignIn["identity"] = {
      user: { id: "new", email: address },
      account: type === "email"
        ? { provider: "email", providerAccountId: address, type }
        : { provider: "idp", providerAccountId: "9", type },
      stored: {},
    };
    const allowed = { kind: "created", userId: null } as const;
    const failed = await confirm(await signIn({ identity, allowed, before: {} }));
    assert.ok("error" in failed, JSON.stringify(failed));
    const user = await memory.getUserByEmail(address);
    assert.ok(user, `${type}: ${failed.error}`);
    const row = await memory.getSecondFactor(user.id);
    assert.ok(row, "it was stored");
    assert.equal(row.enabledAt, null, type);
  }
});

/** What another request may do with an app before the sign-in that has set it up fails. */
const MEANWHILE: Readonly<Record<string, (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>>> = {
  "uses a code": ({ totpStep }) => ({ totpStep: totpStep + 1 }),
  "uses a passkey": () => ({}),
  "remembers a device": () => ({ devices: "device" }),
  "replaces the app": () => ({ totpSecret: "of another tab" }),
  "makes new codes": () => ({ recoveryCodes: "of another tab" }),
};

/** Changes the row of Ada, as another request does. */
async function change(
  memory: OpenedSetup["memory"],
  changed: (row: AdapterSecondFactor) => Partial<AdapterSecondFactor>,
): Promise<void> {
  const row = (await memory.getSecondFactor("ada"))!;
  await memory.setSecondFactor({ ...row, ...changed(row), version: row.version + 1 }, row.version);
}

test("confirmApp() leaves a factor that another request has changed or used before the sign-in fails", async () => {
  for (const [name, changed] of Object.entries(MEANWHILE)) {
    for (const row of [undefined, { devices: "of before" }]) {
      const { confirm, signIn, rowNow, memory } = await world({
        ...row && { row },
        issue: async () => {
          await change(memory, changed);
          throw new Error("down");
        },
      });
      const failed = await confirm(await signIn());
      assert.ok("error" in failed && !(failed.error instanceof UserChanged), JSON.stringify(failed));
      assert.ok((await rowNow()).enabledAt, name);
    }
  }
});

test("confirmApp() takes a factor back that was only used, and no other, when the sessions of its user have ended", async () => {
  for (const [name, changed] of Object.entries(MEANWHILE)) {
    const { confirm, signIn, rowNow } = await world({
      stored: async (memory) => {
        await endSessions(memory);
        await change(memory, changed);
      },
    });
    const failed = await confirm(await signIn());
    assert.ok("error" in failed && failed.error instanceof UserChanged, JSON.stringify(failed));
    assert.equal((await rowNow()).enabledAt !== null, /replaces|makes/.test(name), name);
  }
});

test("confirmApp() takes a factor back that was stored although the database said that it failed", async () => {
  let writes = 0;
  const { confirm, signIn, rowNow } = await world({
    stored: () => writes++ ? Promise.resolve() : Promise.reject(new Error("the answer was lost")),
  });
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && /setSecondFactor/.test(String(failed.error)), JSON.stringify(failed));
  assert.equal((await rowNow()).enabledAt, null);
});

test("confirmApp() says why a sign-in failed, also if the factor cannot be taken back", async () => {
  const { confirm, signIn, memory, rowNow } = await world({
    issue: () => Promise.reject(new Error("no session")),
  });
  const setSecondFactor = memory.setSecondFactor.bind(memory);
  let writes = 0;
  memory.setSecondFactor = (...row) => writes++ ? Promise.reject(new Error("down")) : setSecondFactor(...row);
  const failed = await confirm(await signIn());
  assert.ok("error" in failed && /no session/.test(String(failed.error)), JSON.stringify(failed));
  assert.ok((await rowNow()).enabledAt, "the app signs in");
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
      assert.deepEqual(again, { redirect: `${HOME}?done=${shown}` });
    }
    assert.deepEqual([await rowNow(), done], [stored, told]);
  }
});
