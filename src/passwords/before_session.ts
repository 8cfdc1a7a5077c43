/**
 * Stores the password that a user has chosen in a sign-in, after their address is proven and before the session begins.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Identity } from "../model/identity.ts";
import { setPassword } from "./store.ts";
import { hasSecurity } from "../model/store.ts";

/**
 * Stores it, and ends all other sessions of the user. If the process ends in between, the user has no password, or the old
 * one, and asks for another mail.
 *
 * @returns The generation in which the session begins; `undefined` without a new password.
 */
export async function storeNewPassword(
  { newPasswordHash: hash }: Identity,
  { id: userId }: { readonly id: string },
  { store, platform, generations }: Setup,
): Promise<number | undefined> {
  if (hash === undefined || !hasSecurity(store)) return undefined;
  // Before the password, too: if the database fails in between, no session goes on beside a new password.
  await store.deleteSessionsByUserId?.(userId);
  const generation = await setPassword({ userId, hash }, { store, platform });
  generations?.remember(userId, generation);
  await store.deleteSessionsByUserId?.(userId);
  return generation;
}
