/**
 * The page that asks whether to sign out.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "./html.ts";
import { fields, hostOf, icon, layout, linkTarget } from "./layout.ts";
import type { Page, SignOutPage } from "./types.ts";

/** Asks, with a form that signs out and a link that goes back. */
export async function signOutPage(page: SignOutPage): Promise<Page> {
  const { origin, signoutUrl, callbackUrl } = page;
  const messages = page.locale.messages.signOut;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(
      "M14 8V5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-3M9.5 12H21m-3.5-3.5L21 12l-3.5 3.5",
    ),
    body: markup`<p>${fill(messages.text, { host: markup`<b>${hostOf(origin)}</b>` })}</p>
<form method="post" action="${signoutUrl}">
${fields(page)}
<button class="button">${messages.button}</button>
</form>
<a class="link" href="${linkTarget(callbackUrl, origin)}">${messages.stay}</a>`,
  });
}
