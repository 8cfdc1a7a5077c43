/**
 * Clock, randomness, network, timers and log: all that the library uses of its environment.
 *
 * @module
 */

/** The environment of the library. Tests replace it; see `@latchkey/auth/testing`. */
export interface Platform {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Cryptographically secure random bytes. @param length Number of bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
  /** Sends a request. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
  /** Calls `callback` once, after a delay. Returns a function that cancels it. */
  timer(milliseconds: number, callback: () => void): () => void;
  /** Writes an entry to the log. */
  log(level: "error" | "warn" | "debug", text: string): void;
}

/** The platform of Deno, Node, Bun, Workers and browsers. */
export const webPlatform: Platform = {
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fetch: (input, init) => fetch(input, init),
  timer: (milliseconds, callback) => {
    const id = setTimeout(callback, milliseconds);
    return () => clearTimeout(id);
  },
  log: (level, text) => console[level](text),
};

/** Returns by how many seconds a platform is ahead of the clock of this computer, which other libraries read. */
export function skewOf({ now }: Pick<Platform, "now">): number {
  return Math.floor(now() / 1000) - Math.floor(Date.now() / 1000);
}

/** Work exceeded its time limit. */
export class TimedOut extends Error {}

/** How long a request waits for what another one has begun, in milliseconds: longer than a provider may take to answer. */
const OF_ANOTHER = 11_000;

/**
 * Waits for work that another request has begun. It never ends if the platform has ended that request, as Workers do when a client
 * goes away: then this one begins it anew.
 *
 * @param most How long it waits, in milliseconds.
 */
export async function ofAnother<T>(
  work: PromiseLike<T>,
  anew: () => Promise<T>,
  platform: Pick<Platform, "timer">,
  most = OF_ANOTHER,
): Promise<T> {
  try {
    return await within(most, platform, () => work);
  } catch (error) {
    if (error instanceof TimedOut) return await anew();
    throw error;
  }
}

/**
 * Waits for work, at most `milliseconds`. On time-out, its signal aborts.
 *
 * @throws {TimedOut} if the work has not ended by then, even if it ignores the signal.
 */
export async function within<T>(
  milliseconds: number,
  { timer }: Pick<Platform, "timer">,
  work: (signal: AbortSignal) => PromiseLike<T> | T,
): Promise<T> {
  const controller = new AbortController();
  let stop = () => {};
  const timeout = new Promise<never>((_, reject) => {
    stop = timer(milliseconds, () => {
      reject(new TimedOut(`No answer within ${milliseconds / 1000} seconds`));
      controller.abort();
    });
  });
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    stop();
  }
}
