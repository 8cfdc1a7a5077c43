/**
 * The lease on the tokens of an account: one process alone sends them to the provider.
 *
 * @module
 */

import type { Platform } from "../../platform/platform.ts";
import type { FoundTokens } from "./rows.ts";

/** How long one process alone may send the tokens, in milliseconds: longer than its requests take together. */
export const LEASE = 30_000;

/** How long the requests under a lease take at most, in milliseconds: two of ten seconds each for a renewal, all of a revocation. */
export const REQUESTS = 20_000;

/** After how many looks a caller gives up: later than each lease ends, unless a clock has been set back. */
export const MOST_LOOKS = 100;

/** The pauses between looks at the lease of another process, in milliseconds; the last one repeats. */
const LOOKS = [50, 100, 200, 400];

/** Whether another request may be sending the tokens. */
export function isLeased({ row: { leaseUntil } }: FoundTokens, { now }: Pick<Platform, "now">): boolean {
  return leaseUntil !== null && leaseUntil.getTime() > now();
}

/** Waits before the next look. @param looks How many there were. */
export async function waitToLook(looks: number, platform: Platform): Promise<void> {
  await pause(LOOKS[Math.min(looks, LOOKS.length - 1)]!, platform);
}

/** Waits. */
export function pause(milliseconds: number, platform: Platform): Promise<void> {
  return new Promise((resolve) => void platform.timer(milliseconds, resolve));
}
