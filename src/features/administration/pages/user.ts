/**
 * The page about a user.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fillText, timeText } from "../../../messages/fill.ts";
import {
  button,
  dated,
  devicePicture,
  form,
  hidden,
  listRow,
  opener,
  part,
  pill,
  question,
  rowList,
  signOpener,
  textFor,
} from "../../../pages/account_parts.ts";
import { PEN } from "../../../pages/account_signs.ts";
import { dayText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { appName, linkTarget } from "../../../pages/layout.ts";
import { drawSign, ENVELOPE, KEY, letterTile, PERSON_KEY } from "../../../pages/mark.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import type { Page } from "../../../pages/types.ts";
import { LONGEST_NAME } from "../../../shapes/lengths.ts";
import { toIso } from "../../../values/iso_date.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import type { AdministeredWay } from "../details.ts";
import type { AdministeredSession } from "../types.ts";
import { banCard } from "./ban_card.ts";
import { type AdminPage, adminPage, nameOf, pictureOf, reasonField, tagsOf, userField } from "./frame.ts";
import { fieldText } from "./field_text.ts";
import { logCard } from "./log.ts";
import { asked, may, type ShownUser } from "./shown_user.ts";

/** Shows who they are, how and where they sign in, and what the person may do. */
export async function userPage(page: AdminPage, shown: ShownUser): Promise<Page> {
  const picture = pictureOf(shown, page);
  return await adminPage(page, {
    heading: nameOf(shown, page),
    isBelow: shown.mayList,
    body: markup`${personCard(shown, picture.html, page)}${shown.ban && banCard(shown, page)}${
      waysCard(shown, page)
    }${factorCard(shown, page)}${sessionsCard(shown, page)}${shown.cards}${
      logCard(String(shown.user.id), shown.log, page)
    }${actingCard(shown, page)}${!shown.ban && banCard(shown, page)}${removalCard(shown, page)}`,
    images: picture.url === undefined ? [] : [picture.url],
  });
}

function personCard(shown: ShownUser, picture: Html, page: AdminPage): Html {
  const { user } = shown;
  const { account, administration: messages, signIn } = page.locale.messages;
  const verified = toIso(user.emailVerified);
  const facts: readonly (readonly [string, Html])[] = [
    ...user.email
      ? [
        [
          signIn.address,
          markup`<bdi>${user.email}</bdi>${
            verified && markup` (${dated(account.verified, verified, page, dayText)})`
          }`,
        ] as const,
      ]
      : [],
    ...shown.identifierKind !== null && shown.identifier !== null
      ? [[shown.identifierKind, markup`<bdi>${shown.identifier}</bdi>`] as const]
      : [],
    [messages.id, markup`<bdi>${String(user.id)}</bdi>`],
    ...shown.fields.map(([name, value]) => [name, fieldText(value, page)] as const),
  ];
  return markup`<section class="card" aria-label="${
    nameOf(shown, page)
  }"><div class="person"><span class="picture">${picture}</span><p><b><bdi>${nameOf(shown, page)}</bdi></b>${
    tagsOf(shown, shown, page)
  }</p>${renaming(shown, page)}</div><dl class="facts">${
    facts.map(([name, value]) => markup`<dt><bdi>${name}</bdi></dt><dd>${value}</dd>`)
  }</dl></section>`;
}

/** The button beside the name that changes it. */
function renaming(shown: ShownUser, page: AdminPage): Html | null {
  const { account } = page.locale.messages;
  if (!may(shown, "updateUser")) return null;
  const { error, typed } = page;
  const { InvalidName } = page.locale.messages.administration.errors;
  const isWrong = error === "InvalidName";
  const isKept = isWrong && typed.user === String(shown.user.id);
  const heading = fillText(account.rename, { name: nameOf(shown, page) });
  return markup`<div class="acts">${signOpener("rename", PEN, heading)}${
    question("rename", {
      heading,
      texts: [],
      content:
        markup`<div class="line"><label for="new-name">${account.newName}</label><div class="field"><input id="new-name" name="name" value="${
          (isKept && typed.name) || (shown.user.name ?? "")
        }" maxlength="${String(LONGEST_NAME)}" autocomplete="off" dir="auto"${
          isWrong ? invalidBy("new-name-error") : markup` autofocus`
        }></div>${isWrong && errorElement("new-name-error", `${InvalidName.what} ${InvalidName.now}`)}</div>`,
      press: account.save,
      isLoss: false,
    }, { action: "updateUser", fields: userField(shown.user), page })
  }</div>`;
}

function waysCard(shown: ShownUser, page: AdminPage): Html {
  const { user, ways } = shown;
  const { account, administration: messages } = page.locale.messages;
  const send = markup`<button class="button plain small">${messages.sendReset}</button>`;
  return part({
    id: "ways",
    heading: account.ways,
    actions: may(shown, "sendPasswordReset") && form("sendPasswordReset", page, [userField(user), send]),
  }, [
    rowList((ways ?? []).map((way) => wayRow(way, page)), account.showAll),
    ways?.length === 0 && markup`<p class="text">${account.noWays}</p>`,
  ]);
}

