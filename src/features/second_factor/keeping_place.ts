/**
 * Where a user goes on whose second step fails.
 *
 * @module
 */

import { currentSession } from "../../session/current.ts";
import { InvalidCheck, UserChanged } from "../../errors/errors.ts";
import { isFromScript } from "../../http/incoming.ts";
import { wishesOf } from "../../sign_in/intent.ts";
import { ageOf } from "../../values/levels.ts";
import { findPending, forgetPending, type FoundPending, MAX_AGE } from "./pending.ts";
import { pendingUrl } from "./pending_url.ts";
import { returnUrl } from "../../http/redirect.ts";
import { rulesOf } from "./rules.ts";
import type { Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";
import type { Failure, Incoming, Outcome } from "../../http/types.ts";

/**
 * Runs the action of a question. If it fails in a sign-in, the page about the failure keeps where the user wanted to go, and their
 * other wishes: a page of the application may post the answer alone.
 *
 * @param question The name that its form has posted, or its page has in the URL.
 * @throws {AuthError} if the action throws one, and no sign-in waits, or the application's own code has asked.
 */
export async function keepingPlace(
  run: () => Promise<Outcome | Failure>,
  { question, incoming }: { readonly question: unknown; readonly incoming: Incoming },
  setup: Setup,
): Promise<Outcome | Failure> {
  try {
    return await run();
  } catch (error) {
    // Whatever the database says now, the failure is the first one. The application's own code leads its users itself.
    const found = question && !setup.raw ? await findPending(incoming, setup).catch(() => null) : null;
    if (question && found?.name !== question && isA(error, InvalidCheck) && !setup.raw) {
      const redirect = await newerUrl(found, incoming, setup).catch(() => null);
      if (redirect === null) throw error;
      setup.logger.error(error);
      return { redirect };
    }
    if (!found || found.name !== question) throw error;
    const { returnTo, intent } = found.pending;
    const isOver = isA(error, UserChanged);
    return {
      error,
      returnTo,
      ...wishesOf(intent, incoming),
      ...(isOver && { cookies: forgetPending(setup) }),
    };
  }
}

/**
 * Where an older tab goes on, in whose browser a newer one has begun another sign-in: at the question of that one, or, if it is
 * done, where the user wanted to go. `null` if there is none. The page of a sign-in that waits shows no `InvalidCheck`: it has not
 * taken too long. One of the application learns that the answer did not count.
 */
async function newerUrl(
  found: FoundPending | null,
  incoming: Incoming,
  setup: Setup,
): Promise<string | null> {
  if (isFromScript(incoming)) return null;
  if (found) {
    const { pending, pending: { allowed: { userId } }, name } = found;
    const row = userId === null ? null : await rulesOf(setup).store.rows.find("secondFactors", { userId });
    return await pendingUrl({ ...pending, name }, { incoming, row, error: "InvalidCheck" }, setup);
  }
  // An older session is not what the tab has waited for.
  const { signedInAt = null } = await currentSession(incoming, setup) ?? {};
  return ageOf(signedInAt, setup.platform.now()) < MAX_AGE * 1000 ? await returnUrl(incoming, setup) : null;
}
