/**
 * Stores what becomes of the password of a user, in the step that ends their sessions.
 *
 * @module
 */

import { ServerError, UserChanged } from "../errors/errors.ts";
import { beforeSessionsEnd } from "./hooks.ts";
import type { Identity, PasswordOutcome } from "../model/identity.ts";
import type { Platform } from "../platform/platform.ts";
import type { Setup } from "../setup/setup.ts";
import type { AdapterSecurity } from "../adapters/contract/types.ts";

/** The row of a user with the outcome. @throws {UserChanged} if it is not the row that was compared, or has changed since. */
export function withOutcome(
  row: AdapterSecurity,
  { hash, isKept = false, ofUser = row.userId, ifGeneration = row.generation }: PasswordOutcome,
  { now }: Pick<Platform, "now">,
): AdapterSecurity {
  if (row.generation !== ifGeneration || row.userId !== ofUser) {
    throw new UserChanged("Cannot sign in: the password has been changed in the meantime");
  }
  const passwordSetAt = isKept ? row.passwordSetAt : hash === null ? null : new Date(now());
  return { ...row, passwordHash: hash, passwordIsProven: true, passwordSetAt };
}

/**
 * Stores the outcome of a sign-in, and ends all sessions of the user. A sign-in that verifies the address does so before:
 * if the database fails in between, the owner has the password all the same, and confirms the address again.
 *
 * @returns The generation in which the session begins; `undefined` without an outcome.
 * @throws {UserChanged} if the password has been changed since it was compared.
 */
export async function storeOutcome(
  { password }: Pick<Identity, "password">,
  { id: userId }: { readonly id: string },
  setup: Pick<Setup, "store" | "platform" | "generations" | "capabilities" | "rules" | "logger">,
): Promise<number | undefined> {
  const { store, platform, generations } = setup;
  if (!password || !generations) return undefined;
  const forget = await beforeSessionsEnd(userId, setup);
  // Before the password, too: if the database fails in between, no session goes on beside a new password.
  await store?.deleteSessionsByUserId?.(userId);
  const generation = await generations.raise(userId, (row) => withOutcome(row, password, platform));
  if (generation === null) {
    throw new ServerError("Cannot store the password: the database lacks a table, which the log names");
  }
  await store?.deleteSessionsByUserId?.(userId);
  await forget(null);
  return generation;
}
