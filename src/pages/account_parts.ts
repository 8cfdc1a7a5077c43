/**
 * What the parts of the account page are made of: cards with rows and questions. All of it works without a script.
 *
 * @module
 */

import type { AccountPage } from "./account_types.ts";
import { COMPUTER, PHONE } from "./account_signs.ts";
import { dateText, exactText } from "./date_text.ts";
import { fill, fillText } from "../messages/fill.ts";
import { type Html, markup, type Part } from "../markup/html.ts";
import { fields } from "./layout.ts";
import { drawSign } from "./mark.ts";
import { capitalize } from "../values/capitalize.ts";
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

/** So many rows of a long list are seen at once. */
const SEEN = 5;

/** A line that opens the rest stands for so many rows at least. */
const LEAST_FOLDED = 3;

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

/** A list of rows; nothing without a row. Of a long list the first are seen at once, the others behind `more`. */
export function rowList(rows: readonly Html[], more: string): Html | false {
  const seen = rows.length < SEEN + LEAST_FOLDED ? rows.length : SEEN;
  const rest = rows.slice(seen);
  return rows.length > 0 && markup`<ul class="rows">${rows.slice(0, seen)}</ul>${
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

/** A button that opens a question. */
export function opener(id: string, text: string, kind: "bad" | "plain" = "plain"): Html {
  return markup`<button type="button" class="button small ${kind}" popovertarget="ask-${id}">${text}</button>`;
}

/** The same as a sign, which takes as much room in each language. @param sign The path of an SVG. @param label What it asks. */
export function signOpener(id: string, sign: string, label: string): Html {
  return markup`<button type="button" class="button plain small signed" popovertarget="ask-${id}" aria-label="${label}" title="${label}">${
    drawSign(sign)
  }</button>`;
}

/** What is asked before a change. */
interface Question {
  /** What is to happen. */
  readonly heading: Part;
  /** What is lost by it, and what stays. */
  readonly texts: readonly Part[];
  /** The fields of the change. Default: none. */
  readonly content?: Part;
  /** The text of the button that makes it. */
  readonly press: string;
  /** Whether it takes something away. Default `true`. */
  readonly isLoss?: boolean;
}

/**
 * The question that `opener` opens: it says what is lost and what stays, so that no one makes a change by mistake. The first element with
 * `autofocus` has the focus: where something is lost, the button that cancels is one.
 */
export function question(
  id: string,
  { heading, texts, content, press, isLoss = true }: Question,
  { action, fields, page }: { readonly action: string; readonly fields?: Part; readonly page: PartPage },
): Html {
  const { cancel } = page.locale.messages.link;
  return markup`<div class="ask" id="ask-${id}" popover role="dialog" aria-labelledby="asks-${id}">
<h2 id="asks-${id}">${heading}</h2>${texts.filter(Boolean).map((text) => markup`<p>${text}</p>`)}
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
  toText: typeof dateText = dateText,
): Html | null {
  if (date === null) return null;
  const written = toText(date, now, locale);
  const text = message.startsWith("{date}") ? capitalize(written) : written;
  const time = toText === exactText ? "exact" : toText === dateText ? "near" : null;
  const hasTime = time && markup` data-time="${time}"`;
  return markup`${fill(message, { date: markup`<time datetime="${date}"${hasTime}>${text}</time>` })}`;
}

/** How the rows with a name write a date: where several have it, so that they can be told apart. */
export function textFor(name: string, names: readonly string[]): typeof dateText {
  return names.filter((each) => each === name).length > 1 ? exactText : dateText;
}

/**
 * Takes what was done out of the address, so that a reload doesn't say it again. Brings the tab that is open into view. Writes the dates
 * to the minute in the time zone of the browser: exact ones and those of the last week in the text, all of them for a pointer. While a
 * question is open, nothing else on the page can be reached by keyboard; one with a mistake is open from the start.
 */
export const ACCOUNT_SCRIPT: string = `"use strict";
const here = new URL(location.href);
if (here.searchParams.has("done")) {
  for (const name of ["done", "of", "before"]) here.searchParams.delete(name);
  history.replaceState(history.state, "", here);
}
const tab = document.querySelector("nav [aria-current]");
const middle = (each) => { const { left, right } = each.getBoundingClientRect(); return (left + right) / 2; };
if (tab) { const bar = tab.closest("nav"); bar.scrollBy(middle(tab) - middle(bar), 0); }
for (const time of document.querySelectorAll("time[data-time]")) {
  const date = new Date(time.dateTime);
  const language = document.documentElement.lang;
  const days = (Date.now() - date) / 86400000;
  time.title = date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  if (time.dataset.time === "exact" || days > 1 && days < 7) time.textContent = time.title;
}
const shut = (question, inert) => {
  for (let each = question; each !== document.body; each = each.parentElement) {
    for (const other of each.parentElement.children) {
      const isHeader = other.querySelector("h1");
      if (other !== each) for (const part of isHeader ? other.querySelectorAll("a") : [other]) part.inert = inert;
    }
  }
};
for (const question of document.querySelectorAll(".ask")) {
  question.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    // The button that has the focus is shut, too.
    if (!question.contains(document.activeElement)) question.querySelector("input:not([type=hidden]),select")?.focus();
    shut(question, true);
  });
  // Before the browser gives the focus back.
  question.addEventListener("beforetoggle", ({ newState }) => newState === "closed" && shut(question, false));
  if (question.querySelector("[aria-invalid]")) question.showPopover?.();
}
`;
