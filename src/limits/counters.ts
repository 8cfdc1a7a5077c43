/**
 * Where attempts are counted: in the database, or in the memory of this process if the database cannot.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { ServerBusy } from "../errors/errors.ts";
import { sha256 } from "../crypto/hash.ts";
import { memoryFor } from "./memory.ts";
import type { Platform } from "../platform/platform.ts";
import { hasRows, missingTableIn, type RowStore, type Store } from "../model/store.ts";
import type { AdapterAttempts } from "../adapters/contract/types.ts";
import type { CookieOption } from "../values/cookie.ts";
import type { Awaitable, LoggerInstance } from "../values/types.ts";

/** Counts under keys. */
export interface Counters {
  /** Adds one. @param most How many are allowed. @returns What is counted now. @throws {ServerBusy} if the database fails. */
  add(key: string, expires: Date, most: number): Promise<AdapterAttempts>;
  /** Takes one back, or all without a number. @throws {ServerBusy} if the database fails. */
  takeBack(key: string, count?: number): Promise<void>;
}

interface Counting {
  /** @param most How many are allowed. */
  count(attempts: AdapterAttempts, now: Date, most: number): Awaitable<AdapterAttempts>;
  takeBack(key: string, count?: number): unknown;
}

/** How long a table that is missing is not asked for again, in milliseconds. */
const MISSING_PAUSE = 60_000;

const IN_MEMORY =
  "Failed attempts are counted in the memory of each process: with several, or one per request, strangers have more";

/** What tells a config from others, as `ownerOf` takes it. */
export interface Owner {
  /** Origin of the application; absent without a `url`. */
  readonly origin?: string | undefined;
  /** The path of the library. */
  readonly basePath: string;
  /** Names of cookies. */
  readonly cookies: { readonly sessionToken: Pick<CookieOption, "name"> };
  /** Providers by id. */
  readonly providers: ReadonlyMap<string, object>;
}

/**
 * Names a config in the memory of a process, beside its secret, which is in each key. By values alone: many applications make
 * a copy of their config, or another one, for each request, and must not begin to count anew.
 */
export async function ownerOf({ origin, basePath, cookies, providers }: Owner): Promise<string> {
  const clients = [...providers].map((
    [id, { clientId, issuer }]: [string, { clientId?: unknown; issuer?: unknown }],
  ) => JSON.stringify([id, clientId, issuer]));
  // Its prefix depends on the scheme of a request.
  const name = cookies.sessionToken.name.replace(/^__(?:Host|Secure)-/, "");
  const text = JSON.stringify([origin, basePath, name, ...clients.sort()]);
  return toBase64Url(await sha256(text)).slice(0, 11);
}

/** Counts in a database. Says once if it cannot. */
export function countersOf({ store, owner, adapter, platform, logger }: {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** Names the config where several count in memory: see `ownerOf`. */
  readonly owner?: string;
  /** Tells databases of the same values apart; absent without one. */
  readonly adapter?: object | null | undefined;
  /** The clock. */
  readonly platform: Pick<Platform, "now">;
  /** The log. */
  readonly logger: Pick<LoggerInstance, "warn">;
}): Counters {
  const memory = memoryFor(adapter, platform, owner);
  let missingSince = -Infinity;

  function say(why: string): void {
    logger.warn(`limits-in-memory: ${IN_MEMORY}. ${why}`);
  }

  async function run<T>(ask: (counting: Counting) => T): Promise<Awaited<T>> {
    if (!hasRows(store)) {
      if (store) {
        say(
          "The adapter has no `rows`: use one of @latchkey/auth/adapters, or add its rows with `securityOf`, with the table that " +
            "`npx @latchkey/auth schema` prints",
        );
      }
      return await ask(memory);
    }
    if (platform.now() - missingSince < MISSING_PAUSE) return await ask(memory);
    try {
      return await ask(countsIn(store));
    } catch (error) {
      const missing = missingTableIn(error);
      if (missing === null) {
        throw new ServerBusy("Cannot count an attempt: the database failed", { err: error as Error });
      }
      missingSince = platform.now();
      say(missing);
      return await ask(memory);
    }
  }

  return {
    add: (key, expires, most) =>
      run((counting) => counting.count({ key, count: 1, expires }, new Date(platform.now()), most)),
    takeBack: async (key, count) => void await run((counting) => counting.takeBack(key, count)),
  };
}

function countsIn({ rows }: RowStore): Counting {
  return {
    count: (attempts, now) => rows.count("attempts", attempts, now),
    takeBack: (key, count) =>
      count === undefined ? rows.remove("attempts", { key }) : rows.takeBack("attempts", { key }, count),
  };
}
