/**
 * The page with a form of the application that was kept while its user has confirmed that it is them.
 *
 * @module
 */

import { fill } from "../messages/fill.ts";
import { markup } from "../markup/html.ts";
import { appName, icon, layout, textLink } from "./layout.ts";
import type { Page, PageBase } from "./types.ts";

/** Asks whether to send the form. It is not sent without a click: the user may have changed their mind. */
export async function keptFormPage(page: KeptFormPage): Promise<Page> {
  const { action, enctype, fields, files, callbackUrl } = page;
  const { keptForm: messages, back } = page.locale.messages.general;
  return await layout(page, {
    heading: messages.heading,
    icon: icon("M4 12l16-8-5 16-3-7-8-1Z"),
    lead: markup`<p>${messages.text}</p>`,
    body: markup`<form method="post" action="${action}"${enctype && markup` enctype="${enctype}"`} data-once>
${fields.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">\n`)}
${files.map((name) => markup`<input type="file" name="${name}" hidden>\n`)}
<button class="button">${messages.button}</button>
</form>
${textLink(callbackUrl, fill(back, { app: appName(page) }), page)}`,
  });
}

/** The page with a form of the application that was kept. */
interface KeptFormPage extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** How it is sent, if that is not the default of browsers. */
  readonly enctype: "multipart/form-data" | undefined;
  /** Its fields. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Names of its inputs for files, which send none. */
  readonly files: readonly string[];
  /** The page that had the form. */
  readonly callbackUrl: string;
}
