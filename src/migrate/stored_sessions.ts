/**
 * Replaces stored sessions whose row holds the token itself by sessions whose row holds a hash.
 *
 * The new token is the old one, encrypted: requests at the same time replace it by the same token, and the new one leads
 * to the old row. That row stays until the browser has sent the new token, because an answer may be lost, or an
 * application may read a session where it can set no cookie.
 *
 * @module
 */

import type { AdapterSession } from "../adapters/types.ts";
import { decryptCompact, encryptCompact, type JWEKey, jweKeyOf } from "../crypto/jwe.ts";
import { macOf } from "../crypto/mac.ts";
import type { StoredMigration, StoredMigrationContext } from "../model/migration.ts";

/** Prefix of a token that replaces one of another library. */
const MOVED = "moved.";

/** How long the old token still finds the new session, in milliseconds: requests with it may be under way. */
const GRACE = 60_000;

/**
 * Replaces stored sessions.
 *
 * @param until When it stops, in milliseconds since the epoch.
 * @param secrets Secrets of this library, the newest first.
 */
export function storedMigration(until: number, secrets: readonly string[]): StoredMigration {
  return {
    async accept({ session, user }, context) {
      const { platform, store } = context;
      if (platform.now() >= until) return null;
      const [newest, ...others] = await Promise.all(secrets.map(async (secret) => {
        const successor = await successorOf(session.sessionToken, secret);
        return { successor, sessionId: await context.hashToken(successor) };
      }));
      const older = { session, user, ...newest! };
      const left = session.expires.getTime() - platform.now();
      if (left <= 0) return older;
      // A session that replaced it before the secret changed goes on, so that there are never two.
      for (const each of [newest!, ...others]) {
        const replaced = await store.getSessionAndUser(each.sessionId);
        if (replaced) return { ...each, ...replaced };
      }
      // `confirm` leaves so little time only to a session that was replaced: the new one has ended since.
      return left <= GRACE ? null : older;
    },
    async replace({ session, user, sessionId }, context) {
      const expires = Math.min(session.expires.getTime(), context.platform.now() + context.maxAge);
      if (session.sessionToken === sessionId) return expires;
      try {
        const row = { sessionToken: sessionId, userId: user.id, expires: new Date(expires) };
        await context.store.createSession(row);
      } catch (error) {
        // Of several requests at the same time, one stores it.
        if (!await findRow(sessionId, context) && await findRow(session.sessionToken, context)) throw error;
      }
      if (await findRow(session.sessionToken, context)) return expires;
      // It was signed out in the meantime, or its user was removed or taken over.
      await removeRow(sessionId, context);
      return null;
    },
    async confirm(token, context) {
      const { platform, store } = context;
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
    async end(token, context) {
      const before = await predecessorOf(token, secrets);
      const successors = await Promise.all(secrets.map((secret) => successorOf(token, secret)));
      const own = await Promise.all([token, ...successors].map(context.hashToken));
      // The row of the other library first: a request with its token must find nothing to replace.
      for (const row of [...before === null ? [] : [before], token, ...own]) await removeRow(row, context);
    },
  };
}

/** Finds a row by exactly this token: a database may ignore case. */
async function findRow(
  sessionToken: string,
  { store }: StoredMigrationContext,
): Promise<AdapterSession | null> {
  const found = await store.getSessionAndUser(sessionToken);
  return found?.session.sessionToken === sessionToken ? found.session : null;
}

/** Some adapters reject if there is nothing to remove. */
async function removeRow(sessionToken: string, context: StoredMigrationContext): Promise<void> {
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
