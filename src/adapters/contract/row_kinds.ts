/**
 * The kinds of rows that the library stores beside users, accounts and sessions. They refer to no other row, so that they can
 * stand beside the tables of another adapter. What is released does not change: an addition has the `since` of a new version
 * of the tables.
 *
 * @module
 */

import type { RowDeclaration, RowKind } from "./row_kind.ts";
import type { RowName, RowOf, StoredRows } from "./rows.ts";
import type { AdapterProviderSession, AdapterProviderTokens } from "./provider_records.ts";
import type {
  AdapterAttempts,
  AdapterPendingSignIn,
  AdapterSecondFactor,
  AdapterSecurity,
} from "./security_records.ts";

/** Passwords and generations of users. They outlive a takeover, and a removed user leaves one. */
const SECURITY: RowKind<AdapterSecurity, "userId"> = {
  name: "security",
  key: ["userId"],
  one: "security",
  many: "security",
  version: "generation",
  since: 2,
  columns: {
    // No reference: with an adapter of Auth.js, the users are in another table.
    userId: { column: "user_id", type: "text", length: 255, required: true },
    generation: { column: "generation", type: "integer", required: true, default: 0 },
    passwordHash: { column: "password_hash", type: "text", length: 512 },
    passwordIsProven: { column: "password_is_proven", type: "boolean", required: true, default: true },
    passwordSetAt: { column: "password_set_at", type: "date" },
  },
};

/** Counted attempts. */
const ATTEMPTS: RowKind<AdapterAttempts, "key"> = {
  name: "attempts",
  key: ["key"],
  one: "attempts",
  many: "attempts",
  counted: "count",
  isEnding: true,
  since: 2,
  columns: {
    key: { column: "attempt_key", type: "text", length: 64, required: true, isAscii: true },
    count: { column: "attempt_count", type: "integer", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
  },
};

/** Second factors. */
const SECOND_FACTORS: RowKind<AdapterSecondFactor, "userId"> = {
  name: "second_factors",
  key: ["userId"],
  one: "secondFactor",
  many: "secondFactors",
  version: "version",
  isOwned: true,
  isOrdered: true,
  since: 2,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    enabledAt: { column: "enabled_at", type: "date" },
    totpSecret: { column: "totp_secret", type: "text", length: 512 },
    totpStep: { column: "totp_step", type: "integer", required: true },
    recoveryCodes: { column: "recovery_codes", type: "text", length: 1000 },
    devices: { column: "devices", type: "text" },
  },
};

/** Sign-ins between their two steps. */
const PENDING_SIGN_INS: RowKind<AdapterPendingSignIn, "id"> = {
  name: "pending_sign_ins",
  key: ["id"],
  one: "pendingSignIn",
  many: "pendingSignIns",
  version: "tries",
  isEnding: true,
  long: "data",
  since: 2,
  columns: {
    id: { column: "id", type: "text", length: 64, required: true, isAscii: true },
    data: { column: "data", type: "text", length: "long", required: true },
    tries: { column: "tries", type: "integer", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
  },
};

/** Tokens that the library renews. */
const PROVIDER_TOKENS: RowKind<AdapterProviderTokens, "provider" | "providerAccountId"> = {
  name: "provider_tokens",
  key: ["provider", "providerAccountId"],
  one: "providerToken",
  many: "providerTokens",
  inDenoKv: "providerTokens",
  version: "version",
  isOwned: true,
  isOfAccount: true,
  isOrdered: true,
  long: "tokens",
  since: 3,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true, isIndexed: true },
    provider: { column: "provider", type: "text", length: 255, required: true },
    providerAccountId: { column: "provider_account_id", type: "text", length: 320, required: true },
    version: { column: "version", type: "integer", required: true },
    leaseUntil: { column: "lease_until", type: "date" },
    tokens: { column: "tokens", type: "text", length: "long", required: true },
  },
};

/** Sessions that began at a provider. */
const PROVIDER_SESSIONS: RowKind<AdapterProviderSession, "id"> = {
  name: "provider_sessions",
  key: ["id"],
  one: "providerSession",
  many: "providerSessions",
  isOwned: true,
  isOfAccount: true,
  isEnding: true,
  lists: [
    { of: "Account", by: ["provider", "providerAccountId"] },
    { of: "Sub", by: ["provider", "sub"] },
    { of: "Sid", by: ["provider", "sid"] },
  ],
  long: "idToken",
  since: 3,
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
};

/** All kinds, those of later versions of the tables last. */
export const ROW_KINDS: {
  readonly [Name in RowName]: RowKind<RowOf<Name>, StoredRows[Name]["key"] & keyof RowOf<Name>>;
} = {
  security: SECURITY,
  attempts: ATTEMPTS,
  secondFactors: SECOND_FACTORS,
  pendingSignIns: PENDING_SIGN_INS,
  providerTokens: PROVIDER_TOKENS,
  providerSessions: PROVIDER_SESSIONS,
};

/** The same, as a list. */
export const ALL_KINDS: readonly RowDeclaration[] = Object.values(ROW_KINDS);
