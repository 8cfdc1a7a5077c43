/**
 * The tables of the SQL adapters as text, for `docs/schema.md` and the migrations of the examples for
 * Cloudflare Workers. `deno task print` writes them.
 *
 * @module
 */

import { schema as mysql } from "@latchkey/auth/adapters/mysql";
import { schema as postgres } from "@latchkey/auth/adapters/postgres";
import { schema as sqlite } from "@latchkey/auth/adapters/sqlite";
import { VERSIONS } from "../src/adapters/sql/versions.ts";

type Version = (typeof VERSIONS)[number];

/** The tables in each database, as SQL. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  "SQLite": sqlite(),
  "Postgres": postgres(),
  "MySQL and MariaDB": mysql(),
};

/** The page. @param schemas By the name of the database. */
export function schemaPage(schemas: Readonly<Record<string, string>>): string {
  return INTRODUCTION + VERSIONS.map(rowOf).join("") +
    Object.entries(schemas).map(([name, sql]) => `\n## ${name}\n\n\`\`\`sql\n${sql.trim()}\n\`\`\`\n`).join(
      "",
    );
}

function rowOf({ number, release }: Version): string {
  return `| ${String(number).padEnd(7)} | ${release.padEnd(7)} |\n`;
}

const INTRODUCTION = `# Tables

What \`adapter.migrate()\` creates, for migration tools. \`schema(prefix)\` of each adapter gives the same text
with names that begin with something else than \`auth_\`. \`schema(prefix, { role: "text", isAdmin: "boolean" })\`
adds the columns \`role\` and \`is_admin\` of your own to the table of users; the adapter stores them with the
same \`userFields\`: \`Postgres(pool, { userFields: { role: "text", isAdmin: "boolean" } })\`.

## Versions

A later version of the tables only adds: tables, columns that may be empty or have a default, and indexes. So
an older version of the library works with newer tables. \`npx @latchkey/auth schema postgres --from 1\` prints
the SQL from version 1 to the newest; [Update without downtime](recipes/deployment.md#update-without-downtime)
says when to run it. The first release of the library with each version:

| version | release |
| ------- | ------- |
`;

/** The migrations of the examples for Cloudflare Workers, from the root of the repository. */
export const MIGRATIONS: readonly string[] = ["workers", "cloudflare"].map((name) =>
  `examples/${name}/migrations/0001_auth.sql`
);

/** The text of a migration. @param sql What `schema()` returns. */
export function migrationOf(sql: string): string {
  return `${sql.trim()}\n`;
}
