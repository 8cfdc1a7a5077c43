/**
 * The section of the account page about its deletion.
 *
 * @module
 */

import { UserChanged } from "../../errors/errors.ts";
import type { Incoming } from "../../http/types.ts";
import { localeOf } from "../../pages/locale.ts";
import type { AccountOwner, AccountSection } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import { signOut } from "../../sign_in/sign_out.ts";
import { toPrintableName } from "../../values/printable_name.ts";
import { isSameAddress } from "../../values/same_address.ts";
import { eraseIfDue } from "./erase.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { tellOfRequest, tellOfUndoing } from "./mails.ts";
import { deletionPart, NOT_CONFIRMED } from "./pages/card.ts";
import { rulesOf } from "./rules.ts";
import { drop, findDeletion, isOver, keep, storeDeletion } from "./stored.ts";
import { deletionUrl } from "./token.ts";

/** The section. */
export const DELETION_SECTION: AccountSection<Setup> = {
  name: "accountDeletion",
  place: "last",
  async read({ userId }, _request, setup) {
    const rules = rulesOf(setup);
    const row = await findDeletion(userId, rules);
    const dueAt = row?.dueAt.toISOString() ?? null;
    return { accountDeletion: { dueAt, gracePeriod: rules.gracePeriod } };
  },
  toPart: (page, { owner: { user }, incoming }) =>
    Promise.resolve(deletionPart(page, {
      typed: toType(user),
      isWrong: incoming.query.get("error") === NOT_CONFIRMED,
    })),
  mails: ({ messages }) => Promise.resolve(messages.deletionMails),
  changes: {
    "delete-account": {
      done: "deleted",
      needsFresh: true,
      what: (_owner, { messages }) => Promise.resolve(messages.deletion.button),
      async run(owner, incoming, setup) {
        const userId = String(owner.userId);
        if (!isTyped(incoming, owner.user)) return NOT_CONFIRMED;
        const rules = rulesOf(setup);
        const { language } = await localeOf(incoming, setup);
        // Each has its email, with a link that keeps the account.
        if (!await setup.limits.allowsNotice({ purpose: "accountDeletion", userId })) return "RateLimited";
        const { row, isNew } = await storeDeletion(userId, language, rules);
        // It may have ended since: the owner of the mailbox has taken the account over, or has signed a thief out.
        if (!await setup.sessions.isLive(incoming.cookies)) {
          if (isNew) await drop(row, rules);
          throw new UserChanged("Cannot delete the account: the session has ended in the meantime");
        }
        await endSessions(userId, setup);
        // From now on it counts as deleted: the next run tries again.
        if (isOver(row, rules)) await eraseIfDue(row.userId, incoming, setup).catch(setup.logger.error);
        else await tellOfRequest(row, { incoming }, setup);
        const { cookies = [] } = await signOut({ ...incoming, body: {} }, setup);
        return { answer: { redirect: await deletionUrl(row, { incoming }, setup), cookies } };
      },
    },
    "keep-account": {
      done: "kept",
      needsFresh: false,
      async run({ userId }, incoming, setup) {
        const kept = await keep(String(userId), rulesOf(setup));
        if (kept === "over") return "AccountDeleted";
        if (kept === "kept") await tellOfUndoing({ userId: String(userId) }, incoming, setup);
        return [];
      },
    },
  },
};

/** What a user types: their address, else their name. `null` if they have neither: the button is enough then. */
function toType(user: AccountOwner["user"]): string | null {
  return user?.email || toPrintableName((user?.name ?? "").normalize());
}

/** Whether a user has typed it: nobody deletes an account by mistake. */
function isTyped({ body }: Incoming, user: AccountOwner["user"]): boolean {
  const typed = typeof body?.confirm === "string" ? body.confirm : "";
  const wanted = toType(user);
  if (wanted === null) return true;
  return user?.email
    ? isSameAddress(typed.trim(), user.email)
    : toPrintableName(typed.normalize()) === wanted;
}
