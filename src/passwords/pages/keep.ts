/**
 * The page that asks the owner of a mailbox for the password that was set before their address was confirmed.
 *
 * @module
 */

import { markup } from "../../markup/html.ts";
import { fill } from "../../messages/fill.ts";
import { fields, layout } from "../../pages/layout.ts";
import type { Page } from "../../pages/types.ts";
import { accountField, currentPasswordField } from "./fields.ts";
import type { KeepPage } from "./types.ts";

/** Asks, with a button for who has never chosen one. */
export async function keepPage(page: KeepPage): Promise<Page> {
  const { locale, email, action, question, token } = page;
  const { password: messages, signIn } = locale.messages;
  return await layout(page, {
    heading: messages.keepHeading,
    lead: markup`<p>${fill(messages.keepText, { email: markup`<b>${email}</b>` })}</p>`,
    body: markup`<form class="form" method="post" action="${action}">
${fields(page)}
${accountField(email)}
${question !== null && markup`<input type="hidden" name="question" value="${question}">`}${
      token !== null && markup`<input type="hidden" name="token" value="${token}">`
    }
${currentPasswordField({ locale, error: null, label: signIn.password })}
<button class="button">${messages.keepButton}</button>
<p class="note aside">${messages.keepWrong}</p>
<button class="button plain" name="choice" value="never" formnovalidate>${messages.keepNever}</button>
</form>`,
  });
}
