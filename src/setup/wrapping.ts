/**
 * The part of a capability that wraps the database and the sessions of a config. It runs before the setup is complete.
 *
 * @module
 */

import type { AccountSealer } from "../model/access_tokens.ts";
import type { Sealer } from "../crypto/seal.ts";
import type { Callbacks } from "../model/callbacks.ts";
import type { Emit } from "../model/events.ts";
import type { BrowserSessions, Generations, SessionStrategy, StoredUsers } from "../model/session.ts";
import type { Platform } from "../platform/platform.ts";
import type { Store } from "../model/store.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import type { LoggerInstance } from "../values/types.ts";

/** What it wraps them in. */
export interface Wrapping {
  /** Returns the database as it is with the options of its feature. Before tokens are sealed: it sees what is stored. */
  readonly wrapStore?: (store: Store, options: object, setup: StoreContext) => Store;
  /** Returns a database that seals the tokens of accounts. */
  readonly encryptAccounts?: (store: Store, sealer: AccountSealer) => Store;
  /** Adds rows that follow each session to a strategy, if the database can store them. */
  readonly follow?: (own: SessionStrategy, options: object, context: FollowContext) => SessionStrategy;
  /** Lets a cookie of the capability follow the session: it lasts as long, and gives way where it has no room. */
  readonly followInBrowser?: (
    own: BrowserSessions,
    context: FollowContext,
    options: object,
  ) => BrowserSessions;
}

/** Dependencies of what wraps the database. */
export interface StoreContext {
  /** Clock, randomness, network, timers and log. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: LoggerInstance;
}

/** Dependencies of what follows a session. */
export interface FollowContext extends Sealer {
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** The library's cookies. */
  readonly cookies: CookieNames;
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** The users of the database; `null` without one. */
  readonly storedUsers: StoredUsers | null;
  /** Decisions of the application. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "session">>;
  /** Emits events. */
  readonly emit: Emit;
  /** Clock, randomness, network, timers and log. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: LoggerInstance;
}
