/**
 * The page on which a user whose mailbox is proven chooses a password: with the link of an email, or with its code.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { alert, withTries } from "../../../pages/alert.ts";
import { fields, homeLink, layout, textLink } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { STEPS_STYLE } from "../../../pages/steps.ts";
import { againForm, codeField, statusOf } from "../../../pages/verify.ts";
import { METER_SCRIPT, METER_STYLE } from "../meter_script.ts";
import { accountField, fieldErrors, newPasswordField } from "./fields.ts";
import type { FormBase } from "./types.ts";

/**
 * Asks for the new password; without a link for the code first, as the first of two steps. Both go in one form: a page of the
 * code alone would have to store that it was right, or tell whether it is without using it up.
 */
export async function choosePage(page: ChoosePage): Promise<Page> {
  const { locale, email, token, error, minLength, action, again } = page;
  const { password: messages, general } = locale.messages;
  const at = fieldErrors(error === "InvalidCode" ? null : error, locale, minLength);
  const title = messages.chooseHeading;
  const text = token === null ? messages.chooseTextWithCode : messages.chooseText;
  const password = newPasswordField(page, { error: at.password, label: messages.newPassword });
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title }) : title,
    heading: title,
    style: STEPS_STYLE + METER_STYLE,
    inlineScript: METER_SCRIPT,
    lead: markup`<p id="sent">${fill(text, { email: markup`<b>${email}</b>` })}</p>`,
    body: markup`${again && statusOf({ again: again.status, wait: again.wait }, locale)}${
      at.other && alert(at.other)
    }
<form class="form" method="post" action="${action}">
${fields(page)}
${token === null ? accountField(email) : linkFields(email, token)}
${
      token === null
        ? markup`<ol class="steps"><li>${codeStep(page)}</li>
<li>${password}</li></ol>`
        : password
    }
<button class="button">${messages.chooseButton}</button>
</form>
${
      again
        ? markup`<p class="note aside">${locale.messages.verifyRequest.nothing}</p>
${againForm({ ...page, link: false, wait: again.wait, againAction: again.action }, locale)}
${textLink(again.otherUrl, locale.messages.verifyRequest.otherAddress, page)}`
        : null
    }
${homeLink(page)}`,
  });
}

function codeStep({ error, triesLeft, code, locale }: ChoosePage): Html {
  const { InvalidCode } = locale.messages.verifyRequest;
  const message = error === "InvalidCode" ? withTries(InvalidCode, triesLeft, locale) : null;
  return codeField(message, locale, { sendsAlone: false, value: code });
}

/** The page on which a user whose mailbox is proven chooses a password. */
interface ChoosePage extends FormBase {
  /** The address. */
  readonly email: string;
  /** The token of the link; `null` if the page asks for the code. */
  readonly token: string | null;
  /** The code that was typed with a password that cannot be accepted; `null` if there is none. */
  readonly code: string | null;
  /** After a wrong code, how often it may be tried again; `null` if the page does not know. */
  readonly triesLeft: number | null;
  /** The shortest password, in characters. */
  readonly minLength: number;
  /** How another mail is asked for; `null` behind a link. */
  readonly again: {
    /** URL that the form for another mail posts to. */
    readonly action: string;
    /** Seconds until another mail may be sent. */
    readonly wait: number;
    /** Whether another mail was just sent, or was asked for too early: any text, as it comes from the query. */
    readonly status: string | null;
    /** URL of the page for another address. */
    readonly otherUrl: string;
  } | null;
}

function linkFields(email: string, token: string): Html {
  return markup`${accountField(email)}<input type="hidden" name="token" value="${token}">`;
}
