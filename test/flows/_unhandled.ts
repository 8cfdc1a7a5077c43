/**
 * Rejections that no code handles: in Node one of them ends the process.
 *
 * @module
 */

import process from "node:process";

/** The reasons of the rejections that nothing has handled by a turn of the event loop after some work. */
export async function unhandledDuring(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const reasons: unknown[] = [];
  const listen = (reason: unknown) => void reasons.push(reason);
  process.on("unhandledRejection", listen);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    process.off("unhandledRejection", listen);
  }
  return reasons;
}
