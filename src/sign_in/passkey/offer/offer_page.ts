/**
 * The page that offers a passkey to a user who has just signed in without one.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fields, icon, layout, linkTarget, scriptIn } from "../../../pages/layout.ts";
import { PERSON_KEY } from "../../../pages/mark.ts";
import type { Page, PageBase, PasskeyForm } from "../../../pages/types.ts";

/** The page, as plain data. */
interface PasskeyOfferPage extends PageBase {
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Names the user; goes into the form. */
  readonly shownFor: string;
  /** Where the user goes next. */
  readonly callbackUrl: string;
  /** Says to the script that a password was typed just now; empty if none was. */
  readonly offer: string;
  /** `ui_locales` of the request; goes into the form. */
  readonly locales: string | null;
  /** The form of the provider. */
  readonly passkey: Pick<PasskeyForm, "action" | "options" | "script">;
}

/**
 * A button that creates a passkey, and a link that leads on. The script shows the button, or follows the link where no passkey can be
 * created; without a script there is the link.
 */
export async function passkeyOfferPage(page: PasskeyOfferPage): Promise<Page> {
  const { origin, callbackUrl, locale, passkey: { action, options, script } } = page;
  const messages = locale.messages.passkeyOffer;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(PERSON_KEY),
    lead: markup`<p>${messages.text}</p>`,
    body:
      markup`<form class="form" method="post" action="${action}" data-passkey="${options}" data-offer="${page.offer}" hidden>
${fields({ ...page, link: true })}
<button class="button" name="action" value="register">${messages.button}</button>
</form>
<a class="button plain" href="${linkTarget(callbackUrl, origin)}" data-skip>${messages.skip}</a>`,
    script: scriptIn(locale, script),
  });
}
