/**
 * Checks whether a takeover is possible: everything that a stranger may have registered must be removable.
 *
 * @module
 */

import type { StrategyName } from "../model/callbacks.ts";
import type { CredentialsProvider, SetupProvider } from "../setup/setup.ts";
import { hasRows, type Store } from "../model/store.ts";

/** The methods that change a user in one step, or only if they have not changed since the decision. */
const TAKEOVER_METHODS = ["takeOverUser", "addCredentials", "createUserWithAccount"] as const;

/** A database that can take a user over in one step. */
type TakeoverStore = Store & Required<Pick<Store, (typeof TAKEOVER_METHODS)[number]>>;

/** Dependencies of `takeoverObstacle`. */
export interface TakeoverRules {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** How sessions are kept. */
  readonly strategy: StrategyName;
  /** Providers by id. */
  readonly providers: ReadonlyMap<string, SetupProvider>;
}

/** Returns all reasons why a takeover is not possible, each with the advice; `null` if it is possible. */
export function takeoverObstacle({ store, strategy, providers }: TakeoverRules): string | null {
  const obstacles = credentialsProviders(providers).filter(({ revoke }) => !revoke)
    .map(({ id }) => `the provider "${id}" has no \`revoke\`, which must remove a user's password`);
  const missing = TAKEOVER_METHODS.filter((method) => !store?.[method]).map((method) => `\`${method}\``);
  if (missing.length) {
    obstacles.unshift(
      `the adapter has no ${missing.join(", no ")} (use one of the library, or write what is missing)`,
    );
  }
  if (strategy === "jwt" && !hasRows(store)) {
    obstacles.unshift(
      "sessions in tokens cannot be ended, because the adapter has no `rows` (use one of the " +
        'library, add them with `securityOf` of @latchkey/auth/adapters, or store sessions: `session: { strategy: "database" }`)',
    );
  }
  return obstacles.join(", and ") || null;
}

/** Returns whether a takeover is possible: then the database has the methods for it. */
export function canTakeOver<R extends TakeoverRules>(
  rules: R,
): rules is R & { readonly store: TakeoverStore } {
  return takeoverObstacle(rules) === null;
}

/** The providers of type `credentials`. */
export function credentialsProviders(
  providers: TakeoverRules["providers"],
): readonly CredentialsProvider[] {
  return [...providers.values()].filter((provider) => provider.type === "credentials");
}
