/**
 * Sign-in by mail: the user proves that they own a mailbox with a link or a code sent to it.
 *
 * @module
 */

import type { EmailProvider } from "../../config/providers.ts";
import type { VerificationRequest } from "../../model/provider.ts";
import type { Setup } from "../../config/setup.ts";
import { toHex } from "../../crypto/bytes.ts";
import { ConfigError, EmailSignInError, InvalidEmail } from "../../errors/errors.ts";
import { roomFor } from "../../http/cookie_room.ts";
import { issueCsrfToken, verifyCsrf } from "../../http/csrf.ts";
import { isPrefetch, toRecord, toRequest } from "../../http/incoming.ts";
import { allowedUrl, returnUrl } from "../../http/redirect.ts";
import { toSealedCookie } from "../../http/sealed_cookie.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { requestedLocales } from "../../http/ui_locales.ts";
import { callbackUrlOf, endpointUrl, toAddress, toPage } from "../../http/urls.ts";
import { localeOf } from "../../pages/locale.ts";
import { confirmationPage, signedInPage } from "../../pages/confirmation.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { PageForm } from "../../pages/types.ts";
import { within } from "../../platform/platform.ts";
import { isA } from "../../errors/thrown.ts";
import type { Awaitable } from "../../values/types.ts";
import type { Device } from "../../http/device.ts";
import { parseAddress } from "../address.ts";
import type { MailWords } from "../capability.ts";
import { assertAllowed } from "../complete.ts";
import { findByAddress } from "../decision.ts";
import { createIntent, findUserSession, wishesOf } from "../intent.ts";
import type { Attempt } from "../method.ts";
import { mailLocale } from "./mail_locale.ts";
import {
  finishCode,
  finishLink,
  type FollowedLink,
  parseLink,
  readRequestedMail,
  type RequestedMail,
  secondsToWait,
  toMailIdentity,
  toTokenContext,
} from "./finish.ts";
import { deleteToken, storeToken } from "./token.ts";

/** Time limit for sending, in milliseconds. */
const SEND_TIMEOUT = 30_000;

/** Default lifetime of link and code, in seconds: one hour. */
export const DEFAULT_LIFETIME = 3600;

/**
 * Sends the mail. The answer does not reveal whether the address has a user. With `again`, it sends another mail to the
 * address of the one before, after a pause.
 *
 * @throws {InvalidEmail} if the form has no address, or the mail server refuses it.
 * @throws {RateLimited} if too many mails were sent to the address, or were asked for by this client.
 * @throws {AccessDenied} if `callbacks.signIn` refuses.
 * @throws {EmailSignInError} if the mail cannot be sent. Then nothing stays stored.
 * @throws {ConfigError} the same, if a mistake in the setup of the site is the reason.
 */
export async function start(incoming: Incoming, provider: EmailProvider, setup: Setup): Promise<Outcome> {
  const { origin, body } = incoming;
  const context = toTokenContext(provider, setup);
  const before = body?.again === "true" ? await readRequestedMail(incoming, setup, provider.id) : null;
  const page = { provider: provider.id, type: "email" };
  if (before && secondsToWait(before, setup.platform) > 0) {
    return { redirect: toPage("verifyRequest", { ...page, again: "early" }, incoming, setup) };
  }
  const identifier = before?.identifier ?? parseAddress(body?.email, provider);
  const attempted = { kind: "mail", account: identifier, provider: provider.id } as const;
  return await setup.limits.attempt(attempted, incoming, async () => {
    const identity = toMailIdentity(identifier, provider);
    const user = await findByAddress(identifier, context.store) ?? identity.user;
    const params = { user, account: identity.account, email: { verificationRequest: true } };
    const elsewhere = await assertAllowed(params, setup);
    if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, origin, setup) };
    const { random, now } = setup.platform;
    const maxAge = provider.maxAge ?? DEFAULT_LIFETIME;
    const mail = {
      provider: provider.id,
      identifier,
      token: await provider.generateVerificationToken?.() ?? toHex(random(32)),
      ...(provider.mails === "both" && { code: toCode(random(8)) }),
      returnTo: await returnUrl(incoming, setup),
      intent: await createIntent(incoming, setup),
      sentAt: now(),
    };
    const expires = new Date(now() + maxAge * 1000);
    await storeToken({ ...mail, expires }, context);
    await sendOrForget({ ...mail, expires }, { incoming, provider }, setup);
    const cookie = await toSealedCookie(
      mail,
      { cookie: setup.cookies.mail, purpose: "mail", maxAge, origin, room: roomFor(incoming, setup.cookies) },
      setup,
    );
    const url = toPage("verifyRequest", { ...page, again: before && "sent" }, incoming, setup);
    return { redirect: url, cookies: [cookie] };
  });
}

/**
 * Accepts a code, or a link. A link signs in at once in the browser that asked for the mail. In any other, a page asks
 * first, so that a scanner or a prefetch that opens the link neither signs in nor uses the token. A user who is signed in
 * already with that address is not asked.
 *
 * @throws {Verification} if the link or the code is not valid.
 * @throws {TooManyWrongCodes} after five wrong codes.
 */
export async function finish(
  incoming: Incoming,
  provider: EmailProvider,
  setup: Setup,
): Promise<Attempt | Outcome | Failure> {
  const { method, body } = incoming;
  if (method === "POST") await verifyCsrf(incoming, setup);
  if (typeof body?.code === "string") {
    const { code } = body;
    const mail = () => readRequestedMail(incoming, setup, provider.id);
    return await endWith({ mail, incoming }, () => finishCode(code, { incoming, provider }, setup));
  }
  const link = await parseLink(incoming, provider, setup);
  if (method === "GET" && (!link.mail || isPrefetch(incoming))) {
    return await showConfirmation(incoming, { link, provider }, setup);
  }
  return await endWith(
    { mail: () => link.mail, incoming },
    () => finishLink(link, { incoming, provider }, setup),
  );
}

