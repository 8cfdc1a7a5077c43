/**
 * Time, chance, network and log: everything the library takes from its surroundings.
 *
 * @module
 */

/** The surroundings of the library. Tests set them by hand; see `@latchkey/auth/testing`. */
export interface Platform {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Unpredictable bytes. @param length How many. */
  random(length: number): Uint8Array<ArrayBuffer>;
  /** Sends a request. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
  /** Calls back once, after some milliseconds. The function returned makes it not. */
  timer(milliseconds: number, callback: () => void): () => void;
  /** Writes lines for the operator. */
  log(level: "error" | "warn" | "debug", text: string): void;
}

/** The platform of every modern runtime. */
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

/** Work did not end in time. */
export class TimedOut extends Error {}

/**
 * Waits for work, but not longer than some milliseconds, even if the work does not heed its signal.
 *
 * @throws {TimedOut} if it has not ended by then.
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
      reject(new TimedOut(`Nothing came within ${milliseconds / 1000} seconds`));
      controller.abort();
    });
  });
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    stop();
  }
}
