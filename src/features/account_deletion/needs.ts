/**
 * What the deletion of accounts needs of a config.
 *
 * @module
 */

import { MissingAdapterMethods } from "../../errors/errors.ts";
import { assertRows } from "../../model/store.ts";
import type { SessionSetup } from "../../setup/session_setup.ts";
import type { AccountDeletionOptions, DeletionStore, GivenRules } from "./options.ts";

/** The options, and the database. @throws {ConfigError} without one that can end and remove a user. */
export function accountDeletionRules(
  options: unknown,
  { store, strategy }: SessionSetup,
): GivenRules {
  const owner = assertRows(store, "Cannot use `AccountDeletion`", "the deletions");
  const needed = strategy === "jwt"
    ? ["deleteUser"] as const
    : ["deleteUser", "deleteSessionsByUserId"] as const;
  const missing = needed.find((method) => !owner[method]);
  if (missing) {
    throw new MissingAdapterMethods(`Cannot use \`AccountDeletion\`: the adapter has no \`${missing}\``);
  }
  return { ...options as AccountDeletionOptions, store: owner as DeletionStore };
}
