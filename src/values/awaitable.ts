/**
 * Values that may be promises.
 *
 * @module
 */

import type { Awaitable } from "./types.ts";

/** Goes on with a value: at once, or when its promise resolves. A session check waits for nothing that is there already. */
export function whenReady<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as Partial<PromiseLike<T>> | null | undefined)?.then === "function";
}
