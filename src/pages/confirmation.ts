/**
 * The page that asks whether to sign in with a mailed link.
 *
 * @module
 */

import { markup } from "./html.ts";
import { fields, hostOf, icon, layout } from "./layout.ts";
import type { ConfirmationPage, Page } from "./types.ts";

/** Asks, with a form that signs in: what follows links by itself posts no forms. */
export async function confirmationPage(page: ConfirmationPage): Promise<Page> {
  const { origin, action, email, token } = page;
  return await layout(page, {
    heading: "Sign in?",
    body: markup`<p>to <b>${hostOf(origin)}</b> as <b>${email}</b></p>
<form method="post" action="${action}">
${fields(page)}
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="token" value="${token}">
<button class="button">Sign in</button>
</form>`,
  });
}
