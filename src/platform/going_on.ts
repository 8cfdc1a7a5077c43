/**
 * Work that goes on after the answer of its request.
 *
 * @module
 */

import { webPlatform } from "./platform.ts";

/** For how long a platform lets work go on whose request has been answered: Workers do for thirty seconds. In milliseconds. */
const MOST = 30_000;

/** The work under way, and when it began, by the clock of this computer. */
const goingOn = new Map<Promise<unknown>, number>();

/** Takes note of work that may go on after the answer, such as a mail that is slow to leave. It must not reject. */
export function goesOn(work: Promise<unknown>): void {
  goingOn.set(work, webPlatform.now());
  void work.then(() => goingOn.delete(work));
}

/** Settles when all work has ended that goes on now. What has lasted too long has gone with its request. */
export async function allEnded(): Promise<void> {
  for (const [work, began] of goingOn) {
    if (webPlatform.now() > began + MOST) goingOn.delete(work);
  }
  await Promise.all(goingOn.keys());
}
