/**
 * The row of a user with other credentials, or without any, which is written in the step that ends their sessions.
 *
 * @module
 */

import { UserChanged } from "../errors/errors.ts";
import type { CredentialsOutcome } from "../model/identity.ts";
import type { Platform } from "../platform/platform.ts";
import { withCredentials } from "../shapes/credentials.ts";
import type { AdapterSecurity } from "../adapters/contract/types.ts";

/** The row of a user with the outcome. @throws {UserChanged} if it is not the row that was compared, or has changed since. */
export function withOutcome(
  row: AdapterSecurity,
  outcome: CredentialsOutcome,
  { now }: Pick<Platform, "now">,
): AdapterSecurity {
  const { ofUser = row.userId, ifGeneration = row.generation } = outcome;
  if (row.generation !== ifGeneration || row.userId !== ofUser) {
    throw new UserChanged("Cannot sign in: the credentials of the user have been changed in the meantime");
  }
  return withCredentials(row, outcome, now());
}
