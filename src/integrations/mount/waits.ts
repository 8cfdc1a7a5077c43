/**
 * What a request waits for. A callback of the application can get at the `auth` of its request, where the framework has it at hand
 * everywhere, and one that asks for what waits for it would wait for itself.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { createAsyncStorage } from "./async_storage.ts";

/** The session of a request, which is read and changed. */
export interface Waits {
  /** Reads it. */
  read<T>(run: () => Promise<T>): Promise<T>;
  /** Changes it. */
  change<T>(run: () => Promise<T>): Promise<T>;
  /**
   * Returns what a callback gets that would wait for itself; `undefined` if no such callback asks.
   *
   * @param before Reads the session that was there before the change.
   */
  answer<T>(before?: () => Promise<T>): Promise<T> | undefined;
}

/** Lets the callbacks of a request use its `auth`. @param visit The request. */
export function withWaits<V extends object>(visit: V): V & { readonly waits: Waits } {
  return Object.assign(visit, { waits: createWaits() });
}

/** Creates that of a request. */
export function createWaits(): Waits {
  const reading = {};
  const changing = {};
  return {
    read: (run) => runWork(reading, run),
    change: (run) => runWork(changing, run),
    answer(before) {
      if (before && waitsFor(changing) && !waitsFor(reading)) return before();
      return waitsFor(reading) || waitsFor(changing) ? Promise.reject(waitsForItself()) : undefined;
    },
  };
}

/** The work whose callbacks run; `undefined` where the runtime has no such storage. */
const storage = createAsyncStorage<readonly object[]>();

const pending = new WeakSet<object>();

/** Runs work that is named by an object. */
export async function runWork<T>(work: object, run: () => Promise<T>): Promise<T> {
  pending.add(work);
  try {
    // What has ended is let go: a callback may begin work that goes on for ever.
    const inside = [...storage?.getStore() ?? [], work].filter(isPending);
    return await (storage ? storage.run(inside, run) : run());
  } finally {
    pending.delete(work);
  }
}

/** Whether work is under way. */
export function isPending(work: object): boolean {
  return pending.has(work);
}

/** Whether it is a callback of this work that asks; `undefined` where the runtime does not say. */
export function isInside(work: object): boolean | undefined {
  return storage && (storage.getStore() ?? []).includes(work);
}

/** Throws if it is a callback of this work that asks. @throws {ConfigError} */
export function assertOutside(work: object): void {
  if (waitsFor(work)) throw waitsForItself();
}

function waitsFor(work: object): boolean {
  return isPending(work) && isInside(work) === true;
}

function waitsForItself(): ConfigError {
  return new ConfigError(
    "Cannot use `auth` in a callback that it waits for: use the arguments of the callback",
  );
}
