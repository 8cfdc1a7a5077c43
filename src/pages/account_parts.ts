/**
 * What the parts of the account page are made of: headings, rows, and forms that post a change.
 *
 * @module
 */

import type { AccountPage } from "./account_types.ts";
import { dateText } from "./date_text.ts";
import { fill } from "../messages/fill.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { fields } from "./layout.ts";

/** The account page, as far as all its parts need it. */
export type PartPage = Pick<
  AccountPage,
  "action" | "csrfToken" | "shownFor" | "accountUrl" | "locales" | "now" | "locale"
>;

/** A row of a list. */
interface ListRow {
  /** In front of the name. */
  readonly picture?: Html;
  /** Below the name. Those that are empty are left out. */
  readonly details: readonly Part[];
  /** Beside the name. */
  readonly actions?: Part;
}

/** A form that posts a change to `page.action`. */
export function form(action: string, page: PartPage, content: readonly Part[]): Html {
  const { csrfToken, shownFor, accountUrl: callbackUrl, locales } = page;
  return markup`<form method="post" action="${page.action}">
${fields({ csrfToken, shownFor, callbackUrl, locales })}${hidden("action", action)}${content}
</form>`;
}

/** A field that the user does not see. */
export function hidden(name: string, value: string): Html {
  return markup`<input type="hidden" name="${name}" value="${value}">`;
}

/** A button whose text says enough beside the name of its row. @param label For screen readers. */
export function button(text: string, label: string): Html {
  return markup`<button class="button plain" aria-label="${label}">${text}</button>`;
}

/** A part of the page. */
export function part(id: string, heading: string, content: readonly Part[]): Html {
  return markup`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${content}</section>`;
}

/** A list of rows; nothing without a row. */
export function rowList(rows: readonly Html[]): Html | false {
  return rows.length > 0 && markup`<ul class="rows">${rows}</ul>`;
}

/** A row. */
export function listRow(name: Part, { picture, details, actions }: ListRow): Html {
  return markup`
<li>${picture}<span class="what"><b>${name}</b>${
    details.filter(Boolean).map((detail) => markup`<small>${detail}</small>`)
  }</span>${actions}</li>`;
}

/** A date in a sentence; `null` without a date. @param toText Default: to the minute. */
export function dated(
  message: string,
  date: string | null,
  { now, locale }: PartPage,
  toText = dateText,
): Html | null {
  if (date === null) return null;
  const text = toText(date, now, locale.language);
  return markup`${fill(message, { date: markup`<time datetime="${date}">${text}</time>` })}`;
}
