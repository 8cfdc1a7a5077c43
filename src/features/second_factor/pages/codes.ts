/**
 * The page that shows new recovery codes, and the one that says that it has shown them.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { appName, icon, layout, linkTarget } from "../../../pages/layout.ts";
import type { Page } from "../../../pages/types.ts";
import { hidden } from "../../../pages/account_parts.ts";
import { formFields, SHIELD } from "./fields.ts";
import { CODES_STYLE, FORM_STYLE } from "./style.ts";
import type { FormBase, SecondFactorPageBase } from "./types.ts";

/**
 * Gives the answer to a form the address of the page that says that the codes were shown. A browser does not keep this answer: Back
 * and a reload would ask whether to send the form again, or show an error of the browser.
 */
const ADDRESS_SCRIPT = `"use strict";
history.replaceState(null, "", document.querySelector("[data-shown]").dataset.shown);
`;

/** Shows the codes, once. A print has them, whose they are and of which day, and nothing else. */
export async function codesPage(page: CodesPage): Promise<Page> {
  const { codes, account, now, isRenewed, shownQuery, continueUrl, locale, origin } = page;
  const { secondFactor: messages, link } = locale.messages;
  const day = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(locale.language, day).format(now);
  return await layout(page, {
    heading: messages.codesHeading,
    style: CODES_STYLE,
    icon: icon(SHIELD),
    lead: markup`<p>${messages.codesText}</p>${isRenewed && markup`<p>${messages.replaced}</p>`}
<p class="note whose">${
      fill(messages.codesOf, { account: account ?? link.nameless, app: appName(page), date })
    }</p>`,
    body: markup`<ul class="codes" dir="ltr" data-shown="${shownQuery}">${
      codes.map((code) => markup`<li>${code}</li>\n`)
    }</ul>
<a class="button" href="${linkTarget(continueUrl, origin)}">${messages.stored}</a>`,
    inlineScript: ADDRESS_SCRIPT,
  });
}

/** The page that shows new recovery codes. */
interface CodesPage extends SecondFactorPageBase {
  /** The codes. */
  readonly codes: readonly string[];
  /** Name or address of the user; `null` without both. */
  readonly account: string | null;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  /** Whether the user had other codes before. */
  readonly isRenewed: boolean;
  /** The query of the page that says that they were shown. */
  readonly shownQuery: string;
  /** Where the user goes next. */
  readonly continueUrl: string;
}

/** Says that the codes were shown already. A user who has not stored them makes new ones. */
export async function shownCodesPage(page: ShownCodesPage): Promise<Page> {
  const { replaces, action, callbackUrl, locale, origin } = page;
  const { secondFactor: messages } = locale.messages;
  const { "second-factor-on": isOn, "recovery-codes-shown": wereShown } = messages.done;
  return await layout(page, {
    heading: messages.recoveryCodes,
    style: FORM_STYLE,
    icon: icon(SHIELD),
    lead: markup`<p>${isOn}</p><p>${wereShown}</p>`,
    body: markup`<a class="button" href="${linkTarget(callbackUrl, origin)}">${messages.stored}</a>
<form class="form" method="post" action="${action}">
${formFields(page)}${hidden("action", "codes")}${hidden("replaces", replaces)}
<button class="button plain">${messages.newCodes}</button>
<p class="note">${messages.newCodesEffect}</p>
</form>`,
  });
}

/** The page that says that recovery codes were shown already. */
interface ShownCodesPage extends FormBase {
  /** Names the codes of now: the form that makes new ones counts once. */
  readonly replaces: string;
}
