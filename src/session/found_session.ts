/**
 * Finds a stored session.
 *
 * @module
 */

import type { AdapterSession, AdapterUser } from "../adapters/contract/types.ts";
import type { SessionStore } from "../model/store.ts";
import { hashToken, isHashed } from "../model/stored_token.ts";
import { absoluteEnd } from "./absolute_end.ts";
import { signInTimeOf } from "./stored_proof.ts";

/** Where it is found. */
interface FindContext {
  /** The database. */
  readonly store: SessionStore;
  /** Whether a row may hold the token itself, as Auth.js writes it. */
  readonly acceptsPlain: boolean;
  /** Lifetime of a session in use, in milliseconds. */
  readonly absoluteMaxAge: number;
}

/**
 * Finds a session by the token of a cookie. A row may hold the token itself, as Auth.js writes it. A cookie never counts as
 * a hash, so that the content of a stolen table cannot sign in. No token has control characters: Postgres would refuse NUL
 * as if the database had failed.
 */
export async function findSession(
  token: string,
  { store, acceptsPlain, absoluteMaxAge }: FindContext,
): Promise<Found | null> {
  if (isHashed(token) || /\p{Cc}/u.test(token)) return null;
  const sessionId = await hashToken(token);
  const hashed = await store.getSessionAndUser(sessionId);
  const found = hashed ?? (acceptsPlain ? await store.getSessionAndUser(token) : null);
  // Compares exactly: a database that ignores case would find `SHA256:…` by a hash.
  if (!found || !hashed && found.session.sessionToken !== token) return null;
  const { session } = found;
  const expires = session.expires.getTime();
  const longest = absoluteEnd(signInTimeOf(token, session, store), expires, absoluteMaxAge);
  return { ...found, sessionId, isPlain: !hashed, longest, ends: Math.min(expires, longest) };
}

/** A stored session and its user. */
export interface Found {
  /** Its row. */
  readonly session: AdapterSession;
  /** The user. */
  readonly user: AdapterUser;
  /** Hash of the token. */
  readonly sessionId: string;
  /** Whether the row holds the token itself. */
  readonly isPlain: boolean;
  /** When it ends however much it is used, in milliseconds since the epoch. */
  readonly longest: number;
  /** When it ends unless it is prolonged. The row may be older than the option. */
  readonly ends: number;
}
