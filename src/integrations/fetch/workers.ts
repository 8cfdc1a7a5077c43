/**
 * A handler for Cloudflare Workers.
 *
 * @module
 */

import { loadCode } from "../../config/brought_code.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { sentPathOf } from "../../http/incoming.ts";
import type { Capabilities } from "../../setup/setup.ts";
import type { Awaitable } from "../../values/types.ts";
import { assertSource, type ConfigSource, mountSource } from "../mount/config_source.ts";
import { bindingEnvironment } from "../mount/environment.ts";
import { keepAlive } from "../mount/keep_alive.ts";
import { beginVisit } from "../mount/visit.ts";
import { hasValidUrl, withSession } from "./handler.ts";
import type { RequestAuth, RequireOptions } from "../mount/request_auth.ts";
import type { Mount } from "../mount/integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { ConfigSource, RequestAuth, RequireOptions };

/** The part of an `ExecutionContext` that is the same in all versions of the platform. */
export interface WorkerContext {
  /** Keeps the worker alive until the promise is settled. */
  waitUntil(promise: Promise<unknown>): void;
  /** Passes the request on to the origin if the worker fails. */
  passThroughOnException(): void;
}

/**
 * Answers the requests that are not for the library.
 *
 * @param auth Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the
 * database fails. Its functions sign in, sign out and change the session: their cookies are added to the response.
 * @param env Bindings of the worker.
 * @param ctx Context of the request.
 */
export type WorkerApp<C extends AuthConfig, Env, Context> = (
  request: Request,
  auth: RequestAuth<C>,
  env: Env,
  ctx: Context,
) => Awaitable<Response>;

/**
 * Signs users in below `config.basePath` and hands every other request to the application. Reads `AUTH_SECRET`,
 * `AUTH_URL` and the others from the variables and secrets in `env`.
 *
 * Set `AUTH_URL` to the URL that browsers use (or `url` in the config).
 *
 * The result is the default export of a worker. It can be spread into an object with further handlers, such as `scheduled`.
 *
 * @param config Is not changed. A function creates it for `env`, for example with the database of a binding, and is not
 * called again once that has succeeded.
 * @param app Answers all other requests. The cookies of `auth` are added to the response.
 * @throws {ConfigError} if an argument is missing. An invalid config makes each request fail; the message says what to
 * write instead.
 *
 * @example
 * ```ts ignore
 * import { Sqlite } from "@latchkey/auth/adapters/sqlite";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { WorkerAuth } from "@latchkey/auth/workers";
 *
 * const config = ({ DB }: Env) => ({ providers: [GitHub], adapter: Sqlite(DB) });
 *
 * export default WorkerAuth(config, async (_request, auth) => {
 *   const session = await auth();
 *   return new Response(`Hello, ${session?.user.name ?? "stranger"}`);
 * });
 * ```
 */
export function WorkerAuth<C extends AuthConfig, Env, Context = WorkerContext>(
  config: ConfigSource<C, Env>,
  app: WorkerApp<C, Env, Context>,
): {
  /** Answers a request. Rejects if the config is invalid, or if the application fails. */
  fetch(request: Request, env: Env, ctx: Context): Promise<Response>;
} {
  assertSource(config, "WorkerAuth");
  assertApp(app);
  const find = mountOnce(config);
  async function answerOf(request: Request, env: Env, ctx: Context): Promise<Response> {
    const mounted = await find(env);
    if (mounted.owns(sentPathOf(request.url))) return await mounted.answer(request);
    return await withSession(beginVisit(mounted, request), request, (auth) => app(request, auth, env, ctx));
  }
  return {
    async fetch(request, env, ctx) {
      if (!hasValidUrl(request)) return new Response("Bad request.", { status: 400 });
      return await keepAlive(answerOf(request, env, ctx), () => ctx);
    },
  };
}

/** Mounts the config at the first request of each `env`: a worker has one for all requests. */
function mountOnce<C extends AuthConfig, Env>(
  config: ConfigSource<C, Env>,
): (env: Env) => Promise<Mount<C>> {
  // A copy for each `env`: what is mounted once per config has the variables of one of them.
  const source = typeof config === "function" ? config : () => ({ ...config });
  const code: Capabilities = {};
  const configs = new WeakMap<object, C>();
  // No request waits for what another one has begun: the platform may have ended that one.
  const find = mountSource<C, Env & object>(
    async (env) => {
      const found = configs.get(env) ?? await source(env);
      await loadCode(found, code);
      configs.set(env, found);
      return found;
    },
    { caller: "WorkerAuth", env: bindingEnvironment, capabilities: code },
  );
  return async (env) => {
    assertEnv(env);
    try {
      return await find(env);
    } catch (error) {
      configs.delete(env);
      throw error;
    }
  };
}

function assertApp(app: unknown): void {
  if (typeof app === "function") return;
  throw new ConfigError(
    "Cannot use WorkerAuth without an application: write a function of (request, auth, env, ctx) as its second " +
      "argument. For Hono, there is `HonoAuth` of @latchkey/auth/hono",
  );
}

function assertEnv(env: unknown): asserts env is object {
  if (typeof env === "object" && env !== null) return;
  throw new ConfigError(
    "Cannot read the environment: `fetch` was called without `env`. Pass on what the platform passes: " +
      "`worker.fetch(request, env, ctx)`",
  );
}
