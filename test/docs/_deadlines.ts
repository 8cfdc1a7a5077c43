/**
 * Timers by the clock of a test, in place of those of this computer.
 *
 * @module
 */

import type { TestPlatform } from "../../src/testing/mod.ts";

/** Milliseconds from which on a timer is a deadline. A shorter one is a pause in which others go on. */
const DEADLINE = 1000;

/**
 * Lets deadlines pass with the clock of a platform. On a busy computer, those of the library and of an application would pass
 * while the answer is being computed in the same thread.
 *
 * @returns Takes it back.
 */
export function keepDeadlines({ timer }: Pick<TestPlatform, "timer">): () => void {
  const { setTimeout: start, clearTimeout: stop } = globalThis;
  const { timeout } = AbortSignal;
  Object.assign(globalThis, {
    setTimeout(callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) {
      if (!(milliseconds >= DEADLINE)) return start(callback, milliseconds, ...args);
      return new Deadline(timer(milliseconds, () => callback(...args)));
    },
    clearTimeout(id?: number | Deadline) {
      if (id instanceof Deadline) id.cancel();
      else stop(id);
    },
  });
  AbortSignal.timeout = (milliseconds) => {
    const controller = new AbortController();
    timer(milliseconds, () => controller.abort(new DOMException("Signal timed out.", "TimeoutError")));
    return controller.signal;
  };
  return () => {
    Object.assign(globalThis, { setTimeout: start, clearTimeout: stop });
    AbortSignal.timeout = timeout;
  };
}

/** What `setTimeout` returns in Node, as far as programs use it: nothing waits for a deadline. */
class Deadline {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}
