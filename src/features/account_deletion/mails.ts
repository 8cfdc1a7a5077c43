/**
 * Emails about the deletion of an account.
 *
 * @module
 */

import type { AdapterDeletion } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import { fillText } from "../../messages/fill.ts";
import type { DeletionMailsMessages } from "../../messages/types.ts";
import { longDate } from "../../pages/long_date.ts";
import type { MailWords, Notice } from "../../setup/notice.ts";
import type { Setup } from "../../setup/setup.ts";
import { notify } from "../../sign_in/hooks.ts";
import type { PendingDeletion } from "./stored.ts";
import { deletionUrl } from "./token.ts";

/** Tells a user that their account will be deleted, with a link that keeps it. Never rejects. */
export async function tellOfRequest(
  row: PendingDeletion,
  { incoming, isOfStaff = false }: { readonly incoming: Incoming; readonly isOfStaff?: boolean },
  setup: Setup,
): Promise<void> {
  const url = await deletionUrl(row, { incoming, isMailed: true }, setup);
  await notify({ ...toNotice("deletionRequested", row), url, isOfStaff, isCounted: true }, incoming, setup);
}

/** Tells a user that they have kept their account. Never rejects. */
export async function tellOfUndoing(
  row: Pick<AdapterDeletion, "userId">,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  await notify(toNotice("deletionUndone", row), incoming, setup);
}

/** Tells someone that their account was deleted. Never rejects. @param to The address that they had proven. */
export async function tellOfDeletion(
  row: Pick<AdapterDeletion, "userId">,
  { to, incoming }: { readonly to: string; readonly incoming: Incoming },
  setup: Setup,
): Promise<void> {
  const url = setup.home ?? incoming.origin;
  await notify(
    { ...toNotice("accountDeleted", row), former: to, url, isOfStaff: true },
    incoming,
    setup,
  );
}

function toNotice(
  purpose: keyof DeletionMailsMessages,
  { userId, dueAt }: Partial<AdapterDeletion> & Pick<AdapterDeletion, "userId">,
): Notice {
  const words: MailWords = ({ language, messages }) => {
    const own = messages.deletionMails[purpose];
    const date = dueAt ? longDate(dueAt, language) : "";
    const filled = Object.entries(own).map(([key, text]) => [key, fillText(text, { date })]);
    return Promise.resolve(Object.fromEntries(filled) as typeof own);
  };
  return { purpose, userId, option: "accountDeletion", words };
}
