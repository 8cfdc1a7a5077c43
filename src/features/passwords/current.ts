/**
 * The password of today, which a form has in its field `current`.
 *
 * @module
 */

import { isPasswordOf } from "./check.ts";
import { invalidPassword } from "./policy.ts";
import type { Attempted } from "../../model/limits.ts";
import { passwordProvider } from "./setup.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";

/** Whose password it is. */
interface Stored {
  /** Its hash; `null` matches nothing. */
  readonly hash: string | null;
  /** How a wrong one counts. */
  readonly attempted: Attempted;
}

/** Whether the password in the form is the stored one. */
export async function isCurrent(
  { hash }: Pick<Stored, "hash">,
  { body, received }: Incoming,
  setup: Setup,
): Promise<boolean> {
  const provider = passwordProvider(setup);
  return await isPasswordOf(body?.current, hash, { provider, setup, signal: received?.signal });
}

/**
 * Asserts it, and counts the attempt as one to sign in.
 *
 * @throws {InvalidPassword} with the code `WrongPassword`, if it is not.
 * @throws {RateLimited} if there were too many wrong ones.
 */
export async function assertCurrent(
  { hash, attempted }: Stored,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  // As at a sign-in, an empty one is not a guess.
  if (!incoming.body?.current) throw invalidPassword("WrongPassword");
  await setup.limits.attempt(attempted, incoming, async () => {
    if (!await isCurrent({ hash }, incoming, setup)) throw invalidPassword("WrongPassword");
  });
}
