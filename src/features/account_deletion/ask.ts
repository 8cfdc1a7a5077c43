/**
 * Runs when the user of a sign-in is known and nothing is written yet: while an account is to be deleted, a sign-in leads to the page
 * that keeps it, and to nothing else.
 *
 * @module
 */

import type { Identity } from "../../model/identity.ts";
import type { Outcome } from "../../http/types.ts";
import type { KnownSignIn, Setup } from "../../setup/setup.ts";
import { knownUserId } from "../../sign_in/sign_in.ts";
import { eraseIfDue } from "./erase.ts";
import { rulesOf } from "./rules.ts";
import { drop, findDeletion, isOver } from "./stored.ts";
import { deletionUrl } from "./token.ts";

/**
 * Leads to the page of the deletion, if the user has asked for one. One whose grace period is over is made now, so that the next
 * sign-in finds no account.
 *
 * @returns The page, or the identity to go on with.
 * @throws {AdapterError} if the database fails: no one signs in to an account that is to be deleted.
 */
export async function askWhileDeleted(
  identity: Identity,
  { decision, ending: { incoming, intent } }: KnownSignIn,
  setup: Setup,
): Promise<Outcome | Identity> {
  const rules = rulesOf(setup);
  const userId = knownUserId(decision, identity);
  if (userId === null) return identity;
  const row = await findDeletion(userId, rules);
  // What a stranger has asked for goes with the takeover, unless a process is deleting it: that would delete the owner's account.
  if (!row || (decision?.kind === "takenOver" && !row.leaseUntil)) return identity;
  // If that fails, nobody gets in.
  if (isOver(row, rules)) await eraseIfDue(row.userId, incoming, setup).catch(setup.logger.error);
  return { redirect: await deletionUrl(row, { incoming, locales: intent.locales }, setup) };
}

/** Takes back a deletion that was asked for since a time: a thief may have. */
export async function dropSince(userId: string, since: Date, setup: Setup): Promise<void> {
  const rules = rulesOf(setup);
  const row = await findDeletion(userId, rules);
  if (row && row.requestedAt >= since && !row.leaseUntil) await drop(row, rules);
}
