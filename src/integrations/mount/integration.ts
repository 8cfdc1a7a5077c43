/**
 * Parts for your own integration: a config mounted in a server, and the session of each request.
 *
 * An integration finds the requests for the library, lets it answer them, and passes the session to the application.
 *
 * @example A middleware of functions `(request, next) => Response`
 * ```ts
 * import type { AuthConfig } from "@latchkey/auth";
 * import { mount, type SessionReader } from "@latchkey/auth/integration";
 *
 * type Next = (session: SessionReader) => Promise<Response>;
 *
 * function withAuth(config: AuthConfig, env: Record<string, string | undefined>) {
 *   const auth = mount(config, env);
 *   return async (request: Request, next: Next): Promise<Response> => {
 *     if (auth.owns(new URL(request.url).pathname)) return await auth.answer(request);
 *     const session = auth.session(request);
 *     return await session.addTo(await next(session));
 *   };
 * }
 *
 * const env = { AUTH_SECRET: "at-least-32-characters-from-a-random-source", AUTH_URL: "https://app.example" };
 * const handle = withAuth({ providers: [] }, env);
 * const response = await handle(new Request("https://app.example/"), async (session) => {
 *   return new Response((await session.read())?.user?.name ?? "stranger");
 * });
 * console.log(await response.text()); // stranger
 * ```
 *
 * @module
 */

import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import type { Environment } from "../../config/env.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { type Mount, type MountOptions, mountWith } from "./mount.ts";

export type { Environment } from "../../config/env.ts";
export type { CallAction, FormAction, FormResult } from "../../core/functions.ts";
export type { CallDoor, CallResult } from "../../setup/call.ts";
export type { RequestWithCookies } from "../../core/resolve_session.ts";
export type { ActionRequest, ActionResult, SignInAction, UpdateResult } from "../../core/server_action.ts";
export type { RequestHeaders } from "../../http/types.ts";
export type { SetCookie } from "../../values/cookie.ts";
export type { SignOutAction, SignOutWishes } from "../../shapes/sign_out.ts";
export type { Language } from "../../messages/types.ts";
export type { Mount, MountOptions } from "./mount.ts";
export type { FormValue, RequestAuth, RequireOptions, SessionAuth } from "./request_auth_types.ts";
export type { SessionReader } from "./session_reader.ts";

/**
 * Completes a copy of the config from the environment, and checks it. Logs missing packages soon afterwards. The
 * application may change its config later: the next request is answered accordingly.
 *
 * Call it once: when the server starts, or at the first request if the environment is not available earlier.
 *
 * @param env The environment: `AUTH_SECRET`, `AUTH_URL` and the others.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example On Cloudflare Workers, which pass the environment with each request
 * ```ts
 * import { type Environment, mount, type Mount } from "@latchkey/auth/integration";
 *
 * let auth: Mount | undefined;
 *
 * const worker = {
 *   async fetch(request: Request, env: Environment): Promise<Response> {
 *     auth ??= mount({ providers: [] }, env);
 *     if (auth.owns(new URL(request.url).pathname)) return await auth.answer(request);
 *     return new Response("Hello");
 *   },
 * };
 *
 * const env = { AUTH_SECRET: "at-least-32-characters-from-a-random-source", AUTH_URL: "https://app.example" };
 * const response = await worker.fetch(new Request("https://app.example/auth/session"), env);
 * console.log(await response.json()); // null
 * ```
 */
export function mount<C extends AuthConfig>(
  config: C,
  env: Environment,
  options: MountOptions = {},
): Mount<C> {
  return mountWith(config, env, { ...options, capabilities: ALL_CAPABILITIES });
}
