/**
 * A migration from next-auth 4.
 *
 * @module
 */

import type { Migration } from "../model/migration.ts";
import { createMigration, type MigrationOptions } from "./create_migration.ts";
import { NEXT_AUTH_4 } from "./token_format.ts";

/**
 * Reads what next-auth 4 has issued.
 *
 * @returns The value of `migration` in the config.
 * @throws {ConfigError} if `secret` is empty, or `until` is not a date.
 *
 * @example
 * ```ts
 * import { getToken } from "@latchkey/auth/jwt";
 * import { fromNextAuth4 } from "@latchkey/auth/migrate";
 *
 * const migration = fromNextAuth4({ secret: "the NEXTAUTH_SECRET of that deployment", until: "2099-03-01" });
 * const req = new Request("https://example.com/api/posts");
 * const secret = "at-least-32-characters-from-a-random-source";
 * console.log(await getToken({ req, secret, migration })); // null
 * ```
 */
export function fromNextAuth4(options: MigrationOptions): Migration {
  return createMigration(NEXT_AUTH_4, options);
}
