/**
 * The form of a new user: that of the capability that has one.
 *
 * @module
 */

import type { NewUserForm } from "../setup/new_user.ts";
import type { Setup } from "../setup/setup.ts";

/** Loads the form of a new user; `null` if nothing is asked. */
export async function newUserForm({ capabilities }: Setup): Promise<NewUserForm<Setup> | null> {
  for (const { newUser } of capabilities) if (newUser) return await newUser();
  return null;
}
