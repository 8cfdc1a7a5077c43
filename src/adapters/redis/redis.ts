/**
 * Users and sessions in Redis: `redis`, `ioredis`, `@upstash/redis`, or any client that sends commands.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import { leastGeneration } from "../contract/ended_generation.ts";
import { withBeside } from "../contract/beside.ts";
import { missing } from "../contract/missing.ts";
import { assertUserId } from "../contract/storable.ts";
import { toAsciiLower } from "../../shapes/fits.ts";
import { commandOf, type RedisClient, type RedisCommand } from "./client.ts";
import {
  accountIdOf,
  type Argument,
  asStored,
  recordOf,
  tokenIdOf,
  toRecords,
  toStoredText,
  toTexts,
} from "./records.ts";
import { type Ask, askBeside, rowsIn } from "./kinds.ts";
import { namedRows } from "../contract/named_rows.ts";
import { SCRIPT } from "./script.ts";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
} from "../contract/types.ts";

export type { IoRedisClient, NodeRedisClient, RedisClient, RedisCommand, UpstashClient } from "./client.ts";

/** Settings of the adapter. */
export interface RedisOptions {
  /** Begins all keys. Default `auth:`. With Redis Cluster it needs a hash tag, such as `{auth}:`. */
  readonly prefix?: string;
}

/**
 * Stores users, accounts, sessions and tokens in Redis 5 or newer, or Valkey, with all their fields. Dates inside an
 * application's own fields are read as texts.
 *
 * - Each method is one atomic request. It finds records by key, without a scan: a session check reads two records.
 * - Sessions and tokens expire by themselves. Still call `removeExpired` regularly: it removes them from the sets that
 *   list them.
 * - Redis must not evict keys, or users are lost. Leave `maxmemory-policy` at `noeviction` or set one of `volatile-…`,
 *   which evict only sessions and tokens, and turn on persistence.
 * - The script reads keys that are not in `KEYS`. So with Redis Cluster all keys must be on one node: give `prefix` a
 *   hash tag, and for `redis`, a function that sends the command there (see the example). Dragonfly needs
 *   `--default_lua_flags=allow-undeclared-keys`.
 *
 * @param client The application's client, or a function that sends commands.
 * @throws {TypeError} if the adapter does not support the client.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "redis";
 * import { Redis } from "@latchkey/auth/adapters/redis";
 *
 * const client = createClient({ url: "redis://localhost" });
 * // Without it, Node ends the process when Redis restarts.
 * client.on("error", console.error);
 * const adapter = Redis(await client.connect());
 * ```
 *
 * @example Redis Cluster
 * ```ts ignore
 * import { createCluster } from "redis";
 * import { Redis } from "@latchkey/auth/adapters/redis";
 *
 * const cluster = await createCluster({ rootNodes: [{ url: "redis://10.0.0.1" }] }).connect();
 * const adapter = Redis((command) => cluster.sendCommand(command[3], false, command), { prefix: "{auth}:" });
 * ```
 */
export function Redis(
  client: RedisClient,
  { prefix = "auth:" }: RedisOptions = {},
): Required<Adapter> {
  const ask = askerOf(commandOf(client), prefix);
  return withBeside((beside) => methodsOf(askBeside(ask, beside)));
}

