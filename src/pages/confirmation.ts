/**
 * The page that asks whether to sign in with a mailed link.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "./html.ts";
import { appName, fields, icon, layout } from "./layout.ts";
import type { ConfirmationPage, Page } from "./types.ts";

/** Asks, with a form that signs in. Programs that follow links by themselves do not post forms. */
export async function confirmationPage(page: ConfirmationPage): Promise<Page> {
  const { action, email, token } = page;
  const messages = page.locale.messages.confirmation;
  return await layout(page, {
    heading: messages.heading,
    icon: icon("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5"),
    lead: markup`<p>${
      fill(messages.question, { email: markup`<b>${email}</b>`, app: markup`<b>${appName(page)}</b>` })
    }</p>`,
    body: markup`<form method="post" action="${action}">
${fields(page)}
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="token" value="${token}">
<button class="button">${messages.button}</button>
</form>
<p class="note">${messages.note}</p>`,
  });
}
