import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "./_factor_setup.ts";
import { mailboxCookie } from "../../src/http/cookie_names.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Email } from "../../src/providers/email.ts";
import {
  EmailSignInError,
  InvalidCheck,
  InvalidEmail,
  InvalidSecondFactor,
  RateLimited,
  TooManyWrongCodes,
} from "../../src/errors/errors.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import {
  findMailer,
  type Mailbox,
  mailboxOfSession,
  mailboxOfSignIn,
  mailCode,
  noteProof,
  proveMailbox,
} from "../../src/features/second_factor/mailbox.ts";
import { readNote } from "../../src/session/mailbox_note.ts";
import {
  findPending,
  type MailboxProof,
  type PendingSignIn,
  storePending,
} from "../../src/features/second_factor/pending.ts";
import type { EmailConfig, VerificationRequest } from "../../src/model/provider.ts";
import { open, seal } from "../../src/crypto/seal.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { UserSession } from "../../src/features/second_factor/step_up.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

type EnrolSession = Parameters<typeof mailboxOfSession>[0];

const ADDRESS = "ada@example.com";
const PAGE = "https://app.test/auth/second-factor-setup";

const PENDING: PendingSignIn = {
  identity: {
    user: { id: "ada", name: "Ada", email: ADDRESS },
    account: { provider: "typed", providerAccountId: "ada", type: "credentials" },
    stored: {},
    amr: ["pwd"],
  },
  returnTo: "https://app.test/home",
  intent: NO_INTENT,
  allowed: { kind: null, userId: "ada" },
  before: { generation: 0, email: ADDRESS },
  step: "enrol",
  label: ADDRESS,
  mailbox: { address: ADDRESS },
};

/** Providers of mail, and one that sends none. */
const TYPED = Credentials({ id: "typed", authorize: () => null });
const mailer = (id: string, options: Partial<EmailConfig> = {}) =>
  Email({ id, mails: "both", sendVerificationRequest: () => {}, ...options });

type Mail = VerificationRequest & { readonly code: string };

/** An application that mails codes, and the mails. */
function world(
  { email = {}, ...more }: { readonly email?: Partial<EmailConfig> } & Parameters<typeof openSetup>[0] = {},
) {
  const mails: Mail[] = [];
  const sendVerificationRequest = (mail: VerificationRequest) => void mails.push(mail as Mail);
  const opened = openSetup({
    providers: [TYPED, mailer("email", { sendVerificationRequest, ...email })],
    ...more,
  });
  const { setup, platform } = opened;
  /** A sign-in of a user who must set a second factor up. */
  const signIn = async (more: Partial<PendingSignIn> = {}) => {
    const { cookies, name } = await storePending({ ...PENDING, ...more }, setup);
    const incoming = await requestOf({ cookies });
    const find = async () => (await findPending(incoming, setup))!;
    const found = await find();
    return { name, incoming, find, found, mailbox: mailboxOfSignIn(found, incoming, setup) };
  };
  /** The mailbox that Ada must prove in a session, in a browser with these cookies. */
  const inSession = async (
    { amr = ["pwd"], age = 0, cookies = [], isVerified = true, ...more }: Partial<EnrolSession> & {
      readonly amr?: UserSession["amr"];
      /** Whether her address is verified. */
      readonly isVerified?: boolean;
      /** How long ago the sign-in was, in seconds. */
      readonly age?: number;
      readonly cookies?: readonly SetCookie[];
    } = {},
  ) => {
    const signedInAt = platform.now() - age * 1000;
    const user = { id: "ada", email: ADDRESS, emailVerified: isVerified ? new Date(1) : null };
    const session = { session: {}, userId: "ada", user, signedInAt, amr, aal: 1 } as const;
    const enrolled = { session, subject: "user ada", email: ADDRESS, row: null, url: PAGE, ...more };
    return await mailboxOfSession(enrolled, await requestOf({ cookies }), setup);
  };
  return {
    ...opened,
    mails,
    signIn,
    inSession,
    mail: async (mailbox: Mailbox) => await mailCode(mailbox, await requestOf(), setup),
    prove: async (mailbox: Mailbox, code: string) =>
      await proveMailbox(mailbox, { code, incoming: await requestOf() }, setup),
  };
}

