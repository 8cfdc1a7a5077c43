/**
 * Encrypts data that a database keeps, for one purpose, as long as its secret is among those of the config.
 *
 * @module
 */

import { decryptCompact, encryptCompact, jweKeyOf } from "./jwe.ts";
import { newestSecret } from "./keys.ts";
import type { Sealer } from "./seal.ts";

/** Purpose of stored data. What is sealed for one purpose does not open for another. */
type StoredPurpose =
  | "totp secret"
  | "pending sign-in"
  | "provider tokens"
  | "account token"
  | "id token";

/** Stored data, opened. */
export interface OpenedSeal<T> {
  /** The data. */
  readonly data: T;
  /** Whether the newest secret has sealed it. If not, seal it again: the older one may be taken away one day. */
  readonly isNewest: boolean;
}

/** Seals data with the first secret. */
export async function sealStored(data: object, purpose: StoredPurpose, sealer: Sealer): Promise<string> {
  const key = await jweKeyOf(newestSecret(sealer.secrets), `stored ${purpose}`, "");
  return await encryptCompact(JSON.stringify(data), key, sealer.platform.random(16));
}

/** Opens stored data; `null` if it is damaged, or none of the secrets has sealed it. */
export async function openStored<T extends object>(
  sealed: string,
  purpose: StoredPurpose,
  { secrets }: Pick<Sealer, "secrets">,
): Promise<OpenedSeal<T> | null> {
  for (const [index, secret] of secrets.entries()) {
    // As long as it was sealed: a provider may send a picture of the user in an ID token.
    const text = await decryptCompact(sealed, [await jweKeyOf(secret, `stored ${purpose}`, "")], Infinity);
    if (text !== null) return { data: JSON.parse(text) as T, isNewest: index === 0 };
  }
  return null;
}
