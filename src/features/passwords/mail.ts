/**
 * The emails about passwords: each has a link, most have a code, and the browser that asked for it keeps a sealed cookie.
 *
 * @module
 */

import { type Spelling, spellingOf } from "../../sign_in/address.ts";
import { toHex } from "../../crypto/bytes.ts";
import { assertAllowed } from "../../sign_in/complete.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import {
  type RequestedMail,
  toLinkToken,
  toMailIdentity,
  toTokenContext,
} from "../../sign_in/mail/finish.ts";
import { withData } from "../../sign_in/mail/mailed_data.ts";
import type { CredentialsOutcome } from "../../model/identity.ts";
import { type Intent, NO_INTENT } from "../../model/intent.ts";
import { mailLink, toCode } from "../../sign_in/mail/mailed_proof.ts";
import type { MailPurpose } from "../../model/provider.ts";
import type { Messages } from "../../messages/types.ts";
import { allowedUrl, returnUrl, withParams } from "../../http/redirect.ts";
import { secondStepError } from "../../http/second_step.ts";
import { findMailProvider, mailProvider, passwordProvider } from "./setup.ts";
import type { Typed } from "../../setup/new_user.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import { readPassword } from "./store.ts";
import type { PasswordProvider } from "./types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { COUNTED_APART } from "../../limits/rules.ts";
import { requestedLocales } from "../../http/ui_locales.ts";
import { callbackUrlOf, toAddress, toPage } from "../../http/urls.ts";

/** `asks` in a mailed link whose page asks for the password from before: see `question.ts`. */
export const ASKS_PASSWORD = "password";

/** What the emails are for. A cookie has the index: its length must not tell who has an account. */
const PURPOSES: readonly MailPurpose[] = ["confirm", "reset", "exists", "noAccount", "unknownBrowser"];

/** The purposes whose mails show the code. In the others it would let a person in who only repeats what a stranger asks for. */
const WITH_CODE: readonly MailPurpose[] = ["confirm", "reset", "unknownBrowser"];

/** The mail that a browser has asked for, and the password that was typed in it. */
export interface RequestedPassword extends RequestedMail {
  /** What the email is for: see `purposeOf`. */
  readonly about: number;
  /** Hash of the password that was typed in this browser; `null` if none was. */
  readonly hash: string | null;
  /** What a new user has typed in this browser, beside address and password. Absent if the form asks for nothing else. */
  readonly typed?: Typed;
  /** Whose password it is, which was typed right. Absent for a new one. */
  readonly kept?: PasswordMail["kept"];
  /** Whether the user has typed a name, so that the page keeps the address to itself. Absent for an address. */
  readonly isNamed?: boolean;
}

/** What an email is for. */
export function purposeOf({ about }: Pick<RequestedPassword, "about">): MailPurpose {
  return PURPOSES[about] ?? "noAccount";
}

/** An email about a password. */
export interface PasswordMail extends Spelling {
  /** What it is for. */
  readonly purpose: MailPurpose;
  /** The address. */
  readonly identifier: string;
  /** Hash of the password that was typed in this browser; `null` if none was. */
  readonly hash: string | null;
  /** Who adds a password while they are signed in. Default: a session of the browser has no part in it. */
  readonly intent?: Intent;
  /** The mail before, if this one replaces it: the user has asked for another. */
  readonly before?: RequestedPassword;
  /** What the page says first. Default: nothing, or that another mail was sent. */
  readonly status?: "unverified" | "unknownBrowser";
  /** What a new user has typed in this browser, beside address and password. Default: the form asks for nothing else. */
  readonly typed?: Typed | undefined;
  /** Whether the user has typed a name. Default: the address. */
  readonly isNamed?: boolean;
  /** Who of the staff has asked for it, for the user: the email has no code, which works in the browser that asks. Default: the user has. */
  readonly ofStaff?: {
    /** Id of the administrator; `null`: code outside of requests. */
    readonly actorId: string | null;
  };
  /** Whose tries of the code are counted. Default: all of the address. */
  readonly whose?: RequestedMail["whose"];
  /** Whose password it is, which was typed right. Default: it is a new one. */
  readonly kept?: Pick<CredentialsOutcome, "isKept" | "ofUser" | "ifGeneration"> | undefined;
}

/**
 * Sends an email, if the application allows it, and leads to the page that asks for its code. Whether the address has a user
 * changes nothing that the browser sees, nor what is stored.
 *
 * @throws {RateLimited} if too many emails were sent to the address, or were asked for by this client.
 * @throws {AccessDenied} if `callbacks.signIn` refuses.
 * @throws {EmailSignInError} if the email cannot be sent. Then nothing stays stored.
 * @throws {ConfigError} the same, if a mistake in the setup of the site is the reason.
 * @throws {InvalidEmail} the same, if the mail server refuses the address.
 */
export async function sendPasswordMail(
  mail: PasswordMail,
  context: { readonly incoming: Incoming; readonly provider: PasswordProvider },
  setup: Setup,
): Promise<Outcome> {
  const { purpose, identifier: account } = mail;
  const about = mail.ofStaff ? "staffReset" : COUNTED_APART.find((each) => each === purpose);
  const actor = mail.ofStaff?.actorId;
  const attempted = { kind: "mail", account, about, actor, provider: context.provider.id } as const;
  return await setup.limits.attempt(attempted, context.incoming, () => send(mail, context, setup));
}

