/**
 * The emails about another address.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import { fillText, timeText } from "../../messages/fill.ts";
import type { EmailChangeMailsMessages } from "../../messages/types.ts";
import type { MailWords, Notice } from "../../setup/notice.ts";
import type { EmailProvider, Setup } from "../../setup/setup.ts";
import { notify } from "../../sign_in/hooks.ts";
import { sendMail, withoutForm } from "../../sign_in/mail/send.ts";
import { type Confirmation, linkOf } from "./token.ts";
import { rulesOf } from "./rules.ts";

/** How long the link to a new address works, in seconds. */
const LINK_AGE = 3600;

/** Sends the link to the new address. @throws {EmailSignInError} and what `sendMail` throws, if it cannot be sent. */
export async function sendLink(
  named: Confirmation,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: EmailProvider },
  setup: Setup,
): Promise<void> {
  const url = await linkOf(named, { incoming, maxAge: LINK_AGE }, setup);
  const expires = new Date(setup.platform.now() + LINK_AGE * 1000);
  await sendMail({ purpose: "emailChange", identifier: named.to, token: "", url, expires }, {
    incoming: withoutForm(incoming),
    provider,
    words: wordsOf("emailChange", setup),
  }, setup);
}

/** A change of an address. */
export interface ChangedAddress {
  /** Id of the user. */
  readonly userId: string;
  /** The address before, whose mailbox was proven. */
  readonly former: string;
  /** When it is made, in milliseconds since the epoch. */
  readonly at: number;
}

/** Sends the link that undoes a change to the former mailbox. It needs no database. Never rejects. */
export async function tellFormer(
  { userId, former, at }: ChangedAddress,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { undoFor } = rulesOf(setup);
  const undoing = { kind: "undo", userId, from: former, at } as const;
  const url = undoFor ? await linkOf(undoing, { incoming, maxAge: undoFor }, setup) : undefined;
  // The request was limited: no link is dropped.
  await notify(
    { ...toNotice("emailChanged", userId, setup), former, isCounted: true, ...url && { url } },
    incoming,
    setup,
  );
}

/** Tells the new address of the change. Never rejects. */
export async function tellAdopted({ id }: AdapterUser, incoming: Incoming, setup: Setup): Promise<void> {
  await notify(toNotice("emailAdopted", String(id), setup), incoming, setup);
}

/** Tells both addresses that the change was undone. Never rejects. @param replaced The address that the user had until then. */
export async function tellOfUndoing(
  { id }: AdapterUser,
  replaced: string | null,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const notice = toNotice("emailRestored", String(id), setup);
  await notify(notice, incoming, setup);
  if (replaced !== null) await notify({ ...notice, former: replaced }, incoming, setup);
}

function toNotice(
  purpose: Exclude<keyof EmailChangeMailsMessages, "emailChange">,
  userId: string,
  setup: Setup,
): Notice {
  return { purpose, userId, option: "emailChange", words: wordsOf(purpose, setup) };
}

function wordsOf(purpose: keyof EmailChangeMailsMessages, setup: Setup): MailWords {
  return (locale) => {
    const own = locale.messages.emailChangeMails[purpose];
    const days = Math.floor(rulesOf(setup).undoFor / 86_400);
    const time = days
      ? timeText(days, "day", locale)
      : timeText(Math.ceil(rulesOf(setup).undoFor / 3600), "hour", locale);
    return Promise.resolve({ ...own, openLink: fillText(own.openLink, { time }) });
  };
}
