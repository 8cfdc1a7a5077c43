/**
 * The page for the owner of a mailbox who gets a user that was registered with the address before.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";
import { type Html, markup } from "../markup/html.ts";
import { icon, layout, linkTarget } from "./layout.ts";
import type { Page, PageBase } from "./types.ts";

/** Says what was removed and why, links to where it can be set up again, and has a link to continue. */
export async function takenOverPage(page: TakenOverPage): Promise<Page> {
  const { origin, callbackUrl, removed } = page;
  const messages = page.locale.messages.takenOver;
  return await layout(page, {
    heading: messages.heading,
    icon: icon("M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6l7-3ZM9 12l2 2 4-4"),
    body: markup`<p class="text">${messages.text}</p>
<ul class="rows">${removed.map((way) => removedRow(way, messages))}</ul>
${removed.some(({ url }) => url !== null) && markup`<p class="text">${messages.advice}</p>`}
<a class="button" href="${linkTarget(callbackUrl, origin)}">${messages.button}</a>`,
  });
}

/** The page for the owner of a mailbox who gets a user that was registered with the address before. */
interface TakenOverPage extends PageBase {
  /** The ways to sign in that the user had before. */
  readonly removed: readonly RemovedWay[];
  /** Where the user goes next. */
  readonly callbackUrl: string;
}

/** A way to sign in that a takeover has removed. */
interface RemovedWay {
  /** Name of the provider. */
  readonly name: string;
  /** URL of the page where the user can set it up again; `null` if there is none. */
  readonly url: string | null;
}

function removedRow({ name, url }: RemovedWay, { again }: Messages["takenOver"]): Html {
  return markup`<li><span class="what"><b>${name}</b></span>${
    url !== null && markup`<a href="${url}">${again}<span class="unseen"> ${name}</span></a>`
  }</li>`;
}
