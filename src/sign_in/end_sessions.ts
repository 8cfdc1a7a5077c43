/**
 * Ends the sessions of a user.
 *
 * @module
 */

import type { AdapterSecurity } from "../adapters/contract/types.ts";
import type { Incoming } from "../http/types.ts";
import type { Generations, SessionRead } from "../model/session.ts";
import type { JWT } from "../values/types.ts";
import type { Setup } from "../setup/setup.ts";
import type { SetCookie } from "../values/cookie.ts";
import { beforeSessionsEnd } from "./hooks.ts";
import { persist } from "./persist.ts";

/**
 * Ends all of them: those in the database, those in tokens, and what is stored beside them.
 *
 * @param change What else changes in the row with the generation. Default: nothing.
 * @param kept Key of a stored session that goes on. Default: none does.
 * @throws {AdapterError} if the database fails again and again.
 */
export async function endSessions(
  userId: string,
  setup: Setup,
  { change, kept = null }: {
    readonly change?: Parameters<Generations["raise"]>[1];
    readonly kept?: string | null;
  } = {},
): Promise<void> {
  const forget = await beforeSessionsEnd(userId, setup);
  await persist(() => setup.generations?.raise(userId, change));
  await persist(() => setup.store?.deleteSessionsByUserId?.(userId, kept ?? undefined));
  await forget(kept);
}

/** How the other sessions end. */
interface EndingOthers {
  /** The config. */
  readonly setup: Setup;
  /** What else changes in the token of the session that goes on. Default: nothing. */
  readonly claims?: Partial<JWT>;
  /** The generation in which they end: in another one, nothing happens. Default: any. */
  readonly ifGeneration?: number;
}

/**
 * Ends all but that of the request.
 *
 * @param read The session of the request.
 * @returns The cookies with which it goes on; `null` if the generation is another one.
 * @throws {AdapterError} if the database fails again and again.
 */
export async function endOtherSessions(
  { userId, storedAs, token, claims: held }: SessionRead & { readonly userId: string },
  { cookies }: Pick<Incoming, "cookies">,
  { setup, claims, ifGeneration }: EndingOthers,
): Promise<readonly SetCookie[] | null> {
  const { sessions, store, generations } = setup;
  const forget = await beforeSessionsEnd(userId, setup);
  const isMeant = (row: AdapterSecurity) => (ifGeneration ?? row.generation) === row.generation && row;
  const generation = await generations?.raise(userId, isMeant);
  if (generation === 0) return null;
  await persist(() => store?.deleteSessionsByUserId?.(userId, storedAs ?? undefined));
  await forget(await sessions.keyOf(cookies));
  let next = generation ? await sessions.carryOver(cookies, generation, token) : undefined;
  if (held && claims && next) {
    // The proof stays as it is.
    const { auth_time, amr, aal } = held;
    next = await sessions.raise(cookies, { amr: [], signedInAt: 0 }, next, {
      ...claims,
      auth_time,
      amr,
      aal,
    });
  }
  return sessions.toCookies(next, cookies);
}
