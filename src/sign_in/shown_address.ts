/**
 * The address that a session or a page shows.
 *
 * @module
 */

import type { SessionRead } from "../model/session.ts";
import type { Session } from "../values/types.ts";

/** What a page shows in place of the address of a user who has typed a name: whoever is there has not proven the mailbox. */
export const HIDDEN_ADDRESS = "•••@•••";

/** The address in a session; `null` if it has none. */
export function addressIn(read: Pick<SessionRead, "session"> | null): string | null {
  return (read?.session as Partial<Session> | null | undefined)?.user?.email ?? null;
}