/** A world with a sign-in that waits. */
async function withSignIn() {
  const opened = world();
  const { mailbox, find } = await opened.signIn();
  return { ...opened, signIn: mailbox!, find };
}

/** Another code of eight digits. */
const other = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, "0");

test("findMailer() finds the first provider that mails codes, or mails about the account", () => {
  const found = (...providers: readonly ReturnType<typeof mailer>[]) =>
    findMailer(openSetup({ providers: [TYPED, ...providers] }).setup)?.id ?? null;
  const link = mailer("link", { mails: "link", notices: false });
  const notices = mailer("notices", { mails: "link", notices: true });
  const codes = mailer("codes", { mails: "both", notices: false });
  assert.equal(found(), null);
  assert.equal(found(link), null);
  assert.equal(found(link, notices, codes), "notices");
  assert.equal(found(codes, notices), "codes");
  const typed = { ...TYPED, notices: true, mails: "both" } as never;
  assert.equal(findMailer({ providers: new Map([["typed", typed]]) }), null);
});

test("mailboxOfSignIn() is null if no mailbox must be proven, or it is proven", async () => {
  const { signIn } = world();
  const { mailbox: _, ...unasked } = PENDING;
  const { found, incoming } = await signIn();
  const { setup } = world();
  assert.equal(mailboxOfSignIn({ ...found, pending: unasked }, incoming, setup), null);
  assert.equal((await signIn({ mailbox: { address: ADDRESS, isProven: true } })).mailbox, null);
});

test("mailboxOfSignIn() names the user, or the address of a new one, and ends with the sign-in", async () => {
  const { signIn, platform } = world();
  const { mailbox, name } = await signIn();
  assert.deepEqual(mailbox!.proof, { address: ADDRESS });
  assert.deepEqual(mailbox!.whose, ["user", "ada"]);
  assert.equal(mailbox!.expires.getTime(), platform.now() + 600_000);
  const url = new URL(await mailbox!.url());
  assert.equal(url.origin + url.pathname, PAGE);
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    callbackUrl: "https://app.test/home",
    question: name,
  });
  const created = await signIn({ allowed: { kind: "created", userId: null } });
  assert.deepEqual(created.mailbox!.whose, ["address", ADDRESS]);
});

test("mailboxOfSignIn() keeps a sent mail in the row, for one of several requests, and counts it", async () => {
  const { signIn } = world();
  const { mailbox, find } = await signIn();
  const sent: MailboxProof = { address: ADDRESS, codeHash: "hash", sentAt: 5 };
  const kept = await Promise.all([mailbox!.keep(sent), mailbox!.keep({ ...sent, codeHash: "other" })]);
  assert.deepEqual(kept, [[], null]);
  const { pending, row } = await find();
  assert.deepEqual([pending, row.tries], [{ ...PENDING, mailbox: sent }, 1]);
});

test("mailboxOfSignIn() counts a try before the code is compared, and takes it back with the proof", async () => {
  const { signIn } = world();
  const { mailbox, find } = await signIn();
  const proven: MailboxProof = { address: ADDRESS, isProven: true };
  const cookies = await mailbox!.tryCode(async () => {
    assert.equal((await find()).row.tries, 1);
    return proven;
  });
  assert.deepEqual(cookies, []);
  const { pending, row } = await find();
  assert.deepEqual([pending, row.tries], [{ ...PENDING, mailbox: proven }, 0]);
});

test("mailboxOfSession() is null for a user who has a second factor, an unknown address, or a proven one", async () => {
  const { inSession } = world();
  assert.equal(await inSession({ row: { ...noSecondFactor("ada"), enabledAt: new Date(1) } }), null);
  assert.equal(await inSession({ amr: ["otp"], age: 1799 }), null);
  assert.ok(await inSession({ amr: ["otp"], age: 1800 }));
  assert.ok(await inSession({ amr: ["otp"], isVerified: false }));
  for (const email of [null, undefined, ""]) assert.equal(await inSession({ email }), null);
  assert.equal(await world({ email: { mails: "link", notices: false } }).inSession(), null);
});

