/**
 * The contract of adapters as data: a list of cases that any test runner can run.
 *
 * @module
 */

import type { Adapter } from "../../adapters/contract/types.ts";
import { accountRules } from "./_accounts.ts";
import { besideRules } from "./_beside.ts";
import { credentialRules, orphanRules, takeoverRules } from "./_credentials.ts";
import { formerUserRules } from "./_former_users.ts";
import { expiryRules, raceRules, textRules } from "./_races.ts";
import { detailRules, removalRules } from "./_removal.ts";
import { rowOwnerRules } from "./_row_owners.ts";
import { rowListRules } from "./_row_lists.ts";
import { rowRules } from "./_rows.ts";
import type { Rule } from "./_rule.ts";
import { authenticatorRules, sessionRules, tokenRules } from "./_sessions.ts";
import { userListRules } from "./_user_lists.ts";
import { userRules } from "./_users.ts";

/** An adapter on a database. */
export interface OpenedAdapter {
  /** The adapter, its tables in place. */
  readonly adapter: Adapter;
  /** Closes the database. */
  close?(): unknown;
}

/** One requirement for adapters. */
export interface AdapterCase {
  /** Method and criterion. */
  readonly name: string;
  /** Reason to skip the case: the adapter lacks an optional method. */
  readonly skip?: string;
  /** Rejects, with the difference, if the adapter does not meet it. */
  run(): Promise<void>;
}

/** The methods that every sign-in needs. */
const CORE: readonly (keyof Adapter)[] = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
];

const RULES: readonly Rule[] = [
  { name: "the adapter has the methods of every sign-in", needs: CORE, run: () => Promise.resolve() },
  ...userRules,
  ...userListRules,
  ...accountRules,
  ...sessionRules,
  ...tokenRules,
  ...authenticatorRules,
  ...credentialRules,
  ...orphanRules,
  ...textRules,
  ...expiryRules,
  ...raceRules,
  ...takeoverRules,
  ...detailRules,
  ...removalRules,
  ...rowRules,
  ...rowListRules,
  ...rowOwnerRules,
  ...formerUserRules,
  ...besideRules,
];

/**
 * Lists the cases of the adapter contract: what each method stores, finds and rejects, unusual text, and concurrent
 * calls.
 *
 * Each case opens and closes the adapter. All cases can share one database, also one in use, because their users,
 * accounts and tokens have unique names. But the case of `removeExpired` removes everything that expires within six
 * hours. Run the cases sequentially.
 *
 * @param open Opens the adapter. Called once more to see which methods it has.
 *
 * @example
 * ```ts
 * import { adapterCases } from "@latchkey/auth/testing";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 *
 * const cases = await adapterCases(() => Promise.resolve({ adapter: Memory() }));
 * for (const { name, skip, run } of cases) {
 *   // In a test file: test(name, { skip }, run);
 *   if (skip) console.log(`skip: ${name}: ${skip}`);
 *   else await run();
 * }
 * ```
 */
export async function adapterCases(open: () => Promise<OpenedAdapter>): Promise<readonly AdapterCase[]> {
  return await using(open, (adapter) =>
    Promise.resolve(RULES.map((rule): AdapterCase => {
      const missing = rule.needs.filter((method) => !adapter[method]);
      const optional = missing.some((method) => !CORE.includes(method));
      return {
        name: rule.name,
        ...(optional && { skip: `the adapter has no ${missing.join(", ")}` }),
        async run() {
          if (missing.length) throw new Error(`the adapter has no ${missing.join(", ")}`);
          await using(open, rule.run);
        },
      };
    })));
}

async function using<T>(
  open: () => Promise<OpenedAdapter>,
  use: (adapter: Required<Adapter>) => Promise<T>,
): Promise<T> {
  const opened = await open();
  try {
    return await use(opened.adapter as Required<Adapter>);
  } finally {
    await opened.close?.();
  }
}
