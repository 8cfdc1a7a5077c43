/**
 * The tables of the SQL adapters. Each column is declared here and nowhere else: the statements of `rows.ts`, the
 * `CREATE TABLE` of each database, its migrations and `docs/schema.md` follow. What is released does not change: an
 * addition has the `since` of a new version of `versions.ts`.
 *
 * @module
 */

import type { ColumnDeclaration, Table } from "./dialect.ts";
import type {
  AdapterAccount,
  AdapterAttempts,
  AdapterAuthenticator,
  AdapterPendingSignIn,
  AdapterProviderSession,
  AdapterProviderTokens,
  AdapterSecondFactor,
  AdapterSecurity,
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
  /** Whether `securityOf()` needs it beside the tables of an adapter of Auth.js: it references no other table. */
  readonly standsBeside?: boolean;
}

/** The table of an entity. */
export interface TableOf<Entity> extends TableDeclaration {
  /** The fields of its primary key. */
  readonly key: readonly (keyof Entity & string)[];
  /** The column of each field. */
  readonly columns: ColumnsOf<Entity>;
}

/** A column for each field of an entity; its type and `required` agree with the type of the field. */
export type ColumnsOf<Entity> = {
  readonly [Field in keyof Entity]-?:
    & ColumnDeclaration
    & { readonly type: TypeOf<NonNullable<Entity[Field]>> }
    & (null extends Entity[Field] ? { readonly required?: never } : { readonly required: true });
};

type TypeOf<Value> = Value extends string ? "text"
  : Value extends number ? "integer"
  : Value extends boolean ? "boolean"
  : Value extends Date ? "date"
  : "json";

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
  readonly security: TableOf<AdapterSecurity>;
  readonly attempts: TableOf<AdapterAttempts>;
  readonly secondFactors: TableOf<AdapterSecondFactor>;
  readonly pendingSignIns: TableOf<AdapterPendingSignIn>;
  readonly providerTokens: TableOf<AdapterProviderTokens>;
  readonly providerSessions: TableOf<AdapterProviderSession>;
} = {
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
  security: {
    name: "security",
    key: ["userId"],
    since: 2,
    standsBeside: true,
    columns: {
      // No reference: with an adapter of Auth.js, the users are in another table.
      userId: { column: "user_id", type: "text", length: 255, required: true },
      generation: { column: "generation", type: "integer", required: true, default: 0 },
      passwordHash: { column: "password_hash", type: "text", length: 512 },
      passwordIsProven: { column: "password_is_proven", type: "boolean", required: true, default: true },
      passwordSetAt: { column: "password_set_at", type: "date" },
    },
  },
  attempts: {
    name: "attempts",
    key: ["key"],
    since: 2,
    standsBeside: true,
    columns: {
      key: { column: "attempt_key", type: "text", length: 64, required: true, isAscii: true },
      count: { column: "attempt_count", type: "integer", required: true },
      expires: { column: "expires", type: "date", required: true, isIndexed: true },
    },
  },
  secondFactors: {
    name: "second_factors",
    key: ["userId"],
    since: 2,
    standsBeside: true,
    columns: {
      userId: { column: "user_id", type: "text", length: 255, required: true },
      version: { column: "version", type: "integer", required: true },
      enabledAt: { column: "enabled_at", type: "date" },
      totpSecret: { column: "totp_secret", type: "text", length: 512 },
      totpStep: { column: "totp_step", type: "integer", required: true },
      recoveryCodes: { column: "recovery_codes", type: "text", length: 1000 },
      devices: { column: "devices", type: "text" },
    },
  },
  pendingSignIns: {
    name: "pending_sign_ins",
    key: ["id"],
    since: 2,
    standsBeside: true,
    columns: {
      id: { column: "id", type: "text", length: 64, required: true, isAscii: true },
      data: { column: "data", type: "text", length: "long", required: true },
      tries: { column: "tries", type: "integer", required: true },
      expires: { column: "expires", type: "date", required: true, isIndexed: true },
    },
  },
  providerTokens: {
    name: "provider_tokens",
    key: ["provider", "providerAccountId"],
    since: 3,
    standsBeside: true,
    columns: {
      userId: { column: "user_id", type: "text", length: 255, required: true, isIndexed: true },
      provider: { column: "provider", type: "text", length: 255, required: true },
      providerAccountId: { column: "provider_account_id", type: "text", length: 320, required: true },
      version: { column: "version", type: "integer", required: true },
      leaseUntil: { column: "lease_until", type: "date" },
      tokens: { column: "tokens", type: "text", length: "long", required: true },
    },
  },
  providerSessions: {
    name: "provider_sessions",
    key: ["id"],
    since: 3,
    standsBeside: true,
    columns: {
      id: { column: "id", type: "text", length: 255, required: true },
      userId: { column: "user_id", type: "text", length: 255, required: true, isIndexed: true },
      provider: { column: "provider", type: "text", length: 255, required: true },
      providerAccountId: {
        column: "provider_account_id",
        type: "text",
        length: 320,
        required: true,
        isIndexed: true,
        indexedAs: "account",
      },
      sub: { column: "sub", type: "text", length: 255, isIndexed: true },
      sid: { column: "sid", type: "text", length: 255, isIndexed: true },
      idToken: { column: "id_token", type: "text", length: "long" },
      expires: { column: "expires", type: "date", required: true, isIndexed: true },
    },
  },
};
