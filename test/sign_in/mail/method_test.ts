import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../../src/core/capabilities.ts";
import {
  AccessDenied,
  EmailSignInError,
  InvalidCode,
  InvalidEmail,
  Verification,
} from "../../../src/errors/errors.ts";
import { finishCode, finishLink, parseLink, readRequestedMail } from "../../../src/sign_in/mail/finish.ts";
import { parseRequest } from "../../../src/http/incoming.ts";
import { Memory } from "../../../src/adapters/memory/memory.ts";
import { start } from "../../../src/sign_in/mail/method.ts";
import { testPlatform } from "../../../src/testing/mod.ts";
import type { EmailConfig, VerificationRequest } from "../../../src/model/provider.ts";
import { setupOf } from "../../../src/config/setup.ts";
import type { EmailProvider, Setup } from "../../../src/setup/setup.ts";
import type { SetCookie } from "../../../src/values/cookie.ts";

const ORIGIN = "https://app.test";
const COOKIE = "__Host-latchkey.mail";

interface Options {
  readonly email?: Partial<EmailConfig>;
  readonly signIn?: () => boolean | string;
  readonly random?: (length: number) => Uint8Array<ArrayBuffer>;
}

/** A setup with two providers, and the mails that were sent. */
function open({ email, signIn, random }: Options = {}) {
  const platform = testPlatform();
  const mails: (VerificationRequest & { readonly code: string })[] = [];
  const provider: EmailConfig = {
    id: "email",
    name: "Email",
    type: "email",
    sendVerificationRequest: (mail) => void mails.push({ code: "", ...mail }),
    mails: "both",
    ...email,
  };
  const setup = setupOf(
    {
      adapter: Memory(),
      providers: [provider, { ...provider, id: "other", options: undefined }],
      secret: "a-secret-of-forty-characters-for-tests-0",
      trustHost: true,
      platform: { ...platform, ...(random && { random }) },
      callbacks: { ...(signIn && { signIn }) },
    },
    "https",
    { capabilities: ALL_CAPABILITIES },
  );
  return { setup, platform, mails, provider: providerOf(setup, "email"), other: providerOf(setup, "other") };
}

function providerOf({ providers }: Setup, id: string): EmailProvider {
  return providers.get(id) as EmailProvider;
}

/** A POST with fields, and the cookies that were set before. */
function post(fields: Record<string, string>, cookies: readonly SetCookie[] = []) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(`${ORIGIN}/auth/signin/email`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie },
  });
  return parseRequest(request, "/auth");
}

/** A GET of a link, with the cookies that were set before. */
function get(url: string, cookies: readonly SetCookie[] = []) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return parseRequest(new Request(url, { headers: { cookie } }), "/auth");
}

/** A mail that Ada has asked for, and the browser's cookies. */
async function asked(options: Options = {}) {
  const world = open(options);
  const incoming = await post({ email: "Ada@Example.com", callbackUrl: "/home" });
  const { cookies, redirect } = await start(incoming, world.provider, world.setup);
  return { ...world, cookies: cookies!, redirect, mail: world.mails[0]! };
}

test("start() sends a mail, and sets a cookie with the same lifetime", async () => {
  const { platform, mail, cookies, redirect } = await asked({ email: { maxAge: 60 } });
  assert.equal(redirect, `${ORIGIN}/auth/verify-request?provider=email&type=email`);
  assert.equal(mail.identifier, "ada@example.com");
  assert.deepEqual(mail.expires, new Date(platform.now() + 60_000));
  const { pathname, searchParams } = new URL(mail.url);
  assert.equal(pathname, "/auth/callback/email");
  assert.deepEqual([...searchParams], [
    ["callbackUrl", `${ORIGIN}/home`],
    ["token", mail.token],
    ["email", "ada@example.com"],
  ]);
  assert.deepEqual(cookies.map(({ name, options }) => [name, options.maxAge]), [[COOKIE, 60]]);
});

test("start() makes a code of any eight digits, those with zeros in front as well", async () => {
  const bytes = (value: bigint) => (length: number) => {
    const all = new Uint8Array(length);
    if (length === 8) new DataView(all.buffer).setBigUint64(0, value);
    return all;
  };
  for (
    const [value, code] of [[0n, "00000000"], [99_999_999n, "99999999"], [100_000_001n, "00000001"]] as const
  ) {
    assert.equal((await asked({ random: bytes(value) })).mail.code, code);
  }
});

test("start() throws InvalidEmail, AccessDenied or EmailSignInError, and sets nothing", async () => {
  const { setup, provider } = open();
  await assert.rejects(post({}).then((incoming) => start(incoming, provider, setup)), InvalidEmail);
  const refusing = open({ signIn: () => false });
  const incoming = await post({ email: "ada@example.com" });
  await assert.rejects(start(incoming, refusing.provider, refusing.setup), AccessDenied);
  const reason = new Error("no route");
  const failing = open({ email: { sendVerificationRequest: () => Promise.reject(reason) } });
  await assert.rejects(
    start(incoming, failing.provider, failing.setup),
    (error) => error instanceof EmailSignInError && error.cause?.err === reason,
  );
});

