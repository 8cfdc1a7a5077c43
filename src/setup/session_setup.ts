/**
 * The part of a setup that a session check needs, as a type.
 *
 * @module
 */

import type { Callbacks } from "../model/callbacks.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import type { Emit } from "../model/events.ts";
import type { AdoptingMigration } from "../model/migration.ts";
import type { Place } from "../http/origin.ts";
import type { Platform } from "../platform/platform.ts";
import type { BrowserSessions, Generations, StoredUsers } from "../model/session.ts";
import type { Store } from "../model/store.ts";
import type { LoggerInstance } from "../values/types.ts";

/** The part of a setup that a session check needs. */
export interface SessionSetup extends Omit<Place, "off" | "frontEnds"> {
  /** Secrets, the newest first. */
  readonly secrets: readonly string[];
  /** Names and attributes of the cookies. */
  readonly cookies: CookieNames;
  /** Reads what another library has issued; `null` without one. */
  readonly migration: AdoptingMigration | null;
  /** The database; `null` without one. */
  readonly store: Store | null;
  /** How sessions are kept. */
  readonly strategy: "jwt" | "database";
  /** The sessions of browsers: issues, reads, updates and revokes them. */
  readonly sessions: BrowserSessions;
  /** How long after signing in a user may link an account without being asked, or remove one, in milliseconds. */
  readonly freshAge: number;
  /** Decisions of the application, or the default of the session. */
  readonly callbacks: Callbacks & Required<Pick<Callbacks, "session">>;
  /** The generations of users; `null` if the database cannot keep them. */
  readonly generations: Generations | null;
  /** The users of the database; `null` without one. */
  readonly storedUsers: StoredUsers | null;
  /** Emits an event, and waits for its handler. Logs what it throws. */
  readonly emit: Emit;
  /** Clock, randomness, network, timers and log. */
  readonly platform: Platform;
  /** The log. */
  readonly logger: LoggerInstance;
}
