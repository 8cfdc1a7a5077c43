/**
 * The provider of passwords, as its own code sees it.
 *
 * @module
 */

import type { PasswordSettings } from "../../model/provider.ts";
import type { LeakContext } from "../../crypto/pwned_passwords.ts";
import type { CredentialsProvider } from "../../setup/setup.ts";
import type { RowStore } from "../../model/store.ts";

/** A provider whose passwords the library keeps. */
export interface PasswordProvider extends CredentialsProvider, PasswordSettings {
  /** The database. */
  readonly store: RowStore;
}

/** Whom a password is for: words that are no secret to a stranger. */
export interface PasswordOwner extends LeakContext {
  /** The address of the user. */
  readonly email: string;
  /** The name of the application, and its host. */
  readonly app: readonly string[];
}
