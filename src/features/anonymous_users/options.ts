/**
 * What anonymous users need of a config.
 *
 * @module
 */

import { ServerError } from "../../errors/errors.ts";
import type { RowStore } from "../../model/store.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Key } from "../../values/typed_map.ts";

/** The database, the time and randomness. */
export interface AnonymousUsersRules {
  /** The database. */
  readonly store: RowStore;
  /** Clock and randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
}

/** Names them. */
const ANONYMOUS_USERS: Key<AnonymousUsersRules> = { name: "anonymousUsers" };

/** Those of a setup whose config has the feature: nothing else reaches this code. */
export function rulesOf({ rules }: Pick<Setup, "rules">): AnonymousUsersRules {
  const own = rules.get(ANONYMOUS_USERS);
  if (own) return own;
  throw new ServerError("Cannot use anonymous users: `features` has no `AnonymousUsers()`");
}
