/**
 * Two callers of a database that take turns. Each thing that a caller sends is a step, and waits until the walk lets it: so
 * each order of the steps is tried by design, on any machine.
 *
 * Take `walk()` for what must hold whatever comes first. `test/flows/_interruptible.ts` interrupts between the calls of an
 * adapter, and this within them.
 *
 * @module
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { pause } from "../../src/adapters/contract/pause.ts";
import { isNightly } from "../_nightly.ts";

/** Two calls at the same time, and what must hold after both. */
export interface Round {
  /** The calls. */
  readonly calls: readonly [() => Promise<unknown>, () => Promise<unknown>];
  /** Asserts what must hold after both. @param whole Index of the call that ended before the other began, if one did. */
  check(whole: number | null): Promise<void>;
}

/** How to walk. */
export interface Walk {
  /** Begins a round, with rows of its own. */
  begin(): Promise<Round>;
  /** Whether a statement waits for a lock. `null` where none ever does. */
  readonly isLocked: (() => Promise<boolean>) | null;
}

/** A call that stops before a step. */
interface Caller {
  /** Lets it take steps. Resolves when it stops before the next one, has ended, or waits for a lock of the other one. */
  advance(steps: number): Promise<void>;
  /** Whether it stops before a step. */
  stops(): boolean;
  hasEnded(): boolean;
  readonly result: Promise<unknown>;
}

/** What lets the current caller take its next step. */
const turn = new AsyncLocalStorage<() => Promise<void>>();

/** Methods of the clients that send something. */
const SENDS: ReadonlySet<string | symbol> = new Set(
  ["query", "execute", "beginTransaction", "commit", "rollback", "get", "getMany"],
);

/** Methods of the clients that give an object with such methods. */
const OPENS: ReadonlySet<string | symbol> = new Set(["connect", "getConnection", "atomic"]);

/** Makes each thing that is sent with a client of Postgres, MySQL or Deno KV a step. */
export function inSteps<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (SENDS.has(name)) {
        return async (...args: unknown[]) => {
          await turn.getStore()?.();
          return await member.apply(target, args);
        };
      }
      if (!OPENS.has(name)) return member.bind(target);
      return (...args: unknown[]) => {
        const opened = member.apply(target, args);
        return opened instanceof Promise ? opened.then(inSteps) : inSteps(opened);
      };
    },
  });
}

/**
 * Runs rounds in which the first call stops before each of its steps in turn, the second runs until it has ended or waits
 * for the first, and the first goes on. In the nightly run the second call stops, too, before each of its own steps, and goes
 * on when the first has ended.
 *
 * @returns How many rounds there were.
 */
export async function walk(given: Walk): Promise<number> {
  let rounds = 0;
  for (let first = 0;; first++) {
    for (let second = isNightly ? 0 : Infinity;; second++) {
      const { isLast, isOver } = await runRound(given, [first, second]);
      rounds++;
      if (isLast) return rounds;
      if (isOver) break;
    }
  }
}

/** Runs a round. @param stops After how many steps each call stops. @returns Whether each has ended, or waited, before. */
async function runRound({ begin, isLocked }: Walk, [first, second]: readonly [number, number]) {
  const { calls: [one, other], check } = await begin();
  const callers = [callerOf(one, isLocked), callerOf(other, isLocked)] as const;
  await callers[0].advance(first);
  const isLast = callers[0].hasEnded();
  await callers[1].advance(second);
  const isOver = !callers[1].stops();
  const whole = isLast ? 0 : first === 0 && callers[1].hasEnded() ? 1 : null;
  for (const caller of callers) await caller.advance(Infinity);
  await Promise.all(callers.map(({ result }) => result));
  await check(whole);
  return { isLast, isOver };
}

function callerOf(call: () => Promise<unknown>, isLocked: Walk["isLocked"]): Caller {
  let [left, hasEnded] = [0, false];
  let [held, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<true>()];
  let isHeld = false;
  const step = async () => {
    while (left === 0) {
      isHeld = true;
      moved.resolve(true);
      await held.promise;
    }
    left--;
  };
  const started = async () => {
    await step();
    return await call();
  };
  const result = turn.run(step, started).finally(() => {
    hasEnded = true;
    moved.resolve(true);
  });
  return {
    result,
    stops: () => isHeld && !hasEnded,
    hasEnded: () => hasEnded,
    async advance(steps) {
      if (steps === 0 || hasEnded) return;
      left = steps;
      const release = held;
      [held, moved, isHeld] = [Promise.withResolvers(), Promise.withResolvers(), false];
      release.resolve();
      if (!isLocked) return void await moved.promise;
      // A pause, so that the database is asked seldom: most steps end before.
      while (!await Promise.race([moved.promise, pause(2).then(isLocked)]));
    },
  };
}
