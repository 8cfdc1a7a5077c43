/**
 * `GET signin`, `signout`, `error` and `verify-request`: the built-in pages, or the application's own.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { issueCsrfToken } from "../http/csrf.ts";
import { PRIVATE } from "../http/outcome.ts";
import { allowedUrl, requestedUrl } from "../http/redirect.ts";
import type { Incoming, Outcome, SetCookie } from "../http/types.ts";
import { errorPage } from "../pages/error.ts";
import { signInPage } from "../pages/signin.ts";
import { signOutPage } from "../pages/signout.ts";
import type { Page } from "../pages/types.ts";
import { verifyRequestPage } from "../pages/verify.ts";

/** Shows the ways to sign in. */
export async function showSignIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const error = incoming.query.get("error");
  if (setup.pages.signIn) return { redirect: await signInPageUrl(incoming, setup, error) };
  const { token, cookies } = await csrfToken(incoming, setup);
  const page = await signInPage({
    theme: setup.theme,
    origin: incoming.origin,
    csrfToken: token,
    callbackUrl: await callbackUrl(incoming, setup),
    error,
    providers: [...setup.providers.values()].map(({ id, name, style }) => ({
      id,
      name,
      style,
      signinUrl: `${incoming.origin}${setup.basePath}/signin/${id}`,
    })),
  });
  return toOutcome(page, cookies);
}

/** Asks whether to sign out. */
export async function showSignOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { origin } = incoming;
  if (setup.pages.signOut) return { redirect: new URL(setup.pages.signOut, origin).href };
  const { token, cookies } = await csrfToken(incoming, setup);
  const page = await signOutPage({
    theme: setup.theme,
    origin,
    csrfToken: token,
    callbackUrl: await callbackUrl(incoming, setup),
    signoutUrl: `${origin}${setup.basePath}/signout`,
  });
  return toOutcome(page, cookies);
}

/** Tells what went wrong. */
export async function showError({ origin, query }: Incoming, setup: Setup): Promise<Outcome> {
  const error = query.get("error");
  if (setup.pages.error) return { redirect: withParams(setup.pages.error, origin, { error }) };
  const signinUrl = withParams(setup.pages.signIn ?? `${setup.basePath}/signin`, origin, {});
  return toOutcome(await errorPage({ theme: setup.theme, origin, signinUrl, error }));
}

/** Says that a mail is on its way. */
export async function showVerifyRequest({ origin, query }: Incoming, setup: Setup): Promise<Outcome> {
  const own = setup.pages.verifyRequest;
  if (own) return { redirect: withParams(own, origin, Object.fromEntries(query)) };
  return toOutcome(await verifyRequestPage({ theme: setup.theme, origin }));
}

/** URL of the sign-in page, the application's own or the built-in one. */
export async function signInPageUrl(
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<string> {
  const page = setup.pages.signIn ?? `${setup.basePath}/signin`;
  return withParams(page, incoming.origin, { callbackUrl: await callbackUrl(incoming, setup), error });
}

/** The absolute URL of a page, with parameters added to those that it has. */
export function withParams(page: string, origin: string, params: Record<string, string | null>): string {
  const url = new URL(page, origin);
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** A page with the headers that keep it private and unframed. The policy says `frame-ancestors` too. */
export function toOutcome({ status, html, policy }: Page, cookies: readonly SetCookie[] = []): Outcome {
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

async function csrfToken(incoming: Incoming, setup: Setup) {
  return setup.checksCsrf ? await issueCsrfToken(incoming, setup) : { token: "", cookies: [] };
}

function callbackUrl(incoming: Incoming, setup: Setup): Promise<string> {
  return allowedUrl(requestedUrl(incoming), incoming.origin, setup);
}
