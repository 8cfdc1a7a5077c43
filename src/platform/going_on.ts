/**
 * Work that goes on after the answer of its request.
 *
 * @module
 */

import type { Platform } from "./platform.ts";

/** How much is remembered: of a request that its platform has ended, nothing ends. */
const MOST = 1000;

/** The work under way, the oldest first. */
const goingOn = new Set<Promise<unknown>>();

/** Takes note of work that may go on after the answer, such as an email that is slow to leave. It must not reject. */
export function goesOn(work: Promise<unknown>): void {
  goingOn.add(work);
  void work.then(() => goingOn.delete(work));
  const [oldest] = goingOn;
  if (goingOn.size > MOST) goingOn.delete(oldest!);
}

/** Waits for such work, but no longer than so many milliseconds: then the answer does not wait for it any more. */
export async function waitFor(
  work: Promise<unknown>,
  milliseconds: number,
  { timer }: Pick<Platform, "timer">,
): Promise<void> {
  goesOn(work);
  let cancel = () => {};
  const late = new Promise<void>((resolve) => cancel = timer(milliseconds, resolve));
  await Promise.race([work, late]);
  cancel();
}

/** Called when a request begins. Returns what settles once all has ended that has begun since, in this request or beside it. */
export function watchGoingOn(): () => Promise<void> {
  const before = new Set(goingOn);
  return async () => void await Promise.all([...goingOn].filter((work) => !before.has(work)));
}

/** Settles once all has ended that goes on now. */
export async function allEnded(): Promise<void> {
  await Promise.all(goingOn);
}
