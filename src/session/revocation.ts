/**
 * With whom a token ends, and whether its session has been ended elsewhere.
 *
 * @module
 */

import type { Generations, StoredUsers } from "../model/session.ts";
import type { JWT } from "../values/types.ts";
import { issuedIn } from "./own_claims.ts";

/**
 * Whether all sessions of the user were ended since the token was issued, or the database no longer has the user. The same of
 * another user of the database whom `callbacks.jwt` has named at the sign-in.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function isRevoked(
  claims: JWT,
  { generations, storedUsers, areStored }: {
    /** The generations of users; `null` if the database cannot keep them. */
    readonly generations: Generations | null;
    /** The users of the database; `null` without one. */
    readonly storedUsers: StoredUsers | null;
    /** Returns whether each user is one of the database, also of a token that does not say so. */
    areStored(): boolean;
  },
  { isExact, renews = false }: {
    /** Whether the answer must be that of now. */
    readonly isExact: boolean;
    /** Whether the token is about to be renewed. An unmarked one, such as of an earlier version, ends then. Default `false`. */
    readonly renews?: boolean;
  },
): Promise<boolean> {
  const { userId, generation } = issuedIn(claims);
  if (userId === undefined) return false;
  /** A later generation than the database has, read anew, is of a time that a restored backup does not know: nothing would end it. */
  const isOld = async (userId: string, generation: number) => {
    if (!generations) return false;
    let current = await generations.current(userId, { isExact });
    if (generation > current && !isExact) current = await generations.current(userId, { isExact: true });
    return generation !== current;
  };
  if (await isOld(userId, generation)) return true;
  const { sub, named_gen } = claims;
  if (named_gen !== undefined) {
    if (await isOld(sub!, named_gen) || await storedUsers?.has(sub!, { isExact }) === false) return true;
  }
  if (!storedUsers || !claims.latchkey_stored && !(renews && areStored())) return false;
  return await storedUsers.has(userId, { isExact }).catch((error) => {
    // A database that refuses the id of an unmarked token says nothing about the user.
    if (claims.latchkey_stored) throw error;
  }) === false;
}

/** Marks a token that another library, or an earlier version, has issued to a user of the database. */
export async function markStored(claims: JWT, storedUsers: StoredUsers | null): Promise<void> {
  const { userId } = issuedIn(claims);
  if (claims.latchkey_stored || userId === undefined) return;
  // A column of numbers or UUIDs refuses the id of a user of elsewhere.
  if (await storedUsers?.has(userId, { isExact: true }).catch(() => false)) claims.latchkey_stored = true;
}
