/**
 * A password that was typed just now, as the page that offers a passkey says it to the options: the password manager that has filled it
 * in may create the passkey by itself.
 *
 * @module
 */

import { open, seal, type Sealer } from "../../crypto/seal.ts";

/** Purpose of the seal, and how long it counts, in seconds. */
const TYPED = { purpose: "passkey offer", maxAge: 120 } as const;

/** Says that a user has typed their password. */
export async function sealTyped(userId: string, sealer: Sealer): Promise<string> {
  return await seal({ userId }, TYPED, sealer);
}

/** Whether a text says that this user has typed their password just now: see `Registration`. */
export async function hasTyped(offer: string, userId: string | null, sealer: Sealer): Promise<boolean> {
  const typed = await open<{ readonly userId: string }>(offer, TYPED.purpose, sealer);
  return typed?.userId === String(userId);
}
