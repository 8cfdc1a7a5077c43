/**
 * Forgets where sessions began that have ended together.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { SignOutError } from "../errors/errors.ts";

/**
 * Removes the rows of the sessions of a user, but for that of one session. A row that stays ends some day; until then, with
 * sessions in tokens, its provider could end the sessions that began since. A failure is logged only: the sessions have ended.
 */
export async function forgetSessions(
  userId: string,
  kept: string | null,
  { providerLogout, logger }: Pick<Setup, "providerLogout" | "logger">,
): Promise<void> {
  const store = providerLogout?.store;
  try {
    for (const { id } of await store?.listProviderSessions({ userId }) ?? []) {
      if (id !== kept) await store?.deleteProviderSession(id);
    }
  } catch (error) {
    logger.error(new SignOutError("Cannot forget the sessions at providers", { err: error as Error }));
  }
}
