/**
 * The page behind the emails about another address.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill, fillText } from "../../../messages/fill.ts";
import { hidden } from "../../../pages/account_parts.ts";
import { appName, fields, icon, layout, linkTarget, PERSON, textLink } from "../../../pages/layout.ts";
import type { Page, PageBase } from "../../../pages/types.ts";

/** What the page asks, or says: use the new address, restore the former one, it is restored, the link is over. */
export type EmailPageState = "confirm" | "undo" | "undone" | "over";

/** The page. */
interface EmailPage extends PageBase {
  /** What it asks, or says. */
  readonly state: EmailPageState;
  /** The address. */
  readonly email: string;
  /** The token of the link; goes into the form. */
  readonly token: string | null;
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** URL of the account page. */
  readonly accountUrl: string;
  /** URL of the sign-in page. */
  readonly signInUrl: string;
}

/** Asks before anything changes: programs that follow links by themselves post no forms. */
export async function emailPage(page: EmailPage): Promise<Page> {
  const { state, email, token, origin, locale: { messages: { emailChange, general, signIn } } } = page;
  const form = (action: string, press: string) =>
    markup`<form method="post" action="${page.action}">
${fields({ csrfToken: page.csrfToken, callbackUrl: "" })}${hidden("action", action)}${
      hidden("token", token ?? "")
    }
<button class="button">${press}</button>
</form>`;
  const link = (url: string, text: string) =>
    markup`<a class="button" href="${linkTarget(url, origin)}">${text}</a>`;
  const states = {
    confirm: [
      emailChange.confirmHeading,
      emailChange.confirmText,
      () => form("confirm-email", emailChange.confirmButton),
    ],
    undo: [
      emailChange.undoHeading,
      emailChange.undoText,
      () => form("restore-email", emailChange.undoButton),
    ],
    undone: [emailChange.undoneHeading, emailChange.undoneText, () => link(page.signInUrl, signIn.submit)],
    over: [emailChange.overHeading, emailChange.overText, () => link(page.accountUrl, signIn.continue)],
  } as const;
  const [heading, text, action] = states[state];
  return await layout(page, {
    heading,
    icon: icon(PERSON),
    lead: markup`<p>${
      fill(text, { email: markup`<b>${email}</b>`, app: markup`<b>${appName(page)}</b>` })
    }</p>`,
    body: markup`${action()}
${textLink(page.home ?? origin, fillText(general.back, { app: appName(page) }), page)}`,
  });
}
