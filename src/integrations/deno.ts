/**
 * A handler for `Deno.serve`.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import type { AuthConfig } from "../config/types.ts";
import { type FetchApp, type FetchHandler, fetchHandler } from "./_fetch.ts";

export type { FetchApp, FetchHandler };

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment,
 * where it is allowed to: `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not written to.
 * @param app Answers everything else. What it returns carries the cookie of a session that `auth()` has prolonged.
 * @throws {ConfigError} that says what to write instead, if the config can't work.
 *
 * @example
 * ```ts ignore
 * import { DenoAuth } from "@latchkey/auth/deno";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * Deno.serve(DenoAuth({ providers: [GitHub] }, async (_request, auth) => {
 *   const session = await auth();
 *   return new Response(`Hello, ${session?.user?.name ?? "stranger"}`);
 * }));
 * ```
 */
export function DenoAuth<C extends AuthConfig, Rest extends readonly unknown[] = []>(
  config: C,
  app: FetchApp<C, Rest>,
): FetchHandler<Rest> {
  return fetchHandler(config, app, readEnv());
}

/** All variables, or those that Deno was given a permission for. */
function readEnv(): Environment {
  try {
    return Deno.env.toObject();
  } catch {
    return new Proxy({}, { get: (_, name) => readGranted(String(name)) });
  }
}

function readGranted(variable: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable });
  return state === "granted" ? Deno.env.get(variable) : undefined;
}
