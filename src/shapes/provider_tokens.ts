/**
 * The shape of access tokens of providers: their functions, and their rows.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";
import type { RowKind } from "./row_kind.ts";

/** The functions of `auth.accessTokens`. */
export const ACCESS_TOKEN_FUNCTIONS = {
  calls: ["get", "revoke"],
  outside: ["get", "revoke"],
} as const satisfies FunctionsShape;

/**
 * The tokens of an account that the library renews: one row for each account at most. `provider` and `providerAccountId`
 * together are unique.
 */
export interface AdapterProviderTokens {
  /** The user that the account belongs to. */
  userId: string;
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** Until when one process may send the refresh token; `null`: none does. */
  leaseUntil: Date | null;
  /** The tokens as JSON, sealed. May be longer than 64 KiB. */
  tokens: string;
}

/** Tokens that the library renews. */
export const PROVIDER_TOKEN_ROWS: RowKind<AdapterProviderTokens, "provider" | "providerAccountId"> = {
  name: "provider_tokens",
  key: ["provider", "providerAccountId"],
  recordKey: "providerToken",
  listKey: "providerTokens",
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

/** A provider at which the application may do something in the name of the user, as pages and scripts get it. */
export interface ConnectedService {
  /** Id of the provider, which a `POST account` names. */
  readonly id: string;
  /** Name of the provider, as pages show it. */
  readonly name: string;
  /** What the application may do there, as the provider names it: the scopes of all accounts there (RFC 6749 §3.3). */
  readonly scopes: readonly string[];
  /** When the user last signed in with the account, or connected it, as an ISO 8601 date-time; `null` if unknown. */
  readonly connectedAt: string | null;
}
