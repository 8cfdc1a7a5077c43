/**
 * The page on which users manage how they sign in and where they are signed in. It works without a script, except that a
 * passkey is added with one.
 *
 * @module
 */

import { fill, fillText } from "../messages/fill.ts";
import type { AccountMessages } from "../messages/types.ts";
import { dayText } from "./date_text.ts";
import { deviceName } from "./device_name.ts";
import type { AccountPassword, LinkedAccount, LinkedPasskey, ListedSession } from "./account_data.ts";
import { alert, alertMessage } from "./alert.ts";
import { button, dated, form, hidden, listRow, part, type PartContext } from "./account_parts.ts";
import { type Html, markup } from "../markup/html.ts";
import { appName, fields, icon, layout, linkTarget, scriptIn } from "./layout.ts";
import { drawSign, ENVELOPE, KEY, letterTile, logoOf, tileOf, tilesOf } from "./mark.ts";
import type { AccountPage, Page, PasskeyForm } from "./types.ts";

/** Shows who is signed in, ways to sign in, passkeys and sessions, each with forms of its own. */
export async function accountPage(page: AccountPage): Promise<Page> {
  const { origin, data, providers, passkey, error, done, locale } = page;
  const messages = locale.messages.account;
  const context: SectionContext = { page, messages };
  const { errors } = messages;
  const changes: Readonly<Record<string, string>> = {
    ...messages.done,
    ...page.secondFactor?.done,
    "password-changed": locale.messages.password?.changed ?? "",
  };
  const isDone = done !== null && Object.hasOwn(changes, done);
  const { general } = locale.messages;
  return await layout(page, {
    title: error ? fill(general.errorTitle, { title: messages.heading }) : messages.heading,
    heading: messages.heading,
    isWide: true,
    icon: icon("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.6 3.6-5.5 7.5-5.5s6.9 1.9 7.5 5.5"),
    lead: whoOf(context),
    body: markup`${
      error &&
      alert(
        alertMessage(error, {
          messages: { ...page.secondFactor?.errors, ...errors },
          unknown: errors.unknown,
        }),
      )
    }
${isDone && markup`<p class="notice" role="status">${changes[done]}</p>`}
${data.accounts && waysPart(context, data.accounts)}
${passkey || data.passkeys?.length ? passkeysPart(context, data.passkeys ?? []) : null}
${page.secondFactor?.html}
${sessionsPart(context)}
<a class="link" href="${origin}">${fill(general.back, { app: appName(page) })}</a>`,
    tiles: tilesOf(providers),
    images: providers.flatMap((form) => logoOf(form, origin) ?? []),
    script: passkey ? scriptIn(locale, passkey.script) : undefined,
  });
}

interface SectionContext extends PartContext {
  readonly page: AccountPage;
  readonly messages: AccountMessages;
}

function whoOf({ page, messages }: SectionContext): Html {
  const { data: { user }, origin, signOutUrl } = page;
  const app = markup`<b>${appName(page)}</b>`;
  const { name, email } = user;
  const person = markup`<b>${name || email}</b>${name && email && markup` (${email})`}`;
  return markup`<p>${
    name || email ? fill(messages.current, { person, app }) : fill(messages.currentNameless, { app })
  }</p>
<a class="link" href="${linkTarget(signOutUrl, origin)}">${messages.signOut}</a>`;
}

function waysPart(context: SectionContext, accounts: readonly LinkedAccount[]): Html {
  const { page: { data, addUrl, origin }, messages } = context;
  const { mail, passkeys, isFresh, unavailable } = data;
  const removable = [...accounts, ...passkeys ?? []].some(({ isRemovable }) => isRemovable);
  const rows = [
    mail && listRow(mail.name, {
      picture: drawSign(ENVELOPE),
      details: [mail.email, dated(messages.verified, mail.verifiedAt, context)],
    }),
    data.password && passwordRow(data.password, context),
    ...accounts.map((account) => accountRow(account, context)),
  ].filter((each) => each !== null);
  // The row that adds a password is no way to sign in.
  const own = rows.length - Number(data.password?.isSet === false);
  const isOnly = !unavailable.removal && !removable && own + (passkeys?.length ?? 0) === 1;
  const list = rows.length > 0 && markup`<ul class="rows">${rows}</ul>`;
  return part("ways", messages.ways, [
    own ? list : markup`<p class="text">${passkeys?.length ? messages.onlyPasskeys : messages.noWays}</p>`,
    isOnly && markup`<p class="note">${messages.lastWay}</p>`,
    !own && list,
    removable && !isFresh && markup`<p class="note">${messages.notFresh}</p>`,
    addUrl && markup`<a class="button plain" href="${linkTarget(addUrl, origin)}">${messages.add}</a>`,
  ]);
}

function passwordRow({ isSet, setAt }: AccountPassword, context: SectionContext): Html {
  const { page: { passwordUrl, origin, locale: { messages: { signIn, password } } } } = context;
  return listRow(signIn.password, {
    picture: drawSign(KEY),
    details: [dated(password.setAt, setAt, context)],
    actions: markup`<a class="link" href="${linkTarget(passwordUrl, origin)}">${
      isSet ? password.change : password.add
    }</a>`,
  });
}

