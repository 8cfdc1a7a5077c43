/**
 * The end of a sign-in by email: with the link, or with the code.
 *
 * @module
 */

import { recordFailure } from "../failure_event.ts";
import { isNormalized, isPlain, normalizeAddress, type Spelling } from "../address.ts";
import { capabilityOf } from "../capability.ts";
import { removedCookie } from "../../http/cookies.ts";
import { findByAddress } from "../decision.ts";
import { InvalidCheck, Verification } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import { type Intent, NO_INTENT } from "../../model/intent.ts";
import type { Whose } from "../../model/limits.ts";
import type { Attempt } from "../../setup/method.ts";
import { allowedUrl, requestedUrl } from "../../http/redirect.ts";
import { comparable, isSameAddress } from "../../values/same_address.ts";
import { openCookie } from "../../http/sealed_cookie.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import { dataIn } from "./mailed_data.ts";
import { consumeToken, type MailTokenContext, verifyCode } from "./token.ts";
import type { Incoming } from "../../http/types.ts";
import type { SignInData } from "../../values/types.ts";

/** The mail that a browser last asked for, in its sealed cookie. */
export interface RequestedMail extends Spelling {
  /** Id of the provider. */
  readonly provider: string;
  /** The address. */
  readonly identifier: string;
  /** The token in the link. */
  readonly token: string;
  /** The code, if the email has one, so that a page asks for it: eight digits. */
  readonly code?: string;
  /** Whose tries of the code are counted. Absent: all of the address, whoever has asked for the email. */
  readonly whose?: Whose;
  /** Absolute URL where the user goes after the sign-in. */
  readonly returnTo: string;
  /** Who was signed in when the user asked for it, and the purpose. */
  readonly intent: Intent;
  /** When it was sent, in milliseconds since the epoch. Absent in the cookie of an earlier version. */
  readonly sentAt?: number;
}

/** Reads the email that this browser asked for, from `providerId` if given; `null` if there is none. */
export async function readRequestedMail(
  { cookies }: Incoming,
  setup: Setup,
  providerId?: string,
): Promise<RequestedMail | null> {
  const mail = await openCookie<RequestedMail>(cookies, setup.cookies.mail, "mail", setup);
  return mail && (providerId === undefined || mail.provider === providerId) ? mail : null;
}

/**
 * The mail that a form with `again` wants once more; `null` for any other form.
 *
 * @throws {InvalidCheck} if this browser has not asked for an email, or too long ago: no mail would be sent.
 */
export async function mailToRepeat(
  incoming: Incoming,
  setup: Setup,
  providerId: string,
): Promise<RequestedMail | null> {
  if (incoming.body?.again !== "true") return null;
  const mail = await readRequestedMail(incoming, setup, providerId);
  if (mail) return mail;
  throw new InvalidCheck("Cannot send the mail: this browser has not asked for a mail, or too long ago");
}

/** A link that the user has opened, and how the address was typed. */
export interface FollowedLink extends Spelling {
  /** The address in the link. */
  readonly identifier: string;
  /** The token as the link has it, for the form of a page. */
  readonly token: string;
  /** The token that was mailed. */
  readonly mailed: string;
  /** `callbackUrl` of the link, not checked. */
  readonly callbackUrl: string | null;
  /** The mail, if this is the browser that asked for it. */
  readonly mail: RequestedMail | null;
  /** What the application's own code has given the sign-in. Absent without any. */
  readonly data?: SignInData;
}

/**
 * Parses a link: from the query, or from the form of the confirmation page.
 *
 * @throws {Verification} if it has no token, or no address.
 */
export async function parseLink(
  incoming: Incoming,
  provider: EmailProvider,
  setup: Setup,
): Promise<FollowedLink> {
  const { body, query } = incoming;
  // Software that shows an email as HTML may write `&amp;` for `&`, or take the end of the sentence for a part of the link.
  const field = (name: string) => body ? body[name] : query.get(name) ?? query.get(`amp;${name}`);
  const [token, email] = [field("token"), field("email")];
  if (typeof token !== "string" || !token) throw new Verification("Cannot accept the link: it has no token");
  // The confirmation page shows it: an attacker must not put other text there.
  const identifier = parseLinkedAddress(email, provider);
  const mail = await readRequestedMail(incoming, setup, provider.id);
  const { former, mailed } = parseLinkToken(token, identifier);
  const data = await dataIn(mailed, setup);
  const isHere = mail?.token === mailed && mail.identifier === identifier;
  return {
    identifier,
    token,
    mailed,
    former: isHere ? mail.former : former,
    callbackUrl: requestedUrl(incoming),
    mail: isHere ? mail : null,
    ...(data && { data }),
  };
}

/** The token of a link, with the way in which the address was typed: an application's own page posts it as it is. */
export function toLinkToken({ token, former }: Pick<RequestedMail, "token" | "former">): string {
  return former === undefined ? token : `${token}:${former}`;
}

function parseLinkToken(token: string, identifier: string): Pick<FollowedLink, "mailed" | "former"> {
  const end = token.lastIndexOf(":");
  const former = token.slice(end + 1);
  return end > 0 && isSameAddress(former, identifier)
    ? { mailed: token.slice(0, end), former }
    : { mailed: token };
}

