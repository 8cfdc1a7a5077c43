/**
 * The page on which a new user creates an account with a password.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { alert } from "../../../pages/alert.ts";
import { fields, layout, linkTarget, readableHost } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { METER_SCRIPT } from "../meter_script.ts";
import { addressField, fieldErrors, nameField, newPasswordField } from "./fields.ts";
import type { SignUpPage } from "./types.ts";

/** Asks for an address and a password. */
export async function signUpPage(page: SignUpPage): Promise<Page> {
  const { locale, theme, origin, email, name, error, minLength, action, signinUrl } = page;
  const { password: messages, general, signIn } = locale.messages;
  const at = fieldErrors(error, locale, minLength);
  const title = theme.name ? fill(messages.signUpHeadingNamed, { app: theme.name }) : messages.signUpHeading;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: title,
    inlineScript: METER_SCRIPT,
    lead: theme.name
      ? null
      : markup`<p>${fill(signIn.purpose, { app: markup`<b>${readableHost(origin)}</b>` })}</p>`,
    body: markup`${at.other && alert(at.other)}
<form class="form" method="post" action="${action}">
${fields(page)}
${name !== null && nameField(name, locale)}${addressField({ email, locale, error: at.address })}
${newPasswordField(page, { error: at.password })}
<button class="button">${messages.signUpButton}</button>
</form>
<p class="note aside">${messages.haveAccount} <a href="${
      linkTarget(signinUrl, origin)
    }">${messages.signIn}</a></p>`,
  });
}
