/**
 * `GET signin`, `signout`, `error`, `verify-request` and `taken-over`: the built-in pages, or the application's own.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { type CsrfToken, issueCsrfToken } from "../http/csrf.ts";
import { PRIVATE } from "../http/outcome.ts";
import { returnUrl, withParams } from "../http/redirect.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import { confirmationPage } from "../pages/confirmation.ts";
import { errorPage } from "../pages/error.ts";
import { signInPage } from "../pages/signin.ts";
import { signOutPage } from "../pages/signout.ts";
import type { Page, PageProvider } from "../pages/types.ts";
import { verifyRequestPage } from "../pages/verify.ts";
import { takenOverPage } from "../pages/taken_over.ts";
import { type FollowedLink, readMail } from "../sign_in/email.ts";
import { asksToLink, findCurrent } from "../sign_in/intent.ts";
import type { Session, User } from "../types.ts";
import { signInPageUrl } from "./page_url.ts";

/** Shows the ways to sign in. */
export async function showSignIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const error = incoming.query.get("error");
  if (setup.pages.signIn) return { redirect: await signInPageUrl(incoming, setup, error) };
  const { token, cookies } = await issueToken(incoming, setup);
  const page = await signInPage({
    theme: setup.theme,
    origin: incoming.origin,
    csrfToken: token,
    callbackUrl: await returnUrl(incoming, setup),
    error,
    ways: toNames(incoming.query.get("ways"), setup),
    current: await currentUser(incoming, setup),
    link: asksToLink(incoming),
    providers: [...setup.providers.values()].flatMap((provider) => toPageProvider(provider, incoming, setup)),
  });
  return toPageOutcome(page, cookies);
}

/** Asks whether to sign out. */
export async function showSignOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  if (setup.pages.signOut) return { redirect: new URL(setup.pages.signOut, origin).href };
  const { token, cookies } = await issueToken(incoming, setup);
  const page = await signOutPage({
    theme: setup.theme,
    origin,
    csrfToken: token,
    callbackUrl: await returnUrl(incoming, setup),
    signoutUrl: `${origin}${setup.basePath}/signout`,
  });
  return toPageOutcome(page, cookies);
}

/** Says what a takeover has removed. */
export async function showTakenOver(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  if (setup.pages.takenOver) {
    return { redirect: withParams(setup.pages.takenOver, origin, Object.fromEntries(query)) };
  }
  const removed = toNames(query.get("removed"), setup);
  const callbackUrl = await returnUrl(incoming, setup);
  return toPageOutcome(await takenOverPage({ theme: setup.theme, origin, removed, callbackUrl }));
}

/** Tells what went wrong. */
export async function showError({ origin, query }: Incoming, setup: Setup): Promise<Outcome> {
  const error = query.get("error");
  if (setup.pages.error) return { redirect: withParams(setup.pages.error, origin, { error }) };
  const signinUrl = withParams(setup.pages.signIn ?? `${setup.basePath}/signin`, origin, {});
  return toPageOutcome(await errorPage({ theme: setup.theme, origin, signinUrl, error }));
}

/** Says that a mail is on its way, and takes its code in the browser that asked for it. */
export async function showVerifyRequest(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin, query } = incoming;
  const own = setup.pages.verifyRequest;
  if (own) return { redirect: withParams(own, origin, Object.fromEntries(query)) };
  const base = { theme: setup.theme, origin, error: query.get("error") };
  const mail = await readMail(incoming, setup);
  if (!mail) return toPageOutcome(await verifyRequestPage({ ...base, code: null }));
  const { token: csrfToken, cookies } = await issueToken(incoming, setup);
  const action = `${origin}${setup.basePath}/callback/${mail.provider}`;
  return toPageOutcome(await verifyRequestPage({ ...base, code: { action, csrfToken } }), cookies);
}

/** Asks whether to sign in with a mailed link. */
export async function showConfirmation(
  incoming: Incoming,
  { identifier: email, token }: FollowedLink,
  setup: Setup,
): Promise<Outcome> {
  const { origin, providerId } = incoming;
  const { token: csrfToken, cookies } = await issueToken(incoming, setup);
  const page = await confirmationPage({
    theme: setup.theme,
    origin,
    action: `${origin}${setup.basePath}/callback/${providerId}`,
    csrfToken,
    callbackUrl: await returnUrl(incoming, setup),
    email,
    token,
  });
  return toPageOutcome(page, cookies);
}

/** Says that the site is not set up correctly, while there is no setup to say more with. */
export async function showMisconfiguration(origin: string): Promise<Outcome> {
  const page = await errorPage({ theme: {}, origin, signinUrl: origin, error: "Configuration" });
  return { ...toPageOutcome(page), status: 500 };
}

/** A page with the headers that keep it private and unframed. The policy says `frame-ancestors` too. */
export function toPageOutcome({ status, html, policy }: Page, cookies: readonly SetCookie[] = []): Outcome {
  const headers = {
    ...PRIVATE,
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    // Not `no-referrer`: with that, browsers send `Origin: null` with the page's own forms.
    "referrer-policy": "same-origin",
  };
  return { status, html, headers, cookies };
}

/** The CSRF token for a form; empty where the check is off. */
export async function issueToken(incoming: Incoming, setup: Setup): Promise<CsrfToken> {
  return setup.checksCsrf ? await issueCsrfToken(incoming, setup) : { token: "", cookies: [] };
}

/** The names of the providers whose ids a query lists. Any text can stand there: it is not shown. */
function toNames(ids: string | null, { providers }: Setup): readonly string[] {
  return [...new Set(ids?.split(","))].flatMap((id) => providers.get(id)?.name ?? []);
}

/** The user who is signed in, for pages that say so. */
async function currentUser(incoming: Incoming, setup: Setup): Promise<User | null> {
  const current = await findCurrent(incoming, setup).catch(() => null);
  return current && ((current.session as Session).user ?? {});
}

/** A credentials provider without fields has a form of the application's own. */
function toPageProvider(
  provider: SetupProvider,
  { origin, query }: Incoming,
  { basePath }: Setup,
): PageProvider[] {
  const { id, name } = provider;
  const start = `${origin}${basePath}/signin/${id}`;
  switch (provider.type) {
    case "oauth":
    case "oidc":
      return [{ form: "button", name, action: start, style: provider.style }];
    case "email":
      return [{ form: "email", name, action: start, email: query.get("email") }];
    case "credentials": {
      const { credentials: fields } = provider;
      if (Object.keys(fields).length === 0) return [];
      return [{ form: "fields", name, action: `${origin}${basePath}/callback/${id}`, fields }];
    }
    case "webauthn":
      return [{
        form: "passkey",
        name,
        action: `${origin}${basePath}/callback/${id}`,
        fields: provider.formFields,
        options: `${origin}${basePath}/webauthn-options/${id}`,
        autofill: provider.enableConditionalUI,
        script: `${origin}${basePath}/webauthn-script`,
      }];
  }
}
