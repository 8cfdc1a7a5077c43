/**
 * The page on which a new user fills in what the application wants to know of them.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { fields, homeLink, layout } from "../../../pages/layout.ts";
import type { Page, PageBase } from "../../../pages/types.ts";
import type { AskedFields } from "../../../setup/new_user.ts";

/** The page, as plain data. */
interface FinishPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into the form. */
  readonly callbackUrl: string;
  /** `ui_locales` of the request; goes into the form. */
  readonly locales: string | null;
  /** The name of the question. */
  readonly question: string;
  /** The address of the new user; `null` without one. */
  readonly email: string | null;
  /** What is asked for. */
  readonly asked: AskedFields;
  /** Whether something was sent, and is wrong. */
  readonly isWrong: boolean;
}

/** Asks. */
export async function finishPage(page: FinishPage): Promise<Page> {
  const { action, question, email, asked, isWrong, locale } = page;
  const { signUp: messages, general } = locale.messages;
  const { heading: title } = messages;
  return await layout(page, {
    title: isWrong ? fill(general.errorTitle, { title }) : title,
    heading: title,
    lead: markup`<p>${
      email === null ? messages.textNameless : fill(messages.text, { email: markup`<b>${email}</b>` })
    }</p>`,
    style: asked.style,
    body: markup`<form class="form" method="post" action="${action}">
${fields(page)}
<input type="hidden" name="question" value="${question}">
${asked.html}${asked.terms}
<button class="button">${messages.button}</button>
</form>
${homeLink(page)}`,
  });
}
