/**
 * The tables of the SQL adapters. Each column is declared here and nowhere else: the statements of `rows.ts`, the
 * `CREATE TABLE` of each database, its migrations and `docs/schema.md` follow. What is released does not change: an
 * addition has the `since` of a new version of `versions.ts`.
 *
 * @module
 */

import type { Table } from "./dialect.ts";
import type { ColumnDeclaration, ColumnsOf } from "../../shapes/columns.ts";
import { ROW_KINDS } from "../../shapes/rows.ts";
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../contract/types.ts";

/** A table, for all databases. */
export interface TableDeclaration {
  /** Its name without the prefix. */
  readonly name: string;
  /** The fields of its primary key. */
  readonly key: readonly string[];
  /** The column of each field, in the order in which they are read. */
  readonly columns: Readonly<Record<string, ColumnDeclaration>>;
  /** Version of the tables that has added it. Default 1. */
  readonly since?: number;
  /** Of a kind of rows: it references no other table, so that it can stand beside those of an adapter of Auth.js. */
  readonly recordKey?: string;
}

/** The table of an entity. */
interface TableOf<Entity> extends TableDeclaration {
  /** The fields of its primary key. */
  readonly key: readonly (keyof Entity & string)[];
  /** The column of each field. */
  readonly columns: ColumnsOf<Entity>;
}

/** All tables. */
export type Tables = Readonly<Record<keyof typeof TABLES, Table>>;

const USER_ID: ColumnsOf<AdapterSession>["userId"] = {
  column: "user_id",
  type: "text",
  length: 255,
  required: true,
  isIndexed: true,
  referencesUser: true,
};

/** The tables of all adapters. A table comes after those that it references. */
export const TABLES: {
  readonly users: TableOf<AdapterUser>;
  readonly accounts: TableOf<AdapterAccount>;
  readonly sessions: TableOf<AdapterSession>;
  readonly tokens: TableOf<VerificationToken>;
  readonly authenticators: TableOf<AdapterAuthenticator>;
} & typeof ROW_KINDS = {
  users: {
    name: "users",
    key: ["id"],
    columns: {
      id: { column: "id", type: "text", length: 255, required: true },
      name: { column: "name", type: "text" },
      email: { column: "email", type: "text", length: 320, isUnique: true },
      emailVerified: { column: "email_verified", type: "date" },
      image: { column: "image", type: "text", length: "long" },
    },
  },
  accounts: {
    name: "accounts",
    key: ["provider", "providerAccountId"],
    columns: {
      userId: USER_ID,
      type: { column: "type", type: "text", length: 32, required: true },
      provider: { column: "provider", type: "text", length: 255, required: true },
      providerAccountId: { column: "provider_account_id", type: "text", length: 320, required: true },
      access_token: { column: "access_token", type: "text", length: "long" },
      refresh_token: { column: "refresh_token", type: "text", length: "long" },
      id_token: { column: "id_token", type: "text", length: "long" },
      expires_at: { column: "expires_at", type: "integer" },
      scope: { column: "scope", type: "text" },
      token_type: { column: "token_type", type: "text", length: 255 },
      session_state: { column: "session_state", type: "json" },
      authorization_details: { column: "authorization_details", type: "json" },
      createdAt: { column: "created_at", type: "date" },
      label: { column: "label", type: "text", length: 320 },
    },
  },
  sessions: {
    name: "sessions",
    key: ["sessionToken"],
    columns: {
      sessionToken: { column: "session_token", type: "text", length: 255, required: true },
      userId: USER_ID,
      expires: { column: "expires", type: "date", required: true, isIndexed: true },
      createdAt: { column: "created_at", type: "date" },
      usedAt: { column: "used_at", type: "date" },
      device: { column: "device", type: "text", length: 64 },
    },
  },
  tokens: {
    name: "verification_tokens",
    key: ["identifier", "token"],
    columns: {
      identifier: { column: "identifier", type: "text", length: 320, required: true },
      token: { column: "token", type: "text", length: 255, required: true },
      expires: { column: "expires", type: "date", required: true, isIndexed: true },
    },
  },
  authenticators: {
    name: "authenticators",
    key: ["credentialID"],
    columns: {
      credentialID: { column: "credential_id", type: "text", length: 1400, required: true, isAscii: true },
      userId: USER_ID,
      providerAccountId: { column: "provider_account_id", type: "text", length: 320, required: true },
      credentialPublicKey: { column: "credential_public_key", type: "text", required: true },
      counter: { column: "counter", type: "integer", required: true },
      credentialDeviceType: { column: "credential_device_type", type: "text", length: 32, required: true },
      credentialBackedUp: { column: "credential_backed_up", type: "boolean", required: true },
      transports: { column: "transports", type: "text", length: 255 },
      userHandle: { column: "user_handle", type: "text", length: 255 },
      name: { column: "name", type: "text", length: 255 },
      createdAt: { column: "created_at", type: "date" },
      usedAt: { column: "used_at", type: "date" },
    },
  },
  ...ROW_KINDS,
};
