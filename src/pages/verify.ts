/**
 * The page that says that a mail is on its way.
 *
 * @module
 */

import { markup } from "./html.ts";
import { hostOf, icon, layout } from "./layout.ts";
import type { Page, VerifyRequestPage } from "./types.ts";

/** Tells a person to look into their mailbox. */
export async function verifyRequestPage(page: VerifyRequestPage): Promise<Page> {
  const { origin } = page;
  return await layout(page, {
    heading: "Check your e-mail",
    icon: icon(
      "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 7l8.5 6 8.5-6",
    ),
    body: markup`<p>A sign-in link for <b>${hostOf(origin)}</b> is on its way to you. Open it to sign in.</p>
<p>Nothing there after a few minutes? Look in your spam folder.</p>
<a class="link" href="${origin}">Back to ${hostOf(origin)}</a>`,
  });
}
