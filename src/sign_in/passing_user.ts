/**
 * Users who are signed in before they sign up: the capabilities know them.
 *
 * @module
 */

import type { Incoming } from "../http/types.ts";
import type { Identity } from "../model/identity.ts";
import type { PassingUser } from "../setup/passing_user.ts";
import type { Setup } from "../setup/setup.ts";

/** The user of the session of a request, if they have not signed up; `null` for any other. @throws {AdapterError} if the database fails. */
export async function findPassingUser(incoming: Incoming, setup: Setup): Promise<PassingUser | null> {
  for (const { passingUser } of setup.capabilities) {
    const found = await passingUser?.(incoming, setup);
    if (found) return found;
  }
  return null;
}

/** Takes back a user whom a sign-in has created: removes them, unless they were there before. @throws {AdapterError} if the database fails. */
export async function takeBackUser(
  id: string,
  { takeBack }: Pick<Identity, "takeBack">,
  setup: Pick<Setup, "capabilities" | "rules" | "store">,
): Promise<void> {
  // It may be a number.
  for (const { undoUpdate } of setup.capabilities) await undoUpdate?.(String(id), setup);
  await (takeBack ? takeBack() : setup.store?.deleteUser?.(id));
}
