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

/** The database. */
export interface OwnRules {
  /** The database. */
  readonly store: RowStore;
}

/** The database, the time and randomness. */
export interface AnonymousUsersRules extends OwnRules {
  /** Clock and randomness. */
  readonly platform: Pick<Platform, "now" | "random">;
}

/** Names them. */
const ANONYMOUS_USERS: Key<OwnRules> = { name: "anonymousUsers" };

/** Those of a setup whose config has the feature: nothing else reaches this code. */
export function rulesOf({ rules, platform }: Pick<Setup, "rules" | "platform">): AnonymousUsersRules {
  const own = rules.get(ANONYMOUS_USERS);
  if (own) return { ...own, platform };
  throw new ServerError("Cannot use anonymous users: `features` has no `AnonymousUsers()`");
}
