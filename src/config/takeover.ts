/**
 * Whether a user can be given to the owner of a mailbox without anything left that a stranger signs in with.
 *
 * @module
 */

import type { CredentialsConfig } from "../providers/types.ts";
import type { Setup } from "./setup.ts";

/** Dependencies of `takeoverObstacle`. */
export type TakeoverContext = Pick<Setup, "store" | "strategy" | "providers">;

/** Why a takeover is not possible with this config, and what to write; `null` if it is possible. */
export function takeoverObstacle({ store, strategy, providers }: TakeoverContext): string | null {
  if (strategy === "jwt") {
    return 'sessions in tokens cannot be ended; store them: `session: { strategy: "database" }`';
  }
  if (!store?.takeOverUser || !store.addCredentials) {
    return "the adapter has no `takeOverUser` and `addCredentials`; use one of @latchkey/auth/adapters, or write them";
  }
  const fixed = credentialsProviders(providers).find(({ revoke }) => !revoke);
  return fixed ? `the provider "${fixed.id}" has no \`revoke\`, which makes a user's password useless` : null;
}

/** The providers whose proofs the application keeps itself. */
export function credentialsProviders(providers: Setup["providers"]): readonly CredentialsConfig[] {
  return [...providers.values()].filter((provider) => provider.type === "credentials");
}