/** Uses the token of a link. @throws {Verification} if it is wrong, used or too old. */
export async function finishLink(
  { identifier, mailed: token, former, callbackUrl, mail, data }: FollowedLink,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<Attempt> {
  const context = toTokenContext(provider, setup, former);
  await consumeToken({ provider: provider.id, identifier, token }, context);
  const identity = { ...toMailIdentity(identifier, provider, former), ...context.compared };
  await forgetAttempts(identifier, { incoming, provider }, setup);
  return {
    identify: () => Promise.resolve(identity),
    returnTo: mail?.returnTo ?? await allowedUrl(callbackUrl, incoming.origin, setup),
    intent: mail?.intent ?? { ...NO_INTENT, ...(data && { data }) },
    consumed: mail ? [removedCookie(setup.cookies.mail)] : [],
  };
}

/** The request that ends a sign-in with a code. */
interface EnteredCode {
  readonly incoming: Incoming;
  readonly provider: EmailProvider;
  /** Runs when the code is right, before the link is used: if it throws, the link still works. Default: nothing. */
  readonly beforeUse?: () => Promise<void>;
}

/**
 * Uses a code, in the browser that asked for the email.
 *
 * @throws {InvalidCode} if it is wrong.
 * @throws {RateLimited} if too many codes were wrong.
 * @throws {TooManyWrongCodes} if five codes were wrong, this one among them or not.
 * @throws {Verification} if this browser has not asked for an email, or the code is used or too old.
 */
export async function finishCode(
  code: string,
  { incoming, provider, beforeUse }: EnteredCode,
  setup: Setup,
): Promise<Attempt> {
  const mail = await readRequestedMail(incoming, setup, provider.id);
  if (mail?.code === undefined) {
    throw new Verification("Cannot accept the code: this browser has not asked for a mail, or too long ago");
  }
  const { identifier, former, whose, returnTo, intent } = mail;
  const context = toTokenContext(provider, setup, former);
  const sent = { ...mail, code: mail.code };
  await setup.limits.attempt(
    { kind: "code", account: identifier, whose, provider: provider.id },
    incoming,
    () => verifyCode(code, sent, context),
  ).catch(async (error) => {
    await recordFailure(error, { userId: null, email: identifier, way: provider.id }, incoming, setup);
    throw error;
  });
  await beforeUse?.();
  await consumeToken(mail, { ...context, hasCode: false });
  const identity = { ...toMailIdentity(identifier, provider, former), ...context.compared };
  await forgetAttempts(identifier, { incoming, provider }, setup);
  const consumed = [removedCookie(setup.cookies.mail)];
  return { returnTo, intent, consumed, identify: () => Promise.resolve(identity) };
}

/** The mails to an address, and the guesses that were tried for it, count no more: its owner is here. */
async function forgetAttempts(
  account: string,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: Pick<EmailProvider, "id"> },
  { limits, providers }: Pick<Setup, "limits" | "providers">,
): Promise<void> {
  await limits.forget({ kind: "mail", account, provider: provider.id }, incoming);
  for (const each of providers.values()) {
    const { guess } = capabilityOf(each) ?? {};
    if (!guess) continue;
    // Where they call an account by its address.
    await limits.forget({ kind: guess.kind, account: comparable(account), provider: each.id }, incoming);
  }
}

/** The identity of the owner of a mailbox. @param identifier The address; of an email from before an update, in its former form. */
export function toMailIdentity(identifier: string, provider: EmailProvider, former?: string): Identity {
  const email = provider.normalizeIdentifier ? identifier : normalizeAddress(identifier);
  const account = { provider: provider.id, type: "email", providerAccountId: email } as const;
  const linksByEmail = provider.allowDangerousEmailAccountLinking === true;
  return {
    user: { id: email, email },
    account,
    stored: {},
    ...(former !== undefined && { formerEmail: former }),
    linksByEmail,
    amr: ["otp"],
  };
}

/** The id of no user. */
const NOBODY = "";

/** The context of functions of `token.ts`, and what they have compared a token with. */
interface ComparedContext extends MailTokenContext {
  /** The generation of the user with the address, if it is verified; empty before. Whatever ends their sessions later ends the sign-in. */
  readonly compared: Pick<Identity, "generation">;
}

/** The context of the functions of `token.ts`. @param former As the address was typed. */
export function toTokenContext(
  { store, mails }: EmailProvider,
  { secrets, platform, migration, logger, generations }: Setup,
  former?: string,
): ComparedContext {
  const compared: { generation?: number } = {};
  return {
    compared,
    store,
    secrets,
    platform,
    migration,
    logger,
    hasCode: mails === "both",
    ...(generations && {
      async generationOf(address: string) {
        const user = await findByAddress(address, store, former);
        // Asked without a user as well: the answer must not take longer for one.
        const generation = await generations.current(user?.id ?? NOBODY, { isExact: true });
        // A stranger with the address of another must not end the emails of its owner by signing out everywhere.
        if (!user?.emailVerified) return 0;
        compared.generation ??= generation;
        return generation;
      },
    }),
  };
}

/** Parses the address of a link. With a `normalizeIdentifier` of the application, any text without spaces is one. */
function parseLinkedAddress(linked: unknown, { normalizeIdentifier }: EmailProvider): string {
  const email = normalizeIdentifier ? linked : String(linked).replace(/[.,;)>\]"']{1,9}$/, "");
  const isAddress = typeof linked === "string" && typeof email === "string" &&
    (normalizeIdentifier ? email.length <= 254 && isPlain(email) : isNormalized(email));
  if (isAddress) return email;
  throw new Verification("Cannot accept the link: it has no email address");
}
