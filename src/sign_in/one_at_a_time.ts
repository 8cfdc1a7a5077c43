/**
 * Work that must not run twice at once for the same secret.
 *
 * @module
 */

import { ofAnother, type Platform } from "../platform/platform.ts";

/** The work under way, by key. The next work with the same key waits for it. */
const queues = new Map<string, Promise<void>>();

/**
 * Runs work after all earlier work with the same key has ended. Several adapters of Auth.js read a token and then remove
 * it, in two steps (Upstash, Unstorage, Firebase, TypeORM): two requests at the same time would both get it.
 *
 * @param key Unique to the secret.
 */
export async function oneAtATime<T>(
  key: string,
  work: () => Promise<T>,
  platform: Pick<Platform, "timer">,
): Promise<T> {
  const before = queues.get(key);
  const own = before ? ofAnother(before, async () => {}, platform).then(work) : work();
  const ended = own.then(() => {}, () => {});
  queues.set(key, ended);
  try {
    return await own;
  } finally {
    if (queues.get(key) === ended) queues.delete(key);
  }
}
