/**
 * The frame of the pages for staff: a bar with the way back, messages about the change before, and a column.
 *
 * @module
 */

import type { AdapterUser } from "../../../adapters/contract/types.ts";
import { type Html, markup, type Part } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { ACCOUNT_SCRIPT, hidden, pill } from "../../../pages/account_parts.ts";
import { BACK, TICK } from "../../../pages/account_signs.ts";
import { ACCOUNT_STYLE } from "../../../pages/account_style.ts";
import type { SectionPage } from "../../../pages/account_types.ts";
import { alert, alertMessage, type Alerts } from "../../../pages/alert.ts";
import type { Framed } from "../../../pages/content.ts";
import { appName, imageSource, layout, linkTarget } from "../../../pages/layout.ts";
import { drawSign } from "../../../pages/mark.ts";
import { shownName } from "../../../pages/person.ts";
import type { Page } from "../../../pages/types.ts";
import type { NamedPerson } from "../details.ts";
import type { AdministeredUser } from "../types.ts";
import { STAFF_STYLE } from "./style.ts";

/** A page for staff. */
export interface AdminPage extends Omit<SectionPage, "data"> {
  /** URL of the list. */
  readonly listUrl: string;
  /** URL of these pages with parameters. */
  readonly urlWith: (params: Readonly<Record<string, string | null>>) => string;
  /** URL of the sign-out page. */
  readonly signOutUrl: string;
  /** The function that was called before: any text, as it comes from the query. */
  readonly done: string | null;
  /** Why it was refused: any text, as it comes from the query. */
  readonly error: string | null;
  /** What was typed into the form that was refused, by the names of its fields. */
  readonly typed: Readonly<Record<string, string>>;
}

/** What a page has. */
interface AdminContent {
  /** The heading. */
  readonly heading: string;
  /** Whether it leads back to the list. */
  readonly isBelow?: boolean;
  /** The failure that a field of it shows: the page does not show it on top. Default: none. */
  readonly shownError?: string | null;
  /** The cards. */
  readonly body: Html;
  /** URLs of its images. */
  readonly images: readonly string[];
}

/** Draws a page. */
export async function adminPage(
  page: AdminPage,
  { heading, isBelow = false, shownError = null, body, images }: AdminContent,
): Promise<Page> {
  const { error, locale: { messages } } = page;
  const title = error ? fill(messages.general.errorTitle, { title: heading }) : heading;
  return await layout(page, {
    title,
    heading: markup`<bdi>${heading}</bdi>`,
    body: markup`${(error === null || error !== shownError) && messageOf(page)}${body}`,
    frame: (framed) => frame(framed, page, isBelow),
    style: ACCOUNT_STYLE + STAFF_STYLE,
    inlineScript: ACCOUNT_SCRIPT,
    images,
  });
}

/** What was done before, or why it was not. It has the focus, so that a screen reader begins there. */
function messageOf({ done, error, locale: { messages } }: AdminPage): Html | null {
  const { account, administration, signInErrors } = messages;
  if (error) {
    const { MissingCSRF, InvalidEmail, EmailSignInError } = signInErrors;
    const { AccessDenied: { what, now }, UserChanged } = administration.errors;
    // Between sentences of Japanese and Chinese is no blank.
    const rest = `${UserChanged.now}${UserChanged.now.endsWith("。") ? "" : " "}${now}`;
    const own: Alerts = {
      ...{ MissingCSRF, InvalidEmail, EmailSignInError },
      ...administration.errors,
      AccessDenied: { what, now: rest },
    };
    return alert(
      alertMessage(error, { messages: { ...account.errors, ...own }, unknown: account.errors.unknown }),
    );
  }
  const text = new Map<string, string>([
    ...Object.entries(administration.done),
    ["endSession", account.done["signed-out"]],
    ["updateUser", account.done.renamed],
  ]).get(done ?? "");
  return text === undefined
    ? null
    : markup`<p class="done" role="status" tabindex="-1" autofocus>${drawSign(TICK)}<span>${text}</span></p>`;
}

function frame({ picture, heading, body, footer }: Framed, page: AdminPage, isBelow: boolean): Html {
  const { home, origin, signOutUrl, listUrl, locale: { messages } } = page;
  const app = appName(page);
  return markup`<header class="top">${
    picture ?? markup`<span class="letter" aria-hidden="true">${[...app][0]?.toUpperCase()}</span>`
  }<a class="link" href="${linkTarget(home ?? origin, origin)}">${drawSign(BACK)}${
    fill(messages.general.back, { app })
  }</a><a class="button plain small" href="${
    linkTarget(signOutUrl, origin)
  }">${messages.account.signOut}</a></header>
<div class="account staff"><main>
<header>${
    isBelow &&
    markup`<a class="back" href="${linkTarget(listUrl, origin)}">${messages.administration.back}</a>`
  }<h1>${heading}</h1></header>
${body}</main>${footer}</div>`;
}

/** The name of a user, for a heading. */
export function nameOf({ user, identifier }: NamedPerson, { locale }: Pick<AdminPage, "locale">): string {
  return shownName(user) ?? identifier ?? locale.messages.administration.nameless;
}

/** What there is to know about a user, in a word or two each. */
export function tagsOf(
  { user, ban }: Pick<AdministeredUser, "user" | "ban">,
  { isAdmin = false, isSelf = false }: { readonly isAdmin?: boolean; readonly isSelf?: boolean },
  { locale: { messages: { administration } } }: AdminPage,
): readonly Part[] {
  return [
    ban && pill(administration.banned, "warn"),
    user.email && !user.emailVerified && pill(administration.unverified),
    isAdmin && pill(administration.administrator, "good"),
    isSelf && pill(administration.you, "good"),
  ];
}

/**
 * The picture of a user, if it is one of the own site; else their initial. A picture elsewhere would tell its owner that staff looks at
 * the user, and users choose it.
 */
export function pictureOf(
  { user, identifier }: Pick<AdministeredUser, "user" | "identifier">,
  page: AdminPage,
): { readonly html: Html; readonly url?: string } {
  const url = typeof user.image === "string" ? user.image : "";
  if (url && ["'self'", "data:"].includes(imageSource(url, page.origin) ?? "")) {
    return { html: markup`<img src="${url}" alt="" loading="lazy">`, url };
  }
  const [letter = "–"] = nameOf({ user, identifier }, page).match(/\p{L}|\p{N}/u) ?? [];
  return { html: markup`<span aria-hidden="true">${letter.toUpperCase()}</span>` };
}

/** A link to one of these pages, as a button. @param isShown Whether it's the one that is shown. Default `false`. */
export function link(
  params: Readonly<Record<string, string | null>>,
  text: string,
  { urlWith, origin }: Pick<AdminPage, "urlWith" | "origin">,
  isShown = false,
): Html {
  return markup`<a class="button plain small" href="${linkTarget(urlWith(params), origin)}"${
    isShown && markup` aria-current="page"`
  }>${text}</a>`;
}

/** The field of a form for the reason. @param required Whether it must have one. Default `false`. */
export function reasonField(id: string, { locale }: Pick<AdminPage, "locale">, required = false): Html {
  const { reason } = locale.messages.administration;
  return markup`<div class="line"><label for="${id}">${reason}</label><div class="field"><input id="${id}" name="reason"${
    required && markup` required`
  } maxlength="1000" autocomplete="off" dir="auto"></div></div>`;
}

/** The field of a form that names the user. */
export function userField({ id }: Pick<AdapterUser, "id">): Html {
  return hidden("user", String(id));
}
