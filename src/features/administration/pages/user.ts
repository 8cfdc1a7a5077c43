/**
 * The page about a user.
 *
 * @module
 */

import type { AdapterUser } from "../../../adapters/contract/types.ts";
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
  textFor,
} from "../../../pages/account_parts.ts";
import { dayText, exactText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { appName, linkTarget } from "../../../pages/layout.ts";
import { drawSign, ENVELOPE, KEY, letterTile, PERSON_KEY } from "../../../pages/mark.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import type { Page } from "../../../pages/types.ts";
import type { AdministrationAction } from "../../../shapes/administration.ts";
import { toIso } from "../../../values/iso_date.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import type { AdministeredWay, UserDetails } from "../details.ts";
import type { AdministeredSession, Ban } from "../types.ts";
import { type AdminPage, adminPage, nameOf, pictureOf, tagsOf, userField } from "./frame.ts";

/** A user, as the page shows them. */
interface ShownUser extends UserDetails {
  /** Whether the person who looks may see the list. */
  readonly mayList: boolean;
  /** Whether they are the person who looks. */
  readonly isSelf: boolean;
  /** Who has banned them; `null` if no one has, or that is not known. */
  readonly bannedBy: Pick<AdapterUser, "name" | "email"> | null;
  /** What they have done; `null` if nothing is known. */
  readonly activity: Html | null;
}

/** Shows who they are, how and where they sign in, and what the person may do. */
export async function userPage(page: AdminPage, shown: ShownUser): Promise<Page> {
  const picture = pictureOf(shown.user, page);
  return await adminPage(page, {
    heading: nameOf(shown.user, page),
    isBelow: shown.mayList,
    body: markup`${personCard(shown, picture.html, page)}${shown.ban && banCard(shown, page)}${
      waysCard(shown, page)
    }${factorCard(shown, page)}${sessionsCard(shown, page)}${shown.activity}${actingCard(shown, page)}${
      !shown.ban && banCard(shown, page)
    }${removalCard(shown, page)}`,
    images: picture.url === undefined ? [] : [picture.url],
  });
}

/** What a question asks, and about whom. */
function asked(what: string, { user }: ShownUser, page: AdminPage): Html {
  return markup`${what} – <bdi>${nameOf(user, page)}</bdi>`;
}

/** Whether the person may do something. */
function may({ may }: UserDetails, name: AdministrationAction): boolean {
  return may.includes(name);
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
    [messages.id, markup`<bdi>${String(user.id)}</bdi>`],
  ];
  return markup`<section class="card" aria-label="${
    nameOf(user, page)
  }"><div class="person"><span class="picture">${picture}</span><p><b><bdi>${nameOf(user, page)}</bdi></b>${
    tagsOf(shown, shown, page)
  }</p></div><dl class="facts">${
    facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)
  }</dl></section>`;
}

function banCard(shown: ShownUser, page: AdminPage): Html | null {
  const { user, ban } = shown;
  const { administration: messages } = page.locale.messages;
  if (ban) {
    const unban = markup`<button class="button plain small">${messages.unban}</button>`;
    return part({
      id: "ban",
      heading: messages.banned,
      actions: may(shown, "unbanUser") && form("unbanUser", page, [userField(user), unban]),
    }, [banFacts(ban, shown, page)]);
  }
  if (!may(shown, "banUser")) return null;
  return part({
    id: "ban",
    heading: messages.ban,
    text: messages.banText,
    actions: [
      opener("ban-user", messages.ban, "bad"),
      question("ban-user", {
        heading: asked(messages.ban, shown, page),
        texts: [messages.banText],
        content: banFields(String(user.id), page),
        press: messages.ban,
      }, { action: "banUser", fields: userField(user), page }),
    ],
  }, []);
}

function banFacts(
  { bannedAt, until, reason, bannedBy: id }: Ban,
  { bannedBy }: ShownUser,
  page: AdminPage,
): Html {
  const { administration: messages } = page.locale.messages;
  const by = bannedBy ? nameOf(bannedBy, page) : id;
  const facts = [
    dated(messages.bannedAt, bannedAt, page),
    until === null ? messages.forGood : dated(messages.bannedUntil, until, page, exactText),
    by !== null && fillText(messages.bannedBy, { name: onOneLine(by) }),
  ];
  return markup`<p class="text">${facts.map((each, index) => each && [index > 0 && " · ", each])}</p>${
    reason !== null &&
    markup`<dl class="facts"><dt>${messages.reason}</dt><dd><bdi>${onOneLine(reason)}</bdi></dd></dl>`
  }`;
}

/** How long, and why. */
function banFields(userId: string, { error, typed, now, locale }: AdminPage): Html {
  const { administration: messages } = locale.messages;
  const isWrong = error === "InvalidBan";
  const { length = "", until = "", reason = "" } = isWrong && typed.user === userId ? typed : {};
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 10);
  const lengths = [
    ["", messages.forGood],
    ["day", timeText(1, "day", locale)],
    ["week", timeText(1, "week", locale)],
    ["date", messages.until],
  ] as const;
  const line = (id: string, label: string, field: Html, below?: Html | false) =>
    markup`<div class="line ${id}"><label for="${id}">${label}</label><div class="field">${field}</div>${below}</div>`;
  return markup`${
    line(
      "ban-length",
      messages.end,
      markup`<select id="ban-length" name="length" autofocus>${
        lengths.map(([value, text]) =>
          markup`<option value="${value}"${value === length && markup` selected`}>${text}</option>`
        )
      }</select>`,
    )
  }${
    line(
      "ban-until",
      messages.date,
      markup`<input id="ban-until" name="until" type="date" value="${until}" min="${tomorrow}" max="9999-12-30"${
        isWrong && invalidBy("ban-until-error")
      }>`,
      isWrong && errorElement("ban-until-error", messages.errors.InvalidBan.now),
    )
  }${
    line(
      "ban-reason",
      messages.reason,
      markup`<input id="ban-reason" name="reason" value="${reason}" maxlength="1000" autocomplete="off" dir="auto" aria-describedby="ban-reason-note">`,
      markup`<p class="note" id="ban-reason-note">${messages.reasonText}</p>`,
    )
  }`;
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
  const name = deviceOf(session, page);
  return listRow(name, {
    picture: devicePicture(session.device),
    details: [
      dated(account.used, session.usedAt, page, dayText),
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
        content:
          markup`<div class="line"><label for="act-reason">${messages.reason}</label><div class="field"><input id="act-reason" name="reason" required maxlength="1000" autocomplete="off" dir="auto"></div></div>`,
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
