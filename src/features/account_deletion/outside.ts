/**
 * The deletion of accounts outside of requests: what is due, and what the support does for a user.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { batchesOf } from "../../model/batches.ts";
import { storedId } from "../../session/stored_id.ts";
import type { DeletedAccounts, OutsideAccountDeletion } from "../../shapes/account_deletion.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { eraseIfDue, visitOf } from "./erase.ts";
import { tellOfRequest } from "./mails.ts";
import { rulesOf } from "./rules.ts";
import { isOver, isPending, keep, storeDeletion } from "./stored.ts";

/** Deletes the accounts whose grace period is over. */
export const run: OutsideCall<Setup> = async (_params, setup) => {
  const rules = rulesOf(setup);
  let [deleted, failed] = [0, 0];
  for await (const row of batchesOf("deletions", rules.store)) {
    if (!isPending(row) || !isOver(row, rules)) continue;
    try {
      if (await eraseIfDue(row.userId, null, setup)) deleted++;
    } catch (error) {
      failed++;
      setup.logger.error(error as Error);
    }
  }
  return { deleted, failed } satisfies DeletedAccounts;
};

/** Asks for the deletion of an account in place of its user. */
export const request: OutsideCall<Setup> = async (params, setup) => {
  assertOrigin(setup);
  const [id] = params as Parameters<OutsideAccountDeletion["request"]>;
  const rules = rulesOf(setup);
  const userId = await storedId(id, rules.store);
  if (userId === null) return null;
  const { row } = await storeDeletion(userId, null, rules);
  await endSessions(userId, setup);
  if (isOver(row, rules)) await eraseIfDue(userId, null, setup);
  else await tellOfRequest(row, { incoming: (await visitOf(null, setup))!, isOfStaff: true }, setup);
  return row.dueAt;
};

/** Keeps an account in place of its user. */
export const cancel: OutsideCall<Setup> = async (params, setup) => {
  const [id] = params as Parameters<OutsideAccountDeletion["cancel"]>;
  const rules = rulesOf(setup);
  const userId = await storedId(id, rules.store);
  return userId !== null && await keep(userId, rules) === "kept";
};

function assertOrigin({ origin }: Setup): void {
  if (origin !== undefined) return;
  throw new ConfigError("Cannot delete accounts: set `url`, which the emails to their users link to");
}
