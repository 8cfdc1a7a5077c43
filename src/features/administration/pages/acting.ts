/**
 * The page of whoever acts as a user.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill, timeText } from "../../../messages/fill.ts";
import { appName, fields, icon, layout, PERSON, textLink } from "../../../pages/layout.ts";
import type { Page, PageBase } from "../../../pages/types.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import type { Target } from "../acting_target.ts";
import type { Actor } from "../actor.ts";

/** The page. */
interface ActingPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where they go afterwards. */
  readonly callbackUrl: string;
  /** Who acts. */
  readonly actor: Actor;
  /** As whom, and until when; `null`: it's over. */
  readonly target: Target | null;
  /** The user name of the one whom the page names; `null` without one. */
  readonly identifier: string | null;
  /** Now, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether a form was refused before. */
  readonly isRefused: boolean;
}

/** Says who acts as whom, and has the button that ends it. */
export async function actingPage(page: ActingPage): Promise<Page> {
  const { actor, target, identifier, now, locale } = page;
  const { administration: { acting }, general } = locale.messages;
  const { name: called, email } = target ? target.user : actor;
  const named = onOneLine(called || email || identifier || String(target ? target.user.id : actor.sub));
  const name = markup`<b class="name"><bdi>${named}</bdi></b>`;
  const app = markup`<b>${appName(page)}</b>`;
  const minutes = Math.ceil((Number(target?.row.expires) - now) / 60_000);
  const texts = target
    ? [
      fill(acting.text, { app, name }),
      fill(acting.closed, { name }),
      fill(acting.left, { time: timeText(minutes, "minute", locale) }),
    ]
    : [fill(acting.overText, { name })];
  return await layout(page, {
    heading: target ? acting.heading : acting.overHeading,
    icon: icon(PERSON),
    lead: markup`${page.isRefused && markup`<p role="alert"><b>${acting.refused}</b></p>`}${
      texts.map((text) => markup`<p>${text}</p>`)
    }`,
    body: markup`<form method="post" action="${page.action}">
${fields({ csrfToken: page.csrfToken, callbackUrl: page.callbackUrl })}
<button class="button" data-first>${target ? acting.stop : acting.goOn}</button>
</form>
${target && textLink(page.home ?? page.origin, fill(general.back, { app: appName(page) }), page)}`,
  });
}
