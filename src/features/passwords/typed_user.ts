/**
 * Whom a typed address finds, and whether a user can type theirs.
 *
 * @module
 */

import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { findMailProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { PasswordProvider } from "./types.ts";

/** The address that a form takes; `null` if it is none. */
export function typedAddress(
  email: unknown,
  provider: PasswordProvider,
  setup: Pick<Setup, "providers">,
): string | null {
  try {
    return parseAddress(email, findMailProvider(provider, setup) ?? {});
  } catch {
    return null;
  }
}

/**
 * The user whom a typed address finds; `null` without one. That of a stored address may be another user, or none: a provider may
 * keep an address that no form takes.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function findTyped(
  email: unknown,
  provider: PasswordProvider,
  setup: Setup,
): Promise<AdapterUser | null> {
  const address = typedAddress(email, provider, setup);
  if (address === null) return null;
  return await findByAddress(address, setup.store!, spellingOf(email, address).former);
}

/**
 * Whether a user is found by their own address when they type it.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function isFoundByOwn(
  { id, email }: Pick<AdapterUser, "id" | "email">,
  provider: PasswordProvider,
  setup: Setup,
): Promise<boolean> {
  if (!email) return false;
  // An address is unique in the form in which it is stored.
  return typedAddress(email, provider, setup) === email ||
    (await findTyped(email, provider, setup))?.id === id;
}
