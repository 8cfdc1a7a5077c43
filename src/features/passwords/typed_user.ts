/**
 * Whom a typed address or name finds, who they are with a right password, and what a user can type.
 *
 * @module
 */

import { parseAddress, spellingOf } from "../../sign_in/address.ts";
import type { Attempted } from "../../model/limits.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { identifierOf, whoIs } from "../../sign_in/identifiers.ts";
import type { Identity } from "../../model/identity.ts";
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

/** Who was typed: how the limits count it, and the user. */
interface TypedUser extends Pick<Attempted, "account" | "whose"> {
  /** Finds the user; `null` without one. @throws {AdapterError} if the database fails. */
  find(): Promise<AdapterUser | null>;
}

/**
 * Who was typed: an address, or a name that a capability knows.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function typedUser(text: unknown, provider: PasswordProvider, setup: Setup): Promise<TypedUser> {
  const address = typedAddress(text, provider, setup);
  const store = setup.store!;
  const named = address === null ? await whoIs(text, setup) : null;
  if (!named) return { account: address, find: () => findTyped(text, provider, setup) };
  const { userId, unknown } = named;
  // Asked without a user as well, as the answer must not take longer for one; not for an id that a database may refuse.
  const find = async () => await (userId === null ? store.getUserByEmail(unknown) : store.getUser(userId));
  return { account: userId ?? unknown, whose: ["user", userId ?? unknown], find };
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

/** Whether a user has typed a name. Who knows it and the password may be a thief, and doesn't learn the address. */
export function isNameTyped(text: unknown): boolean {
  return !String(text).includes("@");
}

/** Who has typed a right password. @param generation The generation in which it was compared. */
export function passwordIdentity(
  user: AdapterUser,
  { provider, generation, identifier = user.email }: {
    readonly provider: Pick<PasswordProvider, "id">;
    readonly generation: number | undefined;
    /** What was typed. Default: the address. */
    readonly identifier?: unknown;
  },
): Identity {
  return {
    user,
    account: { provider: provider.id, type: "credentials", providerAccountId: String(user.id) },
    stored: {},
    credentials: { email: user.email },
    ...(isNameTyped(identifier) && { hidesAddress: true }),
    storedUser: user,
    generation,
    amr: ["pwd"],
  };
}

/**
 * What a user types to sign in: their own address, if it finds them, or else their name; `null` if they can't.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function ownIdentifier(
  { id, email }: Pick<AdapterUser, "id" | "email">,
  provider: PasswordProvider,
  setup: Setup,
): Promise<string | null> {
  if (!email) return await identifierOf(String(id), setup);
  // An address is unique in the form in which it is stored.
  const isFound = typedAddress(email, provider, setup) === email ||
    (await findTyped(email, provider, setup))?.id === id;
  return isFound ? email : null;
}
