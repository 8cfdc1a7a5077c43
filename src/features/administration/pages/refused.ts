/**
 * The page of who has sent a form of the pages for staff, and may see none of them any more.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { homeLink, icon, layout, linkTarget, PERSON } from "../../../pages/layout.ts";
import type { Page, PageBase } from "../../../pages/types.ts";

/** The page. */
interface RefusedPage extends PageBase {
  /** URL of the sign-in page. */
  readonly signinUrl: string;
}

/** Says that nothing was changed, and what to do. */
export async function refusedPage(page: RefusedPage): Promise<Page> {
  const { administration, error: { AccessDenied }, general } = page.locale.messages;
  const { heading, text, button } = AccessDenied;
  return await layout(page, {
    status: 403,
    title: fill(general.errorTitle, { title: heading }),
    heading,
    icon: icon(PERSON),
    lead: markup`<p role="alert"><b>${administration.errors.UserChanged.now}</b></p><p>${text}</p>`,
    body: markup`<a class="button" href="${linkTarget(page.signinUrl, page.origin)}">${button}</a>
${homeLink(page)}`,
  });
}
