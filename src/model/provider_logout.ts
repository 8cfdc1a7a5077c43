/**
 * Logout at providers: what an application decides about it.
 *
 * @module
 */

import type { Sealer } from "../crypto/seal.ts";
import type { CookieOption } from "../http/types.ts";
import type { LoggerInstance } from "../values/types.ts";
import type { BrowserSessions, SessionStrategy } from "./session.ts";
import type { ProviderSessionStore } from "./store.ts";

/** The options of the logout at providers. */
export interface ProviderLogoutOptions {
  /**
   * Whether providers may end sessions here, with `POST backchannel-logout/:provider` (OpenID Connect Back-Channel Logout 1.0).
   * Needs an `adapter` that stores provider sessions. Default `false`.
   */
  readonly backchannel?: boolean;
}

/** The options, completed, and what they need. */
export interface ProviderLogoutRules {
  /** Whether providers may end sessions here. */
  readonly backchannel: boolean;
  /** The database; `null` if the browser keeps the ID token of its session. */
  readonly store: ProviderSessionStore | null;
}

/** An ID token, before it is sealed. */
export interface SealedIdToken {
  /** The ID token. */
  readonly idToken: string;
}

/** Dependencies of the sessions whose provider is known. */
export interface ProviderSessionsContext extends Sealer {
  /** The database. */
  readonly store: ProviderSessionStore;
  /** Whether providers may end sessions here. */
  readonly backchannel: boolean;
  /** Receives failures that change nothing for the user. */
  readonly logger: Pick<LoggerInstance, "error">;
}

/** The code of the option, as far as the config needs it. */
export interface LogoutCode {
  /** Loads the function that adds the rows of provider sessions to a strategy. */
  readonly providerSessions?: () => Promise<
    (own: SessionStrategy, context: ProviderSessionsContext) => SessionStrategy
  >;
  /** Lets the cookie of the ID token follow the cookie of the session, where the database knows no provider sessions. */
  readonly withIdToken?: (own: BrowserSessions, cookie: CookieOption) => BrowserSessions;
}
