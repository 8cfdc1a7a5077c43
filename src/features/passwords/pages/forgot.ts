/**
 * The page on which a user asks for an email to set a new password.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { alert } from "../../../pages/alert.ts";
import { fields, layout, textLink } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { addressField, fieldErrors } from "./fields.ts";
import type { AddressPage } from "./types.ts";

/** Asks for the address. */
export async function forgotPage(page: AddressPage): Promise<Page> {
  const { locale, email, error, action, signinUrl } = page;
  const { password: messages, general } = locale.messages;
  const at = fieldErrors(error, locale, 0);
  const title = messages.forgotHeading;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: title,
    formParts: page.part && [page.part],
    lead: markup`<p>${messages.forgotText}</p>`,
    body: markup`${at.other && alert(at.other)}
<form class="form" method="post" action="${action}">
${fields(page)}
${addressField({ email, locale, error: at.address })}
${page.part?.html}<button class="button">${messages.forgotButton}</button>
</form>
${textLink(signinUrl, messages.signIn, page)}`,
  });
}
