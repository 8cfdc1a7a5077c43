/**
 * Sign-in with a password that the library keeps, and the end of what an email about a password has begun.
 *
 * @module
 */

import { beforeForm } from "../../sign_in/open_form.ts";
import { isPasswordOf } from "./check.ts";
import { showLinkChoice } from "./choose_action.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { CredentialsSignin, InvalidCode, InvalidPassword, Verification } from "../../errors/errors.ts";
import { emitFailure } from "../../sign_in/failure_event.ts";
import { keepTyped } from "./form.ts";
import {
  finishCode,
  finishLink,
  mailToRepeat,
  parseLink,
  readRequestedMail,
} from "../../sign_in/mail/finish.ts";
import { isFromScript, isPrefetch } from "../../http/incoming.ts";
import { onlyIn } from "../../http/link_request.ts";
import { NO_INTENT } from "../../model/intent.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { showLinkQuestion } from "./keep_action.ts";
import {
  ASKS_PASSWORD,
  type PasswordMail,
  purposeOf,
  type RequestedPassword,
  sendPasswordMail,
  waitingPage,
} from "./mail.ts";
import { secondsToWait } from "../../sign_in/mail/mailed_proof.ts";
import type { Attempt } from "../../setup/method.ts";
import { assertPosted } from "../../sign_in/method.ts";
import { signInPageUrl } from "../../sign_in/page_url.ts";
import { hashPassword, needsRehash } from "../../crypto/password.ts";
import { assertNewPassword } from "./policy.ts";
import { returnUrl, withParams } from "../../http/redirect.ts";
import { mailProvider, ownerOf } from "./setup.ts";
import { isNameTyped, passwordIdentity, typedUser } from "./typed_user.ts";
import { askInUnknownBrowser, isForBrowser, mayRepeat, withPasswordFrom } from "./unknown_browser.ts";
import type { Setup } from "../../setup/setup.ts";
import { readPassword, replaceHash } from "./store.ts";
import { standingOf } from "../../sign_in/standing.ts";
import { canTakeOver } from "../../config/takeover.ts";
import { takeoverRefusal } from "../../sign_in/takeover.ts";
import { isA } from "../../errors/thrown.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { PasswordProvider } from "./types.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { callbackUrlOf } from "../../http/urls.ts";

export { form } from "./sign_in_form.ts";

/** What its form is. */
export const openForm = "signIn";

/**
 * Sends another mail, if the form asks for one; else leads to the sign-in page, where the form for the password is.
 *
 * @throws {InvalidCheck} if this browser has not asked for an email, or too long ago.
 */
export async function start(incoming: Incoming, provider: PasswordProvider, setup: Setup): Promise<Outcome> {
  const before = await mailToRepeat(incoming, setup, provider.id) as RequestedPassword | null;
  if (!before) return { redirect: await signInPageUrl(incoming, setup) };
  if (secondsToWait(before, setup.platform) > 0) {
    return { redirect: waitingPage(before, { incoming, again: "early" }, setup) };
  }
  if (isForBrowser(before)) {
    if (!await mayRepeat(before, provider, setup)) return { redirect: await signInPageUrl(incoming, setup) };
    return await sendPasswordMail(
      { ...before, purpose: "unknownBrowser", before },
      { incoming, provider },
      setup,
    );
  }
  // An account may be there by now, or not any more.
  const user = await findByAddress(before.identifier, setup.store!, before.former);
  const isSignUp = ["confirm", "exists"].includes(purposeOf(before));
  const purpose = isSignUp ? user?.emailVerified ? "exists" : "confirm" : user ? "reset" : "noAccount";
  return await sendPasswordMail({ ...before, purpose, before }, { incoming, provider }, setup);
}

/**
 * Accepts a password, the code or the link of an email, or a new password behind one of these.
 *
 * @throws {CredentialsSignin} if the password is wrong, or the user has none.
 * @throws {RateLimited} if too many passwords were wrong.
 * @throws {TooManyWrongCodes} after five wrong codes of an email.
 * @throws {Verification} if the link or the code is not valid.
 */
export async function finish(
  incoming: Incoming,
  provider: PasswordProvider,
  setup: Setup,
): Promise<Attempt | Outcome | Failure> {
  const { method, query, body } = incoming;
  if (method === "GET" && query.has("token")) return await followLink(incoming, provider, setup);
  await assertPosted(incoming, setup);
  // `signIn()` of the application posts here, whatever the form asks for.
  if (body?.again === "true") return await start(incoming, provider, setup);
  if (typeof body?.code === "string") return await enterCode(incoming, provider, setup);
  if (typeof body?.token === "string") return await choosePassword(incoming, provider, setup);
  return await enterPassword(incoming, provider, setup);
}

