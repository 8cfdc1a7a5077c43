/**
 * The page that asks a user who is signed in whether to add another identity to their account.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "../markup/html.ts";
import { fields, icon, layout } from "./layout.ts";
import { personOf, shownName } from "./person.ts";
import type { Page, PageBase } from "./types.ts";
import type { User } from "../values/types.ts";

/**
 * Asks, with a form that has a button for each answer. `cancel` changes nothing. The form has `link`: the page about a
 * failure adds a way to sign in, too.
 */
export async function linkPage(page: LinkPage): Promise<Page> {
  const { action, current, proven, provider, canSwitch } = page;
  const messages = page.locale.messages.link;
  const [currentName, provenName] = [shownName(current), shownName(proven)];
  const names = {
    current: personOf(current, messages.nameless),
    provider: markup`<b>${provider}</b>`,
    proven: personOf(proven, messages.nameless),
  };
  const account = markup`${provider}${provenName && markup` (${provenName})`}`;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(
      "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.7 1.7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.7-1.7",
    ),
    lead: markup`<p>${fill(provenName ? messages.textWithName : messages.text, names)}</p>`,
    body: markup`<form method="post" action="${action}">
${fields({ ...page, link: true })}
<input type="hidden" name="question" value="${page.question}">
<button class="button" name="choice" value="link">${
      currentName
        ? fill(messages.add, { provider, current: currentName })
        : fill(messages.addNameless, { provider })
    }</button>
${
      canSwitch &&
      markup`<button class="button plain" name="choice" value="switch">${
        provenName ? fill(messages.switch, { proven: provenName }) : messages.switchNameless
      }</button>`
    }
<p class="note">${
      currentName
        ? fill(messages.note, { account, current: currentName })
        : fill(messages.noteNameless, { account })
    }</p>
<button class="link" name="choice" value="cancel">${messages.cancel}</button>
</form>`,
  });
}

/** The page that asks a user who is signed in whether to add another identity to their account. */
interface LinkPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards. */
  readonly callbackUrl: string;
  /** The user who is signed in. */
  readonly current: User;
  /** The other identity, as the page shows it. */
  readonly proven: User;
  /** Name of the provider that has proven the other identity. */
  readonly provider: string;
  /** Whether the user may sign in with it instead. */
  readonly canSwitch: boolean;
  /** The name of the question. The form sends it, so that its answer counts for this question alone. */
  readonly question: string;
  /** `ui_locales` of the request; goes into the form. Default: none. */
  readonly locales?: string | null;
}