test("mailboxOfSession() asks after every other sign-in, also if a second factor was begun", async () => {
  const { inSession, platform } = world();
  for (const amr of [[], ["pwd"], ["pwd", "otp"], ["otp", "pwd"], ["hwk"]] as const) {
    const mailbox = (await inSession({ amr, row: noSecondFactor("ada") }))!;
    assert.deepEqual(mailbox.proof, { subject: "user ada", address: ADDRESS }, amr.join());
    assert.deepEqual([mailbox.whose, await mailbox.url()], [["user", "ada"], PAGE]);
    assert.equal(mailbox.expires.getTime(), platform.now() + 600_000);
  }
});

test("mailboxOfSession() keeps a mail for ten minutes and the proof for thirty, in a cookie", async () => {
  const { inSession, platform, setup } = world();
  const { name, options } = mailboxCookie(setup.cookies);
  const first = (await inSession())!;
  const sent: MailboxProof = { address: ADDRESS, codeHash: "hash", sentAt: 5 };
  const cookies = (await first.keep(sent))!;
  assert.deepEqual(cookies.map(({ value: _, ...rest }) => rest), [
    { name, options: { ...options, maxAge: 600 } },
  ]);
  const opened = await open(cookies[0]!.value, "second factor mailbox", setup);
  assert.deepEqual(opened, { ...sent, subject: "user ada" });
  const second = (await inSession({ cookies }))!;
  assert.deepEqual(second.proof, { ...sent, subject: "user ada" });
  const proven = await second.tryCode(() => Promise.resolve({ ...second.proof, isProven: true }));
  assert.deepEqual(proven.map(({ value: _, ...rest }) => rest), [
    { name, options: { ...options, maxAge: 1800 } },
  ]);
  assert.equal(await inSession({ cookies: proven }), null);
  platform.tick(599);
  assert.equal((await inSession({ cookies }))!.proof.codeHash, "hash");
  platform.tick(1);
  assert.equal((await inSession({ cookies }))!.proof.codeHash, undefined);
  platform.tick(1199);
  assert.equal(await inSession({ cookies: proven }), null);
  platform.tick(1);
  assert.ok(await inSession({ cookies: proven }));
});

test("mailboxOfSession() accepts no proof of another session, another address, or another purpose", async () => {
  const { inSession, setup } = world();
  const proof = { address: ADDRESS, isProven: true };
  const mailbox = (await inSession())!;
  const cookies = await mailbox.tryCode(() => Promise.resolve(proof));
  assert.equal(await inSession({ cookies }), null);
  const strange = (await inSession({ cookies, subject: "user ada since 6" }))!;
  assert.deepEqual(strange.proof, { subject: "user ada since 6", address: ADDRESS });
  const moved = (await inSession({ cookies, email: "new@example.com" }))!;
  assert.deepEqual(moved.proof, { subject: "user ada", address: "new@example.com" });
  const { name } = mailboxCookie(setup.cookies);
  const content = { ...proof, subject: "user ada" };
  const sealed = await seal(content, { purpose: "second factor setup", maxAge: 60 }, setup);
  for (const value of [sealed, "x", ""]) {
    assert.ok(await inSession({ cookies: [{ name, value, options: {} }] }), value);
  }
  // The session is that of the mailbox, whatever the proof says.
  const strangers = { ...proof, subject: "user bob" } as MailboxProof;
  const [kept] = await mailbox.tryCode(() => Promise.resolve(strangers));
  assert.equal(await inSession({ cookies: [kept!] }), null);
});

test("mailCode() mails a code without a link, and returns what is known then", async () => {
  const { inSession, mail, mails, platform } = world();
  const mailbox = (await inSession())!;
  const { proof, cookies } = (await mail(mailbox))!;
  const { purpose, identifier, token, url, code, expires, provider, locale } = mails[0]!;
  assert.deepEqual([purpose, identifier, token, url, provider.id], ["enrol", ADDRESS, "", PAGE, "email"]);
  assert.match(code, /^\d{8}$/);
  assert.deepEqual(expires, mailbox.expires);
  assert.match(JSON.stringify(locale.messages), /Use this code to set up two-step verification/);
  assert.deepEqual(proof, { address: ADDRESS, codeHash: proof.codeHash, sentAt: platform.now() });
  assert.match(proof.codeHash!, /^[\w-]{43}$/);
  assert.ok(!JSON.stringify(proof).includes(code));
  assert.deepEqual((await inSession({ cookies }))!.proof, { ...proof, subject: "user ada" });
});