function wayRow({ type, name, label, createdAt, usedAt }: AdministeredWay, page: AdminPage): Html {
  const { account } = page.locale.messages;
  const pictures = { email: ENVELOPE, password: KEY, passkey: PERSON_KEY } as const;
  return listRow(markup`<bdi>${name}</bdi>`, {
    picture: type === "account" ? letterTile(name) : drawSign(pictures[type]),
    details: [
      label && markup`<bdi>${label}</bdi>`,
      dated(account.used, usedAt, page, dayText),
      dated(type === "email" ? account.verified : account.added, createdAt, page, dayText),
    ],
  });
}

/** Where no one can have a second factor, there is none. */
function factorCard(shown: ShownUser, page: AdminPage): Html | null {
  const { user, secondFactor } = shown;
  const { administration: messages } = page.locale.messages;
  if (secondFactor === null) return null;
  return part({
    id: "factor",
    heading: messages.secondFactor,
    state: secondFactor ? pill(messages.on, "good") : pill(messages.off),
    actions: may(shown, "resetSecondFactor") && [
      opener("reset-factor", messages.reset, "bad"),
      question("reset-factor", {
        heading: asked(messages.reset, shown, page),
        texts: [messages.resetText],
        content: reasonField("reset-reason", page),
        press: messages.reset,
      }, { action: "resetSecondFactor", fields: userField(user), page }),
    ],
  }, []);
}

function sessionsCard(shown: ShownUser, page: AdminPage): Html | null {
  const { user, sessions } = shown;
  const { account, administration: messages } = page.locale.messages;
  const mayEnd = may(shown, "endSessions");
  if (!mayEnd && !sessions) return null;
  const names = sessions?.map((session) => deviceOf(session, page)) ?? [];
  return part({
    id: "sessions",
    heading: messages.sessions,
    actions: mayEnd && sessions?.length !== 0 && [
      opener("end-all", messages.endAll, "bad"),
      question("end-all", {
        heading: asked(messages.endAll, shown, page),
        texts: [shown.isSelf && messages.you],
        content: reasonField("end-reason", page),
        press: messages.endAll,
      }, { action: "endSessions", fields: userField(user), page }),
    ],
  }, [
    rowList((sessions ?? []).map((session) => sessionRow(session, names, shown, page)), account.showAll),
    sessions === null && markup`<p class="text">${messages.hiddenSessions}</p>`,
    sessions?.length === 0 && markup`<p class="text">${messages.noSessions}</p>`,
  ]);
}

function sessionRow(
  session: AdministeredSession,
  names: readonly string[],
  shown: ShownUser,
  page: AdminPage,
): Html {
  const { account } = page.locale.messages;
  const { provider, location } = session;
  const name = deviceOf(session, page);
  return listRow(name, {
    picture: devicePicture(session.device),
    details: [
      dated(account.used, session.usedAt, page, dayText),
      [provider && (shown.providers.get(provider) ?? onOneLine(provider)), location].filter(Boolean).join(
        " · ",
      ),
      dated(account.signedIn, session.createdAt, page, textFor(name, names)),
    ],
    actions: may(shown, "endSession") && form("endSession", page, [
      userField(shown.user),
      hidden("session", session.id),
      button(account.endSession, fillText(account.endSessionNamed, { name })),
    ]),
  });
}

function deviceOf({ device }: AdministeredSession, { locale: { messages } }: AdminPage): string {
  return device ? deviceName(device, messages.general) : messages.account.unknownDevice;
}

function actingCard(shown: ShownUser, page: AdminPage): Html | null {
  const { administration: messages } = page.locale.messages;
  if (!may(shown, "actAs")) return null;
  const { act, actText } = messages.acting;
  const text = fillText(actText, { app: appName(page), time: timeText(30, "minute", page.locale) });
  return part({
    id: "act",
    heading: act,
    text,
    actions: [
      opener("act-as", act),
      question("act-as", {
        heading: asked(act, shown, page),
        texts: [text],
        isLoss: false,
        content: reasonField("act-reason", page, true),
        press: act,
      }, { action: "actAs", fields: userField(shown.user), page }),
    ],
  }, []);
}

function removalCard(shown: ShownUser, page: AdminPage): Html | null {
  const { administration: messages } = page.locale.messages;
  if (!may(shown, "removeUser")) return null;
  const url = page.urlWith({ user: String(shown.user.id), confirm: "removeUser" });
  return part({
    id: "remove",
    heading: messages.remove,
    text: messages.removeText,
    actions: markup`<a class="button small bad" href="${
      linkTarget(url, page.origin)
    }">${messages.remove}</a>`,
  }, []);
}
