/**
 * Callbacks that use the `auth` of their request. The session waits for its callbacks, so a callback that awaits the session would
 * wait for itself: it gets an error after a while. Work that the callback begins, and does not await, gets its answer.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { sessionSetupOf } from "../../config/session_setup.ts";
import type { SessionSetup } from "../../setup/session_setup.ts";
import { schemeOf } from "../../http/cookies.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ofAnother, webPlatform } from "../../platform/platform.ts";
import { createAsyncStorage } from "./async_storage.ts";

/** The session of a request, which is read and changed. */
export interface Waits {
  /** Reads it. */
  read<T>(run: () => Promise<T>): Promise<T>;
  /** Changes it. @param asked From `answer`. */
  change<T>(run: () => Promise<T>, asked: Asked | undefined): Promise<T>;
  /**
   * Answers the application, of which a callback may ask.
   *
   * @param usual Answers it, with what says that a callback asks.
   * @param before Reads the session that was there before the change whose callback asks.
   * @throws {ConfigError} if the callback waits for itself.
   */
  answer<T>(usual: (asked?: Asked) => Promise<T>, before?: () => Promise<T>): Promise<T>;
}

/** The question of a callback. */
interface Asked {
  /** Whether it has got an error by now. */
  isRefused: boolean;
  /** The reading whose callback asks; absent if it is a change. */
  readonly within: Promise<unknown> | undefined;
}

/** A request, and its config. */
interface Visiting {
  readonly mounted: { readonly config: AuthConfig };
  readonly request: { readonly url: string };
}

/** Lets the callbacks of a request use its `auth`. @param visit The request. */
export function withWaits<V extends Visiting>(visit: V): V & { readonly waits: Waits } {
  return Object.assign(visit, { waits: createWaits(visit) });
}

/** Creates that of a request. */
export function createWaits(visit: Visiting): Waits {
  const [reading, changing, earlier] = [{}, {}, {}];
  let read: Promise<unknown> = Promise.resolve();
  let readEarlier = read;
  return {
    read(run) {
      const own = runWork(reading, run);
      read = own;
      return own;
    },
    async change(run, asked) {
      await asked?.within?.catch(() => {});
      if (asked?.isRefused) throw waitsForItself();
      return await runWork(changing, run);
    },
    answer<T>(usual: (asked?: Asked) => Promise<T>, before?: () => Promise<T>) {
      // A moment later: `jwt.decode` asks while the reading is about to begin, and `read` is still the one before.
      const within = waitsFor(earlier)
        ? Promise.resolve().then(() => readEarlier)
        : waitsFor(reading)
        ? Promise.resolve().then(() => read)
        : undefined;
      // It begins no other one: its callbacks would ask again.
      if (within) return bounded(before ? () => within as Promise<T> : usual, visit, within);
      if (!waitsFor(changing)) return [reading, changing].some(mayWait) ? bounded(usual, visit) : usual();
      if (!before) return bounded(usual, visit);
      const own = runWork(earlier, before);
      readEarlier = own;
      return own;
    },
  };
}

/** Joins work that another one may have begun, or begins it. @throws {ConfigError} if a callback of it waits for itself. */
export function joined<T>(work: object, join: () => Promise<T>, visit?: Visiting): Promise<T> {
  return mayWait(work) ? bounded(join, visit) : join();
}

async function bounded<T>(
  work: (asked: Asked) => Promise<T>,
  visit?: Visiting,
  within?: Promise<unknown>,
): Promise<T> {
  const asked: Asked = { isRefused: false, within };
  const refuse = () => {
    asked.isRefused = true;
    return Promise.reject<T>(waitsForItself());
  };
  return await ofAnother(work(asked), refuse, visit ? setupOf(visit).platform : webPlatform);
}

/** The work whose callbacks run; `undefined` where the runtime has no such storage. */
const storage = createAsyncStorage<readonly object[]>();

/** How often work is under way. */
const pending = new WeakMap<object, number>();

/** Runs work that is named by an object. */
export async function runWork<T>(work: object, run: () => Promise<T>): Promise<T> {
  pending.set(work, (pending.get(work) ?? 0) + 1);
  try {
    // Ended work is dropped from the list: a callback may begin work that goes on for ever.
    const outer = storage?.getStore();
    const inside = outer ? [...outer, work].filter(isPending) : [work];
    return await (storage ? storage.run(inside, run) : run());
  } finally {
    pending.set(work, pending.get(work)! - 1);
  }
}

/** Whether work is under way. */
export function isPending(work: object): boolean {
  return (pending.get(work) ?? 0) > 0;
}

/** Whether it is a callback of this work that asks; `undefined` where the runtime does not say. */
export function isInside(work: object): boolean | undefined {
  return storage && (storage.getStore() ?? []).includes(work);
}

/** The setup of its sessions. */
export function setupOf({ mounted: { config }, request: { url } }: Visiting): SessionSetup {
  return sessionSetupOf(config, schemeOf(url));
}

function waitsFor(work: object): boolean {
  return isPending(work) && isInside(work) === true;
}

/** Whether a callback asks for work that is under way: the callback's own work, or one that may wait for it, as that of another config. */
function mayWait(work: object): boolean {
  return isPending(work) && (storage?.getStore() ?? []).some(isPending);
}

function waitsForItself(): ConfigError {
  return new ConfigError(
    "Cannot use `auth` in a callback that it waits for: use the arguments of the callback",
  );
}
