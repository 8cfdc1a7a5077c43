/**
 * `GET finish-signup` and `POST finish-signup`: a new user, who has proven who they are, fills in what the application wants to know.
 *
 * @module
 */

import { InvalidCheck } from "../../errors/errors.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { issueCsrfToken } from "../../http/csrf.ts";
import { withCookies } from "../../http/outcome.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";
import { requestedLocales } from "../../http/ui_locales.ts";
import { endpointUrl, toPage } from "../../http/urls.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import type { Setup } from "../../setup/setup.ts";
import { complete } from "../../sign_in/complete.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { requireProvider } from "../../sign_in/method.ts";
import { knownOf, readSignUp, type SignUpQuestion } from "./ask.ts";
import { NEW_USER_FORM } from "./form.ts";
import { drawForm } from "./pages/form.ts";
import { finishPage } from "./pages/finish.ts";
import { rulesOf } from "./rules.ts";

/** Shows the form for the sign-up that this browser holds. @throws {InvalidCheck} if there is none, or it is too old. */
export async function showFinish(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const question = await parseSignUp(incoming, setup);
  if (setup.pages.finishSignUp) return { redirect: ownPage(question, incoming, setup) };
  const { identity, owner = null, returnTo: callbackUrl } = question;
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const base = await pageBase(incoming, setup);
  const rules = await rulesOf(setup);
  const { typed = null, user: { email } } = identity;
  const asked = await drawForm(base, { typed, values: knownOf(identity, rules), owner, rules }, setup);
  const page = await finishPage({
    ...base,
    action: endpointUrl("finish-signup", incoming.origin, setup),
    csrfToken,
    callbackUrl,
    locales: requestedLocales(incoming),
    question: nameOf(question),
    email: email ?? null,
    asked,
    isWrong: typed !== null,
  });
  return toPageOutcome(page, cookies);
}

/**
 * Creates the user with what was filled in, and signs them in; or asks again, with what is wrong.
 *
 * @throws {InvalidCheck} if this browser holds no sign-up, or it is too old.
 */
export async function finishSignUp(incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  const question = await parseSignUp(incoming, setup);
  // Another tab may have begun another sign-up.
  const isShown = incoming.body?.question === nameOf(question);
  if (!isShown) return { redirect: ownPage(question, incoming, setup) };
  const { identity, returnTo, intent, provenAt } = question;
  const consumed = removeChunked(incoming.cookies, setup.cookies.link);
  try {
    requireProvider({ providerId: identity.account.provider }, setup);
    const typed = await NEW_USER_FORM.typedIn(incoming.body ?? {}, setup);
    const ending = { incoming, returnTo, intent, ...(provenAt !== undefined && { provenAt }) };
    return withCookies(await complete({ ...identity, typed }, ending, setup), consumed);
  } catch (error) {
    return { error, returnTo, ...wishesOf(intent, incoming) };
  }
}

async function parseSignUp(incoming: Incoming, setup: Setup): Promise<SignUpQuestion> {
  const question = await readSignUp(incoming, setup);
  if (question) return question;
  throw new InvalidCheck("Cannot finish a sign-up: none waits in this browser");
}

/** The name of a question, which stays while the form has mistakes: a script sends the one that it knows. */
function nameOf({ identity: { asked } }: SignUpQuestion): string {
  return asked?.name ?? "";
}

/** The URL of the page that shows the form. */
function ownPage(question: SignUpQuestion, incoming: Incoming, setup: Setup): string {
  const own = setup.pages.finishSignUp &&
    { question: nameOf(question), callbackUrl: question.returnTo };
  return toPage("finishSignUp", { error: incoming.query.get("error"), ...own }, incoming, setup);
}