test("readRequestedMail() reads the mail of this browser, of the named provider if any", async () => {
  const { setup, cookies, mail, platform } = await asked();
  const incoming = await get(ORIGIN + "/auth/verify-request", cookies);
  const read = await readRequestedMail(incoming, setup);
  assert.deepEqual(read, {
    provider: "email",
    identifier: "ada@example.com",
    token: mail.token,
    code: mail.code,
    returnTo: `${ORIGIN}/home`,
    intent: { userId: null, link: "none" },
    sentAt: platform.now(),
  });
  assert.deepEqual(await readRequestedMail(incoming, setup, "email"), read);
  assert.equal(await readRequestedMail(incoming, setup, "other"), null);
  assert.equal(await readRequestedMail(await get(ORIGIN + "/auth/verify-request"), setup), null);
  const altered = [{ ...cookies[0]!, value: `${cookies[0]!.value.slice(0, -2)}xx` }];
  assert.equal(await readRequestedMail(await get(ORIGIN + "/auth/verify-request", altered), setup), null);
  platform.tick(3600);
  assert.equal(await readRequestedMail(incoming, setup), null);
});

test("parseLink() returns whether this browser requested the mail", async () => {
  const { setup, cookies, mail, provider, other } = await asked();
  const here = await parseLink(await get(mail.url, cookies), provider, setup);
  assert.equal(here.mail?.token, mail.token);
  const { identifier, token, callbackUrl } = here;
  assert.deepEqual([identifier, token, callbackUrl], ["ada@example.com", mail.token, `${ORIGIN}/home`]);
  assert.equal((await parseLink(await get(mail.url), provider, setup)).mail, null);
  assert.equal((await parseLink(await get(mail.url, cookies), other, setup)).mail, null);
  for (const part of ["token", "email"]) {
    const url = new URL(mail.url);
    url.searchParams.set(part, "x@example.com");
    assert.equal((await parseLink(await get(url.href, cookies), provider, setup)).mail, null);
  }
});

test("parseLink() throws Verification without token, and with a text that is not an address (EM-24)", async () => {
  const { setup, mail, provider } = await asked();
  for (const part of ["token", "email"]) {
    const url = new URL(mail.url);
    url.searchParams.delete(part);
    await assert.rejects(get(url.href).then((it) => parseLink(it, provider, setup)), Verification);
    url.searchParams.set(part, "");
    await assert.rejects(get(url.href).then((it) => parseLink(it, provider, setup)), Verification);
  }
  for (const text of ["ada", "ada@", "@example.com", "Call 555 to unlock ada@example.com", "a@b\n.test"]) {
    const url = new URL(mail.url);
    url.searchParams.set("email", text);
    await assert.rejects(get(url.href).then((it) => parseLink(it, provider, setup)), Verification, text);
  }
});

test("finishLink() proves the mailbox, once, and removes the cookie where there is one", async () => {
  for (const isHere of [true, false]) {
    const { setup, mail, provider, cookies } = await asked();
    const incoming = await get(mail.url, isHere ? cookies : []);
    const link = await parseLink(incoming, provider, setup);
    const opened = await finishLink(link, { incoming, provider }, setup);
    assert.deepEqual(await opened.identify(), {
      user: { id: "ada@example.com", email: "ada@example.com" },
      account: { provider: "email", type: "email", providerAccountId: "ada@example.com" },
      stored: {},
      linksByEmail: false,
      amr: ["otp"],
    });
    assert.deepEqual(opened.returnTo, `${ORIGIN}/home`);
    assert.deepEqual(opened.intent, { userId: null, link: "none" });
    const removed = opened.consumed.map(({ name, options }) => [name, options.maxAge]);
    assert.deepEqual(removed, isHere ? [[COOKIE, 0]] : []);
    await assert.rejects(finishLink(link, { incoming, provider }, setup), Verification);
  }
});

test("finishCode() proves the mailbox, in the browser that asked", async () => {
  const { setup, mail, provider, cookies } = await asked();
  const incoming = await post({ code: mail.code }, cookies);
  const opened = await finishCode(mail.code, { incoming, provider }, setup);
  assert.equal((await opened.identify()).user.email, "ada@example.com");
  assert.equal(opened.returnTo, `${ORIGIN}/home`);
  assert.deepEqual(opened.consumed.map(({ name, options }) => [name, options.maxAge]), [[COOKIE, 0]]);
  await assert.rejects(finishCode(mail.code, { incoming, provider }, setup), Verification);
});

test("finishCode() throws InvalidCode for a wrong code, Verification in another browser or at another provider", async () => {
  const { setup, mail, provider, other, cookies } = await asked();
  const incoming = await post({}, cookies);
  await assert.rejects(finishCode("1", { incoming, provider }, setup), InvalidCode);
  await assert.rejects(finishCode(mail.code, { incoming, provider: other }, setup), Verification);
  const elsewhere = await post({});
  await assert.rejects(finishCode(mail.code, { incoming: elsewhere, provider }, setup), Verification);
});
