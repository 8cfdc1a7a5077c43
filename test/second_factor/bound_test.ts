import assert from "node:assert/strict";
import { test } from "node:test";
import { issueCsrfToken } from "../../src/http/csrf.ts";
import { openSetup, requestOf } from "./_factor_setup.ts";
import { askForSecondFactor } from "../../src/features/second_factor/ask.ts";
import { removeMarks, withMark } from "../../src/features/second_factor/bound.ts";
import { Email } from "../../src/providers/email.ts";
import type { Identity } from "../../src/model/identity.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { findSession } from "../../src/features/second_factor/step_up.ts";
import type { Adapter, AdapterAuthenticator } from "../../src/adapters/contract/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";

const ADA = { id: "ada", email: "ada@example.com", emailVerified: new Date(1) };

const KEY: AdapterAuthenticator = {
  userId: "ada",
  credentialID: "key",
  providerAccountId: "key",
  credentialPublicKey: "public",
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
  transports: "usb,1fa:typed",
};

/** A new passkey that is added to Ada. */
const NEW: Identity = {
  user: { id: "key" },
  account: { provider: "passkey", type: "webauthn", providerAccountId: "key" },
  stored: {},
  authenticator: KEY,
};

const MAILER = Email({ notices: true, sendVerificationRequest: () => {} });

/** Mails links that sign in, and no codes. */
const LINKER = Email({ sendVerificationRequest: () => {} });

interface Options {
  readonly sendsMails?: boolean | "links";
  readonly hasPasskeys?: boolean;
  /** Whether the database can change a passkey. */
  readonly canChange?: boolean;
  /** Methods of the first step. */
  readonly amr?: readonly string[];
  /** Ada's second factor: on or off; absent without one. */
  readonly isOn?: boolean;
}

/** Ada, who has signed in, in a browser with a token of forms. */
async function world(
  { sendsMails = true, hasPasskeys = true, canChange = true, amr = ["pwd"], isOn }: Options = {},
) {
  const providers = [
    { id: "typed", name: "Typed", type: "credentials" as const, credentials: {}, authorize: () => null },
    ...hasPasskeys ? [Passkey()] : [],
    ...sendsMails === "links" ? [LINKER] : sendsMails ? [MAILER] : [],
  ];
  const memory = Memory() as Required<Adapter>;
  const adapter = { ...memory, ...!canChange && { updateAuthenticator: undefined } } as Adapter;
  const { setup, platform } = openSetup({ providers, adapter });
  await memory.createUser(ADA);
  if (isOn !== undefined) {
    const enabledAt = isOn ? new Date(1) : null;
    await memory.rows.store(
      "secondFactors",
      { ...noSecondFactor("ada"), totpSecret: "sealed", enabledAt },
      null,
    );
  }
  const account = { provider: "typed", providerAccountId: "ada", type: "credentials" } as const;
  const signIn = async () => {
    const token = await setup.sessions.issue({ user: ADA, account, isNewUser: false, amr }, new Map());
    return setup.sessions.toCookies(token, new Map());
  };
  const tokens = new Map<string, readonly SetCookie[]>();
  const browser = async (cookies: readonly SetCookie[], csrf = "token") => {
    const issued = tokens.get(csrf) ?? (await issueCsrfToken(await requestOf(), setup)).cookies;
    tokens.set(csrf, issued);
    return await requestOf({ cookies: [...cookies, ...issued] });
  };
  const session = await signIn();
  const mark = async (
    { identity = NEW, email = ADA.email as string | null, cookies = session, csrf = "token" } = {},
  ) => await withMark(identity, { incoming: await browser(cookies, csrf), email }, setup);
  const transports = async (...args: Parameters<typeof mark>) =>
    (await mark(...args)).authenticator?.transports;
  const unmark = async (cookies = session, csrf = "token", own = setup) => {
    const incoming = await browser(cookies, csrf);
    await removeMarks((await findSession(incoming, setup))!, incoming, own);
  };
  return { setup, memory, platform, session, signIn, browser, mark, transports, unmark };
}

const MARKED = /^usb,1fa:[\w-]{16}$/;

