/**
 * Compares a password with the stored hash: one of the library, or one that another product has made.
 *
 * @module
 */

import { ServerError } from "../../errors/errors.ts";
import { verifyPassword } from "../../crypto/password.ts";
import { isA } from "../../errors/thrown.ts";
import { commonCost } from "./common_cost.ts";
import type { Setup } from "../../setup/setup.ts";
import type { PasswordProvider } from "./types.ts";

/** What a comparison needs. */
interface PasswordCheck {
  /** The cost of hashes, and the kinds of other products. */
  readonly provider: Pick<PasswordProvider, "id" | "cost" | "hashes">;
  /** Its log receives a hash of no known kind, and a cost that the config does not name. */
  readonly setup: Pick<Setup, "secrets" | "logger">;
  /** Drops the work of a client that has disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** Begins the hashes that `hashPassword` makes. */
const OWN = /^\$(scrypt|pbkdf2-sha256)\$/;

/**
 * Whether a password belongs to a hash. It takes as long without a hash, and for each kind: one hash of the library, at the cost
 * of the costliest, and one of each kind. Otherwise the time would reveal who has an account, and who has not signed in since the move.
 */
export async function isPasswordOf(
  password: unknown,
  hash: string | null,
  { provider, setup, signal }: PasswordCheck,
): Promise<boolean> {
  const { hashes: kinds = [] } = provider;
  const { logger } = setup;
  const kind = hash === null || OWN.test(hash) ? null : kinds.find((each) => each.recognizes(hash)) ?? null;
  if (hash !== null && !OWN.test(hash) && !kind) {
    logger.error(
      new ServerError(
        "Cannot compare a password: its stored hash is of another kind than the library makes. List the kind in `hashes` of " +
          "`Password()`: see `@latchkey/auth/password-hashes`",
      ),
    );
  }
  const own = hash !== null && OWN.test(hash) ? hash : null;
  const options = { ...commonCost(own, provider, setup), signal };
  let isRight = await compare((stored) => verifyPassword(password, stored, options), own, logger);
  for (const each of kinds) {
    const stored = each === kind ? hash : null;
    const isThis = await compare((stored) => each.verify(password, stored, { signal }), stored, logger)
      .catch((error) => {
        // The client is gone, but a hash was made: the attempt counts, or a client could have hashes made without a limit.
        if (signal?.aborted) return false;
        throw error;
      });
    isRight ||= isThis;
  }
  return isRight;
}

/** A hash that cannot be read, or that costs too much, matches nothing, after as much work as for an unknown user. */
async function compare(
  verify: (hash: string | null) => Promise<boolean>,
  hash: string | null,
  logger: Pick<Setup["logger"], "error">,
): Promise<boolean> {
  try {
    return await verify(hash);
  } catch (error) {
    if (hash === null || !isA(error, TypeError)) throw error;
    logger.error(
      new ServerError("Cannot compare a password: its stored hash cannot be read", { err: error }),
    );
    return await verify(null);
  }
}
