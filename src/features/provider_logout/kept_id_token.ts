/**
 * What the cookie of an ID token holds.
 *
 * @module
 */

import type { LoggerInstance } from "../../values/types.ts";

/** What the cookie holds. */
export interface KeptIdToken {
  /** Id of the user whose session it is. */
  readonly userId: string;
  /** Id of the provider. */
  readonly provider: string;
  /** The ID token; `null` if the browser has no room for it, or there is none. */
  readonly idToken: string | null;
}

/** Logs that the browser has no room for an ID token. @param provider Id of the provider; `null` if it was not read. */
export function warnOfRoom(
  provider: string | null,
  { logger }: { readonly logger: Pick<LoggerInstance, "warn"> },
): void {
  logger.warn(
    `id-token-not-kept: The ID token of ${
      provider === null ? "a provider" : `"${provider}"`
    } is too large for the cookies of a browser. At a logout there, the provider ` +
      "asks the user to confirm it. Use an `adapter` that stores provider sessions",
  );
}
