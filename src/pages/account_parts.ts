/**
 * What the parts of the account page are made of: cards with rows, menus and questions. All of it works without a script.
 *
 * @module
 */

import type { AccountPage } from "./account_types.ts";
import { COMPUTER, DOTS, PHONE } from "./account_signs.ts";
import { dateText } from "./date_text.ts";
import { fill, fillText } from "../messages/fill.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { fields } from "./layout.ts";
import { drawSign } from "./mark.ts";
import type { Device } from "../values/device.ts";

/** The account page, as far as all its parts need it. */
export type PartPage = Pick<
  AccountPage,
  "action" | "csrfToken" | "shownFor" | "accountUrl" | "urlOf" | "locales" | "now" | "locale"
>;

/** A card: a heading, and what belongs to it. */
interface Card {
  /** Id of the heading. */
  readonly id: string;
  /** The heading. */
  readonly heading: string;
  /** What is on or off, beside the heading. */
  readonly state?: Part;
  /** A sentence below the heading. */
  readonly text?: Part;
  /** Links and forms that belong to the whole card. */
  readonly actions?: Part;
}

/** A row of a list. */
interface ListRow {
  /** In front of the name, 24 CSS pixels wide. */
  readonly picture: Html;
  /** Beside the name: what it is. */
  readonly state?: Part;
  /** Below the name, in one line: on a phone the first two. Those that are empty are left out. */
  readonly details?: readonly Part[];
  /** At the end of the row. */
  readonly actions?: Part;
}

/** So many rows of a list are seen at once. */
const SEEN = 5;

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
  return markup`<button class="button plain small" aria-label="${label}">${text}</button>`;
}

/** A card of the page. */
export function part({ id, heading, state, text, actions }: Card, content: readonly Part[]): Html {
  return markup`<section class="card" aria-labelledby="${id}"><header><div><h2 id="${id}">${heading}</h2>${state}${
    text && markup`<p>${text}</p>`
  }</div>${actions && markup`<div class="acts">${actions}</div>`}</header>
${content}</section>`;
}

/** A list of rows; nothing without a row. The first are seen at once, all of them behind `more`. */
export function rowList(rows: readonly Html[], more: string): Html | false {
  const rest = rows.slice(SEEN);
  return rows.length > 0 && markup`<ul class="rows">${rows.slice(0, SEEN)}</ul>${
    rest.length > 0 && markup`
<details class="more"><summary>${
      fillText(more, { count: String(rows.length) })
    }</summary><ul class="rows">${rest}</ul></details>`
  }`;
}

/** A row. */
export function listRow(name: Part, { picture, state, details = [], actions }: ListRow): Html {
  const shown = details.filter(Boolean);
  return markup`
<li><span class="picture">${picture}</span><span class="what"><b>${name}</b>${state}${
    shown.length > 0 && markup`<small>${shown.map((detail) => markup`<span>${detail}</span> `)}</small>`
  }</span>${actions && markup`<div class="acts">${actions}</div>`}</li>`;
}

/** What something is, in a word or two. @param kind Its colour. Default: grey. */
export function pill(text: Part, kind?: "good" | "warn"): Html {
  return markup` <span class="tag${kind && ` ${kind}`}">${text}</span>`;
}

/** The picture of a device: a phone or a computer. */
export function devicePicture(device: Device | null): Html {
  return drawSign(/^(iPhone|iPad|Android|Windows Phone)$/.test(device?.system ?? "") ? PHONE : COMPUTER);
}

/** A button that opens a menu, and the menu. @param items As `opener` and links are. */
export function menu(id: string, label: string, items: readonly Part[]): Html {
  return markup`<button type="button" class="button plain small dots" popovertarget="menu-${id}" aria-label="${label}">${
    drawSign(DOTS)
  }</button><span class="menu" id="menu-${id}" popover>${items}</span>`;
}

/** A button that opens a question. */
export function opener(id: string, text: string, kind: "bad" | "plain" = "plain"): Html {
  return markup`<button type="button" class="button small ${kind}" popovertarget="ask-${id}">${text}</button>`;
}

/** What is asked before a change. */
interface Question {
  /** What is to happen. */
  readonly heading: string;
  /** What is lost by it, and what stays. */
  readonly texts: readonly Part[];
  /** The fields of the change. Default: none. */
  readonly content?: Part;
  /** The text of the button that makes it. */
  readonly press: string;
  /** Whether it takes something away. Default `true`. */
  readonly isLoss?: boolean;
}

/** The question that `opener` opens: it says what is lost and what stays, so that no one makes a change by mistake. */
export function question(
  id: string,
  { heading, texts, content, press, isLoss = true }: Question,
  { action, fields, page }: { readonly action: string; readonly fields?: Part; readonly page: PartPage },
): Html {
  const { cancel } = page.locale.messages.link;
  return markup`<div class="ask" id="ask-${id}" popover role="dialog" aria-labelledby="asks-${id}">
<h3 id="asks-${id}">${heading}</h3>${texts.filter(Boolean).map((text) => markup`<p>${text}</p>`)}
${
    form(action, page, [
      fields,
      content,
      markup`<div class="end"><button type="button" class="button plain small" popovertarget="ask-${id}" popovertargetaction="hide"${
        isLoss && markup` autofocus`
      }>${cancel}</button>
<button class="button small${isLoss && " loss"}">${press}</button></div>`,
    ])
  }</div>`;
}

/**
 * A date in a sentence; `null` without a date.
 *
 * @param toText Default: to the minute, and in a browser with scripts in its time zone, too.
 */
export function dated(
  message: string,
  date: string | null,
  { now, locale }: PartPage,
  toText = dateText,
): Html | null {
  if (date === null) return null;
  const text = toText(date, now, locale.language);
  const hasTime = toText === dateText && markup` data-time`;
  return markup`${fill(message, { date: markup`<time datetime="${date}"${hasTime}>${text}</time>` })}`;
}

/** Writes the dates to the minute in the time zone of the browser: those of the last week in the text, all of them for a pointer. */
export const TIME_SCRIPT: string = `"use strict";
for (const time of document.querySelectorAll("time[data-time]")) {
  const date = new Date(time.dateTime);
  const language = document.documentElement.lang;
  const days = (Date.now() - date) / 86400000;
  time.title = date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  if (days > 1 && days < 7) time.textContent = time.title;
}
`;
