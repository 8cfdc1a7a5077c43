/**
 * A customer who has given the user a field of their own: only compiled.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "@latchkey/auth";
import { type Sql, Sqlite } from "@latchkey/auth/adapters/sqlite";

declare module "@latchkey/auth/adapters" {
  interface AdapterUser {
    role: string;
  }
}

const sql: Sql = () => Promise.resolve([]);
const adapter = Sqlite(sql, { userFields: { role: "text", isAdmin: "boolean" } });

/** The role is there wherever the user is. */
export const config = {
  providers: [],
  adapter,
  callbacks: {
    session: ({ session, user }) => {
      const role: string | undefined = user?.role;
      return { ...session, role };
    },
  },
} satisfies AuthConfig;

/** The application reads the field from the session. */
export function roleOf(session: SessionOf<typeof config>): string | undefined {
  return session.role;
}

/** The adapter types the columns that only it has. */
export async function promote(id: string): Promise<boolean> {
  const { role, isAdmin } = await adapter.updateUser({ id, role: "admin", isAdmin: true });
  // @ts-expect-error: a role is a text
  await adapter.updateUser({ id, role: 1 });
  return role.length > 0 && isAdmin === true;
}
