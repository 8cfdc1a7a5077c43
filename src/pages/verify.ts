/**
 * The page that says that a mail is on its way, and accepts its code.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { alert } from "./alert.ts";
import { type Html, markup } from "./html.ts";
import { fields, hostOf, icon, layout } from "./layout.ts";
import type { Page, VerifyRequestPage } from "./types.ts";

/** Asks users to look into their mailbox. In the browser that asked for the mail they can type its code. */
export async function verifyRequestPage(page: VerifyRequestPage): Promise<Page> {
  const { origin, code } = page;
  const { general, verifyRequest: messages } = page.locale.messages;
  const host = markup`<b>${hostOf(origin)}</b>`;
  return await layout(page, {
    heading: messages.heading,
    icon: icon(
      "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 7l8.5 6 8.5-6",
    ),
    body: markup`${
      code
        ? markup`<p>${fill(messages.linkAndCode, { host })}</p>
${codeForm(page, code)}`
        : markup`<p>${fill(messages.link, { host })}</p>`
    }
<p${code && markup` class="note"`}>${messages.nothing}</p>
<a class="link" href="${origin}">${fill(general.back, { host: hostOf(origin) })}</a>`,
  });
}

/** The pattern allows blanks: users copy the code with its space, or with more around it. */
function codeForm(
  { error, locale }: VerifyRequestPage,
  code: NonNullable<VerifyRequestPage["code"]>,
): Html {
  const { general, verifyRequest: messages } = locale.messages;
  const { InvalidCode } = messages;
  const message = alert(error, { messages: { InvalidCode }, unknown: general.unknownError });
  return markup`${message}
<section class="form"><form method="post" action="${code.action}">
${fields({ ...code, callbackUrl: "" })}
<label for="code">${messages.code}</label>
<input class="code" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" placeholder="1234 5678"
pattern="\\s*(\\d\\s*){8}" title="${messages.codeFormat}" required${
    message && markup` aria-describedby="alert"`
  }>
<button class="button">${messages.button}</button>
</form></section>`;
}
