/**
 * The address that a session shows.
 *
 * @module
 */

import type { SessionRead } from "../model/session.ts";
import type { Session } from "../values/types.ts";

/** The address in a session; `null` if it has none. */
export function addressIn(read: Pick<SessionRead, "session"> | null): string | null {
  return (read?.session as Partial<Session> | null | undefined)?.user?.email ?? null;
}
