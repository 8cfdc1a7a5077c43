/**
 * Removes the rows of provider sessions where all sessions of a user end together.
 *
 * @module
 */

import { SignOutError } from "../../errors/errors.ts";
import { PROVIDER_LOGOUT } from "../../model/provider_logout.ts";
import { sessionIdsOf } from "./session_pages.ts";
import type { EndedSessions, Setup } from "../../setup/setup.ts";
import { isStored } from "./stored_session.ts";
import type { Awaitable } from "../../values/types.ts";

/**
 * Lists the rows of a user's sessions, before these end: a session that begins meanwhile keeps its row.
 *
 * @returns The function that removes these rows, but for that of one session. A row that stays ends some day; until then, with
 * sessions in tokens, its provider could end the sessions that began since. A failure is logged only: the sessions have ended.
 */
export async function beforeSessionsEnd(
  userId: string,
  { rules, logger, strategy }: Pick<Setup, "rules" | "logger" | "strategy">,
): Promise<EndedSessions> {
  const store = rules.get(PROVIDER_LOGOUT)?.store;
  if (!store) return () => Promise.resolve();
  const attempt = async <T>(work: () => Awaitable<T>) => {
    try {
      return await work();
    } catch (error) {
      logger.error(new SignOutError("Cannot forget the sessions at providers", { err: error as Error }));
      return null;
    }
  };
  const ids = await attempt(() => sessionIdsOf(userId, store));
  return async (kept) => {
    const ended = ids?.filter((id) => id !== kept);
    if (ended) await attempt(() => remove(ended, { store, strategy }));
  };
}

/** A stored session that the adapter could not end goes on: it still needs its row. */
async function remove(ids: readonly string[], setup: Parameters<typeof isStored>[1]): Promise<void> {
  for (const id of ids) {
    if (!await isStored(id, setup)) await setup.store.rows.remove("providerSessions", { id });
  }
}
