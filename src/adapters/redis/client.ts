/**
 * Clients of Redis as one function that sends commands.
 *
 * @module
 */

import { seeAlso } from "../../errors/help.ts";
import { mistakeIn } from "../contract/mistake.ts";

/** A client of `redis` (node-redis), connected. */
export interface NodeRedisClient {
  /** Sends a command. */
  sendCommand(command: string[]): Promise<unknown>;
}

/** A client of `ioredis`. */
export interface IoRedisClient {
  /** Sends a command. */
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** A client of `@upstash/redis`. */
export interface UpstashClient {
  /** Runs a script. */
  eval(script: string, keys: string[], args: string[]): Promise<unknown>;
  /** Runs a script that the server knows. */
  evalsha(sha1: string, keys: string[], args: string[]): Promise<unknown>;
}

/**
 * Sends a command to Redis and resolves to the answer. The command is
 * `["EVALSHA", <hash of the script>, "1", <prefix>, …]`. If the server does not have the script yet, the function must
 * reject with `NOSCRIPT` in the message; the next command is `["EVAL", <script>, "1", <prefix>, …]`.
 */
export type RedisCommand = (command: string[]) => Promise<unknown>;

/** The clients that the adapter knows, or a function that sends commands. */
export type RedisClient = NodeRedisClient | IoRedisClient | UpstashClient | RedisCommand;

/** Returns what sends a command with a client. @throws {TypeError} if the adapter does not support it. */
export function commandOf(client: RedisClient): RedisCommand {
  const mistake = mistakeIn(client);
  if (mistake) throw unusableRedis(mistake);
  if (typeof client === "function") return client;
  // The order matters: ioredis has all of these methods.
  if (hasMethod(client, "call")) {
    return ([name = "", ...args]) => (client as IoRedisClient).call(name, ...args);
  }
  if (hasMethod(client, "sendCommand")) return (command) => (client as NodeRedisClient).sendCommand(command);
  if (hasMethod(client, "evalsha")) {
    const upstash = client as UpstashClient;
    return ([name, script = "", _count, prefix = "", ...args]) =>
      upstash[name === "EVAL" ? "eval" : "evalsha"](script, [prefix], args);
  }
  throw unusableRedis(mistake);
}

function unusableRedis(mistake: string): TypeError {
  return new TypeError(
    "Cannot use this client for Redis: give one of redis, ioredis or @upstash/redis, or a function that sends " +
      "commands, such as `Redis(createClient({ url }))`" + mistake + seeAlso("adapters"),
  );
}

function hasMethod(client: unknown, method: string): boolean {
  return typeof (client as Record<string, unknown> | null | undefined)?.[method] === "function";
}
