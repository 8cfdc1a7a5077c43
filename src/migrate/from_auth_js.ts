/**
 * A migration from Auth.js 5.
 *
 * @module
 */

import type { Migration } from "../model/migration.ts";
import { createMigration, type MigrationOptions } from "./create_migration.ts";
import { AUTH_JS } from "./token_format.ts";

/**
 * Reads what Auth.js 5 has issued (`@auth/core`, `next-auth` 5, `@auth/express`, `@auth/sveltekit` …).
 *
 * @returns The value of `migration` in the config.
 * @throws {ConfigError} if `secret` is empty, or `until` is not a date.
 *
 * @example
 * ```ts
 * import { fromAuthJs } from "@latchkey/auth/migrate";
 *
 * const migration = fromAuthJs({
 *   secret: ["the newest AUTH_SECRET of that deployment", "an older one"],
 *   until: "2099-03-01",
 *   // Only if that deployment had them in its config.
 *   cookies: { sessionToken: { name: "sid", options: { domain: "example.com" } } },
 * });
 * console.log(new Date(migration.until).toISOString()); // 2099-03-01T00:00:00.000Z
 * ```
 */
export function fromAuthJs(options: MigrationOptions): Migration {
  return createMigration(AUTH_JS, options);
}
