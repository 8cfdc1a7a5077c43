/**
 * Logout at providers: what an application decides about it.
 *
 * @module
 */

import type { Sealer } from "../crypto/seal.ts";
import type { BrowserSessions, SessionStrategy } from "./session.ts";
import type { RowStore, Store } from "./store.ts";
import type { Key } from "../values/typed_map.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import type { LoggerInstance } from "../values/types.ts";

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

/** Dependencies of what follows a session. */
export interface FollowContext extends Sealer {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** The library's cookies. */
  readonly cookies: CookieNames;
  /** The log. */
  readonly logger: LoggerInstance;
}

/** The code of the feature, as far as the config needs it. */
export interface LogoutCode {
  /** Adds the rows of provider sessions to a strategy, if the database can store them. */
  readonly follow?: (
    own: SessionStrategy,
    options: ProviderLogoutOptions,
    context: FollowContext,
  ) => SessionStrategy;
  /** Lets a cookie of the capability follow the session: it lasts as long, and gives way where it has no room. */
  readonly followInBrowser?: (own: BrowserSessions, context: FollowContext) => BrowserSessions;
}
