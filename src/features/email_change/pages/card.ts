/**
 * The card of the account page with the address.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import type { AdapterUser } from "../../../adapters/contract/types.ts";
import { opener, part, question } from "../../../pages/account_parts.ts";
import { SECURITY } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";

/** Returns the card, with the form for another address. */
export function emailPart(page: SectionPage, user: AdapterUser | null): AccountPart {
  const { emailChange: messages, signIn } = page.locale.messages;
  const html = part({
    id: "email-address",
    heading: messages.heading,
    text: user?.email ?? messages.none,
    actions: [
      opener("email", messages.change),
      question("email", {
        heading: messages.changeHeading,
        texts: [messages.changeText],
        content: markup`<div class="line"><label for="new-email">${messages.newAddress}</label>
<div class="field"><input id="new-email" name="email" type="email" inputmode="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false" placeholder="${signIn.addressExample}" autofocus></div></div>`,
        press: messages.send,
        isLoss: false,
      }, { action: "change-email", page }),
    ],
  }, []);
  return {
    cards: [{ tab: SECURITY, html }],
    done: { "email-link-sent": messages.sent, "email-changed": messages.changed },
    errors: { ...messages.errors },
  };
}
