/**
 * Drivers of SQL databases as functions that run statements.
 *
 * @module
 */

import type { Row, Sql, Statement } from "./types.ts";

/** Runs one statement. */
export type Execute = (statement: Statement) => Promise<readonly Row[]>;

/** A connection that no one else uses, and the steps of a transaction on it. */
export interface Connection {
  /** Runs a statement. */
  readonly execute: Execute;
  /** Begins a transaction. */
  begin(): Promise<unknown>;
  /** Ends it: all is stored. */
  commit(): Promise<unknown>;
  /** Ends it: nothing is stored. */
  rollback(): Promise<unknown>;
}

/**
 * Runs a single statement without a transaction, and several in one.
 *
 * @param transaction Calls its argument within a transaction, and rolls back if the argument rejects.
 */
export function transactional(
  execute: Execute,
  transaction: <T>(run: (execute: Execute) => Promise<T>) => Promise<T>,
): Sql {
  return (statements) =>
    statements.length === 1
      ? inOrder(execute, statements)
      : transaction((execute) => inOrder(execute, statements));
}

/** Runs something in a transaction. @param broken Called if the connection cannot be used again. */
export async function inTransaction<T>(
  { execute, begin, commit, rollback }: Connection,
  run: (execute: Execute) => Promise<T>,
  broken: () => void = () => {},
): Promise<T> {
  try {
    await begin();
    const result = await run(execute);
    await commit();
    return result;
  } catch (error) {
    await rollback().catch(broken);
    throw error;
  }
}

/** Runs statements again if the database has rolled them back because of a conflict. */
export function retried(sql: Sql, isConflict: (error: unknown) => boolean): Sql {
  return async (statements) => {
    for (let tries = 1;; tries++) {
      try {
        return await sql(statements);
      } catch (error) {
        if (tries === 10 || !isConflict(error)) throw error;
      }
    }
  };
}

/**
 * Makes calls with a client wait for each other, so that no other call runs within a transaction: also that of another adapter on
 * the same client, such as that of a second config, or of one that a function makes for each request.
 */
export function queued(client: object, sql: Sql): Sql {
  return (statements) => {
    const result = (lastCalls.get(client) ?? Promise.resolve()).then(() => sql(statements));
    lastCalls.set(client, result.catch(() => {}));
    return result;
  };
}

/** By client: the last call, which never rejects. All copies of the library in a process share it, as they share the client. */
const lastCalls = (globalThis as Shared)[Symbol.for("@latchkey/auth/last-calls")] ??= new WeakMap();

interface Shared {
  [name: symbol]: WeakMap<object, Promise<unknown>> | undefined;
}

/** Returns whether a client has a member. The adapters use it to distinguish clients. */
export function hasMember(client: unknown, member: string): boolean {
  return client !== null && ["object", "function"].includes(typeof client) && member in (client as object);
}

async function inOrder(
  execute: Execute,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const results: (readonly Row[])[] = [];
  for (const statement of statements) results.push(await execute(statement));
  return results;
}
