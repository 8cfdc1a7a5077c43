/**
 * The list of users.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import type { AlertMessage } from "../../../messages/types.ts";
import { form, hidden, listRow } from "../../../pages/account_parts.ts";
import { linkTarget } from "../../../pages/layout.ts";
import { addressBeside } from "../../../pages/person.ts";
import { errorElement, inputElement, invalidBy } from "../../../pages/signin/input.ts";
import type { Page } from "../../../pages/types.ts";
import { UI_LOCALES } from "../../../http/ui_locales.ts";
import { LONGEST_NAME } from "../../../shapes/lengths.ts";
import type { AdministrationAction } from "../../../shapes/administration.ts";
import type { AdministeredUser } from "../types.ts";
import { type AdminPage, adminPage, link, nameOf, pictureOf, tagsOf } from "./frame.ts";

/** Which users the list has. */
export interface Wanted {
  /** The text that was searched for. */
  readonly search: string;
  /** Whether it has only users who are banned. Default `false`. */
  readonly banned?: true;
}

/** A part of the list. */
interface UserList extends Wanted {
  /** The users. */
  readonly users: readonly AdministeredUser[];
  /** Where the part begins; `null`: at the beginning. */
  readonly after: string | null;
  /** Where the next one begins; `null`: there is none. */
  readonly next: string | null;
  /** What the person may do. */
  readonly may: ReadonlySet<AdministrationAction>;
}

/** Shows a part of the list, a search, and the form for a new user. */
export async function listPage(page: AdminPage, list: UserList): Promise<Page> {
  const { users, may } = list;
  const { administration: messages } = page.locale.messages;
  const pictures = users.map((each) => pictureOf(each, page));
  const rows = users.map((each, index) => row(each, pictures[index]!.html, page));
  const card = markup`<section class="card" aria-label="${messages.heading}">${searchForm(list, page)}${
    rows.length > 0
      ? markup`<ul class="rows users">${rows}</ul>`
      : markup`<p class="text">${messages.none}</p>`
  }${navigation(list, page)}</section>`;
  const isOfForm = may.has("createUser") && creationAlert(page) !== undefined;
  return await adminPage(page, {
    heading: messages.heading,
    shownError: isOfForm ? page.error : null,
    body: markup`${card}${may.has("createUser") && creation(page)}`,
    images: pictures.flatMap(({ url }) => url ?? []),
  });
}

function searchForm({ search, banned }: UserList, page: AdminPage): Html {
  const { action, locales, locale: { messages: { administration: messages } } } = page;
  return markup`<form class="find" method="get" action="${action}" role="search">
<div class="line"><label for="search">${messages.searchLabel}</label>
<div class="field"><input id="search" name="search" type="search" value="${search}" maxlength="320" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto"></div></div>
${locales && hidden(UI_LOCALES, locales)}${
    banned && hidden("banned", "true")
  }<button class="button">${messages.search}</button>${link({}, messages.back, page, !banned && !search)}${
    link({ search: search || null, banned: "true" }, messages.banned, page, banned)
  }
</form>`;
}

function row(listed: AdministeredUser, picture: Html, page: AdminPage): Html {
  const { user, identifier } = listed;
  const url = page.urlWith({ user: String(user.id) });
  const name = nameOf(listed, page);
  const beside = [addressBeside(user), identifier === name ? null : identifier];
  return listRow(markup`<a href="${linkTarget(url, page.origin)}"><bdi>${name}</bdi></a>`, {
    picture,
    state: tagsOf(listed, {}, page),
    details: beside.map((each) => each && markup`<bdi>${each}</bdi>`),
  });
}

/** The other parts of the list, and the list as a file. */
function navigation({ users, search, banned, after, next, may }: UserList, page: AdminPage): Html | null {
  const { administration: messages } = page.locale.messages;
  const wanted = { search: search || null, banned: banned ? "true" : null };
  const links = [
    after !== null && link(wanted, messages.first, page),
    next !== null && link({ ...wanted, after: next }, messages.next, page),
    users.length > 0 && link({ ...wanted, as: "csv" }, messages.export, page),
    may.has("listActions") && link({ view: "log" }, messages.log.heading, page),
  ].filter((each) => each !== false);
  return links.length > 0 ? markup`<div class="pages">${links}</div>` : null;
}

/** What is wrong with a field of a new user; `undefined` if nothing is. */
function creationAlert({ error, locale: { messages } }: AdminPage): AlertMessage | undefined {
  return new Map([
    ["AddressTaken", messages.administration.errors.AddressTaken],
    ["InvalidName", messages.administration.errors.InvalidName],
    ["InvalidEmail", messages.signInErrors.InvalidEmail],
  ]).get(error ?? "");
}

/** The form for a new user: it is open if it has failed. */
function creation(page: AdminPage): Html {
  const { account, administration: messages, signIn } = page.locale.messages;
  const failed = creationAlert(page);
  const id = "new-user-error";
  const wrong = failed && { invalid: invalidBy(id), error: errorElement(id, `${failed.what} ${failed.now}`) };
  const isName = page.error === "InvalidName";
  return markup`<details class="card fold"${failed && markup` open`}><summary>${messages.create}</summary>
${
    form("createUser", page, [
      inputElement({
        ...{ id: "new-name", name: "name", label: account.newName, autocomplete: "off", messages: signIn },
        value: failed && page.typed.name,
        ...isName && wrong,
        invalid: markup` maxlength="${String(LONGEST_NAME)}"${isName && wrong?.invalid}`,
      }),
      inputElement({
        ...{ id: "new-address", name: "email", type: "email", autocomplete: "off", required: true },
        ...{ label: signIn.address, messages: signIn, value: failed && page.typed.email },
        ...!isName && wrong,
      }),
      markup`<p class="note">${messages.createText}</p><button class="button">${messages.create}</button>`,
    ])
  }</details>`;
}
