/**
 * Whether the session of a token has been ended elsewhere.
 *
 * @module
 */

import type { Generations, StoredUsers } from "../model/session.ts";
import type { JWT } from "../values/types.ts";
import { issuedIn } from "./own_claims.ts";

/** What ends tokens. */
interface RevocationContext {
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** The users of the database; `null` without one. */
  readonly storedUsers: StoredUsers | null;
}

/**
 * Whether all sessions of the user were ended since the token was issued, or the database no longer has the user.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function isRevoked(
  claims: JWT,
  { generations, storedUsers }: RevocationContext,
  { isExact }: { readonly isExact: boolean },
): Promise<boolean> {
  const { userId, generation } = issuedIn(claims);
  if (userId === undefined) return false;
  if (generations && generation < await generations.current(userId, { isExact })) return true;
  return claims.latchkey_stored === true && await storedUsers?.has(userId, { isExact }) === false;
}

/** Marks a token that another library, or an earlier version, has issued to a user of the database. @throws {AdapterError} */
export async function markStored(claims: JWT, { storedUsers }: RevocationContext): Promise<void> {
  const { userId } = issuedIn(claims);
  if (claims.latchkey_stored || userId === undefined) return;
  if (await storedUsers?.has(userId, { isExact: true })) claims.latchkey_stored = true;
}