test("withMark() marks a passkey that a session of level 1 adds without a proof of the mailbox (SF-20)", async () => {
  const cases: readonly (readonly [what: string, options: Options, isMarked: boolean])[] = [
    ["a password", {}, true],
    ["a password, with a factor that is off", { isOn: false }, true],
    ["a password, with a factor that is on", { isOn: true }, true],
    ["a password, where no mail can be sent", { sendsMails: false }, false],
    ["the same, with a factor that is off", { sendsMails: false, isOn: false }, false],
    ["the same, with a factor that is on", { sendsMails: false, isOn: true }, true],
    ["a password, where mails have links alone", { sendsMails: "links" }, true],
    ["such a link a moment ago", { sendsMails: "links", amr: ["otp"] }, false],
    ["both factors", { isOn: true, amr: ["pwd", "otp", "mfa"] }, false],
    ["a mail a moment ago", { amr: ["otp"] }, false],
  ];
  for (const [what, options, isMarked] of cases) {
    const { mark, transports } = await world(options);
    if (isMarked) assert.match((await transports())!, MARKED, what);
    else assert.equal(await mark(), NEW, what);
  }
});

test("withMark() leaves an identity as it is without a passkey, a session or an address", async () => {
  const { mark } = await world();
  const { authenticator: _, ...bare } = NEW;
  assert.equal(await mark({ identity: bare }), bare);
  assert.equal(await mark({ cookies: [] }), NEW);
  assert.equal(await mark({ email: null }), NEW);
});

test("withMark() marks with a word of the session in its browser, and keeps all else", async () => {
  const { mark, transports, signIn, platform } = await world();
  const marked = await mark();
  const { transports: word } = marked.authenticator!;
  assert.deepEqual(marked, { ...NEW, authenticator: { ...KEY, transports: word } });
  assert.equal(await transports(), word);
  const unknown = { ...NEW, authenticator: { ...KEY, transports: null } };
  assert.equal(await transports({ identity: unknown }), word!.replace("usb,", ""));
  assert.notEqual(await transports({ csrf: "of a thief" }), word);
  platform.tick(1);
  assert.notEqual(await transports({ cookies: await signIn() }), word);
});

test("askForSecondFactor() marks a passkey that is added to the user of a session", async () => {
  const { setup, session, browser } = await world();
  const ending = { incoming: await browser(session), returnTo: "https://app.test/", intent: NO_INTENT };
  for (const [ground, isMarked] of [["session", true], ["address", false]] as const) {
    const decision = { kind: "linked", user: { ...ADA, name: null }, ground } as const;
    const asked = await askForSecondFactor(NEW, { decision, ending }, setup);
    assert.ok("account" in asked);
    assert.equal(MARKED.test(asked.authenticator!.transports!), isMarked, ground);
  }
});

test("removeMarks() removes the marks of a session in its browser, and no others", async () => {
  const { transports, memory, unmark, signIn, platform } = await world();
  const own = (await transports())!;
  const alone = own.replace("usb,", "");
  const others = (await transports({ csrf: "of a thief" }))!;
  const stored = { own, alone, others, bare: "usb", none: null };
  for (const [credentialID, transports] of Object.entries(stored)) {
    await memory.createAuthenticator({ ...KEY, credentialID, providerAccountId: credentialID, transports });
  }
  const now = async () =>
    await Promise.all(
      Object.keys(stored).map(async (id) => (await memory.getAuthenticator(id))!.transports ?? null),
    );
  await unmark(undefined, "of nobody");
  assert.deepEqual(await now(), Object.values(stored));
  platform.tick(1);
  await unmark(await signIn());
  assert.deepEqual(await now(), Object.values(stored));
});

test("removeMarks() keeps how a passkey is reached", async () => {
  const { transports, memory, unmark } = await world();
  const own = (await transports())!;
  const stored = [["own", own, "usb"], ["two", `nfc,${own}`, "nfc,usb"], [
    "alone",
    own.replace("usb,", ""),
    null,
  ], [
    "bare",
    "nfc",
    "nfc",
  ]] as const;
  for (const [credentialID, transports] of stored) {
    await memory.createAuthenticator({ ...KEY, credentialID, providerAccountId: credentialID, transports });
  }
  await unmark();
  for (const [id, _, left] of stored) {
    assert.equal((await memory.getAuthenticator(id))!.transports ?? null, left, id);
  }
});

test("removeMarks() does nothing where there are no passkeys, or none can be changed", async () => {
  await (await world({ hasPasskeys: false })).unmark();
  const { transports, memory, unmark } = await world({ canChange: false });
  await memory.createAuthenticator({ ...KEY, transports: (await transports())! });
  await unmark();
  assert.match((await memory.getAuthenticator("key"))!.transports!, MARKED);
});
