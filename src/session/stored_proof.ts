/**
 * How the user of a stored session has proven who they are.
 *
 * @module
 */

import { aalOf, UNKNOWN_METHODS } from "../values/levels.ts";
import type { Generations, SessionProof } from "../model/session.ts";
import type { SessionStore } from "../model/store.ts";
import { readToken } from "./token_content.ts";
import type { AdapterSession } from "../adapters/contract/types.ts";

/**
 * When and how the user of a session has signed in. A row with the token itself is that of another library. Level 2 is that of a
 * generation.
 */
export async function proofOf(
  token: string,
  { session, isPlain }: { readonly session: AdapterSession; readonly isPlain: boolean },
  { store, generations }: {
    /** The database. */
    readonly store: SessionStore;
    /** The generations of users; `null` if the database cannot keep them. */
    readonly generations: Generations | null;
  },
): Promise<SessionProof> {
  const { amr: methods, generation } = readToken(token);
  const isKnown = !isPlain &&
    (aalOf(methods) === 1 || generation >= await generationOf(session.userId, store, generations));
  const amr = isKnown ? methods : UNKNOWN_METHODS;
  return { signedInAt: signInTimeOf(token, session, store), amr, aal: aalOf(amr) };
}

/** The generation with which level 2 of a user ends; 0 where whatever raises it removes the sessions themselves. */
export async function generationOf(
  userId: string,
  store: SessionStore,
  generations: Generations | null,
): Promise<number> {
  if (store.deleteSessionsByUserId) return 0;
  // The id may be a number.
  return await generations?.current(String(userId), { isExact: true }) ?? 0;
}

/** When the user of a session has proven who they are, in milliseconds since the epoch; `null` if unknown. */
export function signInTimeOf(token: string, session: AdapterSession, store: SessionStore): number | null {
  return readToken(token).signedInAt ?? createdAtOf(session, store);
}

/**
 * When a session began, in milliseconds since the epoch; `null` if the library has not stored it. A database may fill a
 * column of this name itself, with the time at which a session of another library was replaced.
 */
function createdAtOf({ createdAt }: AdapterSession, { deleteSessionsByUserId }: SessionStore): number | null {
  return deleteSessionsByUserId && createdAt instanceof Date ? createdAt.getTime() : null;
}
