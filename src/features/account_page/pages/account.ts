/**
 * The page on which users manage how they sign in and where they are signed in. It works without a script, except that a
 * passkey is added with one.
 *
 * @module
 */

import { BACK, NEXT, TICK } from "../../../pages/account_signs.ts";
import { ACCOUNT_STYLE } from "../../../pages/account_style.ts";
import { ACCOUNT_SCRIPT, form, hidden } from "../../../pages/account_parts.ts";
import { DATA, DEVICES, PROFILE, SECURE } from "../../../pages/account_tabs.ts";
import type { AccountCard, AccountPage, AccountPart, AccountTab } from "../../../pages/account_types.ts";
import { alert, alertMessage, type Alerts } from "../../../pages/alert.ts";
import { fill } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import type { Framed } from "../../../pages/content.ts";
import { appName, icon, layout, linkTarget, PERSON, scriptIn } from "../../../pages/layout.ts";
import { drawSign } from "../../../pages/mark.ts";
import { shownName } from "../../../pages/person.ts";
import type { Page } from "../../../pages/types.ts";

/** Shows who is signed in, and the cards of all sections, or those of one tab. */
export async function accountPage(page: AccountPage): Promise<Page> {
  const { parts, error, tab, locale, data: { user } } = page;
  const { account: messages, general } = locale.messages;
  const tabs = tabsOf(parts);
  const open = tab === SECURE.id ? SECURE : tabs.find(({ id }) => id === tab);
  const heading = open?.title(locale.messages) ?? messages.heading;
  const errors: Alerts = Object.assign({}, ...parts.map(({ errors }) => errors), messages.errors);
  const script = parts.find(({ script }) => script)?.script;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title: heading }) : heading,
    heading,
    lead: open === SECURE && markup`<p>${messages.secureText}</p>`,
    body: markup`${
      error && !parts.some(({ shownError }) => shownError === error) &&
      alert(alertMessage(error, { messages: errors, unknown: messages.errors.unknown }))
    }${!open && shownName(user) && personCard(page)}${!open && adviceCard(page)}
${columnOf(page, open)}`,
    frame: (framed) => frame(framed, page, { tabs, open }),
    style: [ACCOUNT_STYLE, ...parts.map(({ style = "" }) => style)].join(""),
    inlineScript: ACCOUNT_SCRIPT,
    tiles: parts.flatMap(({ tiles = [] }) => tiles),
    images: parts.flatMap(({ images = [] }) => images),
    script: script && scriptIn(locale, script),
  });
}

/** The tabs that have a card, in the order of the sections. */
export function tabsOf(parts: readonly AccountPart[]): readonly AccountTab[] {
  return [...new Set(parts.flatMap(({ cards = [] }) => cards.map(({ tab }) => tab)))];
}

/** The cards, and what was changed above those of its section; on top if it has none. */
function columnOf(
  { parts, done, error, changed }: AccountPage,
  open: AccountTab | undefined,
): readonly Html[] {
  const column: Html[] = [];
  let message: Html | null = null;
  let place = 0;
  // A user who suspects a thief ends their sessions first.
  const isOfDevices = ({ cards = [] }: AccountPart) => Number(cards.every(({ tab }) => tab === DEVICES));
  const ordered = open === SECURE ? parts.toSorted((a, b) => isOfDevices(b) - isOfDevices(a)) : parts;
  for (const { cards = [], done: changes = {}, names = {} } of ordered) {
    const shown = cards.flatMap((card) => isShown(card, open) && card.html || []);
    const start = column.push(...shown) - shown.length;
    if (done !== null && error === null && Object.hasOwn(changes, done)) {
      message = doneMessage(changes[done]!, changed ?? names[done] ?? null);
      place = shown.length ? start : 0;
    }
  }
  return message === null ? column : column.toSpliced(place, 0, message);
}

/** Whether a card stands on the page that is open. A thief seldom changes who the user is. */
function isShown(
  { tab, isOfSecurity = tab !== PROFILE && tab !== DATA }: AccountCard,
  open?: AccountTab,
): boolean {
  return !open || tab === open || open === SECURE && isOfSecurity;
}

