/**
 * The ban of a user on their page, or the form that bans them.
 *
 * @module
 */

import { type Html, markup } from "../../../markup/html.ts";
import { fillText, timeText } from "../../../messages/fill.ts";
import { dated, hidden, opener, part, question } from "../../../pages/account_parts.ts";
import { exactText } from "../../../pages/date_text.ts";
import { errorElement, invalidBy } from "../../../pages/signin/input.ts";
import { onOneLine } from "../../../values/printable_name.ts";
import type { Ban } from "../types.ts";
import { type AdminPage, nameOf, reasonField, userField } from "./frame.ts";
import { asked, may, type ShownUser } from "./shown_user.ts";

/** The card; `null` where the person may ban no one. */
export function banCard(shown: ShownUser, page: AdminPage): Html | null {
  const { user, ban } = shown;
  const { administration: messages } = page.locale.messages;
  if (ban) {
    return part({
      id: "ban",
      heading: messages.banned,
      actions: [
        may(shown, "banUser") && changing(ban, shown, page),
        may(shown, "unbanUser") && [
          opener("unban-user", messages.unban),
          question("unban-user", {
            heading: asked(messages.unban, shown, page),
            texts: [],
            content: reasonField("unban-reason", page),
            press: messages.unban,
            isLoss: false,
          }, { action: "unbanUser", fields: userField(user), page }),
        ],
      ],
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

/** The question that gives a ban another end or reason. */
function changing(ban: Ban, shown: ShownUser, page: AdminPage): Html {
  const { user } = shown;
  const { changeBan } = page.locale.messages.administration;
  return markup`${opener("ban-user", changeBan)}${
    question("ban-user", {
      heading: asked(changeBan, shown, page),
      texts: [],
      content: banFields(String(user.id), page, ban),
      press: changeBan,
      isLoss: false,
    }, { action: "banUser", fields: markup`${userField(user)}${hidden("ban", ban.bannedAt)}`, page })
  }`;
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

/** How long, and why. @param ban The one that is to be changed. */
function banFields(userId: string, { error, typed, now, locale }: AdminPage, ban: Ban | null = null): Html {
  const { administration: messages } = locale.messages;
  const isWrong = error === "InvalidBan";
  const before = ban && {
    ...{ length: ban.until ? "date" : "", until: ban.until?.slice(0, 10) ?? "", reason: ban.reason ?? "" },
  };
  const shown: Readonly<Record<string, string>> = isWrong && typed.user === userId ? typed : before ?? {};
  const { length = "", until = "", reason = "" } = shown;
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
      markup`<select id="ban-length" name="length"${(!isWrong || length !== "date") && markup` autofocus`}>${
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
        isWrong ? invalidBy("ban-until-error ban-until-note") : markup` aria-describedby="ban-until-note"`
      }>`,
      markup`<p class="note" id="ban-until-note">${messages.dateText}</p>${
        isWrong && errorElement("ban-until-error", messages.errors.InvalidBan.now)
      }`,
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
