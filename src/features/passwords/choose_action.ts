/**
 * `GET new-password`, and the page behind a mailed link: a user whose mailbox is proven chooses a password.
 *
 * @module
 */

import { choosePage } from "./pages/choose.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { consumeFailedForm } from "../../sign_in/failed_form.ts";
import { type FollowedLink, readRequestedMail } from "../../sign_in/mail/finish.ts";
import { type RequestedPassword, waitingPage } from "./mail.ts";
import { secondsToWait } from "../../sign_in/mail/mailed_proof.ts";
import { MIN_LENGTH } from "./min_length.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { returnUrl } from "../../http/redirect.ts";
import { passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import { callbackUrlOf, endpointUrl, toPage } from "../../http/urls.ts";
import { triesIn } from "../../pages/verify.ts";

/** Shows the form for the code and a new password, in the browser that asked for the email. */
export async function showChoice(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const { id } = passwordProvider(setup);
  const mail = await readRequestedMail(incoming, setup, id) as RequestedPassword | null;
  const forgotPassword = toPage("forgotPassword", { callbackUrl: mail?.returnTo ?? null }, incoming, setup);
  // In another browser there is nothing to enter a code for.
  if (mail?.code === undefined) return { redirect: forgotPassword };
  // The password was typed at sign-up: the page would ask for another one.
  if (mail.hash !== null) return { redirect: waitingPage(mail, { incoming, again: null }, setup) };
  if (setup.pages.newPassword) {
    return { redirect: toPage("newPassword", Object.fromEntries(query), incoming, setup) };
  }
  const { base, cookies } = await formBase(incoming, setup);
  const { form, consumed } = await consumeFailedForm(incoming, setup);
  const code = form?.provider === id && form.values.code || null;
  const page = await choosePage({
    ...base,
    email: mail.identifier,
    token: null,
    code,
    triesLeft: triesIn(query),
    callbackUrl: mail.returnTo,
    error: query.get("error"),
    again: {
      action: endpointUrl(`signin/${id}`, origin, setup),
      wait: secondsToWait(mail, setup.platform),
      status: query.get("again"),
      otherUrl: forgotPassword,
    },
  });
  // The form of another tab stays.
  return toPageOutcome(page, [...cookies, ...code ? consumed : []]);
}

/** Shows the form for a new password behind a mailed link. @param error Why the one before was refused. */
export async function showLinkChoice(
  { identifier: email, token }: FollowedLink,
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<Outcome> {
  const callbackUrl = await returnUrl(incoming, setup);
  if (setup.pages.newPassword) {
    return { redirect: toPage("newPassword", { email, token, callbackUrl, error }, incoming, setup) };
  }
  const { base, cookies } = await formBase(incoming, setup);
  const behindLink = { code: null, triesLeft: null, again: null };
  return toPageOutcome(
    await choosePage({ ...base, ...behindLink, email, token, callbackUrl, error }),
    cookies,
  );
}

async function formBase(incoming: Incoming, setup: Setup) {
  const { origin } = incoming;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const { id, minLength = MIN_LENGTH } = passwordProvider(setup);
  return {
    cookies,
    base: {
      ...await pageBase(incoming, setup),
      action: callbackUrlOf(id, origin, setup),
      csrfToken,
      minLength,
    },
  };
}
