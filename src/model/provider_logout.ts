/**
 * Logout at providers: what an application decides about it.
 *
 * @module
 */

import type { RowStore } from "./store.ts";
import type { Key } from "../values/typed_map.ts";

/** The options of the logout at providers. */
export interface ProviderLogoutOptions {
  /**
   * Whether providers may end sessions here, with `POST backchannel-logout/:provider` (OpenID Connect Back-Channel Logout 1.0).
   * Needs an `adapter` that stores provider sessions. Default `false`.
   */
  readonly backchannel?: boolean;
}

/** Names the rules of the logout at providers. */
export const PROVIDER_LOGOUT: Key<ProviderLogoutRules> = { name: "providerLogout" };

/** The options, completed, and what they need. */
export interface ProviderLogoutRules {
  /** Whether providers may end sessions here. */
  readonly backchannel: boolean;
  /** The database; `null` if the browser keeps the ID token of its session. */
  readonly store: RowStore | null;
}
