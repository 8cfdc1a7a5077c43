/**
 * The ways to sign in that a user can add to their account.
 *
 * @module
 */

import type { Setup, SetupProvider } from "../../setup/setup.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";

/**
 * Returns whether an account or a passkey of a provider can be added to a user who is signed in. Accounts can be added
 * several times: a user may have two at one provider. Credentials sign in the user that the application finds by them, so
 * they cannot be added here.
 */
export function isAddable({ type }: Pick<SetupProvider, "type">): boolean {
  return type === "oauth" || type === "oidc" || type === "webauthn";
}

/**
 * Returns the providers that a user can add: those of accounts and passkeys, and those of emails if the address of the user
 * was never verified. An email to another address would sign in another user.
 */
export function addableProviders(
  user: Pick<AdapterUser, "email" | "emailVerified"> | null,
  { store, providers }: Pick<Setup, "store" | "providers">,
): readonly SetupProvider[] {
  if (!store || !user) return [];
  const needsMail = Boolean(user.email) && !user.emailVerified;
  return [...providers.values()].filter((each) => isAddable(each) || (each.type === "email" && needsMail));
}
