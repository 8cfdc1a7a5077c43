/**
 * The page for the owner of a mailbox who gets a user that was registered with the address before.
 *
 * @module
 */

import type { Messages } from "../messages/types.ts";
import { type Html, markup } from "../markup/html.ts";
import { icon, layout, linkTarget } from "./layout.ts";
import { drawSign, logosOf, tileOf, tilesOf } from "./mark.ts";
import type { Page, PageBase, PageForm } from "./types.ts";

/** Says why and what was removed, links to where it can be set up again, and has a link to continue. */
export async function takenOverPage(page: TakenOverPage): Promise<Page> {
  const { origin, callbackUrl, removed } = page;
  const messages = page.locale.messages.takenOver;
  const forms = removed.map(({ form }) => form);
  return await layout(page, {
    heading: messages.heading,
    icon: icon("M12 3l7 3v5c0 4.5-3 8-7 10-4-2-7-5.5-7-10V6l7-3ZM9 12l2 2 4-4"),
    lead: markup`<p>${messages.text}</p>`,
    style: STYLE,
    body: markup`<section aria-labelledby="done"><h2 id="done">${messages.done}</h2>
<ul class="rows">${removed.map((way, index) => removedRow(way, tileOf(way.form, index, origin), messages))}
<li>${CHECK}<span class="what"><b>${messages.signedOut}</b></span></li></ul></section>
${removed.some(({ url }) => url !== null) && markup`<p class="text">${messages.advice}</p>`}
<a class="button" href="${linkTarget(callbackUrl, origin)}">${messages.button}</a>`,
    tiles: tilesOf(forms),
    images: logosOf(forms, origin),
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
  /** Its form on the sign-in page: it has its name and its picture. */
  readonly form: PageForm;
  /** URL of the page where the user can set it up again; `null` if there is none. */
  readonly url: string | null;
}

function removedRow(
  { form: { name }, url }: RemovedWay,
  tile: Html,
  { again, removed }: Messages["takenOver"],
): Html {
  return markup`
<li>${tile}<span class="what"><b><s>${name}</s></b><small>${removed}</small></span>${
    url !== null && markup`<a href="${url}">${again}<span class="unseen"> ${name}</span></a>`
  }</li>`;
}

const CHECK = drawSign("M5 12.5l4.5 4.5L19 7.5");

/** The link stands at the end of its row, whatever the length of the name. */
const STYLE =
  `h2{margin-top:1.75rem}.rows li{flex-wrap:nowrap}.rows a{flex:none;max-width:50%;padding-block:var(--s3);text-align:end}
svg.sign,svg.mark,.tile{align-self:center}s{color:var(--soft)}`.replaceAll("\n", "");