/** The methods of the adapter, but for `beside`. */
function methodsOf(ask: Ask) {
  const run = (method: keyof Adapter, ...args: readonly Argument[]) => ask(method, method, ...args);

  async function store(what: string, method: keyof Adapter, ...args: readonly Argument[]): Promise<void> {
    if (await run(method, ...args) !== 1) {
      throw new Error(`Cannot store ${what}: it is stored already, or its user is not`);
    }
  }

  return {
    async createUser(user) {
      assertUserId(user.id);
      await store(`user "${user.id}"`, "createUser", user.id, leastGeneration(), user);
      return asStored(user);
    },
    getUser: async (id) => recordOf(await run("getUser", id)),
    getUserByEmail: async (email) => recordOf(await run("getUserByEmail", email)),
    getUserByAccount: async (account) => recordOf(await run("getUserByAccount", accountIdOf(account))),
    async listUsers({ after, limit, search = "", by = {} }) {
      // Another text is none of Redis.
      if (after !== null && !/^\d{1,20}$/.test(after)) return { users: [], next: null };
      const texts = [toAsciiLower(search), by];
      const [next, records] = await run("listUsers", after ?? "0", limit, ...texts) as readonly unknown[];
      return { users: toRecords<AdapterUser>(records), next: String(next) === "0" ? null : String(next) };
    },
    async updateUser(user) {
      const updated = recordOf<AdapterUser>(await run("updateUser", user.id, user));
      if (updated) return updated;
      throw new Error(`Cannot update user "${user.id}": there is none, or another user has the address`);
    },
    deleteUser: async (id) => void await run("deleteUser", id, leastGeneration()),
    linkAccount: (account) => store("the account", "linkAccount", accountIdOf(account), account),
    unlinkAccount: async (account) => void await run("unlinkAccount", ...accountArguments(account)),
    async createSession(session) {
      await store("the session", "createSession", session.sessionToken, session);
      return asStored(session);
    },
    async getSessionAndUser(sessionToken) {
      const found = await run("getSessionAndUser", sessionToken) as readonly [unknown, unknown] | null;
      const [session, user] = [
        recordOf<AdapterSession>(found?.[0]),
        recordOf<AdapterUser>(found?.[1]),
      ];
      return session && user && { session, user };
    },
    updateSession: async (session) => recordOf(await run("updateSession", session.sessionToken, session)),
    deleteSession: async (sessionToken) => await run("deleteSession", sessionToken) === 1,
    createVerificationToken: (token) =>
      store("the token", "createVerificationToken", tokenIdOf(token), token),
    useVerificationToken: async (key) => recordOf(await run("useVerificationToken", tokenIdOf(key))),
    exactIds: true,
    getAccount: async (providerAccountId, provider) =>
      recordOf(await run("getAccount", accountIdOf({ provider, providerAccountId }))),
    getAuthenticator: async (credentialID) => recordOf(await run("getAuthenticator", credentialID)),
    async createAuthenticator(authenticator) {
      await store("the authenticator", "createAuthenticator", authenticator.credentialID, authenticator);
      return asStored(authenticator);
    },
    listAuthenticatorsByUserId: async (userId) => toRecords(await run("listAuthenticatorsByUserId", userId)),
    async updateAuthenticatorCounter(credentialID, counter) {
      return recordOf(await run("updateAuthenticatorCounter", credentialID, { counter })) ??
        missing("authenticator", credentialID);
    },
    async createUserWithAccount(user, account, authenticator) {
      assertUserId(user.id);
      const records = recordsOf(user.id, { account, authenticator });
      await store(
        `user "${user.id}"`,
        "createUserWithAccount",
        user.id,
        leastGeneration(),
        toTexts(user).length,
        user,
        ...records,
      );
      return asStored(user);
    },
    updateAccount: async (account) => void await run("updateAccount", accountIdOf(account), account),
    async prolongSession({ sessionToken, expires, usedAt, ifBefore }) {
      return await run("prolongSession", sessionToken, ifBefore.getTime(), { expires, usedAt }) === 1;
    },
    async addCredentials({ userId, emailVerified, ...owned }) {
      const records = recordsOf(userId, owned);
      const answer = await run("addCredentials", userId, toStoredText(emailVerified), ...records);
      if (answer === -1) throw new Error("Cannot add credentials: one of them is stored already");
      return answer === 1;
    },
    async removeAccount({ userId, account, credentialID = "", keeps }) {
      const kept = keeps === "email" ? keeps : accountIdOf(keeps);
      const [id, ...names] = accountArguments(account);
      return await run("removeAccount", userId, id, credentialID, kept, ...names) === 1;
    },
    takeOverUser: async ({ id, email, emailVerified }) =>
      recordOf(await run("takeOverUser", id, toStoredText(email), { emailVerified })),
    async updateAuthenticator({ credentialID, ...fields }) {
      const answer = await run("updateAuthenticator", credentialID, fields);
      if (answer !== 1) missing("authenticator", credentialID);
    },
    listAccountsByUserId: async (userId) => toRecords(await run("listAccountsByUserId", userId)),
    listSessionsByUserId: async (userId) => toRecords(await run("listSessionsByUserId", userId)),
    deleteSessionsByUserId: async (userId, except = "") =>
      await run("deleteSessionsByUserId", userId, except) as number,
    rows: namedRows(rowsIn(ask)),
    async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
      let [removed, ended] = [0, 0];
      do {
        ended = await run("removeExpired", now.getTime(), batch) as number;
        removed += ended;
      } while (ended > 0);
      return removed;
    },
  } satisfies Adapter;
}

