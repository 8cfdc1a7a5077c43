/**
 * `GET link` and `POST link`: asks a user who is signed in whether to link another identity.
 *
 * @module
 */

import { complete } from "../../sign_in/complete.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { currentSession } from "../../session/current.ts";
import { linkPage } from "../../pages/link.ts";
import { otherPageOf, parseLinkAnswer, parseLinkQuestion } from "../../sign_in/link.ts";
import { withCookies } from "../../http/outcome.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { nameQuestion } from "../../sign_in/sealed_question.ts";
import type { Setup } from "../../setup/setup.ts";
import { addressIn } from "../../sign_in/shown_address.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { endpointUrl } from "../../http/urls.ts";
import { requireProvider } from "../../sign_in/method.ts";
import { wayName } from "../../pages/way_name.ts";

/** Shows the page that asks whether to link an account, or to sign in with it instead. */
export async function showLink(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  const question = await parseLinkQuestion(incoming, setup);
  const otherPage = await otherPageOf(question, incoming, setup);
  if (otherPage) return { redirect: otherPage };
  const { identity, returnTo, userId, canSwitch } = question;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const { account, user: proven } = identity;
  const provider = setup.providers.get(account.provider);
  const base = await pageBase(incoming, setup);
  const method = provider && await methodOf(provider);
  const stored = await setup.store?.getUser(userId);
  const page = await linkPage({
    ...base,
    action: endpointUrl("link", origin, setup),
    csrfToken,
    callbackUrl: returnTo,
    current: { ...stored, email: stored?.email ?? addressIn(await currentSession(incoming, setup)) },
    // Without the id: that of a passkey is not readable.
    proven: account.type === "webauthn" ? { name: proven.name, email: proven.email } : proven,
    form: provider && await method?.form(provider, origin, setup),
    provider: provider ? wayName(provider, setup, base.locale.messages) : account.provider,
    canSwitch,
    question: await nameQuestion(incoming, setup),
  });
  return toPageOutcome(page, cookies);
}

/**
 * Links the account, signs in with it, or cancels, and removes the question from the browser. The question stays if the
 * user has to sign in again before the account is linked.
 */
export async function answerLink(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const { question: { identity, returnTo }, ending, consumed } = await parseLinkAnswer(incoming, setup);
  if (!ending) return { redirect: returnTo, cookies: consumed };
  try {
    requireProvider({ providerId: identity.account.provider }, setup);
    return withCookies(await complete(identity, ending, setup), consumed);
  } catch (error) {
    return { error, returnTo, cookies: consumed };
  }
}
