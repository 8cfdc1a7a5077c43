/**
 * The queue of password hashes.
 *
 * @module
 */

import { poolThreads } from "./threads.ts";
import { createTurns } from "./turns.ts";
import { ServerBusy } from "../errors/errors.ts";

/** How a hash waits for its turn. */
export interface Hashing {
  /**
   * Drops the hash if it aborts before its turn. In `authorize`, pass `request.signal`: it aborts when the client
   * disconnects. Default: none: the password is hashed in any case.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Most hashes at a time: each may need 256 MiB. */
const MAX_PARALLEL = 4;

/** Most hashes that wait: about half a minute of work on a small server. */
const MAX_WAITING = 64;

/**
 * Hashes when the turn of the password comes. Half of a pool is left to everything else of the process.
 *
 * @throws {ServerBusy} if too many hashes wait.
 */
const inTurn = poolThreads === undefined ? atOnce : createTurns({
  running: Math.min(MAX_PARALLEL, Math.max(1, Math.floor(poolThreads / 2))),
  waiting: MAX_WAITING,
  refusal: () =>
    new ServerBusy(`Cannot hash the password: ${MAX_WAITING} others wait. Limit the attempts of each client`),
});

export { inTurn };

/** For runtimes without a pool of threads. There, hashes run one by one, and a request of Workers must not wait for another. */
async function atOnce<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  return await work();
}
