/**
 * A handler for `Bun.serve`.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { processEnvironment } from "../mount/environment.ts";
import { type FetchApp, type FetchHandler, fetchHandler } from "./handler.ts";
import type { RequestAuth, RequireOptions } from "../mount/request_auth.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { FetchApp, FetchHandler, RequestAuth, RequireOptions };

declare const Bun: { readonly env: Environment };

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads the environment:
 * `AUTH_SECRET`, `AUTH_URL` and the others. The handler works on Node and Deno, too, as in tests.
 *
 * Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no forwarding header is
 * trusted.
 *
 * @param config Is not changed.
 * @param app Answers all other requests. The cookies of `auth` are added to the response.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example
 * ```ts ignore
 * import { BunAuth } from "@latchkey/auth/bun";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * Bun.serve({
 *   fetch: BunAuth({ providers: [GitHub] }, async (_request, auth) => {
 *     const session = await auth();
 *     return new Response(`Hello, ${session?.user.name ?? "stranger"}`);
 *   }),
 * });
 * ```
 */
export function BunAuth<C extends AuthConfig, Rest extends readonly unknown[] = []>(
  config: C,
  app: FetchApp<C, Rest>,
): FetchHandler<Rest> {
  return fetchHandler(
    config,
    app,
    typeof Bun === "object" ? Bun.env : processEnvironment() ?? {},
    (request, [server]) => (server as BunServer | undefined)?.requestIP?.(request)?.address,
  );
}

/** The part of the second argument of a handler of `Bun.serve` that the library uses. */
interface BunServer {
  requestIP?(request: Request): { readonly address: string } | null;
}