function accountRow(account: LinkedAccount, context: SectionContext): Html {
  const { messages } = context;
  const { name, label, createdAt } = account;
  return listRow(name, {
    picture: pictureOf(account, context),
    details: [label, dated(messages.added, createdAt, context)],
    actions: account.isRemovable && removalSteps(account.id, label ? `${name} (${label})` : name, context),
  });
}

function pictureOf({ provider, name }: LinkedAccount, { page: { providers, origin } }: SectionContext): Html {
  const index = providers.findIndex(({ id }) => id === provider);
  const form = providers[index];
  return form ? tileOf(form, index, origin) : letterTile(name);
}

function passkeysPart(context: SectionContext, passkeys: readonly LinkedPasskey[]): Html {
  const { page: { passkey }, messages } = context;
  return part("passkeys", messages.passkeys, [
    passkeys.length
      ? markup`<ul class="rows">${passkeys.map((each) => passkeyRow(each, context))}</ul>`
      : markup`<p class="text">${messages.noPasskeys}</p>`,
    passkey && addition(passkey, context),
  ]);
}

function passkeyRow(passkey: LinkedPasskey, context: SectionContext): Html {
  const { page: { data }, messages } = context;
  const { id, kind, isSynced, createdAt, usedAt, isRemovable } = passkey;
  const name = passkey.name ?? (kind === "security-key" ? messages.securityKey : messages.passkey);
  return listRow(name, {
    details: [
      isSynced && messages.synced,
      dated(messages.added, createdAt, context),
      dated(messages.used, usedAt, context, dayText),
    ],
    actions: [
      isRemovable && removalSteps(id, name, context),
      !data.unavailable.removal && renaming(id, name, passkey, context),
    ],
  });
}

/** Hidden until the script has made sure that the browser supports passkeys. In an old session, a link to sign in again. */
function addition({ action, options }: PasskeyForm, { page, messages }: SectionContext): Html {
  const { csrfToken, shownFor, accountUrl: callbackUrl, locales, proofUrl, origin } = page;
  if (proofUrl) {
    return markup`<a class="button plain" href="${linkTarget(proofUrl, origin)}">${messages.addPasskey}</a>`;
  }
  return markup`<noscript><p class="note">${messages.needsScript}</p></noscript>
<form method="post" action="${action}" data-passkey="${options}" hidden>
${fields({ csrfToken, shownFor, callbackUrl, locales, link: true })}
<button class="button plain" name="action" value="register">${messages.addPasskey}</button>
</form>`;
}

function sessionsPart(context: SectionContext): Html | null {
  const { page: { data: { sessions, unavailable } }, messages } = context;
  const endOthers = unavailable.signOutOthers
    ? null
    : form("sign-out-others", context, [markup`<button class="button plain">${messages.endOthers}</button>`]);
  if (!sessions) {
    if (unavailable.sessions !== "token-sessions") return null;
    const text = markup`<p class="text">${messages.tokenSessions}</p>`;
    return part("sessions", messages.sessions, [endOthers ?? text]);
  }
  return part("sessions", messages.sessions, [
    markup`<ul class="rows">${sessions.map((session) => sessionRow(session, context))}</ul>`,
    sessions.length > 1 && endOthers,
  ]);
}

function sessionRow(session: ListedSession, context: SectionContext): Html {
  const { messages } = context;
  const { id, isCurrent, createdAt, usedAt } = session;
  const name = deviceOf(session, messages);
  return listRow(name, {
    details: [
      isCurrent && markup`<span class="tag">${messages.thisSession}</span>`,
      dated(messages.signedIn, createdAt, context),
      !isCurrent && dated(messages.used, usedAt, context, dayText),
    ],
    actions: !isCurrent && form("sign-out", context, [
      hidden("id", id),
      button(messages.endSession, fillText(messages.endSessionNamed, { name })),
    ]),
  });
}

function deviceOf({ device }: ListedSession, messages: AccountMessages): string {
  return device ? deviceName(device, messages) : messages.unknownDevice;
}

/** Two steps, so that no one removes a way to sign in by mistake: the first opens the second, also without a script. */
function removalSteps(id: string, name: string, context: SectionContext): Html {
  const { messages } = context;
  const text = fillText(messages.removeNamed, { name });
  return markup`<details class="remove"><summary aria-label="${text}">${messages.remove}</summary>
<p class="note">${messages.removeEffect}</p>
${
    form("remove", context, [hidden("id", id), markup`<button class="button plain">${text}</button>`])
  }</details>`;
}

function renaming(id: string, name: string, passkey: LinkedPasskey, context: SectionContext): Html {
  const { messages } = context;
  return markup`<details><summary>${fillText(messages.rename, { name })}</summary>
${
    form("rename", context, [
      hidden("id", id),
      markup`<div class="line"><label for="name-${id}">${messages.newName}</label>
<div class="field"><input id="name-${id}" name="name" value="${passkey.name}" maxlength="100" autocomplete="off"></div></div>
<button class="button plain">${messages.save}</button>`,
    ])
  }</details>`;
}
