/**
 * Sign-in by email: the user proves that they own a mailbox with a link or a code sent to it.
 *
 * @module
 */

import { parseAddress, spellingOf } from "../address.ts";
import { toHex } from "../../crypto/bytes.ts";
import { assertAllowed } from "../complete.ts";
import { confirmationPage, signedInPage } from "../../pages/confirmation.ts";
import { issueCsrfToken, verifyCsrf } from "../../http/csrf.ts";
import { findByAddress } from "../decision.ts";
import {
  finishCode,
  finishLink,
  type FollowedLink,
  mailToRepeat,
  parseLink,
  readRequestedMail,
  type RequestedMail,
  toLinkToken,
  toMailIdentity,
  toTokenContext,
} from "./finish.ts";
import { withData } from "./mailed_data.ts";
import { isPrefetch } from "../../http/incoming.ts";
import { createIntent, findUserSession, wishesOf } from "../intent.ts";
import { mailLink, secondsToWait, toCode } from "./mailed_proof.ts";
import { beforeForm } from "../open_form.ts";
import type { Attempt } from "../../setup/method.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { allowedUrl, returnUrl } from "../../http/redirect.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { layOut } from "../../pages/signin/forms.ts";
import type { PageForm } from "../../pages/types.ts";
import type { Awaitable } from "../../values/types.ts";
import { callbackUrlOf, endpointUrl, toAddress, toPage } from "../../http/urls.ts";

/** What its form is. */
export const openForm = "mail";

/**
 * Sends the email. The answer does not reveal whether the address has a user. With `again`, it sends another mail to the
 * address of the one before, after a pause.
 *
 * @throws {InvalidEmail} if the form has no address, or the mail server refuses it.
 * @throws {InvalidCheck} with `again`, if this browser has not asked for an email, or too long ago.
 * @throws {RateLimited} if too many emails were sent to the address, or were asked for by this client.
 * @throws {AccessDenied} if `callbacks.signIn` refuses.
 * @throws {EmailSignInError} if the email cannot be sent. Then nothing stays stored.
 * @throws {ConfigError} the same, if a mistake in the setup of the site is the reason.
 */
export async function start(incoming: Incoming, provider: EmailProvider, setup: Setup): Promise<Outcome> {
  const { origin, body } = incoming;
  const before = await mailToRepeat(incoming, setup, provider.id);
  if (!before) await beforeForm("mail", incoming, setup);
  const page = { provider: provider.id, type: "email" };
  if (before && secondsToWait(before, setup.platform) > 0) {
    return { redirect: toPage("verifyRequest", { ...page, again: "early" }, incoming, setup) };
  }
  const identifier = before?.identifier ?? parseAddress(body?.email, provider);
  const { former } = before ?? spellingOf(body?.email, identifier);
  const context = toTokenContext(provider, setup, former);
  const attempted = { kind: "mail", account: identifier, provider: provider.id } as const;
  return await setup.limits.attempt(attempted, incoming, async () => {
    const identity = toMailIdentity(identifier, provider);
    const user = await findByAddress(identifier, context.store, former) ?? identity.user;
    const params = { user, account: identity.account, email: { verificationRequest: true } };
    const elsewhere = await assertAllowed(params, setup);
    if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, origin, setup) };
    const { platform } = setup;
    const random = await provider.generateVerificationToken?.() ?? toHex(platform.random(32));
    const callbackUrl = before?.returnTo ?? await returnUrl(incoming, setup);
    const wanted = await createIntent(incoming, setup);
    const data = wanted.data ?? before?.intent.data;
    const intent = { ...wanted, ...(data && { data }) };
    const requested: RequestedMail = {
      provider: provider.id,
      identifier,
      former,
      token: await withData(random, intent, provider.maxAge, setup),
      ...(provider.mails === "both" && { code: toCode(platform) }),
      returnTo: callbackUrl,
      intent,
      sentAt: platform.now(),
    };
    const link = callbackUrlOf(provider.id, origin, setup);
    const url = () =>
      toAddress(link, { callbackUrl, token: toLinkToken(requested), email: identifier }, incoming);
    const mail = { purpose: "signIn", requested, url, context } as const;
    return {
      cookies: await mailLink(mail, { incoming, provider }, setup),
      redirect: toPage("verifyRequest", { ...page, again: before && "sent" }, incoming, setup),
    };
  });
}

/**
 * Accepts a code, or a link. A link signs in at once in the browser that asked for the email. In any other, a page asks
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

/** Ends the sign-in. A failure keeps what the user wanted when they asked for the email. */
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
  return { form: "email", id, name, action: endpointUrl(`signin/${id}`, origin, setup), layOut };
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
  const shown = { ...await pageBase(incoming, setup), callbackUrl, email };
  // While the database fails, the page asks.
  if (await isSignedIn(link, { incoming, provider }, setup).catch(() => false)) {
    return toPageOutcome(await signedInPage(shown), []);
  }
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const page = await confirmationPage({
    ...shown,
    action: callbackUrlOf(provider.id, origin, setup),
    csrfToken,
    token,
  });
  return toPageOutcome(page, cookies);
}

/**
 * Returns whether the user is signed in, and has proven this address before. In a browser that waits for an email to the
 * address, the user wants to sign in again.
 */
async function isSignedIn(
  { identifier: address, former }: FollowedLink,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<boolean> {
  const session = await findUserSession(incoming, setup);
  if (!session || (await readRequestedMail(incoming, setup))?.identifier === address) return false;
  const owner = await findByAddress(address, provider.store, former);
  return owner !== null && String(owner.id) === String(session.userId) && Boolean(owner.emailVerified);
}
