/**
 * The actions that are off in a config: their paths are left to the application.
 *
 * @module
 */

import { actionsOff, type AuthAction, type Need } from "../http/endpoints.ts";
import type { Capability } from "../setup/setup.ts";
import type { TypedMap } from "../values/typed_map.ts";
import { takeoverObstacle, type TakeoverRules } from "./takeover.ts";

/** The part of a setup that decides. */
interface SwitchRules extends TakeoverRules {
  /** Whether there is an account page, the application's own or the built-in one. */
  readonly hasAccountPage: boolean;
  /** The code that the application has. */
  readonly capabilities: ReadonlySet<Capability>;
  /** What the options of capabilities decide. */
  readonly rules: TypedMap;
}

/** When a config has what an endpoint needs. */
const HAS: Readonly<Record<Exclude<Need, "capability">, (rules: SwitchRules) => boolean>> = {
  nothing: () => true,
  database: ({ store }) => store !== null,
  takeover: (rules) => takeoverObstacle(rules) === null,
  "account page": ({ hasAccountPage }) => hasAccountPage,
};

/** Returns the actions that need what the config does not have. */
export function switchedOff(rules: SwitchRules): ReadonlySet<AuthAction> {
  const offered = new Set<string>(
    [...rules.capabilities].flatMap(({ routes = {}, offers = () => true }) =>
      Object.keys(routes).filter((endpoint) => offers(endpoint, rules))
    ),
  );
  return actionsOff((endpoint, need) => need === "capability" ? !offered.has(endpoint) : !HAS[need](rules));
}
