/**
 * Encrypts data that passes through the browser, for one purpose and a limited time.
 *
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import { decryptCompact, encryptCompact, jweKeyOf, jweKeysOf } from "./jwe.ts";
import { newestSecret } from "./keys.ts";

/** Purpose of a seal. Data that is sealed for one purpose does not open for another. */
export type SealPurpose =
  | "oauth flow"
  | "oauth state"
  | "oauth form"
  | "mail"
  | "challenge"
  | "passkey offer"
  | "link"
  | "password"
  | "sign up"
  | "browser"
  | "second factor"
  | "second factor setup"
  | "second factor mailbox"
  | "remembered device"
  | "kept form"
  | "logout"
  | "provider session"
  | "kept fields"
  | "account deletion"
  | "email change"
  | "provider tokens"
  | "profile form"
  | "user name form"
  | "administration form"
  | "email change form"
  | "email change sent"
  | "acting"
  | "mailed data"
  | "form";

/** Seals data for a purpose with the first secret. @param maxAge Lifetime in seconds. */
export async function seal(
  data: object,
  { purpose, maxAge }: { readonly purpose: SealPurpose; readonly maxAge: number },
  { secrets, platform }: Sealer,
): Promise<string> {
  const expires = platform.now() + maxAge * 1000;
  return encryptCompact(
    JSON.stringify([expires, data]),
    await jweKeyOf(newestSecret(secrets), `sealed ${purpose}`, ""),
    platform.random(16),
  );
}

/** Opens a seal; `null` if it is invalid, has another purpose or secret, or is too old. */
export async function open<T extends object>(
  sealed: string,
  purpose: SealPurpose,
  sealer: Sealer,
): Promise<T | null> {
  const [data = null] = await openNewest<T>([sealed], purpose, sealer);
  return data;
}

/** Opens that of several seals of a purpose which lasts longest: it was made last. Empty if none opens. */
export async function openNewest<T extends object>(
  seals: readonly string[],
  purpose: SealPurpose,
  { secrets, platform }: Sealer,
): Promise<readonly [data?: T, sealed?: string, expires?: number]> {
  const keys = await jweKeysOf(secrets, `sealed ${purpose}`, "");
  let newest: [T?, string?, number?] = [];
  for (const sealed of seals) {
    const text = await decryptCompact(sealed, keys);
    const [expires, data] = JSON.parse(text ?? "[0]") as [number, T];
    if (expires > (newest[2] ?? platform.now())) newest = [data, sealed, expires];
  }
  return newest;
}

/** Dependencies of `seal` and `open`. */
export interface Sealer {
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Clock and source of randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
}
