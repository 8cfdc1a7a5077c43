/**
 * Turns for work that occupies a thread for long: a few pieces run at a time, and a bounded number waits.
 *
 * @module
 */

/** How much may happen at a time. */
interface TurnBounds {
  /** Most pieces of work that run at a time. */
  readonly running: number;
  /** Most pieces that wait. */
  readonly waiting: number;
  /** The error for each piece beyond these. */
  readonly refusal: () => Error;
}

/**
 * Runs work when its turn comes, in the order of the calls.
 *
 * @param work Starts the work. Keeps its turn until the promise settles.
 * @param signal Drops the work if it aborts before the turn. Work that runs is not stopped.
 * @throws The reason of the signal, or the refusal if too much waits already.
 */
type TakeTurn = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Creates a queue. */
export function createTurns({ running: most, waiting: longest, refusal }: TurnBounds): TakeTurn {
  let running = 0;
  const waiting = new Set<() => void>();
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < most) running++;
    else if (waiting.size < longest) await turn(waiting, signal);
    else throw refusal();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) next();
      else running--;
    }
  };
}

/** Waits until the entry that it adds is called. */
function turn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      leave();
      resolve();
    };
    const drop = () => {
      leave();
      reject(signal?.reason);
    };
    const leave = () => {
      waiting.delete(begin);
      signal?.removeEventListener("abort", drop);
    };
    signal?.addEventListener("abort", drop);
    waiting.add(begin);
  });
}
