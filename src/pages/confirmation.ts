/**
 * The pages for a mailed link that does not sign in at once: one asks whether to sign in, one says that the user is.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "../markup/html.ts";
import { appName, fields, icon, layout, linkTarget, PERSON, textLink } from "./layout.ts";
import type { Page, PageBase } from "./types.ts";

/** Asks, with a form that signs in, and a link that leads away. Programs that follow links by themselves do not post forms. */
export async function confirmationPage(page: ConfirmationPage): Promise<Page> {
  const { action, email, token } = page;
  const messages = page.locale.messages.confirmation;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(PERSON),
    lead: markup`<p>${
      fill(messages.question, { email: markup`<b>${email}</b>`, app: markup`<b>${appName(page)}</b>` })
    }</p>`,
    body: markup`<form method="post" action="${action}">
${fields(page)}
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="token" value="${token}">
<button class="button">${messages.button}</button>
</form>
<p class="note">${messages.note}</p>
${textLink(page.home ?? page.origin, messages.no, page)}`,
  });
}

/** The page that asks whether to sign in with a link that was followed in another browser than the one that asked. */
interface ConfirmationPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Goes into the form. */
  readonly callbackUrl: string;
  /** The address in the link: any text. Shown, and goes into the form. */
  readonly email: string;
  /** The token in the link: any text. Goes into the form. */
  readonly token: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

/** Leads on. There is nothing to sign in to: with a link that was used, or is too old, that could only fail. */
export async function signedInPage(page: SignedInPage): Promise<Page> {
  const { callbackUrl, origin, email } = page;
  const { confirmation, signIn } = page.locale.messages;
  return await layout(page, {
    heading: confirmation.headingSignedIn,
    icon: icon(PERSON),
    lead: markup`<p><b>${email}</b></p>`,
    body: markup`<a class="button" href="${linkTarget(callbackUrl, origin)}">${signIn.continue}</a>`,
  });
}

/** The page about a mailed link whose owner is signed in. */
interface SignedInPage extends PageBase {
  /** Where the link leads. */
  readonly callbackUrl: string;
  /** The address in the link, which is the user's. */
  readonly email: string;
}
