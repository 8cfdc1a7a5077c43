/**
 * Signing in by mail: a link and a code go to a mailbox, and whoever comes back with one of them owns it.
 *
 * @module
 */

import type { EmailProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { toHex } from "../crypto/bytes.ts";
import { open } from "../crypto/seal.ts";
import { ConfigError, EmailSignInError, Verification } from "../errors.ts";
import { removedCookie } from "../http/cookies.ts";
import { toRequest } from "../http/incoming.ts";
import { allowedUrl, requestedUrl, returnUrl, withParams } from "../http/redirect.ts";
import { toSealedCookie } from "../http/sealed_cookie.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import { within } from "../platform.ts";
import { isA } from "../thrown.ts";
import type { Identity } from "../types.ts";
import { isNormalized, parseAddress } from "./address.ts";
import { assertAllowed } from "./complete.ts";
import { findByAddress } from "./decision.ts";
import { type Intent, NO_INTENT, readIntent } from "./intent.ts";
import { dropToken, keepToken, type TokenContext, tryCode, useToken } from "./mailed_token.ts";

/** The mail that a browser last asked for, as its sealed cookie remembers it. */
export interface Mail {
  /** Id of the provider. */
  readonly provider: string;
  /** The address. */
  readonly identifier: string;
  /** The token in the link. */
  readonly token: string;
  /** The code: eight digits. */
  readonly code: string;
  /** Where the user goes in the end. */
  readonly returnTo: string;
  /** What it was asked for. */
  readonly intent: Intent;
}

/** What a used link or code proves, and where the user goes. */
export interface Opened {
  /** The owner of the mailbox. */
  readonly identity: Identity;
  /** Absolute URL. */
  readonly returnTo: string;
  /** What the mail was asked for in this browser. */
  readonly intent: Intent;
  /** Removes the cookie of the mail. */
  readonly consumed: readonly SetCookie[];
}

/** How long sending may take, in milliseconds. */
const SEND_TIMEOUT = 30_000;

/** Lifetime of link and code in seconds, if the provider says nothing: one hour. */
const DEFAULT_MAX_AGE = 3600;

/**
 * Sends the mail. The answer is the same whether or not the address is known.
 *
 * @throws {InvalidEmail} if the form has no address.
 * @throws {AccessDenied} if `callbacks.signIn` refuses.
 * @throws {EmailSignInError} if the mail could not be sent; then nothing is stored.
 * @throws {ConfigError} likewise, if the setup of the site is why.
 */
export async function start(incoming: Incoming, provider: EmailProvider, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  const context = contextOf(setup);
  const identifier = parseAddress(incoming.body?.email, provider);
  const identity = toIdentity(identifier, provider);
  const user = await findByAddress(identifier, context.store) ?? identity.user;
  const params = { user, account: identity.account, email: { verificationRequest: true } };
  const elsewhere = await assertAllowed(params, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, origin, setup) };
  const { random, now } = setup.platform;
  const maxAge = provider.maxAge ?? DEFAULT_MAX_AGE;
  const mail: Mail = {
    provider: provider.id,
    identifier,
    token: await provider.generateVerificationToken?.() ?? toHex(random(32)),
    code: toCode(random(8)),
    returnTo: await returnUrl(incoming, setup),
    intent: await readIntent(incoming, setup),
  };
  const expires = new Date(now() + maxAge * 1000);
  await keepToken({ ...mail, expires }, context);
  await send({ ...mail, expires }, { incoming, provider }, setup);
  const cookie = await toSealedCookie(
    mail,
    { cookie: setup.cookies.mail, purpose: "mail", maxAge, origin },
    setup,
  );
  const page = setup.pages.verifyRequest ?? `${setup.basePath}/verify-request`;
  return {
    redirect: withParams(page, origin, { provider: provider.id, type: "email" }),
    cookies: [cookie],
  };
}

/** The mail that this browser asked for, if it did, at this provider if one is named. */
export async function readMail(
  { cookies }: Incoming,
  setup: Setup,
  providerId?: string,
): Promise<Mail | null> {
  const sealed = cookies.get(setup.cookies.mail.name);
  const mail = sealed ? await open<Mail>(sealed, "mail", setup) : null;
  return mail && (providerId === undefined || mail.provider === providerId) ? mail : null;
}

