/**
 * What the tests use of `lucia` and `@lucia-auth/adapter-sqlite`.
 *
 * @module
 */

/** Sessions of Lucia. */
export class Lucia {
  constructor(adapter: object);
  createSession(userId: string, attributes: object): Promise<{ readonly id: string }>;
  createSessionCookie(id: string): { serialize(): string };
}

/** Password hashes of Lucia 3. */
export class Scrypt {
  hash(password: string): Promise<string>;
}

/** Password hashes of Lucia 2. */
export class LegacyScrypt {
  hash(password: string): Promise<string>;
}

/** The tables of an application with Lucia. */
export class BetterSqlite3Adapter {
  constructor(database: object, tables: { readonly user: string; readonly session: string });
}
