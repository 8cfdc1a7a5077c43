/**
 * The page for an account whose user has asked for its deletion.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { appName, fields, icon, layout, linkTarget, PERSON, textLink } from "../../../pages/layout.ts";
import type { Page, PageBase } from "../../../pages/types.ts";
import { longDate } from "../../../pages/long_date.ts";

/** What becomes of the account: it can be kept, it was kept, it is deleted. */
export type DeletionState = "pending" | "kept" | "deleted";

/** The page. */
interface DeletionPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Names the deletion; goes into the form. */
  readonly token: string;
  /** What becomes of the account. */
  readonly state: DeletionState;
  /** When it is deleted, as ISO 8601. */
  readonly dueAt: string;
  /** URL of the sign-in page. */
  readonly signInUrl: string;
}

/** Says what becomes of the account, and keeps it, as long as that is possible. */
export async function deletionPage(page: DeletionPage): Promise<Page> {
  const { state, dueAt, origin, locale: { language, messages: { deletion, general, signIn } } } = page;
  const app = markup`<b>${appName(page)}</b>`;
  const date = markup`<b>${longDate(new Date(dueAt), language).replaceAll(" ", "\u00a0")}</b>`;
  const home = textLink(page.home ?? origin, fill(general.back, { app: appName(page) }), page);
  const texts = {
    pending: [deletion.pendingHeading, deletion.pendingText],
    kept: [deletion.keptHeading, deletion.keptText],
    deleted: [deletion.deletedHeading, deletion.deletedText],
  } as const;
  const [heading, text] = texts[state];
  const bodies = {
    pending: markup`<form method="post" action="${page.action}">
${fields({ csrfToken: page.csrfToken, callbackUrl: "" })}
<input type="hidden" name="token" value="${page.token}">
<button class="button">${deletion.keep}</button>
</form>
${home}`,
    kept: markup`<a class="button" href="${linkTarget(page.signInUrl, origin)}">${signIn.submit}</a>
${home}`,
    deleted: home,
  };
  return await layout(page, {
    heading,
    icon: icon(PERSON),
    lead: markup`<p>${fill(text, { app, date })}</p>`,
    body: bodies[state],
  });
}
