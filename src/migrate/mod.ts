/**
 * Moves an application from Auth.js 5 or next-auth 4 without signing its users out: for a time, the library also reads
 * the sessions, mailed links and sign-ins under way that the other library has issued.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from "@latchkey/auth";
 * import { fromAuthJs } from "@latchkey/auth/migrate";
 *
 * const config = {
 *   providers: [],
 *   basePath: "/api/auth",
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 *   // The secret of the deployment with Auth.js, and the day when its last sessions have ended.
 *   migration: fromAuthJs({ secret: "the AUTH_SECRET of that deployment", until: "2099-03-01" }),
 * } satisfies AuthConfig;
 *
 * const response = await Auth(new Request("http://localhost/api/auth/session"), config);
 * console.log(await response.json()); // null
 * ```
 *
 * @module
 */

export { fromAuthJs } from "./from_auth_js.ts";
export { fromNextAuth4 } from "./from_next_auth_4.ts";
export type { MigrationOptions, OlderCookies, OlderJWTOptions } from "./create_migration.ts";
export type {
  Migration,
  OlderCallback,
  OlderFlow,
  OlderSessions,
  StoredContext,
} from "../model/migration.ts";