async function send(
  mail: PasswordMail,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: PasswordProvider },
  setup: Setup,
): Promise<Outcome> {
  const { purpose: wanted, identifier: written, former: typed, before, status } = mail;
  const { origin } = incoming;
  const mailer = mailProvider(provider, setup);
  // That of a stored user may have capitals, which no link has.
  const { user: unknown, account } = toMailIdentity(written, mailer);
  const { id: identifier } = unknown;
  const { former } = typed === undefined ? spellingOf(written, identifier) : { former: typed };
  const tokens = toTokenContext(mailer, setup, former);
  // Read before the user: a person who proves the address in the meantime ends link and code.
  const generation = await tokens.generationOf?.(identifier) ?? 0;
  const context = { ...tokens, generationOf: () => Promise.resolve(generation) };
  const stored = await findByAddress(identifier, context.store, former);
  const { hash: old } = await readPassword(stored, provider.store);
  const purpose = wanted === "confirm" && stored?.emailVerified ? "exists" : wanted;
  const user = stored ?? unknown;
  const elsewhere = await assertAllowed({ user, account, email: { verificationRequest: true } }, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, origin, setup) };
  const named = { purpose, identifier, former };
  const requested = await toRequested(mail, { named, mailer, incoming, provider }, setup);
  const asks = purpose === "confirm" && old !== null ? ASKS_PASSWORD : null;
  const { password: _new, current: _old, ...body } = incoming.body ?? {};
  const cookies = await mailLink(
    {
      purpose,
      requested,
      url: () => withParams(linkOf(requested, incoming, setup), origin, { asks }),
      ...purpose === "exists" &&
        { otherUrl: toPage("signIn", { callbackUrl: requested.returnTo }, incoming, setup) },
      words: ({ messages }) => Promise.resolve(wordsOf(purpose, messages, setup.signsUp)),
      showsCode: WITH_CODE.includes(purpose) && !mail.ofStaff,
      context,
    },
    { incoming: { ...incoming, body }, provider: mailer },
    setup,
  );
  const again = before ? "sent" : status ?? null;
  // A script must not take its user for signed in: the password was right.
  const error = mail.kept ? secondStepError(incoming) : null;
  return { redirect: waitingPage(requested, { incoming, again, error }, setup), cookies };
}

/** The messages of an email. */
function wordsOf(
  purpose: MailPurpose,
  { mail, password, passwordMails }: Messages,
  signsUp: boolean,
): Partial<Messages["mail"]> {
  return {
    ...Object(passwordMails)[purpose],
    // Its link leads to the sign-in page, where nobody can create an account.
    ...purpose === "noAccount" && !signsUp && { openLink: mail.openLink, button: mail.button },
    ...purpose === "exists" && { otherButton: password.signIn },
    // Its link leads to a page for everyone.
    ...purpose === "noAccount" && { warning: "" },
  };
}

/** What the browser that has asked for an email keeps of it. */
async function toRequested(
  { hash, typed, kept, whose, isNamed, before, intent }: PasswordMail,
  { named: { purpose, ...spelling }, mailer, incoming, provider }: {
    readonly named: Pick<PasswordMail, "purpose"> & Pick<RequestedPassword, "identifier" | "former">;
    readonly mailer: EmailProvider;
    readonly incoming: Incoming;
    readonly provider: PasswordProvider;
  },
  setup: Setup,
): Promise<RequestedPassword> {
  const { platform } = setup;
  const asked = before?.intent ?? intent ?? withLocales(incoming);
  return {
    provider: provider.id,
    about: PURPOSES.indexOf(purpose),
    ...spelling,
    hash,
    ...(typed && { typed }),
    ...(kept && { kept }),
    ...(whose && { whose }),
    ...(isNamed && { isNamed }),
    token: await withData(toHex(platform.random(32)), asked, mailer.maxAge, setup),
    ...(mailer.mails === "both" && { code: toCode(platform) }),
    returnTo: before?.returnTo ?? await returnUrl(incoming, setup),
    intent: asked,
    sentAt: platform.now(),
  };
}

/** The page on which the user waits for an email: that of the code, or that of the code with a new password. */
export function waitingPage(
  { provider, hash, code }: Pick<RequestedPassword, "provider" | "hash" | "code">,
  { incoming, again, error = null, tries = null }: {
    readonly incoming: Incoming;
    readonly again: string | null;
    readonly error?: string | null;
    /** How often the code may be tried again. Default: unsaid. */
    readonly tries?: string | null;
  },
  setup: Setup,
): string {
  const page = hash === null && code !== undefined ? "newPassword" : "verifyRequest";
  return toPage(page, { provider, type: "email", again, error, tries }, incoming, setup);
}

/** Where a user who has forgotten the password asks for an email; `null` if no mail can be sent. */
export function forgotPasswordUrl(callbackUrl: string, incoming: Incoming, setup: Setup): string | null {
  const url = setup.theme.links?.forgotPassword;
  if (url !== undefined || !findMailProvider(passwordProvider(setup), setup)) return url ?? null;
  return toPage("forgotPassword", { callbackUrl }, incoming, setup);
}

/** The person who left a session in this browser must not keep a way into the account. */
export function withLocales(incoming: Incoming): Intent {
  const locales = requestedLocales(incoming);
  const { data } = incoming;
  return { ...NO_INTENT, ...(locales !== null && { locales }), ...(data && { data }) };
}

/** The link: to the page that creates an account if there is none, else to the callback of passwords. */
function linkOf(
  requested: RequestedPassword,
  incoming: Incoming,
  setup: Setup,
): string {
  const { about, identifier, returnTo, provider } = requested;
  const params = { callbackUrl: returnTo };
  if (purposeOf({ about }) === "noAccount") {
    return toPage(setup.signsUp ? "signUp" : "signIn", params, incoming, setup);
  }
  const url = callbackUrlOf(provider, incoming.origin, setup);
  return toAddress(url, { ...params, token: toLinkToken(requested), email: identifier }, incoming);
}
