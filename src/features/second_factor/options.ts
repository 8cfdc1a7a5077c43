/**
 * The options of second factors, and the rules that come of them.
 *
 * @module
 */

import type { Limits } from "../../model/limits.ts";
import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";
import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Awaitable, User } from "../../values/types.ts";

/** The options of second factors. */
export interface SecondFactorOptions {
  /**
   * Whether a user must have a second factor: `true` for all users, or a function of the user. A user who has none sets one up in
   * the middle of the next sign-in, after an email has proven the mailbox if emails can be sent. Sessions that exist go on. If the
   * function throws, the sign-in fails. Default `false`: each user decides.
   */
  readonly required?: boolean | ((user: User & Partial<AdapterUser>) => Awaitable<boolean>);
  /** Name of the application in the authenticator app. Default: `theme.name`, or the host. */
  readonly issuer?: string;
  /** How long a device is remembered, on which sign-ins need no second step, in seconds. `0`: never. Default 2 592 000 (30 days). */
  readonly rememberFor?: number;
}

/** Names the rules of second factors. */
export const SECOND_FACTOR: Key<SecondFactorRules> = { name: "secondFactor" };

/** The options, completed, and what they need. */
export interface SecondFactorRules {
  /** Whether a user must have a second factor. */
  readonly isRequired: (user: User & Partial<AdapterUser>) => Awaitable<boolean>;
  /** Name of the application in the authenticator app; `undefined`: that of the theme, or the host. */
  readonly issuer: string | undefined;
  /** How long a device is remembered, in milliseconds; `0`: never. */
  readonly rememberFor: number;
  /** The database. */
  readonly store: RowStore;
  /** The clock. */
  readonly now: () => number;
  /** Counts wrong codes, also where the application has switched limits off, or has its own. */
  readonly limits: Limits;
}
