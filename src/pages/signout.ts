/**
 * The page that asks whether to sign out.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "../markup/html.ts";
import { appName, fields, homeLink, icon, layout, linkTarget, textLink } from "./layout.ts";
import { shownName } from "./person.ts";
import type { Page, PageBase } from "./types.ts";
import type { User } from "../values/types.ts";

/** Asks, with a form that signs out and a link that goes back. Where no one is signed in, leads to the sign-in page. */
export async function signOutPage(page: SignOutPage): Promise<Page> {
  return page.current ? await question(page, page.current) : await signedOut(page);
}

/** The sign-out page. */
interface SignOutPage extends PageBase {
  /** The user who is signed in; `null` if no one is. */
  readonly current: User | null;
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** URL that the form posts to. */
  readonly signoutUrl: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where a user who is signed out goes; goes into the form. */
  readonly callbackUrl: string;
  /** Where a user who stays signed in goes. */
  readonly stayUrl: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}

async function question(
  page: SignOutPage,
  current: NonNullable<SignOutPage["current"]>,
): Promise<Page> {
  const { signoutUrl, stayUrl } = page;
  const { signIn, signOut: messages } = page.locale.messages;
  const person = shownName(current);
  return await layout(page, {
    heading: messages.heading,
    icon: ICON,
    lead: markup`${
      person && markup`<p>${fill(signIn.current, { person: markup`<b>${person}</b>` })}</p>
`
    }<p>${fill(messages.text, { app: markup`<b>${appName(page)}</b>` })}</p>`,
    body: markup`<form method="post" action="${signoutUrl}">
${fields(page)}
<button class="button">${messages.button}</button>
</form>
${textLink(stayUrl, messages.stay, page)}`,
  });
}

async function signedOut(page: SignOutPage): Promise<Page> {
  const { origin, signinUrl } = page;
  const { signOut: messages } = page.locale.messages;
  return await layout(page, {
    heading: messages.headingSignedOut,
    icon: ICON,
    lead: markup`<p>${fill(messages.textSignedOut, { app: markup`<b>${appName(page)}</b>` })}</p>`,
    body: markup`<a class="button" href="${linkTarget(signinUrl, origin)}">${messages.signIn}</a>
${homeLink(page)}`,
  });
}

const ICON = icon(
  "M14 8V5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-3M9.5 12H21m-3.5-3.5L21 12l-3.5 3.5",
);
