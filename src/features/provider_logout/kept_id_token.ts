/**
 * What the cookie of an ID token holds.
 *
 * @module
 */

import { seal, type Sealer } from "../../crypto/seal.ts";
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

/**
 * How long the seal can be opened, in seconds: ten years, so that the same value goes on as long as its session. It counts
 * only beside a session of the same user.
 */
const SEALED_FOR = 10 * 365 * 86_400;

/** Seals it. */
export async function sealIdToken(kept: KeptIdToken, sealer: Sealer): Promise<string> {
  return await seal(kept, { purpose: "provider session", maxAge: SEALED_FOR }, sealer);
}

/** Logs that the browser has no room for an ID token. @param provider Id of the provider. */
export function warnOfRoom(
  provider: string,
  { logger }: { readonly logger: Pick<LoggerInstance, "warn"> },
): void {
  logger.warn(
    `id-token-not-kept: The ID token of "${provider}" is too large for the cookies of a browser. At a logout there, the provider ` +
      "asks the user to confirm it. Use an `adapter` that stores provider sessions",
  );
}
