/**
 * A database that stores events with the changes that they are about, whoever makes them.
 *
 * @module
 */

import type { AdapterBan, AdapterRows, Changes, RowKeyOf } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import type { Awaitable } from "../../values/types.ts";
import { banned, CHANGES, CONDITIONAL, unbanned } from "./changes.ts";
import { type Fact, KIND, messagesOf, type OutboxContext, receives } from "./outbox.ts";
import { assertOptions } from "./rules.ts";
import { withMessages } from "./unsettled.ts";

/** Returns the database with changes that are told. @throws {ConfigError} if an option is wrong. */
export function tellingStore(context: OutboxContext): RowStore {
  const { store, options, platform } = context;
  assertOptions(options);
  const known = () => ({ store, userFields: options.userFields ?? [], now: platform.now() });
  const methods = Object.entries(CHANGES as unknown as Readonly<Record<string, FactsOf>>).map((
    [name, factsOf],
  ) => [
    name,
    async (...params: never[]) =>
      await tell(await factsOf(known(), ...params), {
        name,
        in: (changes) => {
          const method = (changes as unknown as Methods)[name];
          return method && (() => method(...params));
        },
      }, context),
  ]);
  const rows: Pick<AdapterRows, "store" | "remove"> = {
    store: async (...params) =>
      await tell(params[0] === "bans" ? banned(params[1] as AdapterBan) : [], {
        name: "store",
        in: ({ rows }) => rows && (() => rows.store(...params)),
      }, context),
    remove: async (kind, key) =>
      await tell(kind === "bans" ? await unbanned(known(), (key as RowKeyOf<"bans">).userId) : [], {
        name: "remove",
        in: ({ rows }) => rows && (() => rows.remove(kind, key)),
      }, context),
  };
  return { ...store, ...Object.fromEntries(methods), rows: { ...store.rows, ...rows } };
}

/** A change. */
interface Change<T> {
  /** The method that makes it. */
  readonly name: string;
  /** What makes it in a database, or with what stores rows in the same step; nothing where the application has replaced the method. */
  readonly in: (changes: RowStore | Partial<Changes>) => (() => Awaitable<T>) | undefined;
}

async function tell<T>(
  all: readonly Fact[],
  change: Change<T>,
  context: OutboxContext,
): Promise<T> {
  const { store, options: { endpoints } } = context;
  const facts = all.filter(({ type }) => endpoints.some((endpoint) => receives(endpoint, type)));
  const make = change.in(store)!;
  if (!facts.length) return await make();
  const messages = () =>
    facts.flatMap((fact) => messagesOf(fact, context).map((each) => [KIND, each] as const));
  const inOneStep = store.beside && change.in(store.beside(messages()));
  if (inOneStep) return await inOneStep();
  const { name } = change;
  return await withMessages(facts, async () => {
    const result = await make();
    // An adapter of Auth.js may have chosen another id.
    const userId = name.startsWith("createUser") ? (result as { readonly id: unknown }).id : facts[0]!.userId;
    return { result, userId: CONDITIONAL.has(name) && !result ? null : String(userId) };
  }, context);
}

type FactsOf = (context: object, ...params: never[]) => Awaitable<readonly Fact[]>;
type Methods = Readonly<Record<string, (...params: never[]) => Awaitable<never>>>;
