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
import { formFields } from "./fields.ts";
import { SHIELD } from "../../../pages/account_signs.ts";
import { COPY_SCRIPT } from "./copy_script.ts";
import { CODES_STYLE, FORM_STYLE } from "./style.ts";
import type { FormBase, SecondFactorPageBase } from "./types.ts";

/**
 * Gives the answer to a form the address of the page that says that the codes were shown. A browser does not keep this answer: Back
 * and a reload would ask whether to send the form again, or show an error of the browser. Shows the buttons that need a script.
 */
const CODES_SCRIPT = `"use strict";
{
  const codes = document.querySelector("[data-shown]");
  history.replaceState(null, "", codes.dataset.shown);
  const [copy, print] = document.querySelectorAll(".saving button");
  print.hidden = false;
  print.addEventListener("click", () => window.print());
  const text = copy.dataset.copy = [...codes.children].map((code) => code.textContent + "\\n").join("");
  // A browser keeps the address of a file that it has saved: this one has no codes in it.
  document.querySelector("[download]").href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
}
`;

/**
 * Shows the codes, once: to copy, to print, or as a file, which needs no script. A print has them, whose they are and of which day,
 * and nothing else. Who goes on says first that they have them: the style sheet shows the link in place of a disabled button then.
 */
export async function codesPage(page: CodesPage): Promise<Page> {
  const { codes, account, now, isRenewed, shownQuery, continueUrl, locale, origin } = page;
  const { secondFactor: messages, signIn, link } = locale.messages;
  const day = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(locale.language, day).format(now);
  return await layout(page, {
    heading: messages.codesHeading,
    isWide: true,
    style: FORM_STYLE + CODES_STYLE,
    icon: icon(SHIELD),
    lead: markup`<p>${messages.codesText}</p>${isRenewed && markup`<p>${messages.replaced}</p>`}
<p class="note whose">${
      fill(messages.codesOf, { account: account ?? link.nameless, app: appName(page), date })
    }</p>`,
    body: markup`<ul class="codes" dir="ltr" data-shown="${shownQuery}">${
      codes.map((code) => markup`<li>${code}</li>\n`)
    }</ul>
<div class="saving"><button type="button" class="button plain" data-copy="" data-done="${messages.copied}" hidden>${messages.copy}</button>
<a class="button plain" download="${fileName(appName(page))}" href="${fileOf(codes)}">${messages.download}</a>
<button type="button" class="button plain" hidden>${messages.print}</button><output class="unseen"></output></div>
<div class="check"><input id="stored" type="checkbox"><label for="stored">${messages.stored}</label></div>
<button class="button" disabled>${signIn.continue}</button>
<a class="button" href="${linkTarget(continueUrl, origin)}">${signIn.continue}</a>`,
    inlineScript: CODES_SCRIPT + COPY_SCRIPT,
  });
}

/** The codes as a file, in the address of a link: a browser saves it without a script, and asks no server for it. See the script. */
function fileOf(codes: readonly string[]): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
}

/** Its name: browsers replace what a file can't be called. */
function fileName(app: string): string {
  const name = app.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}.]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "");
  return `${name}${name && "-"}recovery-codes.txt`;
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
