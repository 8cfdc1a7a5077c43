/**
 * `GET link` and `POST link`: a user who is signed in says what is to become of another identity.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { withCookies } from "../http/outcome.ts";
import { withParams } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { linkPage } from "../pages/link.ts";
import { complete } from "../sign_in/complete.ts";
import { readAnswer, readQuestion } from "../sign_in/link.ts";
import { issueToken, toPageOutcome } from "./page.ts";

/** Asks whether to add an account, or to sign in with it instead. */
export async function showLink(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const { identity, returnTo, userId, canSwitch } = await readQuestion(incoming, setup);
  if (setup.pages.link) {
    return { redirect: withParams(setup.pages.link, origin, Object.fromEntries(query)) };
  }
  const { token: csrfToken, cookies } = await issueToken(incoming, setup);
  const { account, user: proven } = identity;
  const page = await linkPage({
    theme: setup.theme,
    origin,
    action: `${origin}${setup.basePath}/link`,
    csrfToken,
    callbackUrl: returnTo,
    current: await setup.store?.getUser(userId) ?? {},
    // The id of a passkey says nothing to a person.
    proven: account.type === "webauthn" ? { name: proven.name, email: proven.email } : proven,
    provider: setup.providers.get(account.provider)?.name ?? account.provider,
    canSwitch,
  });
  return toPageOutcome(page, cookies);
}

/** Links the account, signs in with it, or leaves everything as it is. The browser forgets the question. */
export async function answerLink(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { question: { identity, returnTo }, way, consumed } = await readAnswer(incoming, setup);
  if (!way) return { redirect: returnTo, cookies: consumed };
  try {
    return withCookies(await complete(identity, way, setup), consumed);
  } catch (error) {
    return { error, returnTo, cookies: consumed };
  }
}
