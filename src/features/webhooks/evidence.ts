/**
 * Whether a change was made whose process has ended before it could say so.
 *
 * @module
 */

import type { AdapterWebhookMessage } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";

/** What `data` of an unsettled message has, as `outbox.ts` and `changes.ts` write it. */
interface UnsettledData {
  readonly provider?: string;
  readonly providerAccountId?: string;
  readonly until?: string | null;
  readonly hint?: { readonly email: string };
}

/**
 * Asks the database whether it has what an unsettled message tells. Returns the message, which is due; `null` if the change was not made,
 * or not yet.
 *
 * Of an update nothing is left to compare. It's told: an event about a user has them as they are, so that one too many does no harm.
 */
export async function withEvidence(
  message: AdapterWebhookMessage,
  store: RowStore,
): Promise<AdapterWebhookMessage | null> {
  const { hint, ...data } = JSON.parse(message.data) as UnsettledData;
  const userId = await userIn(message, { hint, ...data }, store);
  return userId === null ? null : { ...message, userId, data: JSON.stringify(data), state: "due" };
}

/** What finds the user of an unsettled message; nothing if its id does. */
export function hintIn({ data }: AdapterWebhookMessage): UnsettledData["hint"] {
  return (JSON.parse(data) as UnsettledData).hint;
}

async function userIn(
  { type, userId }: AdapterWebhookMessage,
  { provider = "", providerAccountId = "", until = null, hint }: UnsettledData,
  store: RowStore,
): Promise<string | null> {
  const ownerId = async () => {
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    return owner && String(owner.id);
  };
  switch (type) {
    case "user.created": {
      // Not also by the id: a database whose ids are numbers fails for the one that the library has proposed.
      const user = await (hint ? store.getUserByEmail(hint.email) : store.getUser(userId));
      return user && String(user.id);
    }
    case "user.deleted":
      return await store.getUser(userId) ? null : userId;
    case "account.linked":
      return await ownerId() === userId ? userId : null;
    case "account.unlinked":
      return await ownerId() === userId ? null : userId;
    case "user.banned": {
      const ban = await store.rows.find("bans", { userId });
      return ban && (ban.until?.toISOString() ?? null) === until ? userId : null;
    }
    case "user.unbanned":
      return await store.rows.find("bans", { userId }) ? null : userId;
    default:
      return userId;
  }
}
