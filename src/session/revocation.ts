/**
 * With whom a token ends, and whether its session has been ended elsewhere.
 *
 * @module
 */

import type { Generations, SignedIn, StoredUsers } from "../model/session.ts";
import type { JWT } from "../values/types.ts";
import { generationClaims, issuedIn } from "./own_claims.ts";

/**
 * Whether all sessions of the user were ended since the token was issued, or the database no longer has the user.
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
  if (generations && !await isCurrent(userId, generation, { generations, isExact })) return true;
  if (!storedUsers || !claims.latchkey_stored && !(renews && areStored())) return false;
  return await storedUsers.has(userId, { isExact }).catch((error) => {
    // A database that refuses the id of an unmarked token says nothing about the user.
    if (claims.latchkey_stored) throw error;
  }) === false;
}

/**
 * Whether the generation of a token is that of its user. A later one than the database has, read anew, is of a time that a
 * restored backup does not know: nothing would end it.
 */
async function isCurrent(
  userId: string,
  generation: number,
  { generations, isExact }: { readonly generations: Generations; readonly isExact: boolean },
): Promise<boolean> {
  const current = await generations.current(userId, { isExact });
  if (generation <= current || isExact) return generation === current;
  return generation === await generations.current(userId, { isExact: true });
}

/** Marks a token that another library, or an earlier version, has issued to a user of the database. */
export async function markStored(claims: JWT, storedUsers: StoredUsers | null): Promise<void> {
  const { userId } = issuedIn(claims);
  if (!claims.latchkey_stored && userId !== undefined && await isFound(userId, storedUsers)) {
    claims.latchkey_stored = true;
  }
}

/**
 * The claims about the user with whom a token ends: the one whom it names, as whom they see and change an account. `callbacks.jwt`
 * may have stored a user of `authorize`, or have named another user. The one who has signed in, if the database has only that one.
 */
export async function boundTo(
  claims: JWT,
  { user, storedUser, generation }: Pick<SignedIn, "user" | "storedUser" | "generation">,
  { generations, storedUsers }: {
    readonly generations: Generations | null;
    readonly storedUsers: StoredUsers | null;
  },
): Promise<Partial<JWT>> {
  const before = String(user.id);
  let userId = String(claims.sub ?? before);
  const isOwn = userId === before;
  let isStored = isOwn && storedUser || await isFound(userId, storedUsers);
  if (!isStored && !isOwn && (storedUser || await isFound(before, storedUsers))) {
    [userId, isStored] = [before, true];
  }
  // Of the first generation also without any: the id is kept beside a `sub` that `callbacks.jwt` has changed.
  const gen = (userId === before ? generation : undefined) ??
    await generations?.current(userId, { isExact: true }) ?? (isStored ? 0 : undefined);
  return { ...(isStored && { latchkey_stored: true }), ...generationClaims(userId, gen, claims) };
}

/**
 * Whether the database has a user of whom it is unknown. Not if it refuses the id: a column of numbers or UUIDs cannot have
 * that of a user whom `authorize` has found elsewhere.
 */
export async function isFound(userId: string, storedUsers: StoredUsers | null): Promise<boolean> {
  return await storedUsers?.has(userId, { isExact: true }).catch(() => false) ?? false;
}
