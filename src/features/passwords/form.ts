/**
 * The forms for an address: shown, and shown again with what was typed if it cannot be accepted.
 *
 * @module
 */

import { issueCsrfToken } from "../../http/csrf.ts";
import { ChallengeFailed } from "../../errors/challenge_failed.ts";
import { type AuthError, EmailSignInError, InvalidEmail, InvalidPassword } from "../../errors/errors.ts";
import { consumeFailedForm, FAILED_FORM_MAX_AGE } from "../../sign_in/failed_form.ts";
import { emitFailure } from "../../sign_in/failure_event.ts";
import { isFromScript } from "../../http/incoming.ts";
import { beforeForm, formPartOf } from "../../sign_in/open_form.ts";
import { pageBase } from "../../pages/base.ts";
import { toPageOutcome } from "../../pages/outcome.ts";
import { returnUrl } from "../../http/redirect.ts";
import { newUserForm } from "../../sign_in/new_user_form.ts";
import type { Typed } from "../../setup/new_user.ts";
import { toSealedCookie } from "../../http/sealed_cookie.ts";
import { passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";
import type { AddressPage } from "./pages/types.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { Page } from "../../pages/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { endpointUrl, type PageName, toPage } from "../../http/urls.ts";

/** A page with a form for an address. */
type FormPage = Extract<PageName, "signUp" | "forgotPassword">;

/** The endpoint that each form posts to. */
const ENDPOINTS: Readonly<Record<FormPage, string>> = { signUp: "signup", forgotPassword: "forgot-password" };

/** Shows a page, or leads to the application's own. */
export async function showForm(
  name: FormPage,
  incoming: Incoming,
  setup: Setup,
  render: (page: AddressPage) => Promise<Page>,
): Promise<Outcome> {
  const { origin, query } = incoming;
  const callbackUrl = await returnUrl(incoming, setup);
  if (setup.pages[name]) {
    return { redirect: toPage(name, { callbackUrl, error: query.get("error") }, incoming, setup) };
  }
  const { token: csrfToken, cookies } = await issueCsrfToken(incoming, setup);
  const { form, consumed } = await consumeFailedForm(incoming, setup);
  const base = await pageBase(incoming, setup);
  const page = await render({
    ...base,
    part: await formPartOf(name, base.locale, setup),
    action: endpointUrl(ENDPOINTS[name], origin, setup),
    signinUrl: toPage("signIn", { callbackUrl }, incoming, setup),
    csrfToken,
    callbackUrl,
    email: form?.values.email ?? query.get("email"),
    values: form?.values ?? {},
    error: query.get("error"),
  });
  return toPageOutcome(page, [...cookies, ...consumed]);
}

/** Runs what a form asks for. If the user can correct it, leads back to the form, with the address that was typed. */
export async function orShowAgain(
  name: FormPage,
  incoming: Incoming,
  setup: Setup,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    await beforeForm(name, incoming, setup);
    return await run();
  } catch (error) {
    const code = codeOf(error);
    // The application's own code gets the error itself.
    if (code === null || setup.raw) throw error;
    if (!isA(error, InvalidPassword)) {
      setup.logger.error(error as AuthError);
      await emitFailure(error as AuthError, incoming, setup);
    }
    return await showAgain(name, code, incoming, setup);
  }
}

/** Leads back to a form, with what was typed. @param error Value of `error` in the URL. */
export async function showAgain(
  name: FormPage,
  error: string,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome> {
  const callbackUrl = await returnUrl(incoming, setup);
  return {
    redirect: toPage(name, { callbackUrl, error }, incoming, setup),
    cookies: await typedAddress(incoming, setup),
  };
}

/** The most characters of the values of a new user that a cookie keeps beside others. */
const MAX_TYPED = 1500;

/** What a new user has typed into the form, for a cookie; `undefined` if it is too long: the library asks again after the proof. */
export function ifShort(typed: Typed | undefined): Typed | undefined {
  return typed && JSON.stringify(typed).length <= MAX_TYPED ? typed : undefined;
}

/** The error that the page shows; `null` if it is another page's. */
function codeOf(error: unknown): string | null {
  if (isA(error, InvalidPassword)) return error.code;
  const isShown = isA(error, InvalidEmail) || isA(error, EmailSignInError) || isA(error, ChallengeFailed);
  return isShown ? error.type : null;
}

/** Keeps for the form what was typed, but for the password. */
async function typedAddress(incoming: Incoming, setup: Setup) {
  const email = incoming.form?.get("email") ?? "";
  const form = email.length > 254 ? null : await newUserForm(setup);
  const typed = await form?.typedIn(incoming.body ?? {}, setup);
  // The address may be left out where a name is asked for.
  if ((!email && !typed) || email.length > 254) return [];
  return await keepTyped({ ...ifShort(typed), email }, incoming, setup);
}

/** Keeps what was typed for the next page, sealed: it does not stand in a URL. A script keeps its own. */
export async function keepTyped(
  values: Readonly<Record<string, string>>,
  incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  if (isFromScript(incoming)) return [];
  const { origin } = incoming;
  const seal = { cookie: setup.cookies.form, purpose: "form", maxAge: FAILED_FORM_MAX_AGE, origin } as const;
  return [await toSealedCookie({ provider: passwordProvider(setup).id, values }, seal, setup)];
}
