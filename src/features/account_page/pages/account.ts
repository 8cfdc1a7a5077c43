/**
 * The page on which users manage how they sign in and where they are signed in. It works without a script, except that a
 * passkey is added with one.
 *
 * @module
 */

import type { LinkedAccount, LinkedPasskey, ListedSession } from "../../../shapes/account.ts";
import { button, dated, form, hidden, listRow, part, rowList } from "../../../pages/account_parts.ts";
import type { AccountPage, AccountPart, SectionPage, WayRow } from "../../../pages/account_types.ts";
import { alert, alertMessage, type Alerts } from "../../../pages/alert.ts";
import { dayText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { fill, fillText } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import {
  appName,
  fields,
  homeLink,
  icon,
  layout,
  linkTarget,
  PERSON,
  scriptIn,
  textLink,
} from "../../../pages/layout.ts";
import { drawSign, ENVELOPE, letterTile, logosOf, tileOf, tilesOf } from "../../../pages/mark.ts";
import { personOf, shownName } from "../../../pages/person.ts";
import type { Page, PageForm, PasskeyForm } from "../../../pages/types.ts";
import type { Messages } from "../../../messages/types.ts";

/** Shows who is signed in, and the parts of all sections, each with forms of its own. */
export async function accountPage(page: AccountPage): Promise<Page> {
  const { parts, error, done, locale } = page;
  const { account: messages, general } = locale.messages;
  // Those of the page count first.
  const changes: Readonly<Record<string, string>> = Object.assign(
    {},
    ...parts.map(({ done }) => done),
    messages.done,
  );
  const errors: Alerts = Object.assign({}, ...parts.map(({ errors }) => errors), messages.errors);
  const isDone = done !== null && Object.hasOwn(changes, done);
  const script = parts.find(({ script }) => script)?.script;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title: messages.heading }) : messages.heading,
    heading: messages.heading,
    isWide: true,
    icon: icon(PERSON),
    lead: whoOf(page),
    body: markup`${
      error &&
      alert(alertMessage(error, { messages: errors, unknown: messages.errors.unknown }))
    }
${isDone && markup`<p class="notice" role="status">${changes[done]}</p>`}
${parts.map(({ html }) => html)}
${homeLink(page)}`,
    tiles: parts.flatMap(({ tiles = [] }) => tiles),
    images: parts.flatMap(({ images = [] }) => images),
    script: script && scriptIn(locale, script),
  });
}

function whoOf(page: AccountPage): Html {
  const { data: { user }, signOutUrl, locale: { messages: { account: messages } } } = page;
  const app = markup`<b>${appName(page)}</b>`;
  return markup`<p>${
    shownName(user)
      ? fill(messages.current, { person: personOf(user), app })
      : fill(messages.currentNameless, { app })
  }</p>
${textLink(signOutUrl, messages.signOut, page)}`;
}

/** The part about ways to sign in; none if they cannot be listed. */
export function waysPart(
  page: SectionPage,
  { providers, addUrl, canAdd, rows: others, needsFresh }: {
    /** The forms of the providers of the accounts: their pictures stand at the accounts. */
    readonly providers: readonly PageForm[];
    /** URL of the page that adds a way to sign in; `null` if there is none to add. */
    readonly addUrl: string | null;
    /** Whether a provider can be added: one of passkeys, too. */
    readonly canAdd: boolean;
    /** The rows of other sections. */
    readonly rows: readonly WayRow[];
    /** Whether the user has to sign in again before they change a way. */
    readonly needsFresh: boolean;
  },
): AccountPart {
  const { data: { mail, accounts, unavailable }, origin, locale } = page;
  if (!accounts) return {};
  const passkeys = page.data.passkeys ?? [];
  const messages = locale.messages.account;
  const removable = [...accounts, ...passkeys].some(({ isRemovable }) => isRemovable);
  const rows = [
    ...mail
      ? [listRow(mail.name, {
        picture: drawSign(ENVELOPE),
        details: [mail.email, dated(messages.verified, mail.verifiedAt, page)],
      })]
      : [],
    ...others.map(({ html }) => html),
    ...accounts.map((account) => accountRow(account, providers, page)),
  ];
  const additions = others.filter(({ isWay }) => !isWay).length;
  const own = rows.length - additions;
  const isOnly = !unavailable.removal && !removable && own + passkeys.length === 1;
  const list = rowList(rows);
  return {
    html: part("ways", messages.ways, [
      own ? list : markup`<p class="text">${passkeys.length ? messages.onlyPasskeys : messages.noWays}</p>`,
      // It says to add another one.
      isOnly && (canAdd || additions > 0) && markup`<p class="note">${messages.lastWay}</p>`,
      !own && list,
      removable && needsFresh && markup`<p class="note">${messages.notFresh}</p>`,
      addUrl && markup`<a class="button plain" href="${linkTarget(addUrl, origin)}">${messages.add}</a>`,
    ]),
    tiles: tilesOf(providers),
    images: logosOf(providers, origin),
  };
}

function accountRow(
  account: LinkedAccount,
  providers: readonly PageForm[],
  page: SectionPage,
): Html {
  const messages = page.locale.messages.account;
  const { name, label, createdAt } = account;
  return listRow(name, {
    picture: pictureOf(account, providers, page),
    details: [label, dated(messages.added, createdAt, page)],
    actions: account.isRemovable && removalSteps(account.id, label ? `${name} (${label})` : name, page),
  });
}