/** Signs in, or sends an email to a user whose address was never confirmed, or who is not known in this browser. */
async function enterPassword(
  incoming: Incoming,
  provider: PasswordProvider,
  setup: Setup,
): Promise<Attempt | Outcome> {
  await beforeForm("signIn", incoming, setup);
  const { store, cost } = provider;
  const { email, username = email, password } = incoming.body ?? {};
  const { signal } = incoming.received ?? {};
  const wrong = (what = "the address or the password is wrong") =>
    new CredentialsSignin(`Cannot sign in: ${what}`);
  // Enter without a script sends an empty one, which no one has: it is not a guess that the limits count.
  if (!password) throw wrong("no password was typed");
  const { find, ...counted } = await typedUser(username, provider, setup);
  const attempted = { kind: "password", ...counted, provider: provider.id } as const;
  const { user, hash, generation } = await setup.limits.attempt(attempted, incoming, async () => {
    const found = await find();
    const stored = await readPassword(found, store);
    // As much work for an unknown user: otherwise the time reveals who has an account.
    const isRight = await isPasswordOf(password, stored.hash, { provider, setup, signal });
    if (!found || !stored.hash || !isRight) throw wrong();
    return { user: found, hash: stored.hash, generation: stored.generation };
  });
  const typed = String(password);
  if (user.email && !user.emailVerified) {
    await assertConfirmable(user, provider, setup);
    const kept = { isKept: true, ofUser: String(user.id), ifGeneration: generation } as const;
    const mail = {
      purpose: "confirm",
      identifier: user.email,
      hash: needsRehash(hash, cost) ? await hashPassword(typed, { ...cost, signal }) : hash,
      kept,
      status: "unverified",
      isNamed: isNameTyped(username),
    } as const;
    return await sendPasswordMail(mail, { incoming, provider }, setup);
  }
  if (needsRehash(hash, cost)) {
    await replaceHash(user.id, { from: hash, to: await hashPassword(typed, { ...cost, signal }) }, store);
  }
  const right = { user, identifier: username, hash, generation };
  const asked = await askInUnknownBrowser(right, { incoming, provider }, setup);
  if (asked) return asked;
  const identity = passwordIdentity(user, { provider, generation, identifier: username });
  const returnTo = await returnUrl(incoming, setup);
  return {
    returnTo,
    intent: { ...NO_INTENT, only: onlyIn(incoming) },
    consumed: [],
    identify: () => Promise.resolve(identity),
  };
}

/** Asserts that an email may confirm the address of a user, who would be refused after it. @throws {UserNotVerified} if it may not. */
async function assertConfirmable(user: AdapterUser, provider: PasswordProvider, setup: Setup): Promise<void> {
  const { allowDangerousEmailAccountLinking } = mailProvider(provider, setup);
  if (canTakeOver(setup) || allowDangerousEmailAccountLinking || !await isStranger(user, setup)) return;
  throw takeoverRefusal(user, [], setup);
}

/** Whether the email would take the user over: no mailbox of theirs was ever proven. */
async function isStranger(user: AdapterUser, { store }: Setup): Promise<boolean> {
  // Neither the typed password nor a second step decides it.
  return await standingOf(user, { identity: {}, store: store!, asks: false }) === "stranger";
}

/**
 * Opens a mailed link. In the browser in which the password was typed, it signs in at once. In any other, a page asks for a
 * password: what a stranger may have typed elsewhere is kept nowhere. It asks for that of a user who has one from before.
 */
async function followLink(
  incoming: Incoming,
  provider: PasswordProvider,
  setup: Setup,
): Promise<Attempt | Outcome> {
  const mailer = mailProvider(provider, setup);
  const link = await parseLink(incoming, mailer, setup);
  const mail = link.mail as RequestedPassword | null;
  const hash = mail && purposeOf(mail) === "confirm" ? mail.hash : null;
  const { query } = incoming;
  const isAhead = isPrefetch(incoming);
  const isAsked = query.get("asks") === ASKS_PASSWORD;
  if (isAsked && (!hash || isAhead)) return await showLinkQuestion(link, incoming, setup);
  const isChosen = hash && !isAhead && !await isOvertaken(mail!, setup);
  if (!isChosen) return await showLinkChoice(link, incoming, setup, query.get("error"));
  return withPassword(hash, await finishLink(link, { incoming, provider: mailer }, setup), mail!);
}

