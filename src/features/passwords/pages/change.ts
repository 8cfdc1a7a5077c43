/**
 * The page on which a user who is signed in changes their password, or adds one.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { alert } from "../../../pages/alert.ts";
import { fields, layout, linkTarget, textLink } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { METER_SCRIPT, METER_STYLE } from "../meter_script.ts";
import { accountField, currentPasswordField, fieldErrors, newPasswordField } from "./fields.ts";
import type { FormBase } from "./types.ts";

/** Asks for the password of today, if there is one, and for the new one. */
export async function changePage(page: ChangePage): Promise<Page> {
  const {
    locale,
    origin,
    email,
    error,
    minLength,
    action,
    hasPassword,
    isRemoved,
    callbackUrl,
    forgotPassword,
  } = page;
  const { password: messages, general, signIn } = locale.messages;
  const at = fieldErrors(error, locale, minLength);
  // This page has no field for the address, beside which the message would stand.
  const other = error === "EmailSignInError" ? locale.messages.signInErrors[error] : at.other;
  const title = hasPassword ? messages.changeHeading : messages.addHeading;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: title,
    inlineScript: METER_SCRIPT,
    style: METER_STYLE,
    lead: markup`<p>${fill(signIn.current, { person: email })}</p><p>${messages.changeText}</p>`,
    body: markup`${
      isRemoved && !hasPassword && markup`<p class="notice" role="status">${messages.removed}</p>`
    }${other && alert(other)}
<form class="form" method="post" action="${action}">
${fields(page)}
${accountField(email)}
${
      hasPassword &&
      currentPasswordField({
        locale,
        error: at.current,
        forgotPassword: forgotPassword && linkTarget(forgotPassword, origin),
      })
    }
${newPasswordField(page, { error: at.password, label: messages.newPassword })}
<button class="button">${messages.changeButton}</button>
</form>
${textLink(callbackUrl, messages.cancel, page)}`,
  });
}

/** The page on which a user who is signed in changes their password. */
interface ChangePage extends FormBase {
  /** The address, for password managers. */
  readonly email: string;
  /** Whether the user has a password. */
  readonly hasPassword: boolean;
  /** Where a user who has forgotten the password asks for an email; `null` if no mail can be sent. */
  readonly forgotPassword: string | null;
  /** Whether the one from before was removed in this sign-in. */
  readonly isRemoved: boolean;
  /** The shortest password, in characters. */
  readonly minLength: number;
}
