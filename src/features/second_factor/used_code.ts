/**
 * What follows the use of a recovery code: the email about it, and its return where what it is for fails.
 *
 * @module
 */

import type { Incoming } from "../../http/types.ts";
import type { Setup } from "../../setup/setup.ts";
import { notify } from "../../sign_in/hooks.ts";
import { toNotice } from "./mails.ts";
import type { PendingSignIn } from "./pending.ts";
import type { Proof } from "./prove.ts";

/** Tells the user of a recovery code that was used, also where what it is for fails: a thief may have typed it. */
export async function notifyOfCode(
  { giveBack }: Proof,
  { userId, incoming }: { readonly userId: string; readonly incoming: Incoming },
  setup: Setup,
): Promise<void> {
  if (giveBack) await notify(toNotice("recoveryCodeUsed", userId, setup), incoming, setup);
}

/** Gives a recovery code back, after a failure that must not cost the user their last way in. */
export async function giveCodeBack(proof: Proof | undefined, { logger }: Setup): Promise<void> {
  await proof?.giveBack?.().catch((error: unknown) => logger.error(error as Error));
}

/** Gives a recovery code back if the work that it was for throws. */
export async function orGiveBack<T>(
  proof: Proof | undefined,
  work: () => Promise<T>,
  setup: Setup,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await giveCodeBack(proof, setup);
    throw error;
  }
}

/** Whether a sign-in stores more than a session, such as new credentials, which may be stored before it fails. */
export function changesUser({ identity, allowed: { kind } }: PendingSignIn): boolean {
  return identity.outcome !== undefined || (kind !== null && kind !== "found");
}
