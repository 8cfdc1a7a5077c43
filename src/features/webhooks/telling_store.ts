/**
 * A database that stores events with the changes that they are about, whoever makes them.
 *
 * @module
 */

import type { RowKeyOf } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import type { Awaitable } from "../../values/types.ts";
import { banned, CHANGES, CONDITIONAL, unbanned } from "./changes.ts";
import { type Fact, type OutboxContext, withMessages } from "./outbox.ts";
import { assertOptions } from "./rules.ts";

/** Returns the database with changes that are told. @throws {ConfigError} if an option is wrong. */
export function tellingStore(context: OutboxContext): RowStore {
  const { store, options, platform } = context;
  assertOptions(options);
  const known = {
    store,
    userFields: options.userFields ?? [],
    get now() {
      return platform.now();
    },
  };
  const methods = Object.entries(CHANGES as unknown as Readonly<Record<string, FactsOf>>).map((
    [name, factsOf],
  ) => [
    name,
    async (...params: never[]) =>
      await tell(name, {
        facts: await factsOf(known, ...params),
        call: () => (store as unknown as Methods)[name]!(...params),
        isConditional: CONDITIONAL.has(name),
      }, context),
  ]);
  const rows: Pick<RowStore["rows"], "store" | "remove"> = {
    store: async (...params) =>
      await tell("rows.store", {
        facts: params[0] === "bans" ? banned(params[1] as Parameters<typeof banned>[0]) : [],
        call: () => store.rows.store(...params),
        isConditional: true,
      }, context),
    remove: async (kind, key) =>
      await tell("rows.remove", {
        facts: kind === "bans" ? await unbanned(known, (key as RowKeyOf<"bans">).userId) : [],
        call: () => store.rows.remove(kind, key),
        isConditional: true,
      }, context),
  };
  return { ...store, ...Object.fromEntries(methods), rows: { ...store.rows, ...rows } };
}

async function tell<T>(
  name: string,
  { facts, call, isConditional }: {
    readonly facts: readonly Fact[];
    readonly call: () => Awaitable<T>;
    readonly isConditional: boolean;
  },
  context: OutboxContext,
): Promise<T> {
  if (!facts.length) return await call();
  return await withMessages(facts, async () => {
    const result = await call();
    // An adapter of Auth.js may have chosen another id.
    const userId = name.startsWith("createUser") ? (result as { readonly id: unknown }).id : facts[0]!.userId;
    return { result, userId: isConditional && !result ? null : String(userId) };
  }, context);
}

type FactsOf = (context: object, ...params: never[]) => Awaitable<readonly Fact[]>;
type Methods = Readonly<Record<string, (...params: never[]) => Awaitable<unknown>>>;
