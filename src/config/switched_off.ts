/**
 * The actions that are off in a config: their paths are left to the application.
 *
 * @module
 */

import { actionsOf, type AuthAction, isOfCore } from "../http/endpoints.ts";
import type { Capability } from "../setup/setup.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";
import type { TypedMap } from "../values/typed_map.ts";

/** The part of a setup that decides. */
interface SwitchRules extends TakeoverRules {
  /** The code that the application has. */
  readonly capabilities: ReadonlySet<Capability>;
  /** The completed options of capabilities, by their keys. */
  readonly rules: TypedMap;
}

/** When a config has what an action of the core needs. Default: always. */
const HAS: { readonly [action: string]: (rules: SwitchRules) => boolean } = {
  link: ({ store }) => store !== null,
  "taken-over": (rules) => takeoverObstacle(rules) === null,
};

/** Returns the actions that need what the config does not have. */
export function switchedOff(rules: SwitchRules): ReadonlySet<AuthAction> {
  const on = new Set<string>(
    [...rules.capabilities].flatMap(({ routes = {}, offers = () => true }) =>
      Object.keys(routes).filter((endpoint) => offers(endpoint, rules))
    ),
  );
  return actionsOf((endpoint, action) =>
    !(isOfCore(endpoint) || on.has(endpoint)) || HAS[action]?.(rules) === false
  );
}