/** Redis, as adapters are imported by habit. */
export default Redis;

function askerOf(command: RedisCommand, prefix: string): Ask {
  let sha1: Promise<string> | undefined;
  return async (what, method, ...args) => {
    const rest = ["1", prefix, method, ...args.flatMap(toTexts)];
    sha1 ??= sha1Of(SCRIPT);
    try {
      return await command(["EVALSHA", await sha1, ...rest]).catch((error) => {
        if (!String(error).includes("NOSCRIPT")) throw error;
        return command(["EVAL", SCRIPT, ...rest]);
      });
    } catch (error) {
      throw new Error(`Cannot ask Redis for ${what}: ${redisExplanation(error as Error)}`);
    }
  };
}

/** Explains what to do if Redis cannot be reached; else returns the message of Redis. */
function redisExplanation(error: Error & { readonly code?: unknown }): string {
  // A `TimeoutError` of redis, which has waited in vain to send a command, has no message.
  const reason = redisReason(error) || String(error.code ?? error.constructor.name);
  const said = `(${reason})`;
  if (/(client|connection) is closed/i.test(reason)) {
    return "the client is not connected. Call `await client.connect()` once when the program starts, and check that " +
      `Redis answers ${said}`;
  }
  const causes = [error.code, (error.cause as { readonly code?: unknown } | undefined)?.code, reason].join(
    " ",
  );
  if (!REDIS_SILENCE.test(causes)) return reason;
  return `Redis does not answer. Start it, and check the host and the port that your client was given ${said}`;
}

/** Error codes and messages of clients that cannot reach the server. */
const REDIS_SILENCE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|client is offline|max retries per request|fetch failed|error sending request|Timeout|closed unexpectedly/i;

/**
 * Returns the message of Redis. The error is not kept as a cause, because it can contain the command with its tokens:
 * ioredis puts it in a field; @upstash/redis, and Redis for an unknown command, at the end of the message.
 */
function redisReason({ message }: Error): string {
  return message.replace(/, (command was|with args beginning with):.*/s, "");
}

/** Converts records of a user to arguments of the script: each with its kind, its id and the number of its texts. */
function recordsOf(
  userId: string,
  { account, authenticator, session }: {
    readonly account?: Omit<AdapterAccount, "userId"> | undefined;
    readonly authenticator?: Omit<AdapterAuthenticator, "userId"> | undefined;
    readonly session?: Omit<AdapterSession, "userId"> | undefined;
  },
): Argument[] {
  const record = (kind: string, id: string, fields: object): Argument[] => {
    const owned = { ...fields, userId };
    return [kind, id, toTexts(owned).length, owned];
  };
  return [
    ...(account ? record("account", accountIdOf(account), account) : []),
    ...(authenticator ? record("authenticator", authenticator.credentialID, authenticator) : []),
    ...(session ? record("session", session.sessionToken, session) : []),
  ];
}

/** The id of an account, and its parts as texts of the script. */
function accountArguments(account: AccountKey): [id: string, ...names: string[]] {
  const { provider, providerAccountId } = account;
  return [accountIdOf(account), toStoredText(provider), toStoredText(providerAccountId)];
}

async function sha1Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
