/**
 * The page that says that a mail is on its way, and accepts its code.
 *
 * @module
 */

import { alert, type Messages } from "./alert.ts";
import { type Html, markup } from "./html.ts";
import { fields, hostOf, icon, layout } from "./layout.ts";
import type { Page, VerifyRequestPage } from "./types.ts";

/** Asks users to look into their mailbox. In the browser that asked for the mail they can type its code. */
export async function verifyRequestPage(page: VerifyRequestPage): Promise<Page> {
  const { origin, code } = page;
  const host = markup`<b>${hostOf(origin)}</b>`;
  return await layout(page, {
    heading: "Check your e-mail",
    icon: icon(
      "M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5ZM3.5 7l8.5 6 8.5-6",
    ),
    body: markup`${
      code
        ? markup`<p>We sent you a link and a code for ${host}. Open the link, or type the code here.</p>
${codeForm(page, code)}`
        : markup`<p>A sign-in link for ${host} is on its way to you. Open it to sign in.</p>`
    }
<p${code && markup` class="note"`}>Nothing there after a few minutes? Look in your spam folder.</p>
<a class="link" href="${origin}">Back to ${hostOf(origin)}</a>`,
  });
}

/** The pattern allows blanks: users copy the code with its space, or with more around it. */
function codeForm({ error }: VerifyRequestPage, code: NonNullable<VerifyRequestPage["code"]>): Html {
  const message = alert(error, MESSAGES);
  return markup`${message}
<section class="form"><form method="post" action="${code.action}">
${fields({ csrfToken: code.csrfToken, callbackUrl: "" })}
<label for="code">Code</label>
<input class="code" id="code" name="code" autocomplete="one-time-code" inputmode="numeric" placeholder="1234 5678"
pattern="\\s*(\\d\\s*){8}" title="Eight digits" required${message && markup` aria-describedby="alert"`}>
<button class="button">Sign in</button>
</form></section>`;
}

const MESSAGES: Messages = new Map(Object.entries({
  InvalidCode: ["That code is not right.", "Compare it with the newest e-mail, and try again."],
}));