test("mailCode() hands the mailer a request without the fields of the form", async () => {
  const { inSession, mails, setup } = world();
  const incoming = await requestOf({ body: { mailCode: "1", csrfToken: "t" } });
  await mailCode((await inSession())!, incoming, setup);
  assert.equal(await mails[0]!.request.text(), "");
});

test("mailCode() sends no mail within thirty seconds, and none without a provider", async () => {
  const { inSession, mail, mails, platform, setup } = world();
  const { cookies } = (await mail((await inSession())!))!;
  const mailbox = (await inSession({ cookies }))!;
  platform.tick(29);
  assert.equal(await mail(mailbox), null);
  assert.equal(mails.length, 1);
  const without = { ...setup, providers: new Map() };
  platform.tick(1);
  assert.equal(await mailCode(mailbox, await requestOf(), without), null);
  assert.ok(await mail(mailbox));
  assert.equal(mails.length, 2);
  assert.notEqual(mails[1]!.code, mails[0]!.code);
});

test("mailCode() sends one mail for several requests of a sign-in at the same time", async () => {
  const { signIn, mail, mails, find } = await withSignIn();
  const sent = await Promise.all([mail(signIn), mail(signIn)]);
  assert.deepEqual([sent.filter(Boolean).length, mails.length], [1, 1]);
  assert.equal((await find()).pending.mailbox!.codeHash, sent.find(Boolean)!.proof.codeHash);
});

test("mailCode() sends only so many mails to a user, in whatever session", async () => {
  const { inSession, mail, mails, platform } = world();
  const send = async () => await mail((await inSession())!);
  for (let count = 0; count < 20 && mails.length === count; count++) {
    await send().catch((error) => assert.ok(error instanceof RateLimited));
  }
  assert.ok(mails.length < 20, String(mails.length));
  await assert.rejects(send(), RateLimited);
  const bob = (await inSession({ email: "bob@example.com" }))!;
  assert.ok(await mail({ ...bob, whose: ["user", "bob"] }));
  platform.tick(86_400);
  assert.ok(await send());
});

test("mailCode() fails if the mail cannot be sent", async () => {
  for (
    const [thrown, type] of [[new Error("down"), EmailSignInError], [
      new InvalidEmail("no such mailbox"),
      InvalidEmail,
    ]] as const
  ) {
    const { inSession, mail } = world({
      email: { sendVerificationRequest: () => Promise.reject(thrown) },
    });
    await assert.rejects(mail((await inSession())!), type);
  }
});

