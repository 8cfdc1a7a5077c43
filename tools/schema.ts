/**
 * Writes `docs/schema.md`, the tables of the SQL adapters as text: `deno run -A tools/schema.ts`.
 *
 * @module
 */

import { writeFile } from "node:fs/promises";
import { schema as mysql } from "@latchkey/auth/adapters/mysql";
import { schema as postgres } from "@latchkey/auth/adapters/postgres";
import { schema as sqlite } from "@latchkey/auth/adapters/sqlite";

/** The tables in each database, as SQL. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  "SQLite": sqlite(),
  "Postgres": postgres(),
  "MySQL and MariaDB": mysql(),
};

/** The page. @param schemas By the name of the database. */
export function schemaPage(schemas: Readonly<Record<string, string>>): string {
  return INTRODUCTION +
    Object.entries(schemas).map(([name, sql]) => `\n## ${name}\n\n\`\`\`sql\n${sql.trim()}\n\`\`\`\n`).join(
      "",
    );
}

const INTRODUCTION = `# Tables

What \`adapter.migrate()\` creates, for migration tools. \`schema(prefix)\` of each adapter gives the same text
with names that begin with something else than \`auth_\`. \`schema(prefix, { role: "text", isAdmin: "boolean" })\`
adds the columns \`role\` and \`is_admin\` of your own to the table of users; the adapter stores them with the
same \`userFields\`: \`Postgres(pool, { userFields: { role: "text", isAdmin: "boolean" } })\`.
`;

if (import.meta.main) await writeFile(new URL("../docs/schema.md", import.meta.url), schemaPage(SCHEMAS));
