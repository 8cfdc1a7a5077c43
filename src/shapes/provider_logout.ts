/**
 * The shape of the logout at providers: its rows.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";

/** A session that began at a provider, with what ends the session at the provider: one row for each session at most. */
export interface AdapterProviderSession {
  /** Key of the session: up to 255 characters. Unique. */
  id: string;
  /** The user who is signed in. */
  userId: string;
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider, as that of the account. */
  providerAccountId: string;
  /** The `sub` of the ID token: up to 255 characters; `null` without one. `profile()` may have given the account another id. */
  sub: string | null;
  /** The `sid` of the ID token, which names the session at the provider: up to 255 characters; `null` without one (OpenID Connect
   * Back-Channel Logout 1.0 §2.1). */
  sid: string | null;
  /** The ID token, sealed. May be longer than 64 KiB. `null` without one. */
  idToken: string | null;
  /** When the session ends. */
  expires: Date;
}

/** Sessions that began at a provider. */
export const PROVIDER_SESSION_ROWS: RowKind<AdapterProviderSession, "id"> = {
  name: "provider_sessions",
  key: ["id"],
  recordKey: "providerSession",
  listKey: "providerSessions",
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
