/**
 * The page that asks the owner of a mailbox for the password that was set before their address was confirmed.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { fields, layout, linkTarget, textLink } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { accountField, currentPasswordField, fieldErrors } from "./fields.ts";
import type { KeepPage } from "./types.ts";

/** Asks, with a button for who has never chosen one, and links that answer nothing. */
export async function keepPage(page: KeepPage): Promise<Page> {
  const { locale, email, action, question, token, releases, error } = page;
  const { password: messages, signIn, general } = locale.messages;
  const { keepHeading: title } = messages;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: title,
    lead: markup`<p>${fill(messages.keepText, { email: markup`<b>${email}</b>` })}</p>`,
    body: markup`<form class="form" method="post" action="${action}">
${fields(page)}
${accountField(email)}
${question !== null && markup`<input type="hidden" name="question" value="${question}">`}${
      token !== null && markup`<input type="hidden" name="token" value="${token}">`
    }
${
      currentPasswordField({
        locale,
        error: fieldErrors(error, locale, 0).current,
        label: signIn.password,
        forgotPassword: page.forgotPassword && linkTarget(page.forgotPassword, page.origin),
      })
    }
<button class="button">${messages.keepButton}</button>
${
      releases !== null &&
      markup`<p class="note aside">${releases ? messages.keepOther : messages.keepWrong}</p>`
    }
<button class="button plain" name="choice" value="never" formnovalidate>${messages.keepNever}</button>
</form>
${textLink(page.home ?? page.origin, messages.cancel, page)}`,
  });
}