/** A link that was followed. */
export interface FollowedLink {
  /** The address in the link. */
  readonly identifier: string;
  /** The token in the link. */
  readonly token: string;
  /** Where the link says that the user goes. */
  readonly callbackUrl: string | null;
  /** The mail, if this is the browser that asked for it. */
  readonly mail: Mail | null;
}

/**
 * Reads a link: from the query, or from the form of the page that asks whether to sign in with it.
 *
 * @throws {Verification} if there is none.
 */
export async function readLink(
  incoming: Incoming,
  provider: EmailProvider,
  setup: Setup,
): Promise<FollowedLink> {
  const { body, query } = incoming;
  const [token, email] = body ? [body.token, body.email] : [query.get("token"), query.get("email")];
  if (typeof token !== "string" || !token) throw new Verification("Cannot accept the link: it has no token");
  // It is shown on a page: only an address may be, not any text that someone puts into a link.
  const identifier = readAddress(email, provider);
  const mail = await readMail(incoming, setup, provider.id);
  const isHere = mail?.token === token && mail.identifier === identifier;
  return { identifier, token, callbackUrl: requestedUrl(incoming), mail: isHere ? mail : null };
}

/** Signs in with a link. @throws {Verification} if its token is wrong, used or too old. */
export async function openLink(
  { identifier, token, callbackUrl, mail }: FollowedLink,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<Opened> {
  await useToken({ provider: provider.id, identifier, token }, contextOf(setup));
  return {
    identity: toIdentity(identifier, provider),
    returnTo: mail?.returnTo ?? await allowedUrl(callbackUrl, incoming.origin, setup),
    intent: mail?.intent ?? NO_INTENT,
    consumed: mail ? [removedCookie(setup.cookies.mail)] : [],
  };
}

/**
 * Signs in with a code, in the browser that asked for the mail.
 *
 * @throws {InvalidCode} if it is wrong.
 * @throws {Verification} if this browser asked for no mail, or the code is used, too old, or was tried too often.
 */
export async function openCode(
  code: string,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<Opened> {
  const mail = await readMail(incoming, setup, provider.id);
  if (!mail) {
    throw new Verification("Cannot accept the code: this browser has asked for no mail, or too long ago");
  }
  const context = contextOf(setup);
  await tryCode(code, mail, context);
  await useToken(mail, context);
  const { identifier, returnTo, intent } = mail;
  const consumed = [removedCookie(setup.cookies.mail)];
  return { identity: toIdentity(identifier, provider), returnTo, intent, consumed };
}

/** An address as it was put into a link. What an application's own `normalizeIdentifier` returns may have any shape. */
function readAddress(email: unknown, { normalizeIdentifier }: EmailProvider): string {
  const isAddress = typeof email === "string" &&
    (normalizeIdentifier ? /^[^\s\p{Cc}]{1,254}$/u.test(email) : isNormalized(email));
  if (isAddress) return email;
  throw new Verification("Cannot accept the link: it has no e-mail address");
}

async function send(
  { identifier, token, code, expires, returnTo }: Mail & { readonly expires: Date },
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<void> {
  const callbackUrl = `${incoming.origin}${setup.basePath}/callback/${provider.id}`;
  const url = `${callbackUrl}?${new URLSearchParams({ callbackUrl: returnTo, token, email: identifier })}`;
  const { theme } = setup;
  const { fetch } = provider;
  try {
    const request = toRequest(incoming);
    const mail = { identifier, url, code, expires, token, provider, theme, request, fetch };
    await within(SEND_TIMEOUT, setup.platform, () => provider.sendVerificationRequest(mail));
  } catch (error) {
    await dropToken({ provider: provider.id, identifier, token }, contextOf(setup)).catch(setup.logger.error);
    if (isA(error, ConfigError)) throw error;
    throw new EmailSignInError("Cannot send the mail", { err: error as Error });
  }
}

function contextOf(setup: Setup): TokenContext {
  // `setupOf` lets no e-mail provider in without an adapter.
  return { store: setup.store!, secrets: setup.secrets, platform: setup.platform };
}

function toIdentity(email: string, provider: EmailProvider): Identity {
  const account = { provider: provider.id, type: "email", providerAccountId: email } as const;
  const linksByEmail = provider.allowDangerousEmailAccountLinking === true;
  return { user: { id: email, email }, account, stored: {}, linksByEmail };
}

/** Eight digits, all equally likely but for one in 10^11. */
function toCode(random: Uint8Array): string {
  const number = new DataView(random.buffer, random.byteOffset).getBigUint64(0);
  return String(number % 100_000_000n).padStart(8, "0");
}