/** Uses a code, in the browser that asked for the email: with the password that was typed there, or that comes with it. */
async function enterCode(
  incoming: Incoming,
  provider: PasswordProvider,
  setup: Setup,
): Promise<Attempt | Outcome | Failure> {
  const mail = await requestedIn(incoming, provider, setup);
  try {
    // A password that comes with the code is the newer one.
    const isKept = (mail && isForBrowser(mail)) || incoming.body?.password === undefined;
    const kept = isKept ? mail?.hash ?? null : null;
    // A wrong code must not cost a hash, nor a bad password the code.
    const password = mail && kept === null
      ? await newPassword(mail.identifier, { incoming, provider }, setup)
      : null;
    let hash = kept;
    const beforeUse = async () => {
      // After the code: before, it would say to the person who asked for the email that there is an account by now.
      if (mail && await isOvertaken(mail, setup)) {
        throw new Verification("Cannot accept the code: the address has been confirmed in the meantime");
      }
      hash = password === null ? kept : await hashPassword(password, provider.cost);
    };
    const mailer = mailProvider(provider, setup);
    const code = String(incoming.body?.code);
    const attempt = await finishCode(code, { incoming, provider: mailer, beforeUse }, setup);
    if (mail && isForBrowser(mail)) return withPasswordFrom(mail, attempt, { provider, setup });
    return hash
      ? withPassword(hash, attempt, { typed: mail?.typed, ...(kept && { kept: mail?.kept }) })
      : attempt;
  } catch (error) {
    if (!mail || setup.raw) throw error;
    return await afterBadCode(error, { mail, incoming }, setup);
  }
}

/** Shows the page of a code again where the user can try again there; else a failure that keeps what they wanted before. */
async function afterBadCode(
  error: unknown,
  { mail, incoming }: { readonly mail: RequestedPassword; readonly incoming: Incoming },
  setup: Setup,
): Promise<Outcome | Failure> {
  const again = (error: string, tries: string | null = null) =>
    waitingPage(mail, { incoming, again: null, error, tries }, setup);
  const asksBoth = mail.hash === null;
  if (isA(error, InvalidPassword)) {
    // The code was not compared yet, so it may come again.
    const code = String(incoming.body?.code).replaceAll(/\D/g, "");
    const isShown = asksBoth && code.length === 8 && !setup.pages.newPassword;
    const cookies = isShown ? await keepTyped({ code }, incoming, setup) : [];
    return { redirect: again(error.code), cookies };
  }
  if (asksBoth && isA(error, InvalidCode)) {
    await emitFailure(error, incoming, setup);
    const { left } = error.cause ?? {};
    return { redirect: again("InvalidCode", typeof left === "number" ? String(left) : null) };
  }
  return { error, returnTo: mail.returnTo, ...wishesOf(mail.intent, incoming) };
}

/**
 * Whether the owner of the address has confirmed it in another way since an email was sent to confirm it. The password that waits
 * for its code may be that of a stranger.
 */
async function isOvertaken(mail: RequestedPassword, { store }: Setup): Promise<boolean> {
  if (purposeOf(mail) !== "confirm") return false;
  return Boolean((await findByAddress(mail.identifier, store!, mail.former))?.emailVerified);
}

/** Uses a link with a new password. */
async function choosePassword(
  incoming: Incoming,
  provider: PasswordProvider,
  setup: Setup,
): Promise<Attempt | Outcome> {
  const mailer = mailProvider(provider, setup);
  const link = await parseLink(incoming, mailer, setup);
  try {
    const password = await newPassword(link.identifier, { incoming, provider }, setup);
    // A made-up link costs a hash as well.
    const attempted = { kind: "code", provider: provider.id } as const;
    return await setup.limits.attempt(attempted, incoming, async () => {
      const { signal } = incoming.received ?? {};
      const hash = await hashPassword(password, { ...provider.cost, signal });
      return withPassword(hash, await finishLink(link, { incoming, provider: mailer }, setup));
    });
  } catch (error) {
    // The link still works.
    if (!isA(error, InvalidPassword) || setup.raw) throw error;
    if (!isFromScript(incoming)) return await showLinkChoice(link, incoming, setup, error.code);
    const { token, identifier: email } = link;
    const url = callbackUrlOf(provider.id, incoming.origin, setup);
    const callbackUrl = await returnUrl(incoming, setup);
    return { redirect: withParams(url, incoming.origin, { token, email, callbackUrl, error: error.code }) };
  }
}

/** The password in the form. @throws {InvalidPassword} if it may not be set. */
async function newPassword(
  email: string,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: PasswordProvider },
  setup: Setup,
): Promise<string> {
  const { body, origin } = incoming;
  return await assertNewPassword(body?.password, ownerOf(email, setup, origin), provider);
}

/**
 * The proof of the mailbox, with a password that is set before the session begins. A new user gets what was typed about them in
 * the same browser; a user who is there keeps theirs.
 */
function withPassword(
  hash: string,
  attempt: Attempt,
  { typed, kept }: Pick<PasswordMail, "typed" | "kept"> = {},
): Attempt {
  return {
    ...attempt,
    async identify() {
      const identity = await attempt.identify();
      return { ...identity, ...(typed && { typed }), outcome: { hash, ...kept } };
    },
  };
}

async function requestedIn(
  incoming: Incoming,
  { id }: PasswordProvider,
  setup: Setup,
): Promise<RequestedPassword | null> {
  return await readRequestedMail(incoming, setup, id) as RequestedPassword | null;
}