test("proveMailbox() accepts the mailed code, also with blanks, and the mailbox is proven", async () => {
  for (const spell of [(code: string) => code, (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)}\n`]) {
    const { inSession, mail, mails, prove } = world();
    const { cookies } = (await mail((await inSession())!))!;
    const mailbox = (await inSession({ cookies }))!;
    await assert.rejects(prove(mailbox, other(mails[0]!.code)), (error: Error) => {
      return error instanceof InvalidSecondFactor &&
        error.message === "Cannot accept the code of the mail: it is wrong";
    });
    const proven = await prove(mailbox, spell(mails[0]!.code));
    assert.equal(await inSession({ cookies: proven }), null);
  }
});

test("proveMailbox() keeps the proof of a sign-in with its row", async () => {
  const { signIn, find, setup, mail, mails, prove } = await withSignIn();
  const { proof } = (await mail(signIn))!;
  const now = async () => mailboxOfSignIn(await find(), await requestOf(), setup);
  await assert.rejects(prove((await now())!, other(mails[0]!.code)), InvalidSecondFactor);
  assert.equal(await readNote("ada", setup.store), null);
  assert.deepEqual(await prove((await now())!, mails[0]!.code), []);
  assert.equal((await readNote("ada", setup.store))?.address, ADDRESS);
  const { pending, row } = await find();
  assert.deepEqual(pending.mailbox, { ...proof, isProven: true });
  // The mail and the wrong code count on.
  assert.equal(row.tries, 2);
  assert.equal(await now(), null);
});

test("proveMailbox() accepts nothing before a code is mailed", async () => {
  const { inSession, prove } = world();
  for (const code of ["", "undefined", "00000000"]) {
    await assert.rejects(prove((await inSession())!, code), InvalidCheck);
  }
});

test("proveMailbox() accepts no more than five tries in a sign-in, mails included", async () => {
  const { signIn, find, setup, mail, mails, prove } = await withSignIn();
  await mail(signIn);
  const stale = mailboxOfSignIn(await find(), await requestOf(), setup)!;
  for (let count = 0; count < 3; count++) {
    await assert.rejects(prove(stale, other(mails[0]!.code)), InvalidSecondFactor);
  }
  await assert.rejects(prove(stale, other(mails[0]!.code)), TooManyWrongCodes);
  await assert.rejects(prove(stale, mails[0]!.code), TooManyWrongCodes);
});

test("mailCode() sends no mail whose code could not be tried any more", async () => {
  const { find, setup, mail, mails, prove, platform } = await withSignIn();
  const mailbox = async () => mailboxOfSignIn(await find(), await requestOf(), setup)!;
  await mail(await mailbox());
  for (let count = 0; count < 3; count++) {
    await assert.rejects(prove(await mailbox(), other(mails[0]!.code)), InvalidSecondFactor);
  }
  platform.tick(30);
  await assert.rejects(mail(await mailbox()), TooManyWrongCodes);
  assert.equal(mails.length, 1);
  // The page says that the sign-in is over: then the code of before does not work either.
  await assert.rejects(prove(await mailbox(), mails[0]!.code), TooManyWrongCodes);
});

test("proveMailbox() notes the address of a user who is there, and nothing for one whom the sign-in creates", async () => {
  for (const userId of ["ada", null]) {
    const { signIn, mail, mails, prove, setup } = world();
    const { find, incoming, mailbox } = await signIn({ allowed: { kind: "created", userId } });
    await mail(mailbox!);
    await prove(mailboxOfSignIn(await find(), incoming, setup)!, mails[0]!.code);
    assert.equal((await readNote("ada", setup.store))?.address, userId ? ADDRESS : undefined);
    assert.equal(await readNote(ADDRESS, setup.store), null);
  }
});

for (const limits of [undefined, false] as const) {
  test(`proveMailbox() accepts ten wrong codes of a user in all their sessions, with limits: ${limits}`, async () => {
    const { inSession, mail, mails, prove, platform } = world(limits === undefined ? {} : { limits });
    const { cookies } = (await mail((await inSession())!))!;
    const mailbox = (await inSession({ cookies }))!;
    for (let count = 0; count < 10; count++) {
      await assert.rejects(prove(mailbox, other(mails[0]!.code)), InvalidSecondFactor);
    }
    await assert.rejects(prove(mailbox, mails[0]!.code), RateLimited);
    assert.ok(await prove({ ...mailbox, whose: ["user", "bob"] }, mails[0]!.code));
    platform.tick(900);
    assert.ok(await prove(mailbox, mails[0]!.code));
  });
}

test("noteProof() notes the address of a user that is verified, or to which a code was mailed, and else that there is no proof", async () => {
  const cases = [
    [{ email: ADDRESS, emailVerified: null }, true, ADDRESS],
    [{ email: ADDRESS, emailVerified: null }, false, null],
    [{ email: ADDRESS, emailVerified: new Date(1) }, true, ADDRESS],
    [{ email: ADDRESS, emailVerified: new Date(1) }, false, ADDRESS],
    [{ email: null, emailVerified: new Date(1) }, true, null],
    [undefined, true, null],
  ] as const;
  for (const [user, sendsMails, noted] of cases) {
    const { setup } = sendsMails ? world() : openSetup({ providers: [TYPED] });
    await noteProof({ userId: "ada", user } as unknown as UserSession, setup);
    assert.equal((await readNote("ada", setup.store))?.address, noted, JSON.stringify([user, sendsMails]));
  }
});