/** Says what was changed. It has the focus, so that a screen reader begins there, and a long page shows it. */
function doneMessage(text: string, changed: string | null): Html {
  return markup`<p class="done" role="status" tabindex="-1" autofocus>${drawSign(TICK)}<span>${
    changed && markup`<b>${changed}</b> `
  }${text}</span></p>`;
}

/** The most valuable recommendation that the user has not put away. */
function adviceCard(page: AccountPage): Html | null {
  const { parts, dismissed, done, locale: { messages: { account: messages } } } = page;
  const [advice] = parts.flatMap(({ advice = [] }) => advice)
    .filter(({ id }) => !dismissed.includes(id))
    .toSorted((a, b) => a.rank - b.rank);
  // After one was put away, the next visit is soon enough for another.
  if (!advice || done === "dismissed") return null;
  const { id, sign, title, text, action } = advice;
  return markup`<aside class="card advice" aria-label="${messages.recommended}">${
    drawSign(sign)
  }<div><h2>${title}</h2><p>${text}</p></div>
<div class="acts">${
    form("dismiss", page, [
      hidden("id", id),
      markup`<button class="button plain small">${messages.notNow}</button>`,
    ])
  }${action}</div></aside>`;
}

function personCard({ data: { user }, parts }: AccountPage): Html {
  const name = shownName(user);
  const initials = name === user.email ? "" : initialsOf(name ?? "");
  const picture = parts.find(({ picture }) => picture)?.picture;
  return markup`<div class="card person">${
    picture !== undefined
      ? markup`<img src="${picture}" alt="">`
      : initials
      ? markup`<span class="initials" aria-hidden="true">${initials}</span>`
      : icon(PERSON)
  }<p><b>${name}</b>${name !== user.email && user.email && markup`<small>${user.email}</small>`}</p></div>`;
}

/** The first letters of the first name and of the last one. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 && words.at(-1)].map((word) => word ? [...word][0] : "").join("")
    .toUpperCase();
}

/** A bar with the way back and the sign-out, the tabs, and a column. */
function frame(
  { picture, heading, lead, body, footer }: Framed,
  page: AccountPage,
  { tabs, open }: { readonly tabs: readonly AccountTab[]; readonly open: AccountTab | undefined },
): Html {
  const { home, origin, signOutUrl, locale } = page;
  const { account: messages, general } = locale.messages;
  const app = appName(page);
  const hasTabs = tabs.length > 1 || tabs.some(({ href }) => href !== undefined);
  return markup`<header class="top">${
    picture ?? markup`<span class="letter" aria-hidden="true">${[...app][0]?.toUpperCase()}</span>`
  }<a class="link" href="${linkTarget(home ?? origin, origin)}">${drawSign(BACK)}${
    fill(general.back, { app })
  }</a><a class="button plain small" href="${linkTarget(signOutUrl, origin)}">${messages.signOut}</a></header>
<div class="account ${hasTabs && !open ? "all" : "one"}">${hasTabs && navigation(tabs, open, page)}<main>
<header><h1>${heading}</h1>${lead}</header>
${body}</main>${footer}</div>`;
}

function navigation(
  tabs: readonly AccountTab[],
  open: AccountTab | undefined,
  { urlOf, origin, locale: { messages } }: AccountPage,
): Html {
  const item = (url: string, tab: Pick<AccountTab, "sign" | "title">, isOpen: boolean) =>
    markup`<li><a href="${url}"${isOpen && markup` aria-current="page"`}>${drawSign(tab.sign)}${
      tab.title(messages)
    }<svg class="sign next" viewBox="0 0 24 24" aria-hidden="true"><path d="${NEXT}"/></svg></a></li>`;
  return markup`<nav aria-label="${messages.account.heading}"><ul>${
    item(urlOf(""), { sign: PERSON, title: () => messages.account.heading }, !open)
  }${
    tabs.map((tab) =>
      item(tab.href === undefined ? urlOf(tab.id) : linkTarget(tab.href, origin), tab, tab === open)
    )
  }</ul></nav>`;
}
