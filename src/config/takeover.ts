/**
 * Whether a user can be given to the owner of a mailbox without anything left that a stranger signs in with.
 *
 * @module
 */

import type { CredentialsConfig } from "../providers/types.ts";
import type { Setup } from "./setup.ts";

/** The methods of an adapter that change a user only while they are as a sign-in saw them, or in one step. */
const METHODS = ["takeOverUser", "addCredentials", "createUserWithAccount"] as const;

/** Dependencies of `takeoverObstacle`. */
export type TakeoverRules = Pick<Setup, "store" | "strategy" | "providers">;

/** Why a takeover is not possible with this config, and what to write; `null` if it is possible. */
export function takeoverObstacle({ store, strategy, providers }: TakeoverRules): string | null {
  if (strategy === "jwt") {
    return 'sessions in tokens cannot be ended; store them: `session: { strategy: "database" }`';
  }
  const missing = METHODS.filter((method) => !store?.[method]).map((method) => `\`${method}\``);
  if (missing.length) {
    return `the adapter has no ${
      missing.join(", no ")
    }; use one of @latchkey/auth/adapters, or write what is missing`;
  }
  const fixed = credentialsProviders(providers).find(({ revoke }) => !revoke);
  return fixed ? `the provider "${fixed.id}" has no \`revoke\`, which makes a user's password useless` : null;
}

/** The providers whose proofs the application keeps itself. */
export function credentialsProviders(providers: Setup["providers"]): readonly CredentialsConfig[] {
  return [...providers.values()].filter((provider) => provider.type === "credentials");
}
