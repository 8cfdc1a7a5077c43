/**
 * Work that must not run twice at once for the same secret.
 *
 * @module
 */

/** The work under way, by key. The next work with the same key waits for it. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work after all earlier work with the same key has ended. Several adapters of Auth.js read a token and then remove
 * it, in two steps (Upstash, Unstorage, Firebase, TypeORM): two requests at the same time would both get it.
 *
 * @param key Unique to the secret.
 */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  const own = before.then(work, work);
  const ended = own.then(() => {}, () => {});
  queues.set(key, ended);
  try {
    return await own;
  } finally {
    if (queues.get(key) === ended) queues.delete(key);
  }
}
