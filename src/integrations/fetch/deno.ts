/**
 * A handler for `Deno.serve`.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { isGranted, processEnvironment } from "../mount/environment.ts";
import { type FetchApp, type FetchHandler, fetchHandler } from "./handler.ts";
import type { RequestAuth, RequireOptions } from "../mount/request_auth.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { FetchApp, FetchHandler, RequestAuth, RequireOptions };

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment, if it
 * has permission: `AUTH_SECRET`, `AUTH_URL` and the others. The handler works on Node and Bun, too, as in tests.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not changed.
 * @param app Answers all other requests. The cookies of `auth` are added to the response.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead, and which permission is
 * missing.
 *
 * @example
 * ```ts ignore
 * import { DenoAuth } from "@latchkey/auth/deno";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * Deno.serve(DenoAuth({ providers: [GitHub] }, async (_request, auth) => {
 *   const session = await auth();
 *   return new Response(`Hello, ${session?.user.name ?? "stranger"}`);
 * }));
 * ```
 */
export function DenoAuth<C extends AuthConfig, Rest extends readonly unknown[] = []>(
  config: C,
  app: FetchApp<C, Rest>,
): FetchHandler<Rest> {
  try {
    return fetchHandler(config, app, processEnvironment() ?? {}, (_request, [info]) => hostnameOf(info));
  } catch (error) {
    throw error instanceof ConfigError ? withPermission(error) : error;
  }
}

/** The address of a client, from the second argument of a handler of `Deno.serve`. A Unix socket has none. */
function hostnameOf(info: unknown): unknown {
  return (info as { readonly remoteAddr?: { readonly hostname?: string } } | undefined)?.remoteAddr?.hostname;
}

/** Adds to an error the variables that Deno has no permission to read: they may be set. */
function withPermission(error: ConfigError): ConfigError {
  const named = new Set(error.message.match(/\bAUTH_\w+/g));
  const hidden = [...named].filter((variable) => !isGranted(variable));
  if (hidden.length > 0) {
    const advice = `. Deno may not read ${hidden.join(", ")}: run it with --allow-env, or with --allow-env=` +
      `${hidden.join(",")} and the other variables in use`;
    // A further line has the link.
    error.message = error.message.replace(/(?=\n|$)/, () => advice);
  }
  return error;
}
