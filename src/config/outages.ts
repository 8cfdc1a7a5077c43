/**
 * Outages of a database in the log: one entry at the beginning, one a minute with the count, and one at the end.
 *
 * @module
 */

import { AdapterError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { StoreWatch } from "../model/store.ts";
import { isA, propertyOf, textOf, withCause } from "../errors/thrown.ts";
import type { Adapter } from "../adapters/contract/types.ts";
import { setNewest } from "../values/newest.ts";
import type { LoggerInstance } from "../values/types.ts";

/** How often an outage that lasts, or a failure that repeats, is written: once a minute, in milliseconds. */
const INTERVAL = 60_000;

/** How many different failures of one database are remembered. */
const MOST_FAILURES = 32;

/** The state of one database. */
interface Health {
  /** How many calls have failed. */
  failures: number;
  /** Whether a failure was reported, and no call that began later has succeeded. */
  isDown: boolean;
  /** When the log last got an entry about a failure, and about an end. */
  writtenAt: number;
  endedAt: number;
  /** Failures without an entry in the log, since when, and the method of the last one. */
  hidden: number;
  hiddenSince: number;
  method: string;
  /** By method and message: when the log last got it. */
  readonly written: Map<string, number>;
}

const databases = new WeakMap<object, Health>();

/** The log of a config, and a watch on the calls of its database. */
interface Outages {
  /** The log, in which equal failures of the database are folded. */
  readonly logger: LoggerInstance;
  /** Watches each call of the database. */
  readonly watch: StoreWatch;
}

/** Watches a database, if there is one. Copies of a config with the same adapter share its state. */
export function watchOutages(
  adapter: Adapter | null | undefined,
  log: LoggerInstance,
  platform: Pick<Platform, "now">,
): Outages {
  // It may be something else: `bindAdapter` refuses that later.
  const health = healthOf(Object(adapter));
  return {
    logger: {
      ...log,
      error(error) {
        const failure = failureOf(error);
        if (!failure) return log.error(error);
        const repeated = report(health, failure, platform.now());
        if (repeated === null) return;
        log.error(repeated === 0 ? error : withCause(error, { ...error.cause as object, repeated }) ?? error);
      },
    },
    watch: (method) => {
      const { failures } = health;
      log.debug(`database: ${method}`);
      return {
        failed() {
          health.failures++;
          log.debug(`database: ${method} failed`);
        },
        succeeded() {
          if (health.failures === failures) end(health, log, platform.now());
        },
      };
    },
  };
}

/** Lets all adapters of a key share one state: they ask the same database. */
export function shareOutages(adapter: Adapter, key: object): void {
  databases.set(adapter, healthOf(key));
}

function healthOf(key: object): Health {
  const health = databases.get(key) ?? createHealth();
  databases.set(key, health);
  return health;
}

function createHealth(): Health {
  return {
    failures: 0,
    isDown: false,
    writtenAt: -Infinity,
    endedAt: -Infinity,
    hidden: 0,
    hiddenSince: 0,
    method: "",
    written: new Map(),
  };
}

/** The failure of the database under an error. */
function failureOf(error: unknown): AdapterError | null {
  let under = error;
  for (let depth = 0; depth < 5; depth++) {
    if (isA(under, AdapterError)) return under;
    under = propertyOf(propertyOf(under, "cause"), "err");
  }
  return null;
}

/**
 * Reports a failure. Returns how many others its entry stands for, or `null` if it gets no entry. During an outage, any
 * failure counts as a repetition of the first one; otherwise only an equal one does, so that no other failure is lost.
 */
function report(health: Health, { cause }: AdapterError, now: number): number | null {
  const method = String(cause?.method);
  const text = `${method} ${textOf(cause?.err)}`;
  const since = health.isDown ? health.writtenAt : health.written.get(text) ?? -Infinity;
  health.isDown = true;
  if (now < since + INTERVAL) {
    if (health.hidden++ === 0) health.hiddenSince = now;
    health.method = method;
    return null;
  }
  setNewest(health.written, [text, now], MOST_FAILURES);
  health.writtenAt = now;
  const { hidden } = health;
  health.hidden = 0;
  return hidden;
}

/** Writes how many failures have no entry. A database that fails now and then causes one entry a minute. */
function end(health: Health, log: LoggerInstance, now: number): void {
  health.isDown = false;
  const { hidden, hiddenSince, method } = health;
  if (hidden === 0 || now < health.endedAt + INTERVAL) return;
  health.endedAt = now;
  health.hidden = 0;
  log.warn(
    `database-answers: the database answers again. Since ${
      new Date(hiddenSince).toISOString()
    }, ${hidden} more failures ` +
      `have no entry; the last one was in \`${method}\``,
  );
}