/** Ends the sign-in. A failure keeps what the user wanted when they asked for the mail. */
async function endWith(
  { mail, incoming }: { readonly mail: () => Awaitable<RequestedMail | null>; readonly incoming: Incoming },
  end: () => Promise<Attempt>,
): Promise<Attempt | Failure> {
  try {
    return await end();
  } catch (error) {
    const asked = await mail();
    if (!asked) throw error;
    return { error, returnTo: asked.returnTo, ...wishesOf(asked.intent, incoming) };
  }
}

/** A form with one field: the address. */
export function form({ id, name }: EmailProvider, origin: string, setup: Setup): PageForm {
  return { form: "email", id, name, action: endpointUrl(`signin/${id}`, origin, setup) };
}

/** Shows the page that asks whether to sign in with a mailed link, or says that the user is signed in. */
async function showConfirmation(
  incoming: Incoming,
  { link, provider }: { readonly link: FollowedLink; readonly provider: EmailProvider },
  setup: Setup,
): Promise<Outcome> {
  const { origin, providerId } = incoming;
  const { identifier: email, token } = link;
  const callbackUrl = await returnUrl(incoming, setup);
  if (setup.pages.confirmation) {
    const params = { provider: providerId ?? null, email, token, callbackUrl };
    return { redirect: toAddress(setup.pages.confirmation, params, incoming) };
  }
  const shown = { theme: setup.theme, origin, callbackUrl, email, locale: await localeOf(incoming, setup) };
  // While the database fails, the page asks.
  if (await isSignedIn(email, { incoming, provider }, setup).catch(() => false)) {
    return toPageOutcome(await signedInPage(shown), []);
  }
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await confirmationPage({
    ...shown,
    action: callbackUrlOf(provider.id, origin, setup),
    csrfToken,
    token,
    locales: requestedLocales(incoming),
  });
  return toPageOutcome(page, cookies);
}

/**
 * Returns whether the user is signed in, and has proven this address before. In a browser that waits for a mail to the
 * address, the user wants to sign in again.
 */
async function isSignedIn(
  address: string,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<boolean> {
  const session = await findUserSession(incoming, setup);
  if (!session || (await readRequestedMail(incoming, setup))?.identifier === address) return false;
  const owner = await findByAddress(address, provider.store);
  return owner !== null && String(owner.id) === String(session.userId) && Boolean(owner.emailVerified);
}

/** Sends a mail; if that fails, removes its token. */
async function sendOrForget(
  { identifier, token, code, expires, returnTo }: RequestedMail & { readonly expires: Date },
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<void> {
  const callbackUrl = callbackUrlOf(provider.id, incoming.origin, setup);
  const url = toAddress(callbackUrl, { callbackUrl: returnTo, token, email: identifier }, incoming);
  const mail = {
    purpose: "signIn",
    identifier,
    token,
    url,
    expires,
    ...(code !== undefined && { code }),
  } as const;
  try {
    await sendMail(mail, { incoming, provider }, setup);
  } catch (error) {
    await deleteToken({ provider: provider.id, identifier, token }, toTokenContext(provider, setup)).catch(
      setup.logger.error,
    );
    throw error;
  }
}

/** What differs between mails. */
export type MailToSend = Pick<
  VerificationRequest,
  "purpose" | "identifier" | "token" | "url" | "expires" | "code"
>;

/**
 * Sends a mail with a provider.
 *
 * @throws {InvalidEmail} if the mail server refuses the address.
 * @throws {ConfigError} if a mistake in the setup of the site is the reason.
 * @throws {EmailSignInError} if the mail cannot be sent for another reason.
 */
export async function sendMail(
  mail: MailToSend,
  { incoming, provider, device = null, words }: {
    readonly incoming: Incoming;
    readonly provider: EmailProvider;
    /** The browser that the mail tells of. */
    readonly device?: Device | null;
    /** The messages that differ from those of the sign-in mail, where `Messages` do not have them. */
    readonly words?: MailWords | undefined;
  },
  setup: Setup,
): Promise<void> {
  const { theme } = setup;
  const { fetch } = provider;
  try {
    const request = toRequest(withoutPasswords(incoming, setup));
    const { purpose, expires } = mail;
    const locale = await mailLocale(await localeOf(incoming, setup), { purpose, device, expires, words });
    await within(
      SEND_TIMEOUT,
      setup.platform,
      () => provider.sendVerificationRequest({ ...mail, provider, theme, locale, request, fetch }),
    );
    setup.logger.debug("mail sent", { provider: provider.id, purpose: mail.purpose });
  } catch (error) {
    if (isA(error, ConfigError) || isA(error, InvalidEmail)) throw error;
    throw new EmailSignInError("Cannot send the mail", { err: error as Error });
  }
}

/** Without scripts, the form that mail and password share sends both. What an application does with the mail needs no password. */
function withoutPasswords(incoming: Incoming, { providers }: Setup): Incoming {
  if (incoming.body === undefined) return incoming;
  const fields = [...providers.values()].flatMap((each) =>
    each.type === "credentials" ? Object.entries(each.credentials) : []
  );
  const hidden = new Set(fields.flatMap(([name, { type }]) => type === "password" ? name : []));
  const body = toRecord(Object.entries(incoming.body).filter(([name]) => !hidden.has(name)));
  return { ...incoming, body };
}

/** Eight digits. The modulo bias is below 10^-11. */
export function toCode(random: Uint8Array): string {
  const number = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(number % 100_000_000n).padStart(8, "0");
}
