/**
 * The card of the account page with the address.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { opener, part, question } from "../../../pages/account_parts.ts";
import type { AccountPart, AccountTab, SectionPage } from "../../../pages/account_types.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";

/** Value of `done` in the URL of the page: a link was sent to another address. */
export const SENT = "email-link-sent";

/** Value of `error` in the URL of the page: it is no address, or that of the user. */
export const INVALID = "InvalidNewEmail";

/** What the card shows. */
interface ShownEmail {
  /** The address of the user. */
  readonly email: string | null;
  /** The one that they have typed, after the form was sent. */
  readonly typed: string | null;
  /** Whether the form was sent with a mistake. */
  readonly isWrong: boolean;
  /** Where it stands: who the user is, or how they sign in if no page says the former. */
  readonly tab: AccountTab;
}

/** Returns the card, with the form for another address. */
export function emailPart(page: SectionPage, { email, typed, isWrong, tab }: ShownEmail): AccountPart {
  const { emailChange: messages, signIn } = page.locale.messages;
  const error = "new-email-error";
  const html = part({
    id: "email-address",
    heading: messages.heading,
    text: email ?? messages.none,
    actions: [
      opener("email", messages.change),
      question("email", {
        heading: messages.changeHeading,
        texts: [messages.changeText],
        content: markup`<div class="line"><label for="new-email">${messages.newAddress}</label>
<div class="field"><input id="new-email" name="email" type="email" inputmode="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" placeholder="${signIn.addressExample}"${
          isWrong ? markup` value="${typed}"${invalidBy(error)}` : markup` autofocus`
        }></div>${isWrong && errorElement(error, messages.errors.InvalidNewEmail.what)}</div>`,
        press: messages.send,
        isLoss: false,
      }, { action: "change-email", page }),
    ],
  }, []);
  return {
    // A thief may have changed it.
    cards: [{ tab, html, isOfSecurity: true }],
    done: { [SENT]: messages.sent, "email-changed": messages.changed },
    names: { [SENT]: typed },
    errors: { ...messages.errors },
  };
}
