/**
 * Attempts in the memory of this process, where no database counts them.
 *
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import type { AdapterAttempts } from "../adapters/contract/types.ts";

/** How many counts are kept. About 10 MB. */
const MOST = 50_000;

/** The rank of a count that has reached its limit. Any other has its number, up to the rank below. */
const FULL = 11;

/** How many counts below their limit have room in any case. */
const ALWAYS = 5000;

/** The counts of a rank, and its keys from the oldest on. An iterator that is kept does not step over removed keys again. */
interface Rank {
  readonly counts: Map<string, AdapterAttempts>;
  keys: Iterator<string>;
}

/** By clock: an end is a time of one clock. All configs of a process share the room. */
const memories = new WeakMap<Platform["now"], { readonly ranks: readonly Rank[]; next: number }>();

/** By adapter: its number, and when it was used first. */
const databases = new WeakMap<object, readonly [number: number, since: number]>();

let last = 0;

/** An adapter that is used for longer was not made for one request, in milliseconds. */
const KEPT = 60_000;

/** Counts in memory. */
interface MemoryCounts {
  /** As `rows.count` of a database. @param most How many are allowed: a count that is full is forgotten last. */
  count(attempts: AdapterAttempts, now: Date, most?: number): AdapterAttempts;
  /** As `rows.takeBack` of a database. Without a number, all. */
  takeBack(key: string, count?: number): void;
}

/**
 * Counts for a config. A database has counts of its own once its adapter has been used for a minute. An adapter that is made
 * for each request never is, and counts with all others of the same values.
 *
 * @param owner Names the values: see `ownerOf`.
 */
export function memoryFor(
  adapter: object | null | undefined,
  platform: Pick<Platform, "now">,
  owner = "",
): MemoryCounts {
  const { now } = platform;
  // Without an adapter, the clock stands for the one database of the process.
  const key = adapter ?? now;
  const [number, since] = databases.get(key) ?? [last++, now()];
  databases.set(key, [number, since]);
  const own = memoryOf(platform, `${owner}${number} `);
  const shared = memoryOf(platform, owner);
  function run<T>(ask: (counts: MemoryCounts) => T): T {
    const counted = ask(own);
    return now() - since < KEPT ? ask(shared) : counted;
  }
  return {
    count: (added, at, most) => run((counts) => counts.count(added, at, most)),
    takeBack: (key, count) => run((counts) => counts.takeBack(key, count)),
  };
}

/**
 * Counts in this process. An adapter that is made for each request counts in the same map. If there is no room, one that is below
 * its limit goes: the oldest of the rank that has most. A client that tries many accounts, so that guesses at one are
 * forgotten, has to try each as often.
 *
 * @param owner Names the config: see `ownerOf`.
 */
export function memoryOf({ now: clock }: Pick<Platform, "now">, owner = ""): MemoryCounts {
  const memory = memories.get(clock) ?? { ranks: Array.from({ length: FULL + 1 }, toRank), next: 0 };
  memories.set(clock, memory);
  const { ranks } = memory;

  function take(key: string): AdapterAttempts | undefined {
    for (const { counts } of ranks) {
      const stored = counts.get(key);
      if (counts.delete(key)) return stored;
    }
  }

  function put(key: string, stored: AdapterAttempts, most: number): void {
    ranks[stored.count >= most ? FULL : Math.min(stored.count, FULL - 1)]!.counts.set(key, stored);
  }

  /** Forgets a count that is over, if the oldest of a rank is. Otherwise it is asked again after the others. */
  function sweep(now: Date): void {
    // Of the first rank, the oldest goes anyway.
    memory.next = memory.next % (FULL - 1) + 1;
    const rank = ranks[memory.next + 1]!;
    const oldest = takeOldest(rank);
    if (oldest && oldest[1].expires > now) rank.counts.set(...oldest);
  }

  function makeRoom(): void {
    const below = ranks.slice(0, FULL);
    const count = below.reduce((sum, { counts }) => sum + counts.size, 0);
    const full = ranks[FULL]!;
    if (count + full.counts.size <= MOST) return;
    const largest = below.reduce((one, other) => other.counts.size > one.counts.size ? other : one);
    takeOldest(count < ALWAYS ? full : largest);
  }

  return {
    count(added, now, most = Infinity) {
      const key = owner + added.key;
      const stored = take(key);
      const isOver = !stored || stored.expires <= now;
      const counted = isOver ? added : { ...stored, count: stored.count + added.count };
      sweep(now);
      put(key, counted, most);
      makeRoom();
      return counted;
    },
    takeBack(bare, count = Infinity) {
      const key = owner + bare;
      const stored = take(key);
      if (stored && count < stored.count) put(key, { ...stored, count: stored.count - count }, Infinity);
    },
  };
}

function toRank(): Rank {
  const counts = new Map<string, AdapterAttempts>();
  return { counts, keys: counts.keys() };
}

/** Takes the count that was counted first. */
function takeOldest(rank: Rank): readonly [string, AdapterAttempts] | null {
  let next = rank.keys.next();
  if (next.done) {
    rank.keys = rank.counts.keys();
    next = rank.keys.next();
  }
  const key: string = next.value;
  const stored = rank.counts.get(key);
  if (!stored) return null;
  rank.counts.delete(key);
  return [key, stored];
}
