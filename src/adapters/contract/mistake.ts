/**
 * Recognizes what is not a database client, for the messages of the adapters.
 *
 * @module
 */

/** Functions that make a client: those of mysql2, redis, @libsql/client. Any other function may send statements itself. */
const FACTORIES =
  /^create(Promise)?(Pool|PoolCluster|Connection|Client|ClientPool|Cluster|Sentinel)(Promise)?$/;

/** The databases of query builders, by the members that they have. */
const BUILDERS: readonly (readonly [members: readonly string[], what: string])[] = [
  [["select", "insert", "$client"], "a database of Drizzle, whose client is `db.$client`"],
  [["select", "insert", "_"], "a database of Drizzle, which has a client below it"],
  [["$connect", "$disconnect"], "a client of Prisma, which has an adapter of Auth.js, @auth/prisma-adapter"],
  [["selectFrom", "insertInto"], "a database of Kysely, which has a client below it"],
  [["raw", "schema", "migrate"], "a function of Knex, which has a client below it"],
  [["getQueryInterface"], "a database of Sequelize, which has a client below it"],
  [["createQueryRunner"], "a data source of TypeORM, which has a client below it"],
];

/** Methods of clients, of which each client that the adapters know has one. */
const CLIENT_METHODS = [
  "query",
  "execute",
  "prepare",
  "getConnection",
  "promise",
  "sendCommand",
  "evalsha",
  "atomic",
];

/**
 * Returns the last sentence of the message about a value that is not a client, or an empty text. It does not repeat the
 * value: a connection string has a password.
 */
export function mistakeIn(client: unknown): string {
  const what = kindOfClient(client);
  return what === null ? "" : `. It got ${what}`;
}

function kindOfClient(client: unknown): string | null {
  if (client === undefined || client === null) return String(client);
  if (typeof client === "string" || client instanceof URL) {
    return "a connection string or a path, and not a client";
  }
  if (typeof client === "function") return whatIsFunction(client);
  if (typeof client !== "object") return `a ${typeof client}`;
  // Clients of query builders may be proxies, which have any member.
  if ("then" in client && typeof client.then === "function") return "a promise. Write `await` before it";
  const builder = builderOf(client);
  if (builder !== null) return builder;
  return isOptions(client) ? "an object of options, and not a client" : null;
}

/** Whether an object has only data. An empty object may be a proxy, which connects at the first call. */
function isOptions(client: object): boolean {
  if (Object.getPrototypeOf(client) !== Object.prototype) return false;
  const names = [...Object.keys(client), ...CLIENT_METHODS];
  return !names.some((name) => typeof client[name as keyof typeof client] === "function");
}

function whatIsFunction(
  client: object & { readonly name: string; readonly prototype?: unknown },
): string | null {
  if (isClass(client)) return "a class. Write `new` before it";
  if (FACTORIES.test(client.name) || ("PostgresError" in client && !("begin" in client))) {
    return "a function that makes a client. Call it";
  }
  return builderOf(client);
}

/** Whether a function is a class, or one of a runtime, whose prototype has methods. */
function isClass(client: object & { readonly prototype?: unknown }): boolean {
  return /^class\b/.test(Function.prototype.toString.call(client)) ||
    Object.getOwnPropertyNames(Object(client.prototype)).length > 1;
}

function builderOf(client: object): string | null {
  return BUILDERS.find(([members]) => members.every((member) => member in client))?.[1] ?? null;
}
