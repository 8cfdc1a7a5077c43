/**
 * The values of a form that failed, kept in a sealed cookie until the sign-in page shows the form again: so no address
 * stands in a URL. A password is never kept.
 *
 * @see {@link https://www.w3.org/TR/WCAG22/#redundant-entry | WCAG 2.2 §3.3.7}
 * @module
 */

import { isStorable, removedCookie } from "../http/cookies.ts";
import { isFromScript } from "../http/incoming.ts";
import { isKept } from "../pages/signin/other.ts";
import type { CredentialInput } from "../model/provider.ts";
import { openCookie, toSealedCookie } from "../http/sealed_cookie.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { FailedForm } from "../pages/types.ts";

/** How long the form is kept, in seconds: a redirect leads to the page at once. */
export const FAILED_FORM_MAX_AGE = 300;

/** The longest text that is kept, in characters. */
const MAX_FIELD = 254;

/** Returns the cookie for a form of the built-in sign-in page; none for another request. */
export async function storeFailedForm(incoming: Incoming, setup: Setup): Promise<readonly SetCookie[]> {
  const { form, origin, providerId } = incoming;
  const provider = setup.providers.get(providerId ?? "");
  if (!form || !provider || setup.pages.signIn || isFromScript(incoming)) return [];
  const fields = provider.type === "email"
    ? EMAIL
    : provider.type === "credentials"
    ? provider.credentials
    : null;
  if (!fields) return [];
  const values = Object.entries(fields).flatMap(([name, field]) => {
    const value = form.get(name);
    return value && value.length <= MAX_FIELD && isKept(name, field) ? [[name, value]] : [];
  });
  if (!values.length) return [];
  const failed: FailedForm = { provider: provider.id, values: Object.fromEntries(values) };
  const cookie = await toSealedCookie(
    failed,
    { cookie: setup.cookies.form, purpose: "form", maxAge: FAILED_FORM_MAX_AGE, origin },
    setup,
  );
  return isStorable(cookie) ? [cookie] : [];
}

/** Reads the form that failed before, and removes its cookie: the page shows it once. */
export async function consumeFailedForm(
  { cookies }: Incoming,
  setup: Setup,
): Promise<{ readonly form: FailedForm | null; readonly consumed: readonly SetCookie[] }> {
  if (!cookies.has(setup.cookies.form.name)) return { form: null, consumed: [] };
  const form = await openCookie<FailedForm>(cookies, setup.cookies.form, "form", setup);
  // An earlier version keeps the key of an app in the same cookie: a page that shows no form of its own leaves it.
  return { form, consumed: form ? [removedCookie(setup.cookies.form)] : [] };
}

const EMAIL: Readonly<Record<string, CredentialInput>> = { email: { type: "email" } };