function pictureOf(
  { provider, name }: LinkedAccount,
  providers: readonly PageForm[],
  { origin }: SectionPage,
): Html {
  const index = providers.findIndex(({ id }) => id === provider);
  const form = providers[index];
  return form ? tileOf(form, index, origin) : letterTile(name);
}

/** The part about passkeys; none without a provider of them, and without any. */
export function passkeysPart(
  page: SectionPage,
  { passkey, proofUrl }: {
    /** The form that adds a passkey; `null` without a provider of passkeys. */
    readonly passkey: PasskeyForm | null;
    /** URL of the page where the user signs in again before they add a passkey; `null` if the session is fresh. */
    readonly proofUrl: string | null;
  },
): AccountPart {
  const { passkeys } = page.data;
  if (!passkey && !passkeys?.length) return {};
  const messages = page.locale.messages.account;
  return {
    html: part("passkeys", messages.passkeys, [
      // Of passkeys that cannot be listed, nothing is said.
      rowList(passkeys?.map((each) => passkeyRow(each, page)) ?? []) ||
      passkeys && markup`<p class="text">${messages.noPasskeys}</p>`,
      passkey && addition(passkey, proofUrl, page),
    ]),
    script: passkey?.script,
  };
}

function passkeyRow(passkey: LinkedPasskey, page: SectionPage): Html {
  const { data, locale: { messages: { account: messages } } } = page;
  const { id, kind, isSynced, createdAt, usedAt, isRemovable } = passkey;
  const name = passkey.name ?? (kind === "security-key" ? messages.securityKey : messages.passkey);
  return listRow(name, {
    details: [
      isSynced && messages.synced,
      dated(messages.added, createdAt, page),
      dated(messages.used, usedAt, page, dayText),
    ],
    actions: [
      isRemovable && removalSteps(id, name, page),
      !data.unavailable.removal && renaming(id, name, passkey, page),
    ],
  });
}

/** Hidden until the script has made sure that the browser supports passkeys. In an old session, a link to sign in again. */
function addition(
  { action, options }: PasskeyForm,
  proofUrl: string | null,
  page: SectionPage,
): Html {
  const { csrfToken, shownFor, accountUrl: callbackUrl, locales, origin, locale } = page;
  const messages = locale.messages.account;
  if (proofUrl) {
    return markup`<a class="button plain" href="${linkTarget(proofUrl, origin)}">${messages.addPasskey}</a>`;
  }
  return markup`<noscript><p class="note">${messages.needsScript}</p></noscript>
<form method="post" action="${action}" data-passkey="${options}" hidden>
${fields({ csrfToken, shownFor, callbackUrl, locales, link: true })}
<button class="button plain" name="action" value="register">${messages.addPasskey}</button>
</form>`;
}

/** The part about sessions; none where no session can be ended. */
export function sessionsPart(page: SectionPage): AccountPart {
  const { data: { sessions, unavailable }, locale } = page;
  const messages = locale.messages.account;
  const endOthers = unavailable.signOutOthers
    ? null
    : form("sign-out-others", page, [markup`<button class="button plain">${messages.endOthers}</button>`]);
  if (!sessions && unavailable.sessions !== "token-sessions") return {};
  return {
    html: part(
      "sessions",
      messages.sessions,
      sessions
        ? [
          markup`<ul class="rows">${sessions.map((session) => sessionRow(session, page))}</ul>`,
          sessions.length > 1 && endOthers,
        ]
        : [endOthers ?? markup`<p class="text">${messages.tokenSessions}</p>`],
    ),
  };
}

function sessionRow(session: ListedSession, page: SectionPage): Html {
  const messages = page.locale.messages.account;
  const { id, isCurrent, createdAt, usedAt } = session;
  const name = deviceOf(session, page.locale.messages);
  return listRow(name, {
    details: [
      isCurrent && markup`<span class="tag">${messages.thisSession}</span>`,
      dated(messages.signedIn, createdAt, page),
      !isCurrent && dated(messages.used, usedAt, page, dayText),
    ],
    actions: !isCurrent && form("sign-out", page, [
      hidden("id", id),
      button(messages.endSession, fillText(messages.endSessionNamed, { name })),
    ]),
  });
}

function deviceOf({ device }: ListedSession, { account, general }: Messages): string {
  return device ? deviceName(device, general) : account.unknownDevice;
}

/** Two steps, so that no one removes a way to sign in by mistake: the first opens the second, also without a script. */
function removalSteps(id: string, name: string, page: SectionPage): Html {
  const messages = page.locale.messages.account;
  const text = fillText(messages.removeNamed, { name });
  return markup`<details class="remove"><summary aria-label="${text}">${messages.remove}</summary>
<p class="note">${messages.removeEffect}</p>
${form("remove", page, [hidden("id", id), markup`<button class="button plain">${text}</button>`])}</details>`;
}

function renaming(id: string, name: string, passkey: LinkedPasskey, page: SectionPage): Html {
  const messages = page.locale.messages.account;
  return markup`<details><summary>${fillText(messages.rename, { name })}</summary>
${
    form("rename", page, [
      hidden("id", id),
      markup`<div class="line"><label for="name-${id}">${messages.newName}</label>
<div class="field"><input id="name-${id}" name="name" value="${passkey.name}" maxlength="100" autocomplete="off"></div></div>
<button class="button plain">${messages.save}</button>`,
    ])
  }</details>`;
}
