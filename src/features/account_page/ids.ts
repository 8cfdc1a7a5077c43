/**
 * Names for accounts, passkeys and sessions in forms: a keyed hash, different for each user.
 *
 * @module
 */

import { timingSafeEqual, toBase64Url } from "../../crypto/bytes.ts";
import { newestSecret } from "../../crypto/keys.ts";
import { macOf } from "../../crypto/mac.ts";

/** An entry that an id names. */
export interface Named {
  /** The user to whom it belongs. */
  readonly userId: string;
  /** Its kind. */
  readonly kind: "account" | "session";
  /** Its key in the database. */
  readonly key: readonly string[];
}

/** Length of the hash, in bytes. */
const LENGTH = 16;

/** The id of an entry: 22 characters of base64url. @param secrets The newest first. */
export async function idOf(named: Named, secrets: readonly string[]): Promise<string> {
  return await idWith(named, newestSecret(secrets));
}

/**
 * Finds the entry that an id names. An id from before a rotation of the secret still counts.
 *
 * @param id Any text of a form.
 * @param entries The entries of this user. No others are compared, so an id of another user names nothing.
 * @returns `null` if the id names none of them.
 */
export async function findById<T>(
  id: unknown,
  entries: readonly T[],
  { named, secrets }: { readonly named: (entry: T) => Named; readonly secrets: readonly string[] },
): Promise<T | null> {
  if (typeof id !== "string") return null;
  for (const entry of entries) {
    for (const secret of secrets) {
      if (timingSafeEqual(id, await idWith(named(entry), secret))) return entry;
    }
  }
  return null;
}

async function idWith({ kind, userId, key }: Named, secret: string): Promise<string> {
  const text = JSON.stringify([kind, userId, ...key]);
  const mac = await macOf(secret, "Latchkey account page ids, HMAC-SHA-256", text);
  return toBase64Url(mac.slice(0, LENGTH));
}
