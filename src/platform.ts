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
  /** A signal that aborts after some time. @param milliseconds How long from now. */
  timeout(milliseconds: number): AbortSignal;
  /** Writes lines for the operator. */
  log(level: "error" | "warn" | "debug", text: string): void;
}

/** The platform of every modern runtime. */
export const webPlatform: Platform = {
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fetch: (input, init) => fetch(input, init),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  log: (level, text) => console[level](text),
};
