/**
 * Authentication for anything that speaks HTTP: sign-in by OAuth 2 and OpenID Connect, and the sessions after it.
 *
 * Experimental: before 1.0.0, a minor version may change its interface.
 *
 * `Auth` answers the requests below `/auth`; `resolveSession` reads the session elsewhere. Ready-made for servers:
 * `@latchkey/auth/deno`, `/bun` and `/node`.
 *
 * @example
 * ```ts
 * import { Auth, resolveSession } from "@latchkey/auth";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 * };
 *
 * async function handle(request: Request): Promise<Response> {
 *   if (new URL(request.url).pathname.startsWith("/auth/")) return Auth(request, config);
 *   const { session, headers } = await resolveSession(request, config);
 *   return new Response(`Hello ${session?.user.name ?? "stranger"}`, { headers });
 * }
 *
 * console.log(await (await handle(new Request("http://localhost/"))).text()); // Hello stranger
 * ```
 *
 * @module
 */

export { Auth } from "./src/core/auth.ts";
export { createActionURL, type Environment, setEnvDefaults } from "./src/config/env.ts";
export type {
  AuthConfig,
  CommonConfig,
  ConfigOfAnyStrategy,
  ConfigWithoutAdapter,
  ConfigWithStoredSessions,
  ConfigWithTokens,
  SessionOf,
} from "./src/model/auth_config.ts";
export type {
  Callbacks,
  CallbacksWith,
  CommonSessionParams,
  JWTParams,
  SessionContent,
  SessionParams,
  SignInParams,
  StoredSession,
  StoredSessionParams,
  StrategyName,
  TokenSessionParams,
  UntypedSessionParams,
} from "./src/model/callbacks.ts";
export type { Events, ProviderSignOut, SignInFailure } from "./src/model/events.ts";
export type {
  LimitedAttempt,
  LimitKind,
  LimitsFunction,
  LimitsOptions,
  LimitsSettings,
} from "./src/model/limits.ts";
export type {
  AccountsOptions,
  ExperimentalOptions,
  JWTOptions,
  PagesOptions,
  SecurityMails,
  SessionOptions,
} from "./src/model/options.ts";
export type { CookiesOptions } from "./src/http/types.ts";
export type { JWTDecodeParams, JWTEncodeParams } from "./src/entries/jwt.ts";
export { AuthError, CredentialsSignin } from "./src/errors/errors.ts";
export { type AuthAction, isAuthAction } from "./src/http/endpoints.ts";
export type * from "./src/shapes/account.ts";
export type { Outcome, RawAnswer } from "./src/http/types.ts";
export type { CookieOptions, SetCookie } from "./src/values/cookie.ts";
export { customFetch, raw, skipCSRFCheck } from "./src/values/markers.ts";
export type { Platform } from "./src/platform/platform.ts";
export type { Provider } from "./src/entries/providers.ts";
export { findUserByEmail, normalizedEmail } from "./src/core/emails.ts";
export { outside, type OutsideFunctions } from "./src/core/outside.ts";
export { type ResolvedSession, resolveSession } from "./src/core/resolve_session.ts";
export type {
  Account,
  Awaitable,
  DefaultSession,
  JWT,
  LoggerInstance,
  Profile,
  Session,
  SignInData,
  Theme,
  User,
} from "./src/entries/types.ts";
