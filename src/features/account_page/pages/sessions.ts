/**
 * The sessions on the account page.
 *
 * @module
 */

import {
  button,
  dated,
  devicePicture,
  form,
  hidden,
  listRow,
  part,
  pill,
  rowList,
  textFor,
} from "../../../pages/account_parts.ts";
import { DEVICES, SECURE } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { dayText } from "../../../pages/date_text.ts";
import { deviceName } from "../../../pages/device_name.ts";
import { fillText } from "../../../messages/fill.ts";
import { type Html, markup } from "../../../markup/html.ts";
import type { Device, ListedSession } from "../../../shapes/account.ts";
import type { Messages } from "../../../messages/types.ts";

/** The names of providers, by their ids. */
type Providers = ReadonlyMap<string, string>;

/** The part about sessions; none where no session can be ended. */
export function sessionsPart(page: SectionPage, providers: Providers): AccountPart {
  const { data: { sessions, unavailable }, locale } = page;
  const messages = locale.messages.account;
  const { "signed-out": one, "signed-out-others": others } = messages.done;
  const endOthers = unavailable.signOutOthers ? null : form("sign-out-others", page, [
    markup`<button class="button small bad">${messages.endOthers}</button>`,
  ]);
  if (!sessions && unavailable.sessions !== "token-sessions") return {};
  const names = sessions?.map(({ device }) => deviceOf(device, locale.messages)) ?? [];
  const html = part({
    id: "sessions",
    heading: messages.sessions,
    text: page.accountUrl !== page.urlOf(SECURE.id) &&
      markup`<a href="${page.urlOf(SECURE.id)}">${messages.notMine}</a>`,
    actions: (!sessions || sessions.length > 1) && endOthers,
  }, [
    sessions
      ? rowList(sessions.map((session) => sessionRow(session, { names, providers }, page)), messages.showAll)
      : !endOthers && markup`<p class="text">${messages.tokenSessions}</p>`,
  ]);
  return { cards: [{ tab: DEVICES, html }], done: { "signed-out": one, "signed-out-others": others } };
}

function sessionRow(
  session: ListedSession,
  { names, providers }: { readonly names: readonly string[]; readonly providers: Providers },
  page: SectionPage,
): Html {
  const messages = page.locale.messages.account;
  const { id, isCurrent, device, provider, location, createdAt, usedAt } = session;
  const name = deviceOf(device, page.locale.messages);
  return listRow(name, {
    picture: devicePicture(device),
    state: isCurrent && pill(messages.thisSession, "good"),
    details: [
      !isCurrent && dated(messages.used, usedAt, page, dayText),
      [provider && providers.get(provider), location].filter(Boolean).join(" · "),
      dated(messages.signedIn, createdAt, page, textFor(name, names)),
    ],
    actions: !isCurrent && form("sign-out", page, [
      hidden("id", id),
      button(messages.endSession, fillText(messages.endSessionNamed, { name })),
    ]),
  });
}

function deviceOf(device: Device | null, { account, general }: Messages): string {
  return device ? deviceName(device, general) : account.unknownDevice;
}
