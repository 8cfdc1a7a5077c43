/**
 * Replaces stored sessions whose row holds the token itself by sessions whose row holds a hash.
 *
 * The new token is the old one, encrypted: requests at the same time replace it by the same token, and the new one leads
 * to the old row. That row stays until the browser has sent the new token, because an answer may be lost, or an
 * application may read a session where it can set no cookie.
 *
 * @module
 */

import type { AdapterSession } from "../adapters/contract/types.ts";
import { decryptCompact, encryptCompact, type JWEKey, jweKeyOf } from "../crypto/jwe.ts";
import { macOf } from "../crypto/mac.ts";
import type { OlderSessions, StoredContext } from "../model/migration.ts";
import { hashToken, isHashed } from "../model/stored_token.ts";

/** Prefix of a token that replaces one of another library. */
const MOVED = "moved.";

/** How long the old token still finds the new session, in milliseconds: requests with it may be under way. */
const GRACE = 60_000;

/** The sessions of the other library. @param until When it stops, in milliseconds since the epoch. */
export function storedSessions(until: number, context: StoredContext): OlderSessions {
  const { secrets, store, platform } = context;
  return {
    async adopt(token) {
      if (isHashed(token) || platform.now() >= until) return null;
      const found = await findRow(token, context);
      if (!found) return null;
      const left = found.expires.getTime() - platform.now();
      if (left <= 0) {
        await removeEnded(token, context);
        return null;
      }
      const [newest, ...others] = await Promise.all(secrets.map((secret) => successorOf(token, secret)));
      // A session that replaced it before the secret changed goes on, so that there are never two.
      for (const value of [newest!, ...others]) {
        const replaced = await store.getSessionAndUser(await hashToken(value));
        if (replaced) return { value, expires: toEnd(replaced.session, context) };
      }
      // So little time left means that `confirm` has shortened this row: its successor has ended since.
      return left <= GRACE ? null : await replace(found, newest!, context);
    },
    async confirm(token) {
      if (platform.now() >= until) return;
      const before = await predecessorOf(token, secrets);
      const row = before && await findRow(before, context);
      if (!row) return;
      const last = platform.now() + GRACE;
      if (row.expires.getTime() <= platform.now()) await store.deleteSession(before);
      else if (row.expires.getTime() > last) {
        await store.updateSession({ sessionToken: before, expires: new Date(last) });
      }
    },
    async end(token, own) {
      if (isHashed(token)) return;
      const before = await predecessorOf(token, secrets);
      const successors = await Promise.all(secrets.map((secret) => successorOf(token, secret)));
      const ours = [token, ...successors].filter((each) => each !== own);
      // The row of the other library first: a request with its token must find nothing to replace.
      const rows = [...before === null ? [] : [before], token, ...await Promise.all(ours.map(hashToken))];
      for (const row of rows) await removeRow(row, context);
    },
  };
}

/** Stores the session that replaces the other library's; `null` if that has ended in the meantime. */
async function replace(
  session: AdapterSession,
  value: string,
  context: StoredContext,
): Promise<{ readonly value: string; readonly expires: number } | null> {
  const sessionToken = await hashToken(value);
  const expires = toEnd(session, context);
  try {
    const row = { sessionToken, userId: session.userId, expires: new Date(expires) };
    await context.store.createSession(row);
  } catch (error) {
    // Of several requests at the same time, one stores it.
    if (!await findRow(sessionToken, context) && await findRow(session.sessionToken, context)) throw error;
  }
  if (await findRow(session.sessionToken, context)) return { value, expires };
  // It was signed out in the meantime, or its user was removed or taken over.
  await removeRow(sessionToken, context);
  return null;
}

function toEnd({ expires }: AdapterSession, { platform, maxAge }: StoredContext): number {
  return Math.min(expires.getTime(), platform.now() + maxAge);
}

/** A failure is only logged: the session has ended in any case. */
async function removeEnded(sessionToken: string, { store, logger }: StoredContext): Promise<void> {
  try {
    await store.deleteSession(sessionToken);
  } catch (error) {
    logger.error(error as Error);
  }
}

/** Finds a row by exactly this token: a database may ignore case. */
async function findRow(
  sessionToken: string,
  { store }: StoredContext,
): Promise<AdapterSession | null> {
  const found = await store.getSessionAndUser(sessionToken);
  return found?.session.sessionToken === sessionToken ? found.session : null;
}

/** Some adapters reject if there is nothing to remove. */
async function removeRow(sessionToken: string, context: StoredContext): Promise<void> {
  if (await findRow(sessionToken, context)) await context.store.deleteSession(sessionToken);
}

/** The token that replaces another: always the same one for a secret. */
async function successorOf(token: string, secret: string): Promise<string> {
  // Derived from the text, so that no two texts have the same one.
  const iv = await macOf(secret, "Latchkey moved session, initialization vector, HMAC-SHA-256", token);
  return MOVED + await encryptCompact(token, await keyOfMoved(secret), new Uint8Array(iv.subarray(0, 16)));
}

/** The token that a token replaces; `null` for any other. */
async function predecessorOf(token: string, secrets: readonly string[]): Promise<string | null> {
  if (!token.startsWith(MOVED)) return null;
  return await decryptCompact(token.slice(MOVED.length), await Promise.all(secrets.map(keyOfMoved)));
}

async function keyOfMoved(secret: string): Promise<JWEKey> {
  return await jweKeyOf(secret, "moved session", "");
}
